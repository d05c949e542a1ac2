"""`tf.from_cpmpy(model)`: the spec has the solutions that CPMpy itself finds."""

from collections.abc import Callable
from typing import Any

import pytest

import threefold as tf
from tests.lowering import lowered_solutions


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(tf.BadInput, match=r"from_cpmpy takes a cpmpy\.Model \(got int\)"):
        tf.from_cpmpy(3)


cp = pytest.importorskip("cpmpy")
CASES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "a sum with weights": lambda x, y, b: 2 * x[0] + 3 * x[1] - y <= 4,
    "a Boolean in a sum": lambda x, y, b: x[0] + b[0] - y == b[1] * 2,
    "if and only if": lambda x, y, b: b[0] == (y > 2),
    "exclusive": lambda x, y, b: b[0] != (x[0] + y > 2),
    "truth values are compared": lambda x, y, b: (x[0] > 1) <= b[0],
    "rounded towards 0": lambda x, y, b: x[0] // y == x[1],
    "a remainder that is not defined is false": lambda x, y, b: b[0] == (x[0] % y == 1),
    "or": lambda x, y, b: ~b[0] | (y == 1),
    "and": lambda x, y, b: cp.all([b[0], y == 2]),
    "exclusive or": lambda x, y, b: cp.Xor([b[0], y == 2, b[1]]),
    "not": lambda x, y, b: ~cp.AllDifferent(x),
    "implication": lambda x, y, b: b[0].implies(cp.AllDifferent(x)),
    "maximum": lambda x, y, b: cp.max(x) == y,
    "minimum": lambda x, y, b: cp.min(x) < y,
    "product": lambda x, y, b: -y + x[1] * y == 2,
    "absolute value": lambda x, y, b: abs(x[0] - y) == 1,
    "power": lambda x, y, b: x[1] ** 2 == y,
    "element": lambda x, y, b: cp.cpm_array([x[0], x[1], 2])[y] == x[2],
    "an element that is not defined is false": lambda x, y, b: b[0] == (cp.cpm_array([1, 2, 3])[y] == 2),
    "table": lambda x, y, b: cp.Table([y, x[0]], [[1, 2], [2, 3]]),
    "number of a value": lambda x, y, b: cp.Count(x, 1) == y,
    "number of values": lambda x, y, b: cp.NValue(x) == 2,
    "circuit": lambda x, y, b: cp.Circuit(x),
    "circuit counted from 1": lambda x, y, b: [cp.Circuit([cp.intvar(1, 2, name=f"z{i}") for i in range(2)]), y == 1],
    "constants alone": lambda x, y, b: [cp.AllDifferent([1, 2]), cp.max([1, 2]) == y, cp.IncreasingStrict([0, 2])],
    "inverse": lambda x, y, b: cp.Inverse(x, [x[0], y, 1]),
    "cardinalities": lambda x, y, b: cp.GlobalCardinalityCount(x, [0, 1], [y, 1]),
    "closed cardinalities": lambda x, y, b: cp.GlobalCardinalityCount(x, [0, 1, 3], [y, 1, b[0]], closed=True),
    "cardinalities of a value twice": lambda x, y, b: cp.GlobalCardinalityCount(x, [0, 0], [y, b[0]]),
    "increasing": lambda x, y, b: cp.IncreasingStrict(x),
    "lexicographic": lambda x, y, b: cp.LexLess(x, [0, 1, y]),
    "if, then, else": lambda x, y, b: cp.IfThenElse(b[0], x[0] == 1, x[0] == y),
    "decomposed by CPMpy": lambda x, y, b: cp.Precedence(x, [0, 1]),
    "decomposed by CPMpy with new variables": lambda x, y, b: cp.Cumulative([x[0], x[1]], [2, y], None, [1, 2], 2),
    "undefined in undefined": lambda x, y, b: b[0] == (x[0] // (x[1] % y) == 1),
    "undefined in a condition": lambda x, y, b: (x[0] // y == 1).implies(x[1] % x[0] == 1),
    "undefined in a negation": lambda x, y, b: ~(x[0] // y == 1) & (x[1] == x[2]),
    "undefined in a sum": lambda x, y, b: b[0] == (x[0] // y + x[1] % y >= 2),
    "undefined in a global constraint": lambda x, y, b: b[0] == cp.AllDifferent([x[0] // y, x[1], 1]),
    "undefined in a count": lambda x, y, b: b[0] == (cp.Count([x[0] // y, x[1]], 1) == 1),
    "undefined in a sum of truth values": lambda x, y, b: cp.sum([x[0] // y == 1, x[1] // y == 1, b[0]]) == 1,
    "undefined, top level": lambda x, y, b: [x[0] // x[1] != 1, y == 1],
    "an automaton that is negated": lambda x, y, b: ~cp.Regular(list(x), [(0, 0, 0), (0, 1, 1), (1, 1, 1)], 0, [1]),
    "an automaton": lambda x, y, b: cp.Regular(list(x), [("a", 0, "a"), ("a", 1, "b"), ("b", 1, "b")], "a", ["b"]),
    "all equal": lambda x, y, b: cp.AllEqual(x),
    "a list of lists": lambda x, y, b: [y == 1, [b[0], x[0] == x[1]]],
    "a constant": lambda x, y, b: [y > 1, False],
}


def test_a_comparison_of_a_model_says_how_to_read_it() -> None:
    with pytest.raises(tf.BadInput, match=r"for a model of CPMpy write tf.from_cpmpy\(model\)"):
        tf.compare(cp.Model())


@pytest.mark.parametrize("case", CASES)
def test_a_model_has_the_solutions_that_cpmpy_finds(case: str) -> None:
    x, y, b = cp.intvar(-2, 3, shape=3, name="x"), cp.intvar(0, 3, name="y"), cp.boolvar(shape=2, name="b")
    model = cp.Model(CASES[case](x, y, b))
    spec = tf.from_cpmpy(model)
    variables = {str(each): each for each in [*x, y, *b]}
    names, found = [str(each) for each in spec.decisions], set[tuple[int, ...]]()
    model.solveAll("ortools", display=lambda: found.add(tuple(int(variables[name].value()) for name in names)))
    assert set(lowered_solutions(spec, "sat")) == found
    assert set(lowered_solutions(spec, "cp")) == found


def test_the_objective_is_read() -> None:
    x = cp.intvar(0, 9, shape=2, name="x")
    model = cp.Model([x[0] + x[1] == 9], maximize=x[0] - 2 * x[1])
    assert tf.compare(tf.from_cpmpy(model), backends="cp", optimum=True).records[0].optimum == 9


def test_what_has_no_decomposition_is_named() -> None:
    x = cp.intvar(0, 9, name="x")
    with pytest.raises(tf.BadInput, match="DirectConstraint of CPMpy is not in the language"):
        tf.from_cpmpy(cp.Model(cp.DirectConstraint("AddForbiddenAssignments", [x, [3]])))

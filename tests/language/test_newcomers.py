"""What a person who comes from CPMpy or MiniZinc types first: it works, or an error says what to write instead."""

import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.lowering import lowered_solutions
from threefold.language import (
    AllDifferent,
    AtMost,
    Circuit,
    Element,
    Family,
    GlobalCardinality,
    Increasing,
    Inverse,
    NoOverlap,
    Regular,
    Solution,
    Spec,
    SpecError,
    Table,
    Variable,
    maximum,
    minimum,
    number_of_values,
    total,
    value_at,
)

NUMBERS_ONLY = (
    r"these terms are numbers only: 0, 1, 2; list\(x\) and a loop over a family x give its indices: "
    r"write x or x.values\(\)"
)
MISTAKES: dict[str, tuple[Callable[..., object], str]] = {
    "x / 2": (lambda spec, x: x[0] / 2, r"write // for the quotient that is rounded down, not '/' \(got x\[0\] / 2\)"),
    "x ** y": (lambda spec, x: x[0] ** x[1], r"an exponent is an integer from 1 on \(got x\[1\]\)"),
    "x ** 0": (lambda spec, x: x[0] ** 0, r"an exponent is an integer from 1 on \(got 0\)"),
    "list[x]": (
        lambda spec, x: [3, 1, 4][x[0]],
        r"'x\[0\]' has no value while the spec is built; for array\[x\] write",
    ),
    "family[x]": (lambda spec, x: x[x[0]], r"has no variable x\[x\[0\]\]; write value_at\(array, index\)"),
    "family[0:2]": (lambda spec, x: x[0:2], r"family 'x' has no slices: write \[x\[i\] for i in …\]"),
    "AllDifferent(x, y)": (
        lambda spec, x: AllDifferent(x[0], x[1]),
        r"AllDifferent takes one list: write AllDifferent\(\[…\]\)",
    ),
    "AllDifferent(x)": (
        lambda spec, x: spec.group("g").add(AllDifferent(x[0])),
        r"a list was expected, like \[x, y\] \(got x\[0\]\)",
    ),
    "AllDifferent(list(x))": (
        lambda spec, x: spec.group("g").add(AllDifferent(list(x))),
        r"^AllDifferent\(0, 1, 2\): " + NUMBERS_ONLY,
    ),
    "~AllDifferent(list(x))": (lambda spec, x: spec.group("g").add(~AllDifferent(i for i in x)), NUMBERS_ONLY),
    "Table(list(x), rows)": (lambda spec, x: spec.group("g").add(Table(list(x), [(0, 1, 2)])), NUMBERS_ONLY),
    "total(list(x))": (lambda spec, x: total(list(x)) == 3, NUMBERS_ONLY),
    "maximum(list(x))": (lambda spec, x: maximum(list(x)), NUMBERS_ONLY),
    "minimum(np.arange(3))": (lambda spec, x: minimum(np.arange(3)), NUMBERS_ONLY),
    "number_of_values(list(x))": (lambda spec, x: number_of_values(list(x)), NUMBERS_ONLY),
    "Increasing(list(x))": (lambda spec, x: Increasing(list(x)), NUMBERS_ONLY),
    "NoOverlap(list(x), durations)": (lambda spec, x: NoOverlap(list(x), [1, 1, 1]), NUMBERS_ONLY),
    "Circuit(x) with x from 1 to n": (
        lambda spec, x: spec.group("g").add(Circuit(spec.integers("y", range(1, 4), domain=range(1, 4)))),
        r"are counted from 0, and no term can be 0; .* write Circuit\(\[node - 1 for node in x.values\(\)\]\)",
    ),
    "spec.integer(name, 1, 9)": (
        lambda spec, x: spec.integer("y", 1, 9),
        r"a domain is one list of values; for 1 to 9 write range\(1, 10\)",
    ),
    "spec.add(constraint)": (lambda spec, x: spec.add(AllDifferent(x)), r"write spec.group\('one queen per row'\).add"),
    "spec += constraint": (
        lambda spec, x: spec.__iadd__(AllDifferent(x)),
        r"write spec.group\('one queen per row'\)",
    ),
    "spec.solve()": (lambda spec, x: spec.solve(), r"then tf.solve\(spec\) or tf.solutions\(spec\)"),
    "spec.boolean(name, range(3))": (
        lambda spec, x: spec.boolean("b", range(3)),
        r"test: 'b' is one Boolean; for a family write spec.booleans\(…\)",
    ),
    "spec.integers(range(3))": (
        lambda spec, x: spec.integers(range(3), domain=range(3)),
        r"family 'range\(0, 3\)': a name has letters, digits and underscores only",
    ),
    "family == 1": (
        lambda spec, x: x == 1,
        r"x is a family, and '==' is for one variable: write x\[i\], or total\(x\) for the sum",
    ),
    "family != y": (lambda spec, x: x != x[0], r"x is a family, and '!=' is for one variable"),
    "family <= 3": (lambda spec, x: x <= 3, r"x is a family, and '<=' is for one variable"),
    "2 * family": (lambda spec, x: 2 * x, r"x is a family, and '\*' is for one variable"),
    "x.value()": (lambda spec, x: x[0].value(), r"x\[0\] has a value in a solution only: write solution\[x\[0\]\]"),
    "b >> c": (
        lambda spec, x: spec.boolean("b") >> (x[0] == 1),
        r"for 'if b is true, so is x\[0\] == 1' write Implies\(b, x\[0\] == 1\), not '>>'",
    ),
    "total(x)": (lambda spec, x: total(x[0]), r"a list was expected, like \[x, y\] \(got x\[0\]\)"),
    "maximum(x)": (lambda spec, x: maximum(x[0]), r"a list was expected, like \[x, y\] \(got x\[0\]\)"),
    "AtMost(1, literal)": (
        lambda spec, x: spec.group("g").add(AtMost(1, x[0] == 1)),
        r"a list was expected, like \[x, y\] \(got x\[0\] == 1\)",
    ),
    "Element(array, index, result)": (
        lambda spec, x: spec.group("g").add(Element(x, x[0], 2)),
        r"a term is a variable, an integer or a sum of them \(got <family x>\)",
    ),
    "add(list)": (lambda spec, x: spec.group("g").add([x[0] == 1]), r"write add\(\*list\)"),
    "add(generator)": (lambda spec, x: spec.group("g").add(x[i] == 1 for i in x), r"write add\(\*list\)"),
    "a number of variables": (
        lambda spec, x: spec.integers("y", 3, domain=range(2)),
        r"test: family 'y': an index range is like range\(3\) \(got 3\)",
    ),
    "no domain": (
        lambda spec, x: spec.integers("y", range(3), range(3)),
        r"test: family 'y': the domain is missing; .* write spec.integers\('y', range\(3\), domain=range\(5\)\)",
    ),
    "a number as domain": (
        lambda spec, x: spec.integers("y", range(3), domain=5),
        r"test: family 'y': a domain is like range\(5\) \(got 5\)",
    ),
    "a pair as domain of one variable": (
        lambda spec, x: spec.integer("y", 5),
        r"test: family 'y': a domain is like range\(5\) \(got 5\)",
    ),
    "2 ** x": (lambda spec, x: 2 ** x[0], r"for 2 \*\* x\[0\] write value_at\(\[2 \*\* k for k in …\], x\[0\]\)"),
    "x == 1 & y == 2": (lambda spec, x: x[0] == 1 & x[1] == 2, r"write parentheses, as in \(x == 1\) & \(y == 2\)"),
    "x == 1 | y == 2": (lambda spec, x: x[0] == 1 | x[1] == 2, r"write parentheses, as in \(x == 1\) \| \(y == 2\)"),
    "x in {1, 2}": (
        lambda spec, x: spec.group("g").add(x[0] in {1, 2}),
        r"for x in \{1, 2\} write Table\(\[x\], \[\[1\], \[2\]\]\)",
    ),
    "any(…)": (lambda spec, x: any(x[i] == 1 for i in x), r"AtLeast\(1, …\) and All\(…\) for any and all"),
    "grid[0, :]": (
        lambda spec, x: spec.integers("y", range(2), range(2), domain=range(2))[0, :],
        r"family 'y' has no slices: write \[y\[0, i\] for i in …\]",
    ),
    "grid[0][1]": (
        lambda spec, x: spec.integers("y", range(2), range(2), domain=range(2))[0],
        r"has no variable y\[0\]; an index of y has 2 parts",
    ),
    "bounds in a list": (
        lambda spec, x: GlobalCardinality(x, [1, 1, 1]),  # type: ignore[arg-type]
        r"GlobalCardinality takes bounds by value, like \{0: 2, 1: range\(3\)\} \(got \[1, 1, 1\]\)",
    ),
}


def three() -> tuple[Spec, Family]:
    spec = Spec("test")
    return spec, spec.integers("x", range(3), domain=range(3))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_error_says_what_to_write_instead(mistake: str) -> None:
    write, message = MISTAKES[mistake]
    with pytest.raises(SpecError, match=message):
        write(*three())


def test_a_power_is_a_product() -> None:
    spec, x = three()
    spec.group("g").add(x[0] ** 2 + x[1] ** 3 == 5 * x[2] ** 1)
    wanted = [v for v in product(range(3), repeat=3) if v[0] ** 2 + v[1] ** 3 == 5 * v[2]]
    assert len(lowered_solutions(spec, "sat")) == len(wanted) > 1


def test_a_group_is_shown_by_its_name_and_size() -> None:
    spec, x = three()
    assert repr(spec.group("g").add(x[0] == 1)) == "<Group 'g': 1 constraint>"


def test_divmod_gives_quotient_and_remainder() -> None:
    spec, x = three()
    quotient, remainder = divmod(x[0] + 3 * x[1], 4)
    of_a_number, _ = divmod(7, x[2] + 1)
    spec.group("g").add(quotient == 1, remainder == 1, of_a_number == 2)
    wanted = [v for v in product(range(3), repeat=3) if divmod(v[0] + 3 * v[1], 4) == (1, 1) and 7 // (v[2] + 1) == 2]
    assert sorted(solution[:3] for solution in lowered_solutions(spec, "sat")) == wanted == [(2, 1, 2)]


def test_a_circuit_counted_from_1_is_written_with_a_difference() -> None:
    spec = Spec("test")
    after = spec.integers("after", range(1, 4), domain=range(1, 4))
    spec.group("g").add(Circuit([node - 1 for node in after.values()]))
    assert sorted(lowered_solutions(spec, "cp")) == [(2, 3, 1), (3, 1, 2)]


def test_terms_that_happen_to_be_constant_are_no_mistake() -> None:
    spec, x = three()
    spec.group("g").add(AllDifferent([x[0] - x[0], x[0] - x[0] + 1]), total([]) <= 0, AllDifferent([]))
    assert len(lowered_solutions(spec, "sat")) == 27


def test_an_automaton_may_have_texts_as_states() -> None:
    spec, x = three()
    steps = {("even", 0): "even", ("even", 1): "odd", ("odd", 0): "odd", ("odd", 1): "even"}
    spec.group("g").add(Regular(x, steps, "even", ["odd"]))
    wanted = [v for v in product(range(2), repeat=3) if sum(v) % 2]
    assert sorted(tuple(solution[:3]) for solution in lowered_solutions(spec, "sat")) == wanted


def test_a_literal_or_a_constraint_implies_another() -> None:
    spec, x = three()
    b = spec.boolean("b")
    spec.group("g").add((x[0] > x[1]).implies(x[2] == 0), b.implies(x[0] + x[1] == 2), (x[0] == 1).implies(b))
    wanted = [
        (*v, c)
        for *v, c in product(range(3), range(3), range(3), range(2))
        if (v[0] <= v[1] or v[2] == 0) and (not c or v[0] + v[1] == 2) and (v[0] != 1 or c)
    ]
    assert sorted(lowered_solutions(spec, "sat")) == sorted(wanted)


def test_numbers_of_numpy_are_integers() -> None:
    numbers: Any = np.arange(1, 3)
    one, two = numbers
    spec = Spec("numbers")
    x = spec.integers("x", np.arange(3), domain=np.arange(3))
    group = spec.group("g")
    group.add(x[0] + one <= two, two * x[1] - x[2] * one >= 0, x[2] != two, AtMost(two, [x[i] == one for i in x]))
    group.add(Element(x[0], np.array([0, 1, 2]), x[0]), value_at(np.array([5, 6, 7]), x[1]) >= 5, x[1] ** two <= 4)
    group.add(Table([x[0], x[1]], np.array([[0, 0], [0, 1], [1, 1], [1, 2]])))
    group.add(np.array([x[0], x[1], x[2]]).sum() <= 4, AllDifferent(np.array([x[0], x[1], x[2]]) + 3 * np.arange(3)))
    wanted = [
        (a, b, c)
        for a, b, c in product(range(3), repeat=3)
        if a <= 1 and 2 * b >= c != 2 and [a, b, c].count(1) <= 2 and (a, b) in [(0, 0), (0, 1), (1, 1), (1, 2)]
    ]
    assert sorted(lowered_solutions(spec, "sat")) == wanted
    assert pickle.loads(pickle.dumps(spec)).title == spec.title
    assert all(type(part) is int for each in spec.variables for part in each.index)


def test_a_solution_is_read_by_its_variables() -> None:
    spec, x = three()
    assert Solution(spec, [2, 0, 1])[x[2]] == 1


def test_a_permutation_and_its_inverse_may_have_constants() -> None:
    spec, x = three()
    spec.group("g").add(Inverse(x, [x[0], 1, x[2]]))
    assert sorted(lowered_solutions(spec, "sat")) == [(0, 1, 2), (2, 1, 0)]
    spec, x = three()
    spec.group("g").add(Inverse([x[0], 0, 1], [1, 2, 0]))
    assert {solution[0] for solution in lowered_solutions(spec, "cp")} == {2}
    spec, x = three()
    spec.group("g").add(Inverse([x[0], 5, 1], [1, 2, 0]))
    assert lowered_solutions(spec, "sat") == []


def test_values_are_counted_together_with_constants() -> None:
    spec, x = three()
    spec.group("g").add(number_of_values([x[0], x[1], 1, 1]) == 2)
    wanted = [v for v in product(range(3), repeat=3) if len({v[0], v[1], 1}) == 2]
    assert sorted(lowered_solutions(spec, "sat")) == wanted


def test_a_variable_is_no_index_but_can_be_found_in_a_list() -> None:
    _, x = three()
    assert isinstance(x[0], Variable)
    assert {x[0]: 1}[x[0]] == 1

"""A constraint that is always true or false, and one that is wrong, keep that inside another constraint."""

from math import nan
from typing import Any

import pytest

from tests.lowering import lowered_solutions
from threefold import language
from threefold.language import All, AllDifferent, AtLeast, Clause, Spec, SpecError
from threefold.language.flattening import flatten

EVERYTHING = {name: getattr(language, name) for name in language.__all__}
BACKENDS = ("sat", "cp", "ilp", "backtracking")
INTEGER = "x[0] is an integer"
NO_TERM = "a term is a variable, an integer or a sum of them"
# What is written about three Booleans and two integers from 0 to 2; its number of solutions, of 8 · 9, or its error.
COMBINATIONS: dict[str, int | str] = {
    "~(AtLeast(1, []) | b[0])": 36,
    "~Clause([x[0]])": INTEGER,
    "Clause([x[0]]) | b[0]": INTEGER,
    "~AtMost(0, [x[0], b[0]])": INTEGER,
    "~Linear(x[0], '==', 1.5)": NO_TERM,
    "Linear(x[0], '==', nan) | b[0]": NO_TERM,
    "Linear(x[0], '<=', None) & b[0]": NO_TERM,
    "Iff(b[0], Linear(x[0], '==', 'a'))": NO_TERM,
    "Iff(b[0], Clause([x[0]]))": INTEGER,
    "Iff(b[0], AtLeast(1, []))": 36,
    "Iff(b[0], All([]))": 36,
    "Iff(AtLeast(1, []), AllDifferent([]))": 0,
    "Implies(b[0], AtLeast(1, []))": 36,
    "Implies(b[0], Clause([x[0]]))": INTEGER,
    "Implies(AtMost(0, [x[0]]), b[0])": INTEGER,
    "Implies(AllDifferent([]), b[0])": 36,
    "AtLeast(1, []) & b[0]": 0,
    "AtLeast(1, []) | b[0]": 36,
    "AtLeast(1, []) ^ b[0]": 36,
    "AllDifferent([]) | b[0]": 72,
    "~AllDifferent([])": 0,
    "~All([AtLeast(1, [])])": 72,
    "Clause([AllDifferent([])])": 72,
    "~(Clause([AllDifferent([])]) & b[0])": 36,
    "AtMost(1, [AllDifferent([]), b[0], AtLeast(1, []), b[1]])": 18,
    "total([AllDifferent([]), b[0]]) == 1": 36,
    "~Table([x[0]], [(1, 2)])": "row (1, 2) has 2 values for 1 terms",
    "b[0] | Table([], [()])": 72,
    "~Element(x[0], [], 0)": 72,
    "b[0] | Element(x[0] - x[0], [1], 1)": 72,
    "~Exactly(0, [])": 0,
    "total([]) == 0": 72,
    "~(total([]) == 0) | b[0]": 36,
    "abs(x[0] - x[0]) == 0": 72,
    "~(x[0] - x[0] == 0)": 0,
    "total([]) // 2 == 0": 72,
    "value_at([4, 5], 1) == 5": 72,
    "number_of_values([x[0], x[0] - x[0]]) == 1": 24,
    "Inverse([x[0] - x[0]], [x[1]])": 24,
    "~Regular([x[0] - x[0]], {(0, 0): 1}, 0, [1])": 0,
    "b[0] | NoOverlap([total([]) + 1, x[0]], [1, 1])": 60,
    "~Cumulative([x[0]], [1], [-1], 1)": "a duration or demand can be negative",
    "~Lexicographic([x[0]], [])": "the lists have 1 and 0 terms",
    "(x[0] + x[1] == 1) == (x[0] - x[1] == 1)": 56,
    "b[0] == ((x[0] + x[1] == 1) != (x[0] == x[1]))": 36,
    "(x[0] + x[1] == 1) == 1": 16,
    "sum([x[0] == 1, x[1] == 1]) - 1 == 0": 32,
    "sum([x[0] == 1, x[1] == 1, True]) == 2": NO_TERM,
    "AtMost(sum([x[0] == 1, x[1] == 1]), b)": 27,
    "GlobalCardinality(x, {0: range(0, 3, 2)})": 40,
    "Regular(x, {(0, 0): 0}, 0, iter([0]))": 8,
    "All(b)": 9,
    "b[0] == True": 36,
    "b[0] != (1 == 1)": 36,
    "Iff(b[0], x[0])": INTEGER,
    "b[0] ^ x[0]": INTEGER,
    "b[0] | (1 == 2)": "a literal is a Boolean variable",
}


def _spec(text: str) -> Spec:
    spec = Spec("combined")
    names: dict[str, Any] = {"b": spec.booleans("b", range(3)), "x": spec.integers("x", range(2), domain=range(3))}
    spec.group("stated").add(eval(text, EVERYTHING | names | {"nan": nan}))
    return spec


@pytest.mark.parametrize("text", COMBINATIONS)
def test_nothing_is_lost(text: str) -> None:
    expected = COMBINATIONS[text]
    if isinstance(expected, str):
        with pytest.raises(SpecError) as caught:
            _spec(text)
        assert expected in str(caught.value)
        return
    for backend in BACKENDS:
        assert len(lowered_solutions(_spec(text), backend)) == expected, backend


def test_not_one_of_nothing_or_a_boolean_has_one_solution_for_three() -> None:
    spec = Spec("nothing")
    b = spec.booleans("b", range(3))
    spec.group("none").add(*(~(AtLeast(1, []) | b[i]) for i in b))
    assert [lowered_solutions(spec, backend) for backend in BACKENDS] == [[(0, 0, 0)]] * 4


ALWAYS = ("AllDifferent([]) | b[0]", "Implies(AtLeast(1, []), b[0])", "All([All([]), ~Clause([])])")
NEVER = (
    "~AllDifferent([])",
    "AtLeast(1, []) & b[0]",
    "total([Clause([]), All([])]) == 2",
    "x[0] - x[0] >= 1 + AtLeast(1, [])",
)


@pytest.mark.parametrize("text", ALWAYS)
def test_what_is_always_true_adds_no_constraint_and_no_variable(text: str) -> None:
    flat = flatten(_spec(text))
    assert list(flat.posted) == []
    assert flat.functions == {}


@pytest.mark.parametrize("text", NEVER)
def test_what_is_never_true_adds_an_empty_clause_and_no_variable(text: str) -> None:
    flat = flatten(_spec(text))
    assert [str(each.constraint) for each in flat.posted if not each.constraint.variables()] == ["Clause()"]
    assert flat.functions == {}


def test_a_constant_reads_as_it_was_written() -> None:
    assert str(Clause([AllDifferent([])])) == "AllDifferent()"
    assert str(~All([])) == "~All()"


def test_a_number_of_true_ones_over_a_large_domain_does_not_list_it() -> None:
    spec = Spec("large")
    x, b = spec.integer("x", range(1 << 50)), spec.boolean("b")
    spec.group("g").add((x <= 5) + b >= 1)
    assert list(spec.families) == ["x", "b"]
    flat = flatten(spec)
    assert [str(each.constraint) for each in flat.posted if each.group == "g"] == ["(x <= 5) + b >= 1"]
    assert list(flat.families) == ["x", "b", "holds_1"]

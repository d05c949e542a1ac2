"""`holds` of every kind gives the counts that were computed by hand; a wrong constraint is refused with a plain message."""

from math import nan
from pathlib import Path

import pytest

import threefold
from tests.specs import EDGES
from threefold import language
from threefold.checker import brute_force
from threefold.conformance import CLASSES
from threefold.conformance.specs import counts
from threefold.language import (
    AllDifferent,
    AtLeast,
    AtMost,
    BadInput,
    Clause,
    Element,
    Iff,
    Implies,
    Spec,
    SpecError,
    Sum,
    maximum,
)


@pytest.mark.parametrize("edge", EDGES)
def test_holds_gives_the_hand_computed_count(edge: str) -> None:
    build, count = EDGES[edge]
    assert len(brute_force.projected(build())) == count


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class_has_at_least_three_counts_by_hand(kind: str) -> None:
    assert len(counts(kind)) >= 3


def _spec() -> Spec:
    spec = Spec("test")
    spec.integers("x", range(3), domain=range(3))
    spec.boolean("b")
    return spec


SPEC = _spec()
X = SPEC.families["x"]
B = SPEC.families["b"][()]


EVERYTHING = {name: getattr(language, name) for name in language.__all__}
INTEGER = "x[0] is an integer; write x[0] == value, x[0] != value or x[0] <= value"
NO_TERM = "a term is a variable, an integer or a sum of them (got {})"
ROWS = "Table takes rows of integers, like [[0, 1], [2, 2]] (got {})"
# How it is written, and its error: it is raised there, before anything else is made of the constraint.
REFUSED: dict[str, str] = {
    "Cardinality([B], '!=', 1)": "!=(1, b): the comparator must be <=, == or >= (got '!=')",
    "Exactly(1.5, [B])": "Exactly(1.5, b): the bound must be an integer (got 1.5)",
    "AtMost(True, [B])": "AtMost(True, b): the bound must be an integer (got True)",
    "Linear(X[0], '<', 1)": "x[0] < 1: the comparator must be <=, ==, >= or != (got '<')",
    "Table([X[0], X[1]], [(1, 2), (1,)])": "Table((x[0], x[1]) in 2 rows): row (1,) has 1 values for 2 terms",
    "Table([X[0]], [('a',)])": "Table((x[0]) in 1 rows): row ('a',) must hold integers only",
    "Table([X[0]], [1, 2])": ROWS.format("[1, 2]"),
    "Table([X[0]], 3)": ROWS.format("3"),
    "Circuit([])": "Circuit(): a circuit needs at least one node",
    "Clause([X[0]])": f"Clause(x[0]): {INTEGER}",
    "AtMost(0, [X[0], B])": f"AtMost(0, x[0], b): {INTEGER}",
    "All([B, X[0]])": f"All(b, x[0]): {INTEGER}",
    "AtMost(1, B)": "AtMost: a list was expected, like [x, y] (got b)",
    "AtMost(1, 'ab')": "AtMost: a list was expected, like [x, y] (got 'ab')",
    "AllDifferent([X[0], 'x'])": "AllDifferent(x[0], x): " + NO_TERM.format("'x'"),
    "Linear(X[0], '<=', 1.5)": "x[0] <= 1.5: " + NO_TERM.format(1.5),
    "X[0] == nan": "x[0] == nan: " + NO_TERM.format("nan"),
    "X[0] > None": "x[0] >= None: " + NO_TERM.format(None),
    "X[0] < 'a'": "x[0] <= a: " + NO_TERM.format("'a'"),
    "X[0] == True": "x[0] == True: " + NO_TERM.format(True),
    "X[0] < (1 == 1)": "x[0] <= True: " + NO_TERM.format(True),
    "X[0] != (1 == 1)": "x[0] != True: " + NO_TERM.format(True),
    "X[0] + X[1] < True": "x[0] + x[1] <= True: " + NO_TERM.format(True),
    "Table([None], [])": "Table((None) in 0 rows): " + NO_TERM.format(None),
    "Element(X[0], [1.5], 1)": "Element(x[0], [1.5], 1): " + NO_TERM.format(1.5),
    "Element((B, B), [[1, 2], [3]], 1)": "Element((b, b), [[1, 2], [3]], 1): the rows of the array have different lengths",
    "Element((B, B, B), [[1]], 1)": "Element((b, b, b), [[1]], 1): an index is one term, or a pair of terms",
    "Implies(B, X[0])": f"b implies x[0]: {INTEGER}",
    "Implies(X[0], B)": f"x[0] implies b: {INTEGER}",
    "Iff(B, X[0])": f"Iff(b, x[0]): {INTEGER}",
    "B ^ X[0]": INTEGER,
    "Iff(B, True)": "Iff(b, True): a literal is a Boolean variable, x == v, x != v, x <= v or a negation of these (got True); "
    "Python knows its value already: write 'if'",
    "Increasing([X[0], 1.5])": "Increasing: " + NO_TERM.format(1.5),
    "Lexicographic([X[0]], [])": "Lexicographic: the lists have 1 and 0 terms",
    "NoOverlap([X[0]], [1, 2])": "NoOverlap: the lists have 1 and 2 terms",
    "Cumulative([X[0]], [1], [1, 1], 1)": "Cumulative: the lists have 1 and 2 terms",
    "Cumulative([X[0]], [1], [-1], 1)": "Cumulative: a duration or demand can be negative: -1",
    "GlobalCardinality(X, {X[0]: 1})": "GlobalCardinality: a value is an integer (got x[0])",
    "GlobalCardinality(X, {1: 1.5})": "GlobalCardinality: " + NO_TERM.format(1.5),
    "Regular(X, {(0, 'a'): 0}, 0, [0])": "Regular: a value is an integer (got 'a')",
    "Regular(X, {(0, 1): 0.5}, 0, [0])": "Regular: a state is an integer or a text (got 0.5)",
    "Regular(X, {0: 1}, 0, [0])": "Regular: the steps are like {(state, value): next state} (got {0: 1})",
    "Regular(X, {('ab', 0): 'ab'}, 'ab', 'ab')": "Regular: a list was expected, like [x, y] (got 'ab')",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_said_is_refused_where_it_is_written_and_named(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        eval(text, {**EVERYTHING, "X": X, "B": B, "nan": nan})
    assert str(caught.value) == REFUSED[text]


def test_a_constraint_over_another_specs_variable_is_refused_by_family() -> None:
    other = _spec()
    with pytest.raises(SpecError, match=r"group 'g': .*x\[1\] of family 'x' belongs to another spec"):
        other.group("g").add(AllDifferent([X[1]]))


def test_what_names_variables_of_two_specs_is_refused_also_inside_another_constraint() -> None:
    """A definition is found by its text, and in two specs the names and places of the variables are the same."""
    other = _spec()
    x, b = other.families["x"], other.families["b"][()]
    other.group("g").add(b | (x[0] + x[1] == 1), abs(x[0] - x[1]) <= 1)
    for write in (
        lambda: b | (x[0] + X[1] == 1),
        lambda: Iff(b, X[0] + X[1] == 1),
        lambda: abs(x[0] - X[1]) <= 1,
        lambda: AtLeast(1, [b, AllDifferent([x[0], X[1]])]),
        lambda: maximum([x[0], X[1]]) == 1,
    ):
        with pytest.raises(SpecError, match="belongs to another spec"):
            other.group("g").add(write())
    with pytest.raises(SpecError, match=r"minimize x\[0\]: x\[0\] of family 'x' belongs to another spec"):
        other.minimize(X[0])


def test_the_error_names_the_line_where_the_constraint_is_written(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "from threefold.language import AtMost, Puzzle, Spec\n\n"
        "def build():\n"
        "    spec = Spec('wrong')\n"
        "    x, b = spec.integer('x', range(3)), spec.boolean('b')\n"
        "    none = AtMost(0, [x, b])\n"
        "    spec.group('g').add(~none)\n"
        "    return spec\n\n"
        "PUZZLE = Puzzle('wrong', 'Wrong.', (), build)\n"
    )
    with pytest.raises(BadInput, match=r"wrong.py:6: AtMost\(0, x, b\): x is an integer; write x == value"):
        threefold.count(str(file))


def test_constraints_read_like_their_definition() -> None:
    assert str(AllDifferent(X[i] - i for i in X)) == "AllDifferent(x[0], x[1] - 1, x[2] - 2)"
    assert str(AtMost(1, [B, X[0] == 2])) == "AtMost(1, b, x[0] == 2)"
    assert str(Implies(~B, X[0] + X[1] <= 2)) == "~b implies x[0] + x[1] <= 2"
    assert str(Element(X[0], [5, 6], X[1])) == "Element([5, 6][x[0]] == x[1])"


def test_long_lists_are_shortened() -> None:
    spec = Spec("long")
    many = spec.booleans("b", range(100))
    assert str(Clause(many)).count("b[") == 100
    assert str(AllDifferent(many)) == "AllDifferent(b[0], b[1], b[2], b[3], …, b[99])"


def test_constants_alone_can_be_different_or_not_even_without_any_variable() -> None:
    four, five = Sum((), 4), Sum((), 5)
    assert AllDifferent([four, five]).holds(())
    assert not AllDifferent([four, four]).holds(())

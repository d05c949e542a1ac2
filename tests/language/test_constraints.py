"""`holds` of every kind gives the counts that were computed by hand; a wrong constraint is refused with a plain message."""

import pytest

from tests.specs import EDGES
from threefold.checker import brute_force
from threefold.language import (
    AllDifferent,
    AtMost,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Exactly,
    Implies,
    Linear,
    Spec,
    SpecError,
    Table,
)


@pytest.mark.parametrize("edge", EDGES)
def test_holds_gives_the_hand_computed_count(edge: str) -> None:
    build, count = EDGES[edge]
    assert len(brute_force.projected(build())) == count


def _spec() -> Spec:
    spec = Spec("test")
    spec.integers("x", range(3), domain=range(3))
    spec.boolean("b")
    return spec


SPEC = _spec()
X = SPEC.families["x"]
B = SPEC.families["b"][()]


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (Cardinality([B], "!=", 1), "the comparator must be <=, == or >= "),
        (Exactly(1.5, [B]), r"the bound must be an integer \(got 1.5\)"),  # type: ignore[arg-type]
        (Linear(X[0], "<", 1), "the comparator must be <=, ==, >= or != "),
        (Table([X[0], X[1]], [(1, 2), (1,)]), r"row \(1,\) has 1 values for 2 terms"),
        (Table([X[0]], [("a",)]), r"row \('a',\) must hold integers only"),  # type: ignore[list-item]
        (Circuit([]), "a circuit needs at least one node"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_group_and_the_constraint(constraint: Constraint, message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        SPEC.group("the group").add(constraint)
    assert str(caught.value).startswith(f"test: group 'the group': {constraint}: ")


def test_a_constraint_over_another_specs_variable_is_refused_by_family() -> None:
    other = _spec()
    with pytest.raises(SpecError, match=r"group 'g': .*x\[1\] of family 'x' belongs to another spec"):
        other.group("g").add(AllDifferent([X[1]]))


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (Clause([X[0]]), r"a literal is a Boolean variable, .* \(got x\[0\]\)"),
        (AtMost(1, [X[0]]), r"a literal is a Boolean variable, .* \(got x\[0\]\)"),
        (AllDifferent(["x"]), r"a term is a variable, an integer or a sum of them \(got 'x'\)"),  # type: ignore[list-item]
        (Linear(X[0], "<=", 1.5), r"a term is a variable, an integer or a sum of them \(got 1.5\)"),  # type: ignore[arg-type]
        (Table([None], []), r"a term is .* \(got None\)"),  # type: ignore[list-item]
        (Element(X[0], [1.5], 1), r"a term is .* \(got 1.5\)"),
        (Implies(B, Clause([X[0]])), r"a literal is a Boolean variable, .* \(got x\[0\]\)"),
    ],
)
def test_what_is_no_term_or_literal_is_refused_with_the_group_too(constraint: Constraint, message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        SPEC.group("the group").add(constraint)
    assert str(caught.value).startswith("test: group 'the group': ")


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
    assert AllDifferent([4, 5]).holds(())
    assert not AllDifferent([4, 4]).holds(())

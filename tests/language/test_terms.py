"""Operators on variables and sums give sums, literals and linear constraints, and report mistakes."""

import pickle
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from threefold import language as tf
from threefold.checker import brute_force
from threefold.language import AllDifferent, Linear, Literal, Spec, SpecError, Sum, Variable, canonical
from threefold.language.terms import Domain
from threefold.language.units import Unit, unit_of


@pytest.fixture
def spec() -> Spec:
    return Spec("test")


@pytest.fixture
def x(spec: Spec) -> Variable:
    return spec.integer("x", range(1, 5))


@pytest.fixture
def y(spec: Spec, x: Variable) -> Variable:
    return spec.integer("y", range(1, 5))


def test_a_comparison_with_an_integer_is_a_literal(x: Variable) -> None:
    texts = [str(literal) for literal in (x == 2, x != 2, x <= 2, x < 2, x > 2, x >= 2)]
    assert texts == ["x == 2", "x != 2", "x <= 2", "x <= 1", "x > 2", "x > 1"]


@pytest.mark.parametrize("value", range(1, 5))
def test_a_literal_means_what_python_means(x: Variable, value: int) -> None:
    literals = [x == 2, x != 2, x <= 2, x < 2, x > 2, x >= 2]
    expected = [value == 2, value != 2, value <= 2, value < 2, value > 2, value >= 2]
    assert [literal.holds([value]) for literal in literals] == expected
    assert [(~literal).holds([value]) for literal in literals] == [not truth for truth in expected]
    assert [value in literal.true_values() for literal in literals] == expected


def test_a_comparison_with_a_variable_is_linear_and_keeps_its_sides(x: Variable, y: Variable) -> None:
    relation = y == x + 2
    assert isinstance(relation, Linear)
    assert str(relation) == "y == x + 2"
    assert [(a, str(v)) for a, v in relation.terms] == [(1, "y"), (-1, "x")]
    assert relation.bound == 2


def test_the_sides_are_not_swapped_when_the_sum_stands_left(x: Variable, y: Variable) -> None:
    assert str(x + 2 == y) == "x + 2 == y"


@pytest.mark.parametrize("value", range(1, 5))
def test_comparisons_of_sums_mean_what_python_means(x: Variable, y: Variable, value: int) -> None:
    relations = [x + y < 5, x + y > 5, x + y <= 5, x + y >= 5, x < y, x > y, x + y != 5]
    expected = [value + 2 < 5, value + 2 > 5, value + 2 <= 5, value + 2 >= 5, value < 2, value > 2, value + 2 != 5]
    assert [relation.holds([value, 2]) for relation in relations] == expected


def test_sums_read_like_algebra(x: Variable, y: Variable) -> None:
    assert str(2 * x - 3 * y + 1) == "2·x - 3·y + 1"
    assert str(-x) == "-x"
    assert str(5 - x) == "5 - x" or str(5 - x) == "-x + 5"
    assert str(x - 1) == "x - 1"


def test_a_repeated_variable_means_what_algebra_says(x: Variable, y: Variable) -> None:
    assert str((x + y + x - y).combined()) == "2·x"
    assert (x + y + x - y).value([3, 9]) == 6


def test_a_boolean_is_a_literal_and_its_negation_too(spec: Spec) -> None:
    b = spec.boolean("b")
    assert str(~b) == "~b"
    assert (~b).holds([0])
    assert not (~b).holds([1])


def test_an_integer_is_no_literal(x: Variable) -> None:
    with pytest.raises(SpecError, match="x is an integer; write x == value, x != value or x <= value"):
        _ = ~x


@pytest.mark.parametrize(
    "make", [lambda x: bool(x), lambda x: bool(x == 1), lambda x: bool(x + 1 == 2), lambda x: bool(x + 1)]
)
def test_the_truth_value_of_a_statement_raises_instead_of_being_always_true(x: Variable, make: object) -> None:
    with pytest.raises(SpecError, match="no truth value"):
        make(x)  # type: ignore[operator]


def test_a_sum_takes_integers_only(x: Variable) -> None:
    with pytest.raises(SpecError, match=r"integer only \(got 1.5\)"):
        x * 1.5  # type: ignore[operator]
    with pytest.raises(SpecError, match="a term is a variable, an integer or a sum"):
        x + "1"  # type: ignore[operator]


def test_variables_can_be_looked_up_by_identity(x: Variable, y: Variable) -> None:
    assert {x: 1, y: 2}[y] == 2


def test_a_literal_outside_the_domain_is_never_true(x: Variable) -> None:
    assert Literal(x, "==", 9).true_values() == []
    assert Literal(x, "==", 9, False).true_values() == [1, 2, 3, 4]


def test_builtin_sum_adds_variables(x: Variable, y: Variable) -> None:
    total = sum([x, y])
    assert isinstance(total, Sum)
    assert total.value([3, 4]) == 7


def test_a_unit_has_its_sign_its_variable_and_its_offset(x: Variable) -> None:
    assert unit_of(5 - x) == Unit(-1, x, 5)
    assert unit_of(x + 2) == Unit(1, x, 2)
    assert unit_of(x - x + 7) == Unit(0, None, 7)


@pytest.mark.parametrize("domain", [range(1, 4), (1, 4, 6)])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_unit_takes_the_values_of_its_variable_with_sign_and_offset(spec: Spec, domain: Domain, sign: int) -> None:
    z = spec.integer("z", domain)
    unit = Unit(sign, z, 10)
    assert list(unit.values()) == [sign * value + 10 for value in domain]
    assert isinstance(unit.values(), range) == isinstance(domain, range)
    for value in range(0, 20):
        literal, possible = unit.equals(value), value in [sign * v + 10 for v in domain]
        assert isinstance(literal, Literal) if possible else literal is False
        assert [unit.value([v]) == value for v in domain] == [
            literal.holds([v]) if isinstance(literal, Literal) else False for v in domain
        ]


def test_a_constant_unit_has_one_value() -> None:
    constant = Unit(0, None, 3)
    assert (constant.value([]), constant.values(), constant.equals(3), constant.equals(4)) == (3, [3], True, False)


@pytest.mark.parametrize(
    "collect",
    [list, tuple, iter, deque, lambda xs: (x for x in xs), lambda xs: dict(enumerate(xs)), lambda xs: xs[0].members],
)
def test_terms_come_in_a_list_in_any_other_iterable_or_as_the_values_of_a_mapping(
    collect: Callable[[list[Variable]], Any],
) -> None:
    x = [*Spec("s").integers("x", range(3), domain=range(3)).values()]
    assert [*map(id, AllDifferent(collect(x)).variables())] == [*map(id, x)]


def test_functions_travel_to_another_process() -> None:
    spec = tf.Spec("far")
    x, y = (spec.integer(name, range(-1, 4)) for name in "xy")
    spec.group("all").add(x * abs(y) == 2, (x // y == 1) | ~tf.Regular([x, y], {(0, 1): 0}, 0, [0]), x % (y + 9) >= 0)
    again = pickle.loads(pickle.dumps(spec))
    assert canonical.render(again) == canonical.render(spec)
    assert brute_force.solutions(again) == brute_force.solutions(spec)

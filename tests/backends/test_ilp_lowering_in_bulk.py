"""Expressions that the ILP's lowering makes in bulk mean the same as term by term."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.backends.ilp.model import Affine, Model, total
from threefold.language import Literal, Spec, Variable
from threefold.language.units import Unit

DOMAINS = [[3], [0, 1], [2, 5], [-1, 0, 1], [1, 4, 6, 7]]


def mixed() -> tuple[Spec, Model]:
    """Variables with one, two and more values, a Boolean, and auxiliary columns with one, two and four."""
    spec = Spec("mixed")
    for number, domain in enumerate(DOMAINS):
        spec.integer(f"x{number}", domain)
    spec.boolean("b")
    model = Model(spec)
    for upper in (0, 1, 3):
        model.auxiliary(upper, integer=True)
    return spec, model


SPEC, MODEL = mixed()
variables = st.sampled_from(SPEC.variables)
literals = st.builds(Literal, variables, st.sampled_from(["==", "<="]), st.integers(-2, 8), st.booleans())
units = st.builds(Unit, st.sampled_from([-1, 1]), variables, st.integers(-2, 2)) | st.builds(
    Unit, st.just(0), st.none(), st.integers(0, 3)
)


def points(model: Model) -> list[tuple[int, ...]]:
    """Every value of every column, with exactly one 1 among the columns of an integer."""
    parts: list[list[tuple[int, ...]]] = [
        [(0,), (1,)]
        if x.boolean
        else [tuple(int(place == value) for place in range(len(x.domain))) for value in range(len(x.domain))]
        for x in SPEC.variables
    ]
    parts += [[(value,) for value in range(column.upper + 1)] for column in model.columns[model.own :]]
    return [tuple(value for part in chosen for value in part) for chosen in product(*parts)]


POINTS = points(MODEL)


def value(expression: Affine, point: tuple[int, ...]) -> int:
    return expression.constant + sum(a * point[column] for column, a in expression.terms.items())


def one(x: Variable, point: tuple[int, ...]) -> int:
    view = MODEL.views[x.position]
    return next((v for v, column in zip(view.values, view.numbers, strict=True) if point[column]), 0)


@examples(150)
@given(st.dictionaries(st.integers(0, len(MODEL.columns) - 1), st.integers(-3, 3).filter(bool), max_size=6))
def test_the_range_of_an_expression_has_its_least_and_its_greatest_value(terms: dict[int, int]) -> None:
    values = [value(Affine(terms, 2), point) for point in POINTS]
    assert MODEL.range(Affine(terms, 2)) == (min(values), max(values))


@examples(150)
@given(st.lists(literals, max_size=6))
def test_a_count_of_literals_is_the_sum_of_their_expressions(several: list[Literal]) -> None:
    assert MODEL.count(several) == total(map(MODEL.literal, several))
    point = POINTS[len(POINTS) // 3]
    assignment = [one(x, point) for x in SPEC.variables]
    assert value(MODEL.count(several), point) == sum(literal.holds(assignment) for literal in several)


@examples(150)
@given(st.lists(units, max_size=6))
def test_the_takers_of_a_value_count_the_terms_that_have_it(several: list[Unit]) -> None:
    takers = MODEL.takers(several)
    assert set(takers) == {v for unit in several for v in unit.values()}
    for point in POINTS[:: len(POINTS) // 7]:
        assignment = [one(x, point) for x in SPEC.variables]
        for taken, count in takers.items():
            assert value(count, point) == sum(unit.value(assignment) == taken for unit in several)

"""The literals of an AllDifferent by value: a progression gives the same as one term after another."""

from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.backends.takers import Term, _by_progression, _one_by_one, takers

steps = st.sampled_from([-3, -2, -1, 1, 2, 3])


@st.composite
def progressions(draw: st.DrawFn) -> list[Term]:
    """Terms whose values and numbers begin at equal distances."""
    size, many, step = draw(st.integers(1, 6)), draw(st.integers(2, 6)), draw(steps)
    start, distance, apart = draw(st.integers(-9, 9)), draw(st.integers(-12, 12)), draw(st.integers(size, size + 3))
    domain, numbers = range(start, start + size * step, step), range(1, size + 1)
    return [(_moved(domain, t * distance), _moved(numbers, t * apart)) for t in range(many)]


def _moved(numbers: range, distance: int) -> range:
    return range(numbers.start + distance, numbers.stop + distance, numbers.step)


def listed(terms: list[Term]) -> list[tuple[int, list[int]]]:
    return [(value, list(numbers)) for value, numbers in takers(terms).items()]


def one_by_one(terms: list[Term]) -> list[tuple[int, list[int]]]:
    return [(value, list(numbers)) for value, numbers in _one_by_one(terms).items()]


@examples(300)
@given(terms=progressions())
def test_a_progression_gives_the_same_as_one_term_after_another(terms: list[Term]) -> None:
    assert listed(terms) == one_by_one(terms)


@examples(100)
@given(terms=progressions(), other=progressions(), place=st.integers(0, 6))
def test_a_term_that_does_not_fit_the_progression_is_noticed(terms: list[Term], other: list[Term], place: int) -> None:
    mixed = [*terms[:place], *other[:1], *terms[place:]]
    assert listed(mixed) == one_by_one(mixed)


def test_the_queens_of_a_column_or_diagonal_are_ranges() -> None:
    n = 5
    for slope in (-1, 0, 1):
        terms = [(range(1 + slope * r, n + 1 + slope * r), range(r * n, r * n + n)) for r in range(n)]
        assert _by_progression(terms) is not None, slope


def test_a_repeated_variable_takes_a_value_twice() -> None:
    assert listed([(range(3), range(1, 4))] * 2) == [(0, [1, 1]), (1, [2, 2]), (2, [3, 3])]


def test_domains_with_holes_and_constants_are_terms_too() -> None:
    assert listed([([1, 5, 9], range(1, 4)), ((5,), (99,))]) == [(1, [1]), (5, [2, 99]), (9, [3])]
    assert listed([]) == []

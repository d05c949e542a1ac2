"""Which terms of an AllDifferent take a value."""

from threefold.backends.variable_maps import takers


def listed(*terms: tuple[tuple[int, ...] | range, tuple[int, ...] | range]) -> list[tuple[int, list[int]]]:
    return [(value, list(numbers)) for value, numbers in takers(terms).items()]


def test_values_increase_and_the_terms_of_a_value_keep_their_order() -> None:
    assert listed((range(3, 0, -1), range(1, 4)), (range(2, 4), range(4, 6))) == [(1, [3]), (2, [2, 4]), (3, [1, 5])]


def test_a_repeated_variable_takes_a_value_twice() -> None:
    assert listed((range(3), range(1, 4)), (range(3), range(1, 4))) == [(0, [1, 1]), (1, [2, 2]), (2, [3, 3])]


def test_domains_with_holes_and_constants_are_terms_too() -> None:
    assert listed(((1, 5, 9), range(1, 4)), ((5,), (99,))) == [(1, [1]), (5, [2, 99]), (9, [3])]
    assert listed() == []

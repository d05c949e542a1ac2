"""Backtracking that knows nothing of the language: the counts of the classics come from here."""

from collections.abc import Callable, Iterator, Sequence


def assignments(domains: Sequence[Sequence[int]], possible: Callable[[list[int]], bool]) -> Iterator[list[int]]:
    """All lists with a value of each domain, of which every beginning is possible."""

    def extend(values: list[int]) -> Iterator[list[int]]:
        if not possible(values):
            return
        if len(values) == len(domains):
            yield values
            return
        for value in domains[len(values)]:
            yield from extend([*values, value])

    return extend([])


def count(domains: Sequence[Sequence[int]], possible: Callable[[list[int]], bool]) -> int:
    return sum(1 for _ in assignments(domains, possible))


def differ(values: Sequence[int]) -> bool:
    return len({*values}) == len(values)


def latin_squares(size: int) -> Iterator[list[list[int]]]:
    """With the numbers 1 to `size`, as lists of rows."""

    def possible(cells: list[int]) -> bool:
        last = len(cells) - 1
        row, column = cells[last - last % size : last], cells[last % size : last : size]
        return not cells or cells[-1] not in row + column

    for cells in assignments([range(1, size + 1)] * size**2, possible):
        yield [cells[size * r : size * r + size] for r in range(size)]


def lines_of(square: Sequence[Sequence[int]]) -> list[list[int]]:
    """Rows and columns."""
    return [*map(list, square), *map(list, zip(*square, strict=True))]


def exact_covers(items: Sequence[object], sets: Sequence[frozenset[object]]) -> int:
    """In how many ways disjoint sets have all items together."""
    if not items:
        return 1
    first = [each for each in sets if items[0] in each]
    return sum(
        exact_covers([item for item in items if item not in chosen], [each for each in sets if not each & chosen])
        for chosen in first
    )

"""Every integer point of a few rows, by depth-first search over the columns: fast on small specs, and not the backend's code."""

from collections.abc import Iterator, Sequence

from threefold.backends.ilp.model import Column, Row


def points(columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[tuple[int, ...]]:
    rows_of: list[list[tuple[int, int]]] = [[] for _ in columns]
    least, most = [0] * len(rows), [0] * len(rows)
    for number, row in enumerate(rows):
        for column, a in row.terms.items():
            rows_of[column].append((number, a))
            least[number] += min(0, a * columns[column].upper)
            most[number] += max(0, a * columns[column].upper)
    if all(_can_hold(row, low, high) for row, low, high in zip(rows, least, most, strict=True)):
        yield from _extend((), columns, rows, rows_of, least, most)


def _can_hold(row: Row, least: int, most: int) -> bool:
    return (row.sense == ">=" or least <= row.bound) and (row.sense == "<=" or most >= row.bound)


def _extend(
    point: tuple[int, ...],
    columns: Sequence[Column],
    rows: Sequence[Row],
    rows_of: Sequence[Sequence[tuple[int, int]]],
    least: list[int],
    most: list[int],
) -> Iterator[tuple[int, ...]]:
    if len(point) == len(columns):
        yield point
        return
    upper, touched = columns[len(point)].upper, rows_of[len(point)]
    for value in range(upper + 1):
        lower, higher = least[:], most[:]
        for number, a in touched:
            lower[number] += a * value - min(0, a * upper)
            higher[number] += a * value - max(0, a * upper)
        if all(_can_hold(rows[number], lower[number], higher[number]) for number, _ in touched):
            yield from _extend((*point, value), columns, rows, rows_of, lower, higher)

"""The four puzzles in 0/1 cells, numbered from 1 row by row, as one finds them in every lecture: which cells make exactly one, at
most one, and which imply another. PySAT, the Booleans of CP-SAT and PuLP all start from these lists.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations


@dataclass
class Cells:
    exactly_one: list[list[int]]
    at_most_one: list[list[int]]
    implies: list[tuple[int, int]] = field(default_factory=list)  # (a, b): a only with b; b = 0: never a
    taken: int = 0  # the first so many of at_most_one have one each, because there are as many columns as rows

    @property
    def number(self) -> int:
        return self.exactly_one[-1][-1]

    def pairwise_clauses(self) -> list[list[int]]:
        clauses = []
        for group in self.exactly_one:
            clauses += [list(group), *_pairwise(group)]
        for group in self.at_most_one:
            clauses += _pairwise(group)
        return clauses + [[-a, b] if b else [-a] for a, b in self.implies]


def _pairwise(group: list[int]) -> list[list[int]]:
    return [[-a, -b] for a, b in combinations(group, 2)]


def nqueens(n: int) -> Cells:
    rows = [[r * n + c + 1 for c in range(n)] for r in range(n)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    descending = [[rows[r][r + d] for r in range(n) if 0 <= r + d < n] for d in range(-n + 1, n)]
    ascending = [[rows[r][s - r] for r in range(n) if 0 <= s - r < n] for s in range(2 * n - 1)]
    return Cells(rows, columns + descending + ascending, taken=n)


def cards(n: int, k: int) -> Cells:
    places = n * k
    position = [
        [card * places + p + 1 for p in range(places)] for card in range(n * k)
    ]  # copies of a card side by side
    implies = []
    for v in range(1, n + 1):
        for c in range(k - 1):
            here, there = position[(v - 1) * k + c], position[(v - 1) * k + c + 1]
            implies += [(here[p], there[p + v + 1] if p + v + 1 < places else 0) for p in range(places)]
    return Cells(position, [list(column) for column in zip(*position, strict=True)], implies, taken=places)


def latin(n: int) -> Cells:
    square = [[[(r * n + c) * n + v + 1 for v in range(n)] for c in range(n)] for r in range(n)]
    rows = [[square[r][c][v] for c in range(n)] for r in range(n) for v in range(n)]
    columns = [[square[r][c][v] for r in range(n)] for c in range(n) for v in range(n)]
    return Cells([cell for row in square for cell in row], rows + columns, taken=2 * n * n)


def pigeonhole(pigeons: int, holes: int) -> Cells:
    rows = [[i * holes + h + 1 for h in range(holes)] for i in range(pigeons)]
    return Cells(rows, [list(column) for column in zip(*rows, strict=True)])


PUZZLES: dict[str, Callable[..., Cells]] = {
    "nqueens": nqueens,
    "cards": cards,
    "latin": latin,
    "pigeonhole": pigeonhole,
}

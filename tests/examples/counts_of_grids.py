"""The numbers of solutions of the classics in grids, each counted from the rule in plain Python. The instance is the puzzle's."""

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement, permutations, product
from types import ModuleType

from tests.examples.search_in_plain_python import count, differ, exact_covers, latin_squares, lines_of

Grid = list[list[int]]


def kakuro(puzzle: ModuleType) -> int:
    """The white cells of each line of this grid are one run."""
    cells = [(r, c) for r, row in enumerate(puzzle.WHITE) for c, sign in enumerate(row) if sign == "."]
    runs = [([cell for cell in cells if cell[0] == r], clue) for (r, _), clue in puzzle.ACROSS.items()]
    runs += [([cell for cell in cells if cell[1] == c], clue) for (_, c), clue in puzzle.DOWN.items()]

    def possible(digits: list[int]) -> bool:
        written = dict(zip(cells, digits, strict=False))
        for run, clue in runs:
            values = [written[cell] for cell in run if cell in written]
            if not differ(values) or sum(values) > clue or (len(values) == len(run) and sum(values) != clue):
                return False
        return True

    return count([range(1, 10)] * len(cells), possible)


def killer_sudoku(puzzle: ModuleType) -> int:
    def right(square: Grid) -> bool:
        boxes = [[square[y][x] for y in (r, r + 1) for x in (c, c + 1)] for r, c in product((0, 2), repeat=2)]
        cages: dict[str, list[int]] = {}
        for letters, row in zip(puzzle.CAGES, square, strict=True):
            for letter, digit in zip(letters, row, strict=True):
                cages.setdefault(letter, []).append(digit)
        return all(map(differ, (*boxes, *cages.values()))) and {k: sum(v) for k, v in cages.items()} == puzzle.SUMS

    return sum(map(right, latin_squares(4)))


def star_battle(puzzle: ModuleType) -> int:
    """A permutation has the column of the star in each row."""
    return sum(
        all(abs(stars[r] - stars[r + 1]) > 1 for r in range(5))
        and len({puzzle.REGIONS[r][c] for r, c in enumerate(stars)}) == 6
        for stars in permutations(range(6))
    )


def skyscrapers(puzzle: ModuleType) -> int:
    def seen(line: list[int]) -> int:
        return len({max(line[: i + 1]) for i in range(len(line))})

    def right(square: Grid) -> bool:
        lines = lines_of(square)
        clues = [*puzzle.LEFT, *puzzle.TOP, *puzzle.RIGHT, *puzzle.BOTTOM]
        return all(
            clue in (0, seen(line)) for clue, line in zip(clues, [*lines, *(x[::-1] for x in lines)], strict=True)
        )

    return sum(map(right, latin_squares(4)))


def hidato(puzzle: ModuleType) -> int:
    """A walk of a king over all cells, that is at the given cells at the given times."""

    def ways(row: int, column: int, visited: tuple[int, ...]) -> int:
        cell, number = 4 * row + column, len(visited) + 1
        if not (0 <= row < 4 and 0 <= column < 4) or cell in visited or puzzle.GIVEN.get(number, cell) != cell:
            return 0
        if number == 16:
            return 1
        return sum(ways(row + y, column + x, (*visited, cell)) for y, x in product((-1, 0, 1), repeat=2))

    return sum(ways(row, column, ()) for row, column in product(range(4), repeat=2))


def fill_a_pix(puzzle: ModuleType, grid: str) -> int:
    """A clue is checked when the row below it is complete."""
    clues = puzzle.SHIPPED[grid].split()
    height, width = len(clues), len(clues[0])
    rows = list(product((0, 1), repeat=width))

    def right(board: list[tuple[int, ...]], r: int) -> bool:
        sums = [sum(sum(row[max(0, c - 1) : c + 2]) for row in board[max(0, r - 1) : r + 2]) for c in range(width)]
        return all(sign in (".", str(found)) for sign, found in zip(clues[r], sums, strict=True))

    def possible(chosen: list[int]) -> bool:
        board = [rows[i] for i in chosen]
        ready = range(height if len(board) == height else len(board) - 1)
        return all(right(board, r) for r in ready)

    return count([range(len(rows))] * height, possible)


def survo(puzzle: ModuleType, instance: str) -> int:
    *rows, last = (line.split() for line in puzzle.SHIPPED[instance].split("\n"))
    width, size = len(last), len(rows) * len(last)
    given = [word for row in rows for word in row[:-1]]
    domains = [range(1, size + 1) if word == "." else [int(word)] for word in given]

    def possible(cells: list[int]) -> bool:
        full = len(cells) // width
        sums_are_right = all(sum(cells[width * r : width * r + width]) == int(rows[r][-1]) for r in range(full))
        columns = [sum(cells[c::width]) for c in range(width)] if len(cells) == size else list(map(int, last))
        return differ(cells) and sums_are_right and columns == list(map(int, last))

    return count(domains, possible)


def takuzu(puzzle: ModuleType, n: int) -> int:
    def line_is_right(line: tuple[int, ...]) -> bool:
        text = "".join(map(str, line))
        return sum(line) * 2 == n and "000" not in text and "111" not in text

    rows = [line for line in product((0, 1), repeat=n) if line_is_right(line)]
    boards = (list(zip(*board, strict=True)) for board in permutations(rows, n))  # as columns
    return sum(all(map(line_is_right, columns)) and len({*columns}) == n for columns in boards)


def dominosa(puzzle: ModuleType) -> int:
    """An exact cover of all cells and all dominoes."""
    cells = list(product(range(4), range(5)))
    pairs = [(a, b) for a in cells for b in cells if b in ((a[0], a[1] + 1), (a[0] + 1, a[1]))]
    sets = [frozenset({a, b, tuple(sorted(puzzle.NUMBERS[r][c] for r, c in (a, b)))}) for a, b in pairs]
    return exact_covers([*cells, *combinations_with_replacement("0123", 2)], sets)


def incidence(puzzle: ModuleType, n: int) -> int:
    """Rows as a multiset."""
    rows = [row for row in product((0, 1), repeat=n) if sum(row) == 2]
    return sum(
        all(sum(column) == 2 for column in zip(*matrix, strict=True))
        for matrix in combinations_with_replacement(rows, n)
    )


COUNTS: Mapping[str, Callable[..., int]] = {
    each.__name__: each
    for each in (
        kakuro,
        killer_sudoku,
        star_battle,
        skyscrapers,
        hidato,
        fill_a_pix,
        survo,
        takuzu,
        dominosa,
        incidence,
    )
}

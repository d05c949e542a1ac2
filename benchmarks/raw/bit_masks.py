"""Queens by backtracking in a few lines of Python: what is taken of columns and diagonals is in three integers.

python -m benchmarks.raw.bit_masks count nqueens 8
"""

import sys
from collections.abc import Iterator

from benchmarks.raw.phases import Phases, say

phases = Phases()


def queens(n: int, board: list[int], columns: int = 0, left: int = 0, right: int = 0) -> Iterator[list[int]]:
    if len(board) == n:
        yield board
        return
    free = ((1 << n) - 1) & ~(columns | left | right)
    while free:
        queen = free & -free
        free ^= queen
        board.append(queen.bit_length())
        yield from queens(n, board, columns | queen, (left | queen) << 1, (right | queen) >> 1)
        board.pop()


def main() -> None:
    question, puzzle, n = sys.argv[1:]
    if puzzle != "nqueens":
        sys.exit("this script is about queens only")
    phases.over("import")
    solutions = queens(int(n), [])
    count = len([list(board) for board in solutions]) if question == "count" else len(next(solutions, [])) and 1
    phases.over("solve")
    say("count", count)


if __name__ == "__main__":
    main()

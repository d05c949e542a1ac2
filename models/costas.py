"""Costas arrays: n dots on an n×n board, one per row and column, so that no two lines between dots are equal in length and slope.

`row[c]` is the row of the dot in column c. For every distance d between columns the steps `row[c + d] - row[c]` differ. The
derived variable `step[d, c]` is this step. All arrays are counted, also rotated and reflected ones.

Example: for n = 3 there are four: 1 3 2, 2 1 3, 2 3 1 and 3 1 2.
Reference: OEIS A008404; J. Costas, A study of a class of detection waveforms, Proc. IEEE 72 (1984).
"""

from threefold.language import AllDifferent, Index, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import grid, plain


def build(n: int) -> Spec:
    spec = Spec("costas", n=n)
    columns = range(1, n + 1)
    steps = [s for s in range(1 - n, n) if s] or [0]  # a board of 1×1 has no steps
    row = spec.integers("row", columns, domain=columns, meaning="one dot per column")
    pairs = [(d, c) for d in columns for c in columns if c + d <= n]
    step = spec.integers("step", columns, columns, domain=steps, derived=True, only=pairs)
    spec.group("one dot per row").add(AllDifferent(row))
    spec.group("what a step is").add(*(step[d, c] == row[c + d] - row[c] for d, c in pairs))
    unequal = spec.group("no two equal lines between dots")
    unequal.add(*(AllDifferent(step[d, c] for c in range(1, n - d + 1)) for d in range(1, n - 1)))
    return spec


def board(solution: Solution) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [["●" if solution["row", c] == r else "" for c in cells] for r in cells]


def symmetries(n: int) -> tuple[Symmetry, ...]:
    """Upside down, and left and right exchanged. (A quarter turn is one too, but the image of a step is not a step.)"""

    def upside_down(family: str, index: Index, value: int) -> tuple[str, Index, int]:
        return family, index, n + 1 - value if family == "row" else -value

    def mirrored(family: str, index: Index, value: int) -> tuple[str, Index, int]:
        if family == "row":
            return family, (n + 1 - int(index[0]),), value
        distance, column = map(int, index)
        return family, (distance, n + 1 - column - distance), -value

    return Symmetry("upside down", upside_down), Symmetry("left and right exchanged", mirrored)


COUNTS = (1, 2, 4, 12, 40, 116, 200, 444, 760, 2160, 4368, 7852, 12828, 17252, 19612, 21104)

PUZZLE = Puzzle(
    name="costas",
    summary="n dots, one per row and column, no two equal lines between them",
    description=__doc__,
    parameters=(Parameter("n", "rows, columns and dots", 1, 60),),
    build=build,
    draw=lambda solution: plain(board(solution)),
    picture=lambda solution: grid(board(solution)),
    symmetries=symmetries,
    known=(KnownCounts("OEIS A008404", {(n,): count for n, count in enumerate(COUNTS, start=1)}),),
    example=(6,),
)

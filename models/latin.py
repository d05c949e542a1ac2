"""Latin squares: fill an n×n square with the numbers 1 to n so that each stands once in every row and every column.

`cell[r, c]` is the number in row r and column c. All squares are counted, also those that differ by the order of rows only.

For n = 2 there are two: 1 2 / 2 1 and 2 1 / 1 2.
Reference: OEIS A002860; B. McKay, I. Wanless, On the number of Latin squares, Annals of Combinatorics 9 (2005).
"""

from threefold.language import (
    AllDifferent,
    KnownCounts,
    Parameter,
    Puzzle,
    Solution,
    Spec,
    Symmetry,
    indices_exchanged,
    values_exchanged,
)
from threefold.language.pictures import grid


def build(n: int) -> Spec:
    spec = Spec("latin", n=n)
    cells = range(1, n + 1)
    cell = spec.integers("cell", cells, cells, domain=cells, meaning="one number per cell")
    spec.group("every number once in a row").add(*(AllDifferent(cell[r, c] for c in cells) for r in cells))
    spec.group("every number once in a column").add(*(AllDifferent(cell[r, c] for r in cells) for c in cells))
    return spec


def rows(solution: Solution) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [[str(solution["cell", r, c]) for c in cells] for r in cells]


def draw(solution: Solution) -> str:
    width = len(str(solution.parameters["n"]))
    return "\n".join(" ".join(text.rjust(width) for text in row) for row in rows(solution))


def picture(solution: Solution) -> str:
    return grid(rows(solution))


def symmetries(n: int) -> tuple[Symmetry, ...]:
    """Neighbouring rows, columns or numbers exchanged, and rows exchanged with columns: (n!)³·2 in all."""
    found = [Symmetry("rows and columns exchanged", lambda family, index, v: (family, index[::-1], v))]
    for i in range(1, n):
        found += [
            indices_exchanged(f"rows {i} and {i + 1} exchanged", 0, i, i + 1),
            indices_exchanged(f"columns {i} and {i + 1} exchanged", 1, i, i + 1),
            values_exchanged(f"numbers {i} and {i + 1} exchanged", i, i + 1),
        ]
    return tuple(found)


PUZZLE = Puzzle(
    name="latin",
    summary="an n×n square with every number once in each row and column",
    description=__doc__,
    parameters=(Parameter("n", "rows, columns and numbers", minimum=1, maximum=60),),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(KnownCounts("OEIS A002860", {(1,): 1, (2,): 2, (3,): 12, (4,): 576, (5,): 161280, (6,): 812851200}),),
    example=(4,),
)

"""Takuzu (binairo): zeros and ones in an n×n grid, as many of one as of the other in each row and each column.

`cell[r, c]` is the digit in row r and column c. No three equal digits follow each other in a line, no two rows are equal, and no
two columns are. A line is read as a number in the binary system, so that lines can be compared.
Reference: OEIS A253316.
"""

from threefold.language import AllDifferent, BadInput, Clause, KnownCounts, Parameter, Puzzle, Solution, Spec, total
from threefold.language.pictures import plain


def build(n: int) -> Spec:
    if n % 2:
        raise BadInput(f"takuzu: n must be even (got {n})")
    spec = Spec("takuzu", n=n)
    numbers = range(n)
    cell = spec.booleans("cell", numbers, numbers)
    rows = [[cell[r, c] for c in numbers] for r in numbers]
    columns = [[cell[r, c] for r in numbers] for c in numbers]
    for lines in (rows, columns):
        spec.group("no two lines are equal").add(AllDifferent(total(2**i * line[i] for i in numbers) for line in lines))
        for line in lines:
            spec.group("as many ones as zeros").add(sum(line) == n // 2)
            for i in range(n - 2):
                three = line[i : i + 3]
                spec.group("no three in a row").add(Clause(three), Clause(~digit for digit in three))
    return spec


def draw(solution: Solution) -> str:
    numbers = range(solution.parameters["n"])
    return plain([[str(solution["cell", r, c]) for c in numbers] for r in numbers])


PUZZLE = Puzzle(
    name="takuzu",
    summary="zeros and ones, no three in a row, no two equal lines",
    description=__doc__,
    parameters=(Parameter("n", "rows and columns", minimum=2, maximum=20),),
    build=build,
    draw=draw,
    known=(KnownCounts("OEIS A253316", {(2,): 2, (4,): 72, (6,): 4140}),),
    example=(4,),
)

"""All-interval rows: the notes 0 to n-1 in an order in which all intervals between neighbours differ.

`note[i]` is the note at place i, counted from 0. The interval from one note to the next is their difference modulo n.
There are rows only for even n.

For n = 4 one of the eight rows is 0 1 3 2, with the intervals 1 2 3.
Reference: OEIS A141598; S. Bauer-Mengelberg, M. Ferentz, On eleven-interval twelve-tone rows, 1965.
"""

from itertools import pairwise

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Solution, Spec


def build(n: int) -> Spec:
    spec = Spec("all_interval", n=n)
    note = spec.integers("note", range(n), domain=range(n))
    spec.group("every note once").add(AllDifferent(note))
    spec.group("all intervals differ").add(AllDifferent((b - a) % n for a, b in pairwise(note.variables)))
    return spec


def draw(solution: Solution) -> str:
    return " ".join(str(solution["note", i]) for i in range(solution.parameters["n"]))


PUZZLE = Puzzle(
    name="all_interval",
    summary="n notes in an order in which all intervals differ",
    description=__doc__,
    parameters=(Parameter("n", "notes", minimum=2, maximum=30),),
    build=build,
    draw=draw,
    known=(KnownCounts("OEIS A141598", {(2,): 2, (4,): 8, (6,): 24, (8,): 192, (10,): 2880, (12,): 46272}),),
    example=(6,),
)

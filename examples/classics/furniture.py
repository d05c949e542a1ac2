"""Moving furniture: a piano, a chair, a bed and a table; four people. When does each start to move?

`start[thing]` is the start, in steps of five minutes. Each thing needs its people for its whole duration. The example is
from K. Marriott, P. Stuckey, Programming with Constraints, 1998, where all must be done in 60 minutes.
"""

from threefold.language import Cumulative, KnownCounts, Parameter, Puzzle, Solution, Spec

DURATION = {"piano": 6, "chair": 2, "bed": 3, "table": 3}
PEOPLE = {"piano": 3, "chair": 1, "bed": 3, "table": 2}


def build(deadline: int) -> Spec:
    spec = Spec("furniture", deadline=deadline)
    start = spec.integers("start", DURATION, domain=lambda thing: range(deadline - DURATION[thing] + 1))
    spec.group("at most four people at work").add(Cumulative(start, DURATION.values(), PEOPLE.values(), 4))
    return spec


def draw(solution: Solution) -> str:
    return "\n".join(
        f"{thing:6}{'.' * solution['start', thing]}{str(PEOPLE[thing]) * DURATION[thing]}" for thing in DURATION
    )


PUZZLE = Puzzle(
    name="furniture",
    summary="four people move four things before a deadline",
    description=__doc__,
    parameters=(Parameter("deadline", "steps of five minutes", minimum=6, maximum=50),),
    build=build,
    draw=draw,
    known=(KnownCounts("all starts in plain Python", {(11,): 0, (12,): 66, (13,): 288}),),
    example=(12,),
)

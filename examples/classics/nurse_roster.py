"""A roster of three nurses: every day one works by day, one by night, and one is free.

`shift[i, d]` is the shift of nurse i on day d: 0 free, 1 day, 2 night. After a night a nurse does not work by day, and nobody
works more than three shifts without a free day. An automaton reads the shifts of a nurse: its state is 10 times the last shift
plus the number of shifts since the last free day.
"""

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Regular, Solution, Spec

FREE, DAY, NIGHT = range(3)
NURSES = range(3)
STATES = [0, *(10 * shift + worked for shift in (DAY, NIGHT) for worked in (1, 2, 3))]
STEPS = {(state, FREE): 0 for state in STATES} | {
    (state, shift): 10 * shift + state % 10 + 1
    for state in STATES
    for shift in (DAY, NIGHT)
    if state % 10 < 3 and (state // 10, shift) != (NIGHT, DAY)
}


def build(days: int) -> Spec:
    spec = Spec("nurse_roster", days=days)
    shift = spec.integers("shift", NURSES, range(days), domain=range(3))
    for d in range(days):
        spec.group("one nurse for each shift").add(AllDifferent(shift[i, d] for i in NURSES))
    for i in NURSES:
        roster = [shift[i, d] for d in range(days)]
        spec.group("rest").add(Regular(roster, STEPS, start=0, accepted=STATES))
    return spec


def draw(solution: Solution) -> str:
    days = range(solution.parameters["days"])
    return "\n".join("".join(".DN"[solution["shift", i, d]] for d in days) for i in NURSES)


PUZZLE = Puzzle(
    name="nurse_roster",
    summary="day and night shifts of three nurses, with enough rest",
    description=__doc__,
    parameters=(Parameter("days", "days", minimum=1, maximum=60),),
    build=build,
    draw=draw,
    known=(KnownCounts("day by day in plain Python", {(2,): 24, (6,): 1806}),),
    example=(6,),
)

"""Water jugs: three jugs of `large`, `large` - 3 and 3 litres, the first one full. All ways to have `goal` litres in
the first after t pourings.

`state[i]` is the state after i pourings, a number of the table of reachable states. A pouring ends when one jug is
empty or the other is full.
"""

from itertools import permutations

from threefold.language import Parameter, Puzzle, Spec, Table


def states(large: int) -> list[tuple[int, ...]]:
    """All that can be reached; the first one is the start."""
    found: list[tuple[int, ...]] = [(large, 0, 0)]
    for state in found:
        found += [after for after in after_pouring(state, large) if after not in found]
    return found


def after_pouring(state: tuple[int, ...], large: int) -> list[tuple[int, ...]]:
    sizes, after = (large, large - 3, 3), set()
    for a, b in permutations(range(3), 2):
        litres = min(state[a], sizes[b] - state[b])
        if litres:
            after.add(tuple(v - litres if i == a else v + litres if i == b else v for i, v in enumerate(state)))
    return sorted(after)


def build(large: int, goal: int, t: int) -> Spec:
    spec = Spec("water_jugs", large=large, goal=goal, t=t)
    number = {state: place for place, state in enumerate(states(large))}
    state = spec.integers("state", range(t + 1), domain=range(len(number)))
    rows = [(number[a], number[b]) for a in number for b in after_pouring(a, large)]
    for i in range(t):
        spec.group("pourings").add(Table([state[i], state[i + 1]], rows))
    spec.group("start").add(state[0] == 0)
    spec.group("end").add(Table([state[t]], [[number[each]] for each in number if each[0] == goal]))
    return spec


PUZZLE = Puzzle(
    name="water_jugs",
    summary="ways to pour a number of litres",
    description=__doc__,
    parameters=(
        Parameter("large", "litres of the largest jug", 4, 30),
        Parameter("goal", "litres at the end", 0, 30),
        Parameter("t", "pourings", 1, 30),
    ),
    build=build,
    example=(11, 4, 19),
)

"""Cubes: the search space cut into disjoint parts along decision variables, so that they can be counted side by side.

The parts are disjoint and cover everything, also what the spec forbids: were such parts left out, a lowering that forgot a
constraint would go unseen there. `holds` only weighs: a value counts as many as it leaves to the next variable, so that halves
are halves of what can be (of 8 cards' 16 places, card 8 can start on 7), and a variable that has no choice left (a given, a
second copy whose place follows from the first) is passed over. Values that cannot be go with a neighbour, at no cost.

Variables are taken one value of each until there are parts enough, the last one in runs of values; those with the fewest values
first, as far as constraints over two variables tell (of 11 cards' 22 places, card 11 can start on 10), and then the most
connected.

Splitting costs little in long counts (CPU of the whole count, where a single search is 1): sat 12 queens in 16 parts 0.94,
cards (11,2) 1.02 (in the order of declaration 1.2), cp 12 queens in 16 parts 1.05, ilp 10 queens in 2 parts 0.97. Small ones
feel what each part costs, 5 ms for CP-SAT and 4 ms for CBC.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import prod

from threefold.backends.backend import EVERYTHING, Cube
from threefold.backends.branching import most_connected_first
from threefold.language import AllDifferent, Constraint, Spec, Variable

FURTHEST = 64  # variables that are looked at; where so many have no choice, the rest is one part
LARGEST_LOOK = 20_000  # pairs of values that are tried for one variable, in some 10 ms


def cubes_of(spec: Spec, wanted: int) -> tuple[Cube, ...]:
    """At most as many parts as wanted, the same ones whenever they are asked for."""
    return tuple(_split(_Look(spec), EVERYTHING, (), wanted))


def _split(look: "_Look", cube: Cube, prefix: tuple[int, ...], wanted: int) -> Iterator[Cube]:
    """`prefix` has the one value that each of the first variables can take in this cube."""
    while wanted > 1 and len(prefix) < look.depth:
        x = look.decisions[len(prefix)]
        if len(x.domain) > LARGEST_LOOK:
            yield from ({**cube, x.position: part} for part in _cut(x.domain, wanted))
            return
        weights = [look.weight((*prefix, value)) for value in x.domain]
        if len(weights) - weights.count(0) > 1:
            yield from _split_along(x, weights, look, cube, prefix, wanted)
            return
        prefix = (*prefix, x.domain[weights.index(max(weights))])
    yield cube


def _cut(domain: Sequence[int], parts: int) -> Iterator[Sequence[int]]:
    borders = [len(domain) * part // parts for part in range(parts + 1)]
    return (domain[start:stop] for start, stop in pairwise(borders))


def _split_along(
    x: Variable, weights: Sequence[int], look: "_Look", cube: Cube, prefix: tuple[int, ...], wanted: int
) -> Iterator[Cube]:
    runs = list(pairwise([*_starts(weights, wanted), len(weights)]))
    total, before, spare = sum(weights), 0, wanted - len(runs)
    for start, stop in runs:
        part = {**cube, x.position: x.domain[start:stop]}
        possible = [place for place in range(start, stop) if weights[place]]
        after = before + sum(weights[start:stop])
        share = 1 + spare * after // total - spare * before // total
        before = after
        if len(possible) == 1:
            yield from _split(look, part, (*prefix, x.domain[possible[0]]), share)
        else:
            yield part


def _starts(weights: Sequence[int], wanted: int) -> list[int]:
    """Where the runs of neighbours begin: as many as wanted and of about the same weight, but none without."""
    possible = [place for place, weight in enumerate(weights) if weight]
    if len(possible) <= wanted:
        return [0, *possible[1:]]
    total, before, starts = sum(weights), 0, [0]
    for place in possible:
        # A place belongs to the run in which its middle lies.
        if before and (2 * before + weights[place]) * wanted > 2 * total * len(starts):
            starts.append(place)
        before += weights[place]
    return starts


class _Look:
    """What the first decision variables can take together, as far as constraints over them alone tell."""

    def __init__(self, spec: Spec) -> None:
        self._assignment = [0] * len(spec.variables)
        left = self._values_left(spec)
        by_values = sorted(most_connected_first(spec), key=lambda x: len(left.get(x.position, x.domain)))
        self.decisions = by_values[: FURTHEST + 1]
        self.depth = min(len(self.decisions), FURTHEST)
        self._positions = [x.position for x in self.decisions]
        self._near = _among(self._positions, (posted.constraint for posted in spec.posted))
        self._said: dict[int, list[Constraint]] = {}  # of the variable at this place and those before it

    def _values_left(self, spec: Spec) -> dict[int, set[int]]:
        """By position, of variables that stand in constraints over two: the values that these allow."""
        left, look = dict[int, set[int]](), LARGEST_LOOK
        for posted in spec.posted:
            domains = {x.position: x.domain for x in posted.constraint.variables()}
            pairs = prod(map(len, domains.values()))
            if len(domains) != 2 or pairs > look:
                continue
            look -= pairs
            allowed = [pair for pair in product(*domains.values()) if self._allows(posted.constraint, domains, pair)]
            for place, position in enumerate(domains):
                values = {pair[place] for pair in allowed}
                left[position] = left.get(position, values) & values
        return left

    def _allows(self, constraint: Constraint, positions: Iterable[int], values: Sequence[int]) -> bool:
        for position, value in zip(positions, values, strict=True):
            self._assignment[position] = value
        return constraint.holds(self._assignment)

    def weight(self, prefix: Sequence[int]) -> int:
        """How many values the next variable can take after these; 0 where the last of these contradicts those before."""
        for x, value in zip(self.decisions, prefix, strict=False):
            self._assignment[x.position] = value
        last, following = len(prefix) - 1, self.decisions[len(prefix) :][:1]
        if not self._possible(last, prefix[-1]):
            return 0
        pairs = len(self.decisions[last].domain) * len(following[0].domain) if following else 0
        if not 0 < pairs <= LARGEST_LOOK:
            return 1
        return sum(self._possible(last + 1, value) for value in following[0].domain)

    def _possible(self, place: int, value: int) -> bool:
        self._assignment[self.decisions[place].position] = value
        if place not in self._said:
            self._said[place] = _about(self.decisions[place], _among(self._positions[: place + 1], self._near))
        return all(constraint.holds(self._assignment) for constraint in self._said[place])


def _among(positions: Collection[int], constraints: Iterable[Constraint]) -> list[Constraint]:
    """What is said of these variables alone; an AllDifferent of some says that its terms of these differ."""
    inside = frozenset(positions)
    said: list[Constraint] = []
    for constraint in constraints:
        if isinstance(constraint, AllDifferent):
            said.append(AllDifferent(term for term in constraint.terms if inside.issuperset(_positions(term.terms))))
        elif all(x.position in inside for x in constraint.variables()):
            said.append(constraint)
    return said


def _positions(terms: Iterable[tuple[int, Variable]]) -> Iterator[int]:
    return (x.position for _, x in terms)


def _about(x: Variable, constraints: Iterable[Constraint]) -> list[Constraint]:
    return [each for each in constraints if any(other is x for other in each.variables())]

"""Cubes: the search space cut into disjoint parts along decision variables, so that they can be counted at the same time.

The parts cover everything, also what the spec forbids: otherwise a lowering that lacks a constraint would not be noticed there.
`holds` only gives weights: a value counts as many as it leaves to the next variable, so that halves are about equal. A variable
without a choice (a given, a second copy whose place follows from the first) is skipped. Impossible values go with a neighbour.

Variables are taken one value at a time until there are enough parts, the last one in ranges of values; first those with the
fewest values, by the constraints over two variables, then the most connected. Splitting costs little in long counts,
see docs/measurements.md#cubes.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from math import prod
from typing import Never

from threefold.backends import find
from threefold.backends.backend import EVERYTHING, Configuration, Cube
from threefold.backends.branching import most_connected_first
from threefold.checker.record import Record
from threefold.guard import Report
from threefold.language import AllDifferent, Spec, Variable
from threefold.language.canonical import digest
from threefold.language.node import Kind
from threefold.runs.checkpoint import Heading, hashed
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import Measurement

FURTHEST = 64  # variables that are considered; if so many have no choice, the rest is one part
LARGEST_LOOK = 20_000  # pairs of values that are tried for one variable


def cubes_of(spec: Spec, wanted: int) -> tuple[Cube, ...]:
    """At most `wanted` parts; the same ones at every call."""
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
    """Where the ranges of neighbours begin: at most `wanted`, of about the same weight, none with weight 0."""
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
    """The values that the first decision variables can take together, by the constraints over them alone."""

    def __init__(self, spec: Spec) -> None:
        self._assignment = [0] * len(spec.variables)
        left = self._values_left(spec)
        by_values = sorted(most_connected_first(spec), key=lambda x: len(left.get(x.position, x.domain)))
        self.decisions = by_values[: FURTHEST + 1]
        self.depth = min(len(self.decisions), FURTHEST)
        self._positions = [x.position for x in self.decisions]
        self._near = _among(self._positions, (posted.constraint for posted in spec.posted))
        self._constraints: dict[int, list[Kind]] = {}  # over the variable at this place and those before it

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

    def _allows(self, constraint: Kind, positions: Iterable[int], values: Sequence[int]) -> bool:
        for position, value in zip(positions, values, strict=True):
            self._assignment[position] = value
        return constraint.holds(self._assignment)

    def weight(self, prefix: Sequence[int]) -> int:
        """How many values the next variable can take after these; 0 if the last of these contradicts those before."""
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
        if place not in self._constraints:
            x, among = self.decisions[place], _among(self._positions[: place + 1], self._near)
            self._constraints[place] = [each for each in among if any(other is x for other in each.variables())]
        return all(constraint.holds(self._assignment) for constraint in self._constraints[place])


def _among(positions: Collection[int], constraints: Iterable[Kind]) -> list[Kind]:
    """The constraints over these variables alone; of an AllDifferent, its terms over these."""
    inside = frozenset(positions)
    found: list[Kind] = []
    for constraint in constraints:
        if isinstance(constraint, AllDifferent):
            terms = (term for term in constraint.terms if all(x.position in inside for _, x in term.terms))
            found.append(AllDifferent(terms))
        elif all(x.position in inside for x in constraint.variables()):
            found.append(constraint)
    return found


# What a task of a count in parts does


@dataclass(frozen=True)
class Part:
    """A report on one cube of a count; it replaces earlier reports on the same cube."""

    key: int  # the cube's number
    of: int  # how many cubes there are
    record: Record


def count_cubes(
    report: Report[Part],
    instance: Instance,
    configuration: Configuration,
    question: Question,
    wanted: int,
    numbers: Iterable[int],
    solver: str = "",
) -> None:
    """Cut the search space into cubes, as many as wanted, and count those with these numbers.

    The program is lowered once. The record of a part has the seconds since the part before was finished. If the solver's version
    is not given, only the first cube asks for it: asking takes time, which every child would spend.
    """
    run = Measurement(lambda so_far: None, instance, configuration, question, solver=solver)
    cubes = cubes_of(run.built[1], wanted)
    for number in numbers:
        if number >= len(cubes):
            continue
        run.report = partial(_report_part, report, number, len(cubes))
        run.solver = run.solver or (configuration.solver if number else "")
        record = run.count(cubes[number])
        run.tell(record)
        if not record.complete:
            return
        run.clock.start_again()


def _report_part(report: Report[Part], number: int, of: int, so_far: Record) -> None:
    report(Part(number, of, so_far))


def prepare(report: Report[Never], instance: Instance, configuration: Configuration, wanted: int | None) -> Heading:
    """The first line of a checkpoint. Without a checkpoint no cubes are wanted yet."""
    backend, (_, spec) = find(configuration.backend), instance.load()
    cubes = cubes_of(spec, wanted) if wanted else ()
    return Heading(
        puzzle=instance.puzzle,
        parameters=" ".join(f"{name}={value}" for name, value in instance.parameters.items()),
        givens=" ".join(instance.givens),
        row=str(configuration),
        solver=backend.named(configuration, one=False),
        spec=digest(spec),
        wanted=wanted or 0,
        cubes=hashed(cubes),
        total=len(cubes),
    )

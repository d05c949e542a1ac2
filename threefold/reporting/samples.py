"""What the instances of a section are: independent draws, or a ladder of sizes.

A parameter with the name `seed` draws an instance. Those that differ in it only are the draws of a *point*: a sample, over which
medians have an interval and rows are tested in pairs. All other instances were chosen, and are no sample. Those that differ in
one number only are a *ladder*: four or more of them show how the time grows, and where one row passes another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.estimates import FLOOR, Estimate, Growth, growth_of, median_of
from threefold.reporting.report import Section
from threefold.sweeps.record_line import SEED

LEAST_RUNGS = 4
START = 5 * FLOOR  # seconds: in shorter times the start of a run bends the line
Groups = dict[str, list[PlacedInstance]]


@dataclass(frozen=True)
class Point:
    text: str  # "n=26 holes=42"
    x: float  # the number that varies between the points, or its place
    draws: tuple[PlacedInstance, ...]

    def cells(self, section: Section, row: str) -> list[Cell]:
        return [cell for each in self.draws if (cell := section.cell(row, each))]

    def median(self, section: Section, row: str) -> Estimate | None:
        """Over its draws; one that was not solved takes longer than all others. None without a record."""
        cells = self.cells(section, row)
        return median_of([inf if cell.time is None else cell.time for cell in cells]) if cells else None


@dataclass(frozen=True)
class Ladder:
    along: str  # the number that grows
    rest: str  # what is the same: "k=2"
    rungs: tuple[PlacedInstance, ...]
    sizes: tuple[float, ...]


@dataclass(frozen=True)
class Fit:
    """How the time of a row grows along a ladder."""

    row: str
    along: str
    first: PlacedInstance
    last: PlacedInstance
    growth: Growth


def points(section: Section) -> list[Point]:
    """None where no two instances differ in their seed only, and where nothing is solved."""
    parameters = {} if section.task == "lower" else section.parameters
    of_text: dict[str, list[PlacedInstance]] = {}
    for instance in section.instances:
        values = parameters.get(instance, {})
        if SEED in values:
            text = " ".join(f"{name}={value}" for name, value in values.items() if name != SEED)
            of_text.setdefault(text, []).append(instance)
    if max(map(len, of_text.values()), default=0) < 2:
        return []
    along = along_of([parameters[draws[0]] for draws in of_text.values()], but=SEED)
    return [
        Point(text, float(parameters[draws[0]].get(along, place)), tuple(draws))
        for place, (text, draws) in enumerate(of_text.items(), 1)
    ]


def satisfiable(section: Section, point: Point) -> tuple[int, int]:
    """How many of the draws have a solution, and how many are decided by some row."""
    statuses = [
        {cell.record.status for row in section.rows if (cell := section.cell(row, each))} for each in point.draws
    ]
    yes = sum("sat" in some for some in statuses)
    return yes, yes + sum("unsat" in some and "sat" not in some for some in statuses)


def axis_of_points(section: Section) -> str:
    firsts = [section.parameters[point.draws[0]] for point in points(section)]
    return along_of(firsts, but=SEED) or "point"


def along_of(parameters: Sequence[Mapping[str, int | str]], but: str = "") -> str:
    """The only parameter that varies, if it is a number; else ""."""
    varying = [name for name in varying_in(parameters) if name != but]
    numbers = [name for name in varying if all(isinstance(values.get(name), int) for values in parameters)]
    return numbers[0] if len(varying) == 1 and numbers else ""


def varying_in(parameters: Sequence[Mapping[str, int | str]]) -> list[str]:
    """The names of the parameters that are not the same in all."""
    names = dict.fromkeys(name for values in parameters for name in values)
    return [name for name in names if len({values.get(name) for values in parameters}) > 1]


def groups_of(section: Section) -> tuple[str, Groups]:
    """The number that varies most, and the instances that differ in it only, by what they have in common."""
    parameters = section.parameters
    varying = varying_in([*parameters.values()])
    kinds = {name: {values.get(name) for values in parameters.values()} for name in varying}
    numbers = [name for name in varying if all(isinstance(value, int) for value in kinds[name])]
    along = max(numbers, key=lambda name: len(kinds[name]), default="")
    found: Groups = {}
    for instance in section.instances:
        values = parameters.get(instance, {})
        rest = " ".join(f"{name}={values.get(name, '')}" for name in varying if name != along)
        found.setdefault(rest if along in values else instance.text, []).append(instance)
    return along, found


def ladders(section: Section) -> list[Ladder]:
    """Where several parameters grow together, the first of them that always grows stands for all."""
    if points(section):
        return []
    along, found = groups_of(section)
    if section.ordered and max(map(len, found.values()), default=0) == 1:
        along, found = _growing(section), {"": list(section.parameters)}
    if not along:
        return []
    made = [_ladder(section, along, rest, rungs) for rest, rungs in found.items()]
    return [ladder for ladder in made if len(ladder.rungs) >= LEAST_RUNGS]


def _growing(section: Section) -> str:
    every = [*section.parameters.values()]
    columns = {name: [values.get(name) for values in every] for name in (every[0] if every else ())}
    numbers = {name: column for name, column in columns.items() if all(isinstance(each, int) for each in column)}
    return next((name for name, column in numbers.items() if column == sorted(set(column))), "")  # type: ignore[type-var]


def _ladder(section: Section, along: str, rest: str, instances: Sequence[PlacedInstance]) -> Ladder:
    parameters = section.parameters
    rungs = sorted((each for each in instances if each in parameters), key=lambda each: parameters[each][along])
    return Ladder(along, rest, tuple(rungs), tuple(float(parameters[each][along]) for each in rungs))


def growth(section: Section) -> list[Fit]:
    """Of the rows with enough times in which the start of a run matters little."""
    fits = (_fit(section, row, ladder) for ladder in ladders(section) for row in section.rows)
    return [fit for fit in fits if fit]


def _fit(section: Section, row: str, ladder: Ladder) -> Fit | None:
    cells = [(size, section.cell(row, each)) for size, each in zip(ladder.sizes, ladder.rungs, strict=True)]
    timed = [(size, cell.instance, cell.time) for size, cell in cells if cell and cell.time and cell.time >= START]
    if len(timed) < LEAST_RUNGS:
        return None
    sizes, instances, times = zip(*timed, strict=True)
    return Fit(row, ladder.along, instances[0], instances[-1], growth_of(sizes, times))

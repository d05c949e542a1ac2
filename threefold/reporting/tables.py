"""The records of a sweep, arranged as a report shows them: questions, and in each a cell per row and instance.

A *question* is a puzzle with a task ("count the solutions of nqueens"); its *rows* are configurations, its *instances* the
parameters, ordered; a *cell* has all repetitions of one row on one instance. Rows and instances are also those that the sweep
file asks for and that have no record yet: what is missing must not look like what was never asked.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from statistics import median

from threefold import backends
from threefold.language import BadInput
from threefold.sweeps.plan import FILE, SMOKE, Sweep, read_sweep
from threefold.sweeps.record_line import Line, Listed, order, read_lines
from threefold.sweeps.run import Run
from threefold.sweeps.store import RECORDS

LIMITS = ("timeout", "memory")
TASK_WORDS = {"count": "all solutions", "first": "one solution", "lower": "sizes"}


@dataclass(frozen=True)
class Spread:
    """Of the repetitions."""

    middle: float  # the median
    least: float
    most: float
    size: int


@dataclass(frozen=True)
class Instance:
    text: str  # "n=8"
    x: float  # where it stands on an axis: the value of the parameter that varies, or its place in the order


@dataclass(frozen=True)
class Cell:
    row: str
    instance: Instance
    lines: tuple[Line, ...]

    @cached_property
    def line(self) -> Line:
        """The one that stands for all: the worst, because a row that fails once in three is no row to rely on."""
        order = ("error", "timeout", "memory", "unknown", "skipped")
        return min(
            self.lines, key=lambda line: order.index(line.record.status) if line.record.status in order else len(order)
        )

    @property
    def solved(self) -> bool:
        """Every repetition that was tried gave a complete answer."""
        return self.line.record.complete

    def spread(self, phase: str = "cpu") -> Spread | None:
        """Of the complete answers; None where there are none."""
        values = [
            line.record.seconds[phase] for line in self.lines if line.record.complete and phase in line.record.seconds
        ]
        return Spread(median(values), min(values), max(values), len(values)) if values else None


@dataclass(frozen=True)
class Question:
    puzzle: str
    task: str
    slug: str  # what its figures are called
    rows: tuple[str, ...]
    instances: tuple[Instance, ...]
    axis: str  # what x means: the name of the parameter that varies, or "instance"
    cells: dict[tuple[str, Instance], Cell]

    @property
    def title(self) -> str:
        return f"{self.puzzle}: {TASK_WORDS[self.task]}"

    def cell(self, row: str, instance: Instance) -> Cell | None:
        return self.cells.get((row, instance))

    def along(self, row: str) -> list[Cell]:
        """The row's cells in the order of the instances."""
        return [cell for instance in self.instances if (cell := self.cell(row, instance))]

    def missing(self, row: str) -> list[Instance]:
        """Those that the row has no record of."""
        return [instance for instance in self.instances if not self.cell(row, instance)]

    @cached_property
    def whole(self) -> list[Instance]:
        """Those that every row has a record of: only there rows can be compared."""
        return [instance for instance in self.instances if all(self.cell(row, instance) for row in self.rows)]


@dataclass(frozen=True)
class Asked:
    """What the sweep file asks for."""

    runs: int
    recorded: int  # of them
    others: int  # records of runs that it does not ask for
    cells: tuple[Run, ...]  # a run for each row and instance

    @classmethod
    def by(cls, plan: Sweep, lines: Sequence[Line]) -> "Asked":
        recorded = sum(map(plan.asks_for, lines))
        labels = {str(line.record.configuration): line.row for line in lines}
        cells = (replace(run, row=labels.get(run.configuration, run.row)) for run in plan.cells())
        return cls(plan.distinct(), recorded, len(lines) - recorded, tuple(cells))


@dataclass(frozen=True)
class Report:
    title: str
    description: str
    lines: tuple[Line, ...]
    questions: tuple[Question, ...]
    asked: Asked | None  # None: there is no sweep file, or it cannot be read


def read(folder: Path) -> Report:
    path = folder / RECORDS
    if not path.exists():
        raise BadInput(f"{path}: no records yet; run: threefold sweep {folder}")
    lines = read_lines(path)
    if not lines:
        raise BadInput(f"{path}: there is no record in it")
    smoke = folder.resolve().name == SMOKE
    place = folder.resolve().parent if smoke else folder
    title, description, listed = _said(place)
    return report(title or lines[0].sweep, description, lines, listed, _asked(place, smoke, lines))


def _asked(place: Path, smoke: bool, lines: Sequence[Line]) -> Asked | None:
    """No puzzle is loaded: a report is made from its folder alone, wherever one's own puzzles are."""
    names = {line.puzzle: tuple(line.parameters) for line in lines}
    try:
        return Asked.by(read_sweep(place, smoke=smoke, names=names), lines)
    except BadInput:
        return None


def _said(place: Path) -> tuple[str, str, Listed]:
    """Title, description, and in which order texts are listed: a name does not tell its size."""
    import tomllib

    try:
        content = tomllib.loads((place / FILE).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        content = {}
    runs = content.get("runs")
    tables = [run for run in runs if isinstance(run, dict)] if isinstance(runs, list) else []
    texts = dict.fromkeys((str(run.get("puzzle")), text) for run in tables for text in _texts(run.get("parameters")))
    title, description = content.get("title", ""), content.get("description", "")
    return str(title), str(description), {text: number for number, text in enumerate(texts)}


def _texts(value: object) -> Iterator[str]:
    """Those of a key of the file, in order."""
    match value:
        case str():
            yield value
        case list():
            yield from chain.from_iterable(map(_texts, value))
        case dict():
            yield from _texts(list(value.values()))


def report(
    title: str, description: str, lines: Sequence[Line], listed: Listed | None = None, asked: Asked | None = None
) -> Report:
    ordered = sorted(lines, key=lambda line: line.order(listed))
    known: list[Run | Line] = [*lines, *(asked.cells if asked else ())]
    known.sort(key=lambda run: order(run, listed))
    found = dict.fromkeys((line.puzzle, line.task) for line in ordered)
    slugs = _slugs(puzzle for puzzle, _ in found)
    questions = [
        _question(key, slugs[key[0]], [run for run in known if (run.puzzle, run.task) == key]) for key in found
    ]
    return Report(title, description, tuple(ordered), tuple(questions), asked)


def _slugs(puzzles: Iterable[str]) -> dict[str, str]:
    """A puzzle's own name, or that of its file; no two have the same, and none has a dash, which goes before the task."""
    slugs: dict[str, str] = {}
    for puzzle in dict.fromkeys(puzzles):
        name = re.sub(r"\W", "_", Path(puzzle).stem)
        several = chain([name], (f"{name}_{number}" for number in count(2)))
        slugs[puzzle] = next(slug for slug in several if slug not in slugs.values())
    return slugs


def _question(key: tuple[str, str], slug: str, runs: Sequence[Run | Line]) -> Question:
    """Of its records, and of the runs that are asked for."""
    puzzle, task = key
    rows = sorted({(backends.position(run.backend), run.row) for run in runs})
    axis, instances = _instances(runs)
    cells: dict[tuple[str, Instance], list[Line]] = {}
    for run in runs:
        if isinstance(run, Line):
            cells.setdefault((run.row, instances[run.instance]), []).append(run)
    return Question(
        puzzle=puzzle,
        task=task,
        slug=f"{slug}-{task}",
        rows=tuple(row for _, row in rows),
        instances=tuple(instances.values()),
        axis=axis,
        cells={key: Cell(*key, tuple(found)) for key, found in cells.items()},
    )


def _instances(lines: Sequence[Run | Line]) -> tuple[str, dict[str, Instance]]:
    """By their text, in order; on an axis they stand at the parameter that varies, if it is one and a number."""
    of_text = {line.instance: line for line in lines}
    varying = [
        name for name in lines[0].parameters if len({line.parameters.get(name) for line in of_text.values()}) > 1
    ]
    numbers = [line.parameters.get(varying[0]) for line in of_text.values()] if len(varying) == 1 else []
    if numbers and all(isinstance(number, int) for number in numbers) and len(set(numbers)) == len(numbers):
        return varying[0], {text: Instance(text, float(line.parameters[varying[0]])) for text, line in of_text.items()}
    return "instance", {text: Instance(text, float(place)) for place, text in enumerate(of_text, 1)}

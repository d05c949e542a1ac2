"""The records of a sweep, arranged as a report shows them: questions, and in each a cell per row and instance.

A *question* is a puzzle with a task ("count the solutions of nqueens"); its *rows* are configurations, its *instances* the
parameters, ordered; a *cell* has all repetitions of one row on one instance.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from statistics import median

import backends
from experiments.sweep.line import Line, read_lines
from experiments.sweep.plan import FILE
from experiments.sweep.store import RECORDS
from language import BadInput

LIMITS = ("timeout", "memory")
Listed = Mapping[tuple[str, object], int]  # a puzzle and a text among its parameters: their place in the sweep file


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
        return min(self.lines, key=lambda line: order.index(line.status) if line.status in order else len(order))

    @property
    def solved(self) -> bool:
        """Every repetition that was tried gave a complete answer."""
        return self.line.complete

    def spread(self, phase: str = "cpu") -> Spread | None:
        """Of the complete answers; None where there are none."""
        values = [line.seconds[phase] for line in self.lines if line.complete and phase in line.seconds]
        return Spread(median(values), min(values), max(values), len(values)) if values else None


@dataclass(frozen=True)
class Question:
    puzzle: str
    task: str
    rows: tuple[str, ...]
    instances: tuple[Instance, ...]
    axis: str  # what x means: the name of the parameter that varies, or "instance"
    cells: dict[tuple[str, Instance], Cell]

    @property
    def title(self) -> str:
        words = {"count": "all solutions", "first": "one solution", "lower": "sizes"}
        return f"{self.puzzle}: {words[self.task]}"

    @property
    def slug(self) -> str:
        return f"{self.puzzle}-{self.task}"

    def cell(self, row: str, instance: Instance) -> Cell | None:
        return self.cells.get((row, instance))

    def along(self, row: str) -> list[Cell]:
        """The row's cells in the order of the instances."""
        return [cell for instance in self.instances if (cell := self.cell(row, instance))]


@dataclass(frozen=True)
class Report:
    name: str
    title: str
    description: str
    lines: tuple[Line, ...]
    questions: tuple[Question, ...]


def read(folder: Path) -> Report:
    path = folder / RECORDS
    if not path.exists():
        raise BadInput(f"{path}: no records yet; run: threefold sweep {folder}")
    lines = read_lines(path)
    if not lines:
        raise BadInput(f"{path}: there is no record in it")
    title, description, listed = _said(folder)
    return report(folder.resolve().name, title, description, lines, listed)


def _said(folder: Path) -> tuple[str, str, Listed]:
    """Title, description, and in which order texts are listed: a name does not tell its size. All else is in the records."""
    import tomllib

    place = folder.parent if folder.name == ".smoke" else folder
    try:
        content = tomllib.loads((place / FILE).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        content = {}
    runs = content.get("runs")
    tables = [run for run in runs if isinstance(run, dict)] if isinstance(runs, list) else []
    texts = dict.fromkeys((str(run.get("puzzle")), text) for run in tables for text in _texts(run.get("parameters")))
    title, description = content.get("title", place.resolve().name), content.get("description", "")
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


def report(name: str, title: str, description: str, lines: Sequence[Line], listed: Listed | None = None) -> Report:
    ordered = sorted(lines, key=lambda line: line.order(listed))
    asked = dict.fromkeys((line.puzzle, line.task) for line in ordered)
    questions = [_question(*key, [line for line in ordered if (line.puzzle, line.task) == key]) for key in asked]
    return Report(name, title, description, tuple(ordered), tuple(questions))


def _question(puzzle: str, task: str, lines: Sequence[Line]) -> Question:
    rows = sorted({(backends.names().index(line.backend), line.row) for line in lines})
    axis, instances = _instances(lines)
    cells: dict[tuple[str, Instance], list[Line]] = {}
    for line in lines:
        cells.setdefault((line.row, instances[line.instance]), []).append(line)
    return Question(
        puzzle=puzzle,
        task=task,
        rows=tuple(row for _, row in rows),
        instances=tuple(instances.values()),
        axis=axis,
        cells={key: Cell(*key, tuple(found)) for key, found in cells.items()},
    )


def _instances(lines: Sequence[Line]) -> tuple[str, dict[str, Instance]]:
    """By their text, in order; on an axis they stand at the parameter that varies, if it is one and a number."""
    of_text = {line.instance: line for line in lines}
    varying = [
        name for name in lines[0].parameters if len({line.parameters.get(name) for line in of_text.values()}) > 1
    ]
    numbers = [line.parameters.get(varying[0]) for line in of_text.values()] if len(varying) == 1 else []
    if numbers and all(isinstance(number, int) for number in numbers) and len(set(numbers)) == len(numbers):
        return varying[0], {text: Instance(text, float(line.parameters[varying[0]])) for text, line in of_text.items()}
    return "instance", {text: Instance(text, float(place)) for place, text in enumerate(of_text, 1)}

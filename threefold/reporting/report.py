"""The records of a sweep, arranged as a report shows them.

A report has a *section* for each puzzle and task ("count the solutions of nqueens"). The *rows* of a section are configurations,
its *instances* are the parameters in order, and a *cell* has all repetitions of one row on one instance. Rows and instances that
the sweep file asks for are there even if they have no record yet: a missing run must not look like one that was never asked for.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count, pairwise
from os.path import exists
from pathlib import Path
from typing import Any

from threefold.language import BadInput
from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.engines import COMPARED, Row, rows_of
from threefold.sweeps.agreement import Conflict, conflicts
from threefold.sweeps.plan import Published, Sweep
from threefold.sweeps.record_line import RECORDS, Line, Listed, SweepRun, no_larger, order, read_lines
from threefold.sweeps.sweep_file import SMOKE, read_sweep

CLOCK_WORDS = {"cpu": "CPU time", "wall": "wall time"}
TASK_WORDS = {"count": "all solutions", "first": "one solution", "lower": "sizes", "prove": "proofs"}


@dataclass(frozen=True)
class Section:
    puzzle: str
    task: str
    slug: str  # the beginning of its figures' names
    rows: tuple[str, ...]
    instances: tuple[PlacedInstance, ...]
    axis: str  # what x means: the name of the parameter that varies, or "instance"
    cells: dict[tuple[str, PlacedInstance], Cell]
    clock: str = "wall"  # which time is compared, one of CLOCKS
    ordered: bool = True  # each instance is larger than the one before
    pooled: bool = False  # of several puzzles
    about: Mapping[str, Row] = field(default_factory=dict)  # each of the rows

    def named(self, row: str) -> str:
        """By its engine, as a sentence says it."""
        return self.about[row].named(row)

    @property
    def kind(self) -> str:
        """Of a contest: its rows are of one kind."""
        return self.about[self.rows[0]].kind

    @cached_property
    def contests(self) -> list["Section"]:
        """The plain rows, and the tuned ones: only rows of one kind are compared."""
        return [each for kind in COMPARED if (each := self._only(kind)).rows]

    def _only(self, kind: str) -> "Section":
        rows = tuple(row for row in self.rows if self.about[row].kind == kind)
        return replace(self, rows=rows, cells={key: cell for key, cell in self.cells.items() if key[0] in rows})

    @property
    def reference(self) -> str | None:
        """Of a contest."""
        return next((row for row in self.rows if self.about[row].reference), None)

    @cached_property
    def parameters(self) -> dict[PlacedInstance, Mapping[str, int | str]]:
        """Of the instances with a record and without givens."""
        return {cell.instance: cell.line.parameters for cell in self.cells.values() if not cell.line.givens}

    @property
    def title(self) -> str:
        return f"{self.puzzle}: {TASK_WORDS[self.task]}"

    @property
    def time_word(self) -> str:
        return CLOCK_WORDS[self.clock]

    def cell(self, row: str, instance: PlacedInstance) -> Cell | None:
        return self.cells.get((row, instance))

    def along(self, row: str) -> list[Cell]:
        return [cell for instance in self.instances if (cell := self.cell(row, instance))]

    def changes(self, row: str) -> list[tuple[Cell, Cell]]:
        """Where a row takes another method than on the instance before, that one and this."""
        cells = [cell for cell in self.along(row) if cell.method]
        return [(before, cell) for before, cell in pairwise(cells) if cell.method != before.method]

    def missing(self, row: str) -> list[PlacedInstance]:
        return [instance for instance in self.instances if not self.cell(row, instance)]

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What was computed of this section once (`once` in statistics.py)."""
        return {}

    @cached_property
    def whole(self) -> list[PlacedInstance]:
        """The instances with a record of every row: only there rows can be compared."""
        return [instance for instance in self.instances if all(self.cell(row, instance) for row in self.rows)]


@dataclass(frozen=True)
class Coverage:
    runs: int  # that the sweep file asks for
    recorded: int  # those of them that have a record
    others: int  # records of other runs
    cells: tuple[SweepRun, ...]  # a run for each row and instance
    references: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)  # by puzzle and task

    @classmethod
    def of(cls, plan: Sweep, lines: Sequence[Line]) -> "Coverage":
        recorded = sum(map(plan.asks_for, lines))
        labels = {str(line.record.configuration): line.row for line in lines}
        named = plan.labelled(labels)
        return cls(plan.distinct(), recorded, len(lines) - recorded, tuple(named.cells()), named.references())


@dataclass(frozen=True)
class Report:
    title: str
    description: str
    lines: tuple[Line, ...]
    sections: tuple[Section, ...]
    coverage: Coverage | None  # None: there is no sweep file that can be read
    published: tuple[Published, ...] = ()

    def beside(self, section: Section) -> list[Published]:
        """What others have published about the section's puzzle and task."""
        return [each for each in self.published if (each.puzzle, each.task) == (section.puzzle, section.task)]

    @cached_property
    def conflicts(self) -> list[Conflict]:
        return conflicts(self.lines)


def read(folder: Path) -> Report:
    """From the folder alone: no puzzle is loaded."""
    path = folder / RECORDS
    if not exists(path):
        raise BadInput(f"{path}: no records yet; run: threefold sweep {folder}")
    lines = read_lines(path)
    if not lines:
        raise BadInput(f"{path}: there is no record in it")
    smoke = folder.resolve().name == SMOKE
    names = {line.puzzle: tuple(line.parameters) for line in lines}
    try:
        sweep = read_sweep(folder.resolve().parent if smoke else folder, smoke=smoke, names=names)
    except BadInput:
        return arranged(lines[0].sweep, "", lines)
    title = sweep.title or lines[0].sweep
    report = arranged(title, sweep.description, lines, sweep.listed(), Coverage.of(sweep, lines))
    return replace(report, published=sweep.published)


def arranged(
    title: str, description: str, lines: Sequence[Line], listed: Listed | None = None, coverage: Coverage | None = None
) -> Report:
    known: list[SweepRun | Line] = [*lines, *(coverage.cells if coverage else ())]
    known.sort(key=lambda run: order(run, listed))
    ordered = [run for run in known if isinstance(run, Line)]
    found = dict.fromkeys((line.puzzle, line.task) for line in ordered)
    slugs = _slugs(puzzle for puzzle, _ in found)
    clock = "cpu" if all(line.limit == "cpu" for line in lines) else "wall"  # one for the report: times are compared
    of_section: dict[tuple[str, str], list[SweepRun | Line]] = {key: [] for key in found}
    for run in known:
        of_section.get((run.puzzle, run.task), []).append(run)
    references = coverage.references if coverage else {}
    sections = [_section(key, slugs[key[0]], runs, clock, references.get(key, ())) for key, runs in of_section.items()]
    return Report(title, description, tuple(ordered), tuple(sections), coverage)


def _slugs(puzzles: Iterable[str]) -> dict[str, str]:
    """A puzzle's name, or that of its file; each is different, and none has a dash, which separates the task."""
    slugs: dict[str, str] = {}
    for puzzle in dict.fromkeys(puzzles):
        name = re.sub(r"\W", "_", Path(puzzle).stem)
        several = chain([name], (f"{name}_{number}" for number in count(2)))
        slugs[puzzle] = next(slug for slug in several if slug not in slugs.values())
    return slugs


def _section(
    key: tuple[str, str], slug: str, runs: Sequence[SweepRun | Line], clock: str, references: Sequence[str]
) -> Section:
    puzzle, task = key
    about = rows_of(runs, references)
    axis, instances = _instances(runs)
    cells: dict[tuple[str, PlacedInstance], list[Line]] = {}
    for run in runs:
        if isinstance(run, Line):
            cells.setdefault((run.row, instances[run.instance]), []).append(run)
    return Section(
        puzzle=puzzle,
        task=task,
        slug=f"{slug}-{task}",
        rows=tuple(about),
        instances=tuple(instances.values()),
        axis=axis,
        cells={key: Cell(*key, tuple(found), clock) for key, found in cells.items()},
        clock=clock,
        ordered=_ordered(runs),
        about=about,
    )


def _ordered(runs: Sequence[SweepRun | Line]) -> bool:
    """With several parameters or with texts, an instance may be neither larger nor smaller than another one."""
    of_text = {run.instance: run for run in runs}.values()
    return all(
        tuple(one.givens) == tuple(other.givens)
        and one.parameters.keys() == other.parameters.keys()  # a puzzle may have been edited between two records
        and no_larger(one.parameters, other.parameters)
        for one, other in pairwise(of_text)
    )


def _instances(runs: Sequence[SweepRun | Line]) -> tuple[str, dict[str, PlacedInstance]]:
    """By their text, in order. x is the parameter that varies, if only one does and it is a number."""
    of_text = {run.instance: run.parameters for run in runs}
    varying = [name for name in runs[0].parameters if len({values.get(name) for values in of_text.values()}) > 1]
    numbers = [values.get(varying[0]) for values in of_text.values()] if len(varying) == 1 else []
    if numbers and all(isinstance(number, int) for number in numbers) and len(set(numbers)) == len(numbers):
        return varying[0], {text: PlacedInstance(text, float(values[varying[0]])) for text, values in of_text.items()}
    return "instance", {text: PlacedInstance(text, float(place)) for place, text in enumerate(of_text, 1)}

"""What compare, count and solve return: a record per row, the verdict, and the solutions, as data, text and HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from threefold.api.solution import FoundSolution, Solved
from threefold.checker.judge import name
from threefold.checker.orbits import Classes
from threefold.checker.record import Record
from threefold.checker.witness import Witness
from threefold.format import indented, seconds
from threefold.language import BadInput
from threefold.runs.compare import Comparison, Experiment

SCHEMA = 1  # changes when a field of the JSON form changes its meaning or is removed
OF_CLASSES = ("number", "solutions", "symmetries", "equation")


def counted(record: Record) -> str:
    """`92`, `≥ 15` (a lower bound) or `?`."""
    if record.count is None:
        return "?"
    return f"{record.count:,}" if record.exact else f"≥ {record.count:,}"


def _variables(record: Record, _: Sequence[Record]) -> str:
    return f"{record.size.variables:,} + {record.size.auxiliary:,}" if record.size else "–"


# The table of records: the title of a column, and its cell for a record among the others.
COLUMNS: Mapping[str, Callable[[Record, Sequence[Record]], str]] = {
    "backend": name,
    "solver": lambda record, _: record.solver.partition(" (")[0],
    "status": lambda record, _: record.status,
    "solutions": lambda record, _: counted(record),
    "variables": _variables,
    "constraints": lambda record, _: f"{record.size.constraints:,}" if record.size else "–",
    "lower": lambda record, _: seconds(record.seconds.get("lower")),
    "solve": lambda record, _: seconds(record.seconds.get("solve")),
    "total": lambda record, _: seconds(record.seconds.get("total")),
    "memory": lambda record, _: f"{record.memory / 1e6:.0f} MB",
}
TEXTS = ("backend", "solver", "status")  # columns that are aligned to the left


def cells(records: Sequence[Record]) -> list[list[str]]:
    """The rows of the table of records."""
    return [[cell(record, records) for cell in COLUMNS.values()] for record in records]


@dataclass(frozen=True, repr=False)
class Result:
    """The answers of one or several configurations. `result["ilp"]` is the record of a row."""

    experiment: Experiment
    comparison: Comparison
    verdict: str  # agree, alone (one row, and no known count), disagree, incomplete or error
    sentence: str  # the verdict in plain words
    exit_code: int  # of the command
    records: tuple[Record, ...]
    witness: Witness | None  # of a disagreement
    classes: Classes | None  # of symmetric solutions, where they were counted

    @staticmethod
    def of(experiment: Experiment, comparison: Comparison) -> Result:
        verdict = comparison.verdict
        told = verdict.verdict, verdict.sentence, verdict.exit_code
        return Result(experiment, comparison, *told, comparison.records, comparison.witness, comparison.classes)

    @property
    def agree(self) -> bool:
        return self.verdict == "agree"

    @property
    def exact(self) -> bool:
        """All solutions were counted."""
        return all(record.exact for record in self.records)

    @property
    def count(self) -> int | None:
        """The number of solutions that were found; None if the rows differ."""
        counts = {record.count for record in self.records}
        return counts.pop() if len(counts) == 1 else None

    @cached_property
    def solutions(self) -> tuple[FoundSolution, ...]:
        """The first solutions, of the first row that has some: `show` of them, and one at least."""
        kept = next((record.solutions for record in self.records if record.solutions), ())
        return tuple(map(self._solved.solution, kept))

    @property
    def solution(self) -> FoundSolution | None:
        return self.solutions[0] if self.solutions else None

    @cached_property
    def _solved(self) -> Solved:
        return Solved(self.experiment.instance, self.experiment.limits)

    def __getitem__(self, row: str) -> Record:
        """By the name that the table shows, or by the whole configuration."""
        shown = {name(record, self.records): record for record in self.records}
        found = shown | {str(record.configuration): record for record in self.records}
        if row not in found:
            raise KeyError(f"no row {row!r}; there are {', '.join(shown)}")
        return found[row]

    def to_dict(self) -> dict[str, Any]:
        """What `compare --json` prints; docs/json.md explains the fields."""
        instance, description, witness = self.experiment.instance, self.comparison.description, self.witness
        return {
            "schema": SCHEMA,
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "givens": list(instance.givens),
            "seed": self.experiment.question.seed,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "known": description.known if description else None,
            "witness": witness
            and {"sentence": witness.sentence, "assignment": witness.values, "drawing": witness.drawing},
            "classes": self.classes and {key: getattr(self.classes, key) for key in OF_CLASSES},
            "solutions": [solution.values for solution in self.solutions],
            "results": [record.to_dict() for record in self.records],
        }

    def to_frame(self) -> Any:
        """The records as a pandas DataFrame, a row each."""
        try:
            import pandas  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            raise BadInput("to_frame needs pandas: pip install pandas") from None
        rows = [{"row": name(record, self.records), **record.to_dict()} for record in self.records]
        return pandas.json_normalize(rows, sep="_").set_index("row")

    def __repr__(self) -> str:
        return f"<Result of {self.experiment.instance}: {self.verdict}>"

    def __str__(self) -> str:
        table = [list(COLUMNS), *cells(self.records)]
        sizes = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ("   ".join(map(_padded, COLUMNS, row, sizes)).rstrip() for row in table)
        parts = [str(self.experiment.instance), indented("\n".join(lines)), f"{self.verdict}: {self.sentence}"]
        if self.witness:
            parts.append(f"witness: {self.witness.sentence}\n  {self.witness.values}")
        return "\n\n".join([*parts, *map(indented, self._drawings())])

    def _drawings(self) -> Sequence[str]:
        if self.witness:
            return [self.witness.drawing] if self.witness.drawing else []
        return next((record.drawings for record in self.records if record.drawings), ())

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr>{''.join(map(_cell, COLUMNS, row))}</tr>" for row in [list(COLUMNS), *cells(self.records)])
        shown = self._solved.solution(self.witness.assignment) if self.witness else self.solution
        return (
            f"<p>{escape(str(self.experiment.instance))}</p>"
            f"<table>{rows}</table>"
            f"<p><strong>{self.verdict}</strong>: {escape(self.sentence)}</p>"
            + (f"<p>witness: {escape(self.witness.sentence)}</p>" if self.witness else "")
            + (shown.html() if shown else "")
        )


def _padded(title: str, text: str, size: int) -> str:
    return text.ljust(size) if title in TEXTS else text.rjust(size)


def _cell(title: str, text: str) -> str:
    align, tag = "left" if title in TEXTS else "right", "th" if text == title else "td"
    return f'<{tag} style="text-align:{align};padding:2px 8px">{escape(text)}</{tag}>'

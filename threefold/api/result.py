"""What compare, count and solve return: a record per row, the verdict, and the solutions. One form as data, text and HTML."""

from __future__ import annotations

from base64 import b64encode
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
from threefold.language import BadInput, ThreefoldError
from threefold.runs.compare import Comparison, Experiment

SCHEMA = 1  # changes when a field of the JSON form changes its meaning or is removed


def counted(record: Record) -> str:
    """`92`, `≥ 15` (a lower bound) or `?`."""
    if record.count is None:
        return "?"
    return f"{record.count:,}" if record.exact else f"≥ {record.count:,}"


def _variables(record: Record, _: Sequence[Record]) -> str:
    return f"{record.size.variables:,} + {record.size.auxiliary:,}" if record.size else "–"


# The columns of the table of records: title, and cell of a record among the others.
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


@dataclass(frozen=True)
class Result:
    """The answers of one or several configurations. `result["ilp"]` is the record of a row."""

    experiment: Experiment
    comparison: Comparison

    @property
    def verdict(self) -> str:
        """agree, alone (one row, and no known count), disagree, incomplete or error."""
        return self.comparison.verdict.verdict

    @property
    def sentence(self) -> str:
        """The verdict in plain words."""
        return self.comparison.verdict.sentence

    @property
    def agree(self) -> bool:
        return self.verdict == "agree"

    @property
    def exit_code(self) -> int:
        return self.comparison.verdict.exit_code

    @property
    def records(self) -> tuple[Record, ...]:
        return self.comparison.records

    @property
    def witness(self) -> Witness | None:
        return self.comparison.witness

    @property
    def classes(self) -> Classes | None:
        return self.comparison.classes

    @property
    def count(self) -> int | None:
        """The solutions that were found; None if the rows have different numbers. It is the number of all if `exact`."""
        counts = {record.count for record in self.records}
        return counts.pop() if len(counts) == 1 else None

    @property
    def exact(self) -> bool:
        return all(record.exact for record in self.records)

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
        found = {name(record, self.records): record for record in self.records}
        found |= {str(record.configuration): record for record in self.records}
        if row not in found:
            raise KeyError(f"no row {row!r}; there are {', '.join(name(r, self.records) for r in self.records)}")
        return found[row]

    def to_dict(self) -> dict[str, Any]:
        """What `compare --json` prints; docs/json.md explains the fields."""
        instance, comparison = self.experiment.instance, self.comparison
        witness, classes = self.witness, self.classes
        return {
            "schema": SCHEMA,
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "givens": list(instance.givens),
            "seed": self.experiment.question.seed,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "known": comparison.description.known if comparison.description else None,
            "witness": witness
            and {"sentence": witness.sentence, "assignment": witness.values, "drawing": witness.drawing},
            "classes": classes
            and {
                "number": classes.number,
                "solutions": classes.solutions,
                "symmetries": classes.symmetries,
                "equation": classes.equation,
            },
            "solutions": [solution.to_dict() for solution in self.solutions],
            "results": [record.to_dict() for record in self.records],
        }

    def to_frame(self) -> Any:
        """The records as a pandas DataFrame, a row each."""
        try:
            import pandas  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            raise BadInput("to_frame needs pandas: pip install pandas") from None
        rows = [record.to_dict() for record in self.records]
        return pandas.json_normalize(rows, sep="_").set_index([[name(r, self.records) for r in self.records]])

    def __str__(self) -> str:
        table = [list(COLUMNS), *cells(self.records)]
        sizes = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ("   ".join(map(_padded, COLUMNS, row, sizes)).rstrip() for row in table)
        boards = [indented(board) for board in self._drawings()]
        return "\n\n".join([str(self.experiment.instance), indented("\n".join(lines)), self._conclusion, *boards])

    @property
    def _conclusion(self) -> str:
        return f"{self.verdict}: {self.sentence}"

    def _drawings(self) -> Sequence[str]:
        if self.witness:
            return [self.witness.drawing or self.witness.values]
        return next((record.drawings for record in self.records if record.drawings), ())

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{title}</th>" for title in COLUMNS)
        rows = "".join(f"<tr>{''.join(map(_cell, COLUMNS, row))}</tr>" for row in cells(self.records))
        return (
            f"<p>{escape(str(self.experiment.instance))}</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
            f"<p><strong>{self.verdict}</strong>: {escape(self.sentence)}</p>{self._board()}"
        )

    def _board(self) -> str:
        """The witness or the first solution: the puzzle's picture, else its drawing."""
        shown = self._solved.solution(self.witness.assignment) if self.witness else self.solution
        if shown is None:
            return ""
        sentence = f"<p>{escape(self.witness.sentence)}</p>" if self.witness else ""
        try:
            if picture := shown._repr_svg_():  # as an image: the style of an inline SVG would hold for the whole page
                encoded = b64encode(picture.encode()).decode()
                return f'{sentence}<img alt="{escape(str(shown))}" src="data:image/svg+xml;base64,{encoded}">'
            return f"{sentence}<pre>{escape(shown.draw())}</pre>"
        except ThreefoldError:  # a drawing may rely on what a witness violates
            return f"{sentence}<pre>{escape(str(shown))}</pre>"


def _padded(title: str, text: str, size: int) -> str:
    return text.ljust(size) if title in TEXTS else text.rjust(size)


def _cell(title: str, text: str) -> str:
    return f'<td style="text-align:{"left" if title in TEXTS else "right"}">{escape(text)}</td>'

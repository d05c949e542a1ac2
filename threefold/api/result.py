"""What compare, count and solve return: a record per row, the verdict, and the solutions, as data, text and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from threefold.api.texts import FoundSolution, Solved
from threefold.backends import find
from threefold.checker.judge import Witness, name
from threefold.checker.orbits import Classes
from threefold.checker.record import Record
from threefold.errors import in_python
from threefold.format import Column, Table, indented, listed, many
from threefold.language import BadInput
from threefold.runs.compare import IGNORED, Comparison, Experiment

if TYPE_CHECKING:
    from threefold.proofs.prove import Proof

SCHEMA = 1  # changes when a field of the JSON form changes its meaning or is removed
OF_CLASSES = ("number", "solutions", "symmetries", "equation")

OPTIMUM = 3  # the place of the column of solutions, which has the optimum where that is asked for
COLUMNS = (
    Column("backend", left=True),
    Column("solver", left=True, rank=3),
    Column("status", left=True),
    Column("solutions"),
    Column("variables", rank=5),
    Column("constraints", rank=4),
    Column("lower", rank=6),
    Column("solve", rank=1),
    Column("total", rank=2),
    Column("memory", rank=7),
)
SPREAD = Column("spread", rank=3)
OPTIMUM_COLUMNS = (*COLUMNS[:OPTIMUM], Column("optimum"), *COLUMNS[OPTIMUM + 1 :])


def columns(records: Sequence[Record]) -> tuple[Column, ...]:
    shown = OPTIMUM_COLUMNS if any(record.optimum_is != "unknown" for record in records) else COLUMNS
    return (*shown[:-1], SPREAD, shown[-1]) if _repeated(records) else shown


def cells(record: Record, records: Sequence[Record]) -> list[str]:
    """The row of a record in the table of records."""
    *others, memory = record.cells
    return [name(record, records), *others, *([record.spread] if _repeated(records) else []), memory]


def _repeated(records: Sequence[Record]) -> bool:
    return any(record.repeated for record in records)


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
    proof: Proof | None = None  # of the count, where one was asked for and accepted
    optimal: Result | None = None  # of all solutions with the best value, where they were asked for

    @staticmethod
    def of(
        experiment: Experiment, comparison: Comparison, proof: Proof | None = None, optimal: Result | None = None
    ) -> Result:
        verdict, records = comparison.verdict, comparison.records
        judged = verdict.verdict, verdict.sentence, verdict.exit_code
        if optimal and optimal.exit_code:  # the number of optimal solutions differs, or is not known
            judged = optimal.verdict, f"{verdict.sentence} {optimal.sentence}", optimal.exit_code
        return Result(experiment, comparison, *judged, records, comparison.witness, comparison.classes, proof, optimal)

    @property
    def agree(self) -> bool:
        return self.verdict == "agree"

    @property
    def word(self) -> str:
        """The verdict as it is shown: beside `agree` it says whether the count is proved."""
        return f"{self.verdict}, proved" if self.proof and self.agree else self.verdict

    @property
    def exact(self) -> bool:
        """All solutions were counted."""
        return all(record.exact for record in self.records)

    @property
    def count(self) -> int | None:
        """The number of solutions that were found; None if the rows differ."""
        counts = {record.count for record in self.records}
        return counts.pop() if len(counts) == 1 else None

    @property
    def optimum(self) -> int | None:
        """The best value of the objective; None if the rows differ, or one did not prove it."""
        values = {record.optimum if record.optimum_is == "exact" else None for record in self.records}
        return values.pop() if len(values) == 1 else None

    @cached_property
    def solutions(self) -> tuple[FoundSolution, ...]:
        """The first solutions, of the first row that has some: `show` of them, and one at least."""
        kept = next((record.solutions for record in self.records if record.solutions), ())
        return tuple(FoundSolution(self._solved, assignment) for assignment in kept)

    @property
    def solution(self) -> FoundSolution | None:
        return self.solutions[0] if self.solutions else None

    @cached_property
    def _solved(self) -> Solved:
        return Solved(self.experiment.instance, self.experiment.limits)

    @property
    def methods(self) -> list[str]:
        """How each row was counted, with the solver's counters: `ilp: LP branching, 8 calls (11.5 solutions per call), …`."""
        rows = ((row, [record.method, record.engines, *_counters(record)]) for row, record in self.rows.items())
        return [f"{row}: {', '.join(filter(None, texts))}" for row, texts in rows if texts[0]]

    @property
    def classes_sentence(self) -> str:
        """`12 classes of 92 solutions under 8 symmetries: 11·8 + 1·4 = 92`, where classes were counted."""
        if (classes := self.classes) is None:
            return ""
        number, group = many(classes.number, "class", "classes"), many(classes.symmetries, "symmetry", "symmetries")
        equation = f": {classes.equation}" if classes.solutions else ""
        return f"{number} of {many(classes.solutions, 'solution')} under {group}{equation}"

    @property
    def rows(self) -> dict[str, Record]:
        """The records by the names that the table shows."""
        return {name(record, self.records): record for record in self.records}

    def __getitem__(self, row: str) -> Record:
        """By the name that the table shows, or by the whole configuration."""
        found = self.rows | {str(record.configuration): record for record in self.records}
        if row not in found:
            raise KeyError(f"no row {row!r}; there are {', '.join(self.rows)}")
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
            "repeat": self.experiment.repeat,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "proof": self.proof and self.proof.to_dict(),
            "known": description.known if description else None,
            "witness": witness
            and {"sentence": witness.sentence, "assignment": witness.values, "drawing": witness.drawing},
            "classes": self.classes and {key: getattr(self.classes, key) for key in OF_CLASSES},
            "optimum": self.optimum,
            "optimal": self.optimal and self.optimal.to_dict(),
            "solutions": [solution.values for solution in self.solutions],
            "results": [record.to_dict() for record in self.records],
        }

    def to_frame(self) -> Any:
        """The records as a pandas DataFrame, a row each."""
        try:
            import pandas  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            raise BadInput("to_frame needs pandas: pip install pandas") from None
        rows = [{"row": row, **record.to_dict()} for row, record in self.rows.items()]
        return pandas.json_normalize(rows, sep="_").set_index("row")

    @property
    def note(self) -> str:
        """What the question leaves out, or nothing."""
        description = self.comparison.description
        ignored = in_python(IGNORED) if description and self.experiment.ignores_objective(description) else ""
        return "; ".join(filter(None, [ignored, self.repetitions]))

    @property
    def repetitions(self) -> str:
        """What the times of rows are that ran several times."""
        seeds = self.experiment.seeds
        if len(seeds) == 1:
            return ""
        none = [row for row, r in self.rows.items() if not find(r.configuration.backend).seeded(r.configuration)]
        without = f" (no seed: {listed(none)})" if none else ""
        ran = f"each row ran {len(seeds)} times, with the seeds {seeds[0]} to {seeds[-1]}{without}"
        return f"{ran}: times are medians, spread is that of total"

    def __repr__(self) -> str:
        return f"<Result of {self.experiment.instance}: {self.verdict}>"

    def __str__(self) -> str:
        table = Table(columns(self.records), self._cells)
        parts = [str(self.experiment.instance), str(table), f"{self.word}: {self.sentence}"]
        if self.optimal:
            parts.append(f"optimal solutions: {self.optimal.word}: {self.optimal.sentence}")
        if self.witness:
            parts.append(f"witness: {self.witness.sentence}\n  {self.witness.values}")
            drawings: Sequence[str] = [self.witness.drawing] if self.witness.drawing else []
        else:
            drawings = next((record.drawings for record in self.records if record.drawings), ())
        return "\n\n".join([*parts, *map(indented, drawings), *([f"note: {self.note}"] if self.note else [])])

    @property
    def _cells(self) -> list[list[str]]:
        return [cells(record, self.records) for record in self.records]

    def _repr_html_(self) -> str:
        shown_columns = columns(self.records)
        titles = [column.title for column in shown_columns]
        rows = "".join(f"<tr>{''.join(map(_cell, shown_columns, row))}</tr>" for row in [titles, *self._cells])
        shown = FoundSolution(self._solved, self.witness.assignment) if self.witness else self.solution
        return (
            f"<p>{escape(str(self.experiment.instance))}</p>"
            f"<table>{rows}</table>"
            f"<p><strong>{self.word}</strong>: {escape(self.sentence)}</p>"
            + (f"<p>witness: {escape(self.witness.sentence)}</p>" if self.witness else "")
            + (shown.html() if shown else "")
            + (f"<p>note: {self.note}</p>" if self.note else "")
        )


def _cell(column: Column, text: str) -> str:
    align, tag = "left" if column.left else "right", "th" if text == column.title else "td"
    return f'<{tag} style="text-align:{align};padding:2px 8px">{escape(text)}</{tag}>'


def _counters(record: Record) -> list[str]:
    texts = {}
    for counter, value in record.statistics.items():
        one = counter.removesuffix("es") if counter.endswith("ches") else counter.removesuffix("s")
        texts[counter] = many(value, one, counter)
    calls = record.statistics.get("calls")
    if calls and record.count:
        texts["calls"] += f" ({record.count / calls:.1f} solutions per call)"
    return list(texts.values())

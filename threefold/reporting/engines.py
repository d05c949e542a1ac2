"""Which engines are behind a row, as its records say, and of which kind the row is. No label of a sweep file is believed.

Rows are compared within a kind: `plain` rows are engines as they come, `tuned` rows have options of ours. What is our own is
listed apart, and is no faster or slower than an engine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from threefold import backends
from threefold.backends.backend import Configuration
from threefold.backends.configuration import is_plain
from threefold.checker.record import Record
from threefold.language import BadInput
from threefold.sweeps.record_line import Line, SweepRun

PLAIN, TUNED, OWN = KINDS = ("plain", "tuned", "our own")
COMPARED = (PLAIN, TUNED)
OURS = {"arrays", "mixed", "local", "backtracking", "dpll"}


@dataclass(frozen=True)
class Row:
    """What the records say of a row."""

    kind: str  # one of KINDS
    engines: tuple[str, ...]
    versions: tuple[str, ...] = ()  # of the programs that answered
    reference: bool = False  # the sweep file names it as the one that the others of its kind are compared with

    def named(self, row: str) -> str:
        """`CP-SAT (cp)`, `own B&B + CBC (ilp)`, `our own backtracking`: by its engines, then by its label."""
        name = " + ".join(self.engines) or row
        ours = f"our own {name}" if self.kind == OWN else name
        return ours if name == row else f"{ours} ({row})"


def together(rows: Sequence[Row]) -> Row:
    """Of several sections in which the row is of the same kind."""
    engines = tuple(dict.fromkeys(name for row in rows for name in row.engines))
    versions = tuple(dict.fromkeys(name for row in rows for name in row.versions))
    return Row(rows[0].kind, engines, versions, any(row.reference for row in rows))


def rows_of(runs: Sequence[SweepRun | Line], references: Sequence[str]) -> dict[str, Row]:
    """The kinds in order, in each the backends in theirs; plug-ins follow."""
    of_row: dict[str, list[SweepRun | Line]] = {}
    for run in runs:
        of_row.setdefault(run.row, []).append(run)
    about = {row: _row(row, found, row in references) for row, found in of_row.items()}
    ours = backends.names()

    def order_of(row: str) -> tuple[int, int, str]:
        backend = of_row[row][0].backend
        return KINDS.index(about[row].kind), ours.index(backend) if backend in ours else len(ours), row

    return {row: about[row] for row in sorted(about, key=order_of)}


def _row(row: str, runs: Sequence[SweepRun | Line], reference: bool) -> Row:
    records = [run.record for run in runs if isinstance(run, Line)]
    engines = engines_of(records)
    versions = tuple(dict.fromkeys(record.solver for record in records if record.complete))
    return Row(kind_of(runs[0].configuration, engines), engines, versions, reference)


def engines_of(records: Iterable[Record]) -> tuple[str, ...]:
    """Who ended the search, then who found solutions. Where no record says it, the programs that answered."""
    every = list(records)
    said = dict.fromkeys(chain.from_iterable(map(_engines, every)))
    answered = dict.fromkeys(record.solver.partition(" (")[0] for record in every if record.complete)
    return tuple(said or answered or dict.fromkeys(record.configuration.solver for record in every))


def _engines(record: Record) -> Iterable[str]:
    found = (name for name, number in record.found_by.items() if number)
    return filter(None, [*record.decided_by.split(" and "), *found])


def kind_of(configuration: Configuration, engines: Iterable[str]) -> str:
    """Own, if one of its engines is. A row without a record has no engines; then its solver tells."""
    return OWN if ({*engines} or {configuration.solver}) & OURS else _plain_or_tuned(configuration)


def _plain_or_tuned(configuration: Configuration) -> str:
    try:
        return PLAIN if is_plain(configuration) else TUNED
    except BadInput:  # a backend that is not installed here
        return TUNED

"""Two sets of records of the same runs: another version of a solver, another commit, another machine. What changed?

Cells are matched by puzzle, parameters, givens, task and row, and not by keys or digests. Rows are matched by their labels; one
that has no row of the same label, by its configuration.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.reporting.cell import LIMITS, Cell, PlacedInstance
from threefold.reporting.estimates import FLOOR, LEAST_PAIRS, Comparison, corrected, signed_rank, typical_ratio
from threefold.sweeps.record_line import SEED, Line

DIFFERENT, FASTER, SLOWER, TIED, OPEN = VERDICTS = ("different", "faster", "slower", "tied", "not compared")
Key = tuple[str, str, str, str]  # puzzle, task, instance, row


@dataclass(frozen=True)
class RowChange:
    """A row of both sets, or of one."""

    new: str | None  # its labels
    old: str | None
    options: tuple[str, ...]  # what differs in its solver and its options

    @property
    def renamed(self) -> bool:
        return None not in (self.new, self.old) and self.new != self.old


@dataclass(frozen=True)
class CellChange:
    old: Cell
    new: Cell
    verdict: str  # one of VERDICTS
    reason: str = ""


@dataclass(frozen=True)
class Changes:
    new: tuple[Line, ...]
    old: tuple[Line, ...]
    rows: tuple[RowChange, ...]
    cells: tuple[CellChange, ...]
    only: Mapping[str, tuple[str, ...]]  # what only OLD, or only NEW has, of the rows of both

    @property
    def exit_code(self) -> int:
        return 1 if any(each.verdict == DIFFERENT for each in self.cells) else 0

    @cached_property
    def pairs(self) -> list[tuple[str, Comparison]]:
        """Over the instances that differ in their seed only: a row and a point, with the new times by the old ones."""
        samples: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for each in self.cells:
            if SEED in each.new.line.parameters and each.old.time and each.new.time:
                rest = " ".join(f"{name}={value}" for name, value in each.new.line.parameters.items() if name != SEED)
                samples.setdefault((each.new.row, f"{each.new.line.puzzle} {rest}"), []).append(
                    (max(FLOOR, each.old.time), max(FLOOR, each.new.time))
                )
        enough = {key: found for key, found in samples.items() if len(found) >= LEAST_PAIRS}
        tests = corrected([*map(signed_rank, enough.values())])
        return [
            (point, Comparison(row, row, typical_ratio(found), p))
            for ((row, point), found), p in zip(enough.items(), tests, strict=True)
        ]


def changes(new: Sequence[Line], old: Sequence[Line]) -> Changes:
    rows = _matched(_configurations(new), _configurations(old))
    labels = {row.old: row.new for row in rows if row.old and row.new}
    renamed = [replace(line, row=labels[line.row] or "") for line in old if line.row in labels]
    both = set(labels.values())
    clock = "cpu" if all(line.limit == "cpu" for line in (*new, *old)) else "wall"
    now, before = _cells((line for line in new if line.row in both), clock), _cells(renamed, clock)
    cells = tuple(_judged(before[key], now[key]) for key in now if key in before)
    only = {
        name: _named(mine.keys() - theirs.keys()) for name, mine, theirs in (("OLD", before, now), ("NEW", now, before))
    }
    return Changes(tuple(new), tuple(old), tuple(rows), cells, only)


def _configurations(lines: Iterable[Line]) -> dict[str, Configuration]:
    return {line.row: line.configuration for line in lines}


def _matched(new: Mapping[str, Configuration], old: Mapping[str, Configuration]) -> list[RowChange]:
    left = {str(each): row for row, each in old.items() if row not in new}
    of_old = {row: row if row in old else left.pop(str(each), None) for row, each in new.items()}
    both = [RowChange(row, other, _options(new[row], old.get(other or ""))) for row, other in of_old.items()]
    return [*both, *(RowChange(None, row, ()) for row in left.values())]


def _options(new: Configuration, old: Configuration | None) -> tuple[str, ...]:
    """`view: auto, was linear`; a dash where one of the two does not have the option."""
    if old is None:
        return ()
    one, other = ({"solver": each.solver, **each.options} for each in (new, old))
    names = dict.fromkeys([*one, *other])
    return tuple(
        f"{name}: {one.get(name, '–')}, was {other.get(name, '–')}"
        for name in names
        if one.get(name) != other.get(name)
    )


def _cells(lines: Iterable[Line], clock: str) -> dict[Key, Cell]:
    found: dict[Key, list[Line]] = {}
    for line in lines:
        parameters = " ".join(f"{name}={line.parameters[name]}" for name in sorted(line.parameters))
        instance = " ".join([parameters, *sorted(line.givens)])
        found.setdefault((line.puzzle, line.task, instance, line.row), []).append(line)
    return {
        key: Cell(key[-1], PlacedInstance(some[0].instance, 0.0), tuple(some), clock) for key, some in found.items()
    }


def _named(keys: Iterable[Key]) -> tuple[str, ...]:
    return tuple(f"{puzzle} {instance} ({task}, {row})" for puzzle, task, instance, row in sorted(keys))


def _judged(old: Cell, new: Cell) -> CellChange:
    change = CellChange(old, new, TIED)
    if contradiction := _contradiction(old.record, new.record):
        return replace(change, verdict=DIFFERENT, reason=contradiction)
    if old.estimate is None or new.estimate is None:
        return _solved(change)
    if old.easy or new.easy:
        return replace(change, verdict=OPEN, reason="a time is below the floor")
    if 1 in (old.estimate.runs, new.estimate.runs):
        return replace(change, verdict=OPEN, reason="one run only")
    if old.estimate.overlaps(new.estimate):
        return change
    return replace(change, verdict=FASTER if new.estimate.value < old.estimate.value else SLOWER)


def _contradiction(old: Record, new: Record) -> str:
    """Between two answers; a bound or no answer contradicts nothing."""
    if old.exact and new.exact and old.count != new.count:
        return f"{old.count:,} solutions, now {new.count:,}"
    if {old.status, new.status} == {"sat", "unsat"}:
        return f"{old.status}, now {new.status}"
    one, other = old.fingerprint, new.fingerprint
    if old.exact and new.exact and one and other and one.kind == other.kind and str(one) != str(other):
        return "as many solutions, and not the same ones"
    return ""


def _solved(change: CellChange) -> CellChange:
    """What a limit stopped in one of them takes longer there, if the limits are the same."""
    old, new = change.old, change.new
    words = f"{old.record.status}, now {new.record.status}"
    limits = {(cell.line.limit_seconds, cell.line.limit_memory_mb) for cell in (old, new)}
    unsolved = old if old.estimate is None else new
    if old.estimate is new.estimate or unsolved.record.status not in LIMITS:
        return replace(change, verdict=OPEN, reason=words)
    if len(limits) > 1:
        return replace(change, verdict=OPEN, reason=f"{words}, with another limit")
    return replace(change, verdict=FASTER if old.estimate is None else SLOWER, reason=words)

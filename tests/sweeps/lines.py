"""Record lines for tests, made by hand."""

from dataclasses import fields, replace
from typing import Any

from threefold.backends.backend import Size
from threefold.backends.configuration import parse
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.record import Record
from threefold.sweeps.record_line import Line, SweepRun, about

RESULT = {field.name for field in fields(Record)}


def run(**changes: Any) -> SweepRun:
    asked: dict[str, Any] = {
        "puzzle": "nqueens", "parameters": {"n": 8}, "givens": (), "row": "sat", "task": "count", "seed": None,
        "repetition": 0, "seconds": 60.0, "memory": 2 << 30,
    }  # fmt: skip
    asked |= changes
    return SweepRun(configuration=parse(asked["row"], {}), **asked)


def line(asked: SweepRun | None = None, **changes: Any) -> Line:
    asked = asked or run()
    record = Record(
        asked.configuration, "cadical195", "sat", method="blocking", count=92, count_is="exact", verified=92,
        fingerprint=fingerprint(92, 255), size=Size(64, 0, 736, 1520), memory=40_000_000, threefold="0.1.0",
        seconds={"lower": 0.001, "solve": 0.5, "total": 0.6, "cpu": 0.55},
    )  # fmt: skip
    values: dict[str, Any] = {
        **about(asked), "sweep": "queens", "verdict": "agree", "witness": None, "known": 92, "record": record,
        "versions": {"python": "3.11.7"},
        "machine": {"cpu": "Some CPU", "cores": 2, "memory_gb": 24.0, "system": "Linux", "load": 0.1},
        "started": "2026-11-16T04:05:06Z",
    }  # fmt: skip
    return changed(Line(**values), **changes)


def fingerprint(count: int, total: int) -> Fingerprint:
    """As it is read from a file."""
    return Fingerprint([count], [total])


def changed(line: Line, **changes: Any) -> Line:
    """With other columns, or other fields of its record."""
    of_record = {name: value for name, value in changes.items() if name in RESULT}
    rest = {name: value for name, value in changes.items() if name not in RESULT}
    return replace(line, record=replace(line.record, **of_record), **rest)

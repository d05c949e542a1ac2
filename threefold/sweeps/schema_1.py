"""Migrating records of schema 1: the result was spread over the columns of the line, and keys had another hash of the spec."""

from collections.abc import Mapping
from typing import Any

from threefold.backends.backend import Configuration, Size
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.record import Record
from threefold.checker.tally import Fault
from threefold.sweeps.run import SweepRun, key_of

OLD_KEY = 16  # digits of a key
RESULT = ("status", "reason", "count", "count_is", "verified", "method", "seconds", "statistics")
CONFIGURATION = ("backend", "solver", "options")
SIZE = ("variables", "auxiliary", "constraints", "literals")


def from_schema_1(old: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a line today. What was not recorded then is left out: buckets, values, the spec's digest."""
    gone = {*RESULT, *CONFIGURATION, *SIZE, "fingerprint", "memory_mb", "drawing"}
    versions = dict(old["versions"])
    record = Record(
        Configuration(*(old[name] for name in CONFIGURATION)),
        solver=versions.pop("solver"),
        **{name: old[name] for name in RESULT},
        fingerprint=old["fingerprint"] and Fingerprint([old["count"]], [int(old["fingerprint"], 16)]),
        fault=_fault(old),
        drawings=(old["drawing"],) if old["drawing"] else (),
        size=None if old["variables"] is None else Size(**{name: old[name] for name in SIZE}, largest_coefficient=0),
        memory=round(old["memory_mb"] * 1e6),
        threefold=versions.pop("threefold"),
    )
    return {name: value for name, value in old.items() if name not in gone} | {"versions": versions, "record": record}


def old_key(run: SweepRun, spec: str) -> str:
    """The run's key; `spec` is the hash of that time, which included the known number."""
    asked = run.asked | {"spec": spec}
    del asked["known"]
    return key_of(asked)[:OLD_KEY]


def _fault(old: Mapping[str, Any]) -> Fault | None:
    """A run that disagreed although its count is not wrong had reported something wrong, which was not recorded."""
    counted = old["verified"] < (old["count"] or 0) or old["known"] not in (None, old["count"])
    if old["verdict"] != "disagree" or (old["count_is"] == "exact" and counted):
        return None
    return Fault((), f"failed its own check ({old['reason']})" if old["reason"] else "failed its own check")

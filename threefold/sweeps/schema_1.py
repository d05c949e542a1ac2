"""Lines of schema 1, in which the fields of the record were columns of the line."""

from collections.abc import Mapping
from typing import Any

SIZE = ("variables", "auxiliary", "constraints", "literals")
RESULT = ("backend", "solver", "options", "status", "reason", "count", "count_is", "verified", "method", "seconds", "statistics",
          "fingerprint", "memory_mb")  # fmt: skip


def from_schema_1(old: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a line today. What was not recorded then is left out: buckets, values, the spec's digest."""
    kept = {name: value for name, value in old.items() if name not in (*RESULT, *SIZE, "drawing")}
    versions = dict(old["versions"])
    size = {name: old[name] for name in SIZE}
    record = {name: old[name] for name in RESULT} | {
        "version": versions.pop("solver"),
        "threefold": versions.pop("threefold"),
        "fault": _fault(old),
        "size": None if old["variables"] is None else size | {"largest_coefficient": 0},
        "drawings": [old["drawing"]] if old["drawing"] else [],
        "solutions": [],
        "spec": None,
    }
    return kept | {"versions": versions, "record": record}


def _fault(old: Mapping[str, Any]) -> dict[str, Any] | None:
    """A run that disagreed although its count is not wrong had reported something wrong, which was not recorded."""
    counted = old["verified"] < (old["count"] or 0) or old["known"] not in (None, old["count"])
    if old["verdict"] != "disagree" or (old["count_is"] == "exact" and counted):
        return None
    return {"assignment": [], "reason": "failed its own check" + (f" ({old['reason']})" if old["reason"] else "")}

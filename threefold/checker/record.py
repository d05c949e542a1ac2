"""A record: all that is known of one run when it is over. Runs write records; the judge, the table and JSON only read them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add
from typing import TypeVar

from threefold.backends.backend import Configuration, Size
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.tally import Fault

N = TypeVar("N", int, float)
STATUSES = ("sat", "unsat", "unknown", "timeout", "memory", "error")


@dataclass(frozen=True)
class Record:
    configuration: Configuration
    solver: str  # for people, with its version
    status: str  # one of STATUSES
    reason: str | None = None  # why it is not a complete answer
    count: int | None = None  # solutions over the decision variables
    count_is: str = "unknown"  # exact, at_least, unknown
    verified: int = 0  # solutions that were checked with `holds` and satisfy the spec
    fingerprint: Fingerprint | None = None
    fault: Fault | None = None
    solutions: tuple[tuple[int, ...], ...] = ()  # the first ones, for drawing
    drawings: tuple[str, ...] = ()
    method: str | None = None
    size: Size | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    statistics: Mapping[str, int] = field(default_factory=dict)
    memory: int = 0  # peak, bytes

    @property
    def complete(self) -> bool:
        """It answered the question, be it only for the first solutions."""
        return self.status in ("sat", "unsat")

    @property
    def exact(self) -> bool:
        return self.count_is == "exact"

    @property
    def certified(self) -> bool:
        """Its solutions were given to it; its own is the proof that there are no others."""
        return (self.method or "").startswith("certify") and self.exact

    @property
    def only_counted(self) -> bool:
        """There is a number of solutions, but nobody has seen them."""
        return bool(self.count) and self.fingerprint is None


def merged(record: Record, parts: Collection[Record], of: int) -> Record:
    """The record with the answers of its parts: counts over disjoint parts of the search space, `of` of them in all.

    It is complete only where all parts are there and exact. Phases are summed, so that they add up to what all have spent;
    but the first solution came when the first of them had one.
    """
    counts = [part.count for part in parts if part.count is not None]
    fingerprints = [part.fingerprint for part in parts if part.fingerprint is not None]
    firsts = [part.seconds["first"] for part in parts if "first" in part.seconds]
    exact = len(parts) == of and all(part.exact for part in parts)
    return replace(
        record,
        status=("sat" if sum(counts) else "unsat") if exact else "unknown",
        count=sum(counts) if counts else None,
        count_is="exact" if exact else "at_least" if counts else "unknown",
        verified=sum(part.verified for part in parts),
        fingerprint=reduce(add, fingerprints) if fingerprints and len(fingerprints) == len(counts) else None,
        fault=next((part.fault for part in parts if part.fault), None),
        solutions=tuple(solution for part in parts for solution in part.solutions),
        drawings=tuple(drawing for part in parts for drawing in part.drawings),
        method=next((part.method for part in parts if part.method), None),
        size=next((part.size for part in parts if part.size), None),
        seconds=_summed(part.seconds for part in parts) | ({"first": min(firsts)} if firsts else {}),
        statistics=_summed(part.statistics for part in parts),
    )


def _summed(mappings: Iterable[Mapping[str, N]]) -> dict[str, N]:
    totals: dict[str, N] = {}
    for mapping in mappings:
        for key, value in mapping.items():
            totals[key] = totals[key] + value if key in totals else value
    return totals

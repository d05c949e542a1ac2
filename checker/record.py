"""A record: all that is known of one run when it is over. Runs write records; the judge, the table and JSON only read them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from backends.backend import Configuration, Size
from checker.fingerprint import Fingerprint
from checker.tally import Fault

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

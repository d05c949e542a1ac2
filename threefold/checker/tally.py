"""The tally of one run: every solution of the stream is checked with `holds`, hashed, and compared with those before it."""

from dataclasses import dataclass, field
from functools import cached_property
from operator import contains
from typing import TYPE_CHECKING

from threefold.backends.backend import Cube
from threefold.backends.blocks import Block, rows_of
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.hashing import HASH, Hashing
from threefold.checker.seen import Seen
from threefold.language import Assignment, Spec

if TYPE_CHECKING:
    from threefold.checker.block_forms import AllHold

# Solutions of a run. Before this number they are evaluated one by one in plain Python. From the block that reaches it on, blocks
# are evaluated at once by numpy, whose import takes about as long as a thousand solutions one by one.
MANY = 1000
MOST_KEPT = 1 << 20  # values of solutions with derived variables, to say which of these has two values
OUTSIDE = "lies outside the part of the search space that was searched: it is counted there as well"


@dataclass(frozen=True)
class Fault:
    """An assignment that a run reported wrongly, and why it is wrong."""

    assignment: tuple[int, ...]
    reason: str
    repeated: bool = False  # it is a solution, but was reported before


@dataclass
class Tally:
    spec: Spec
    keep: int = 0  # how many solutions to keep, for drawing
    cube: Cube = field(default_factory=dict)  # the part of the search space that was searched
    fingerprint: Fingerprint = field(default_factory=Fingerprint)
    count: int = 0
    verified: int = 0
    fault: Fault | None = None
    kept: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._decisions = [x.position for x in self.spec.decisions]
        self._holds = [posted.constraint.holds for posted in self.spec.posted]
        self._domains = tuple(x.domain for x in self.spec.variables)
        self._derived = [x for x in self.spec.variables if x.derived]
        self._cube = list(self.cube.items())
        self._hashing, self._seen = Hashing(x.domain for x in self.spec.decisions), Seen()
        self._before: list[tuple[bytes, Block]] = []  # hashes and solutions, if some variable is derived

    def extend(self, block: Block) -> None:
        """Few one by one. Many at once where all are right; otherwise one by one, which describes the first fault."""
        many = self.count + len(block) >= MANY
        most = self._all_hold.most if many else MANY
        for start in range(0, len(block), most):
            part = block[start : start + most]
            if not (many and self._extend_right(part)):
                for assignment in rows_of(part):
                    self.add(assignment)

    def add(self, assignment: Assignment) -> None:
        self.count += 1
        if len(self.kept) < self.keep:
            self.kept.append(tuple(assignment))
        if self._satisfies(assignment):
            self.verified += 1
        elif self.fault is None:
            self.fault = Fault(tuple(assignment), f"violates {self.spec.violated(assignment)}")
        if self._cube and self.fault is None and not all(assignment[at] in values for at, values in self._cube):
            self.fault = Fault(tuple(assignment), OUTSIDE, repeated=True)
        hashed = self._hashing.one([assignment[at] for at in self._decisions] if self._derived else assignment)
        self.fingerprint.add(hashed)
        if self._remembers():
            self._before.append((hashed, [assignment]))
        if self.fault is None and self._seen.add(hashed):
            self._report_again(hashed, assignment)

    def _extend_right(self, block: Block) -> bool:
        """False, and nothing is added, if one of them is not a solution or lies outside the cube."""
        columns = self._all_hold.columns(block)
        if columns is None or not all(value in of for at, of in self._cube for value in set(columns[at].tolist())):
            return False
        self.count += len(block)
        self.verified += len(block)
        self.kept += map(tuple, rows_of(block[: max(0, self.keep - len(self.kept))]))
        hashes = self._hashing.many(columns[self._decisions] if self._derived else columns)
        self.fingerprint.extend(hashes)
        if self._remembers():
            self._before.append((hashes.tobytes(), block))
        again = self._seen.extend(hashes) if self.fault is None else None
        if again is not None:
            self._report_again(hashes[again].tobytes(), rows_of(block[again : again + 1])[0])
        return True

    @cached_property
    def _all_hold(self) -> "AllHold":
        from threefold.checker.block_forms import AllHold  # it imports numpy

        return AllHold(self.spec)

    def _satisfies(self, assignment: Assignment) -> bool:
        """The same as `spec.violated(assignment) is None`, and faster: it is called for every solution."""
        if len(assignment) != len(self._domains) or not all(map(contains, self._domains, assignment)):
            return False
        for holds in self._holds:  # noqa: SIM110  (a generator is slower)
            if not holds(assignment):
                return False
        return True

    def _remembers(self) -> bool:
        return bool(self._derived) and self.count * len(self._domains) <= MOST_KEPT

    def _report_again(self, hashed: bytes, again: Assignment) -> None:
        self.fault = Fault(tuple(again), f"was reported twice{self._changed(hashed, again)}", repeated=True)

    def _changed(self, hashed: bytes, again: Assignment) -> str:
        """Which derived variable has another value than before, in words."""
        before = next((rows[at] for hashes, rows in self._before for at in _places(hashed, hashes)), again)
        for x in self._derived:
            if before[x.position] != again[x.position] and not x.hidden:
                return f": derived variable {x} has two values for the same decision variables"
        return ""


def _places(hashed: bytes, hashes: bytes) -> list[int]:
    return [at // HASH for at in range(0, len(hashes), HASH) if hashes.startswith(hashed, at)]

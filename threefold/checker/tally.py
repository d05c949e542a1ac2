"""The tally of one run: every solution of the stream is checked with `holds`, hashed, and compared with those before it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import contains
from typing import TYPE_CHECKING

from threefold.backends.backend import Cube
from threefold.backends.blocks import Block, column, rows_of
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.hashing import HASH, Hashing
from threefold.checker.seen import Seen
from threefold.language import Assignment, Spec
from threefold.language.node import OverLiterals
from threefold.language.terms import Domain

if TYPE_CHECKING:
    from threefold.checker.holds_all import AllHold

FEW_AT_FIRST, FEW = 16, 4  # solutions that are checked faster one by one: of the whole run, and later of a block
FEW_OF_LITERALS = 5, 2  # these two numbers where most constraints are over literals: their faster forms are made sooner
LARGEST_SET = 1 << 16  # values of a domain
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
        self._common = _common(self._domains)
        self._derived = [x for x in self.spec.variables if x.derived]
        self._cube = list(self.cube.items())
        self._hashing, self._seen = Hashing(x.domain for x in self.spec.decisions), Seen()
        self._before: list[tuple[bytes, Sequence[Assignment]]] = []  # hashes and solutions, if some variable is derived

    def extend(self, block: Block) -> None:
        """Many at once where all are right; otherwise one by one, which finds the first fault and describes it."""
        rows, arrays = rows_of(block), not isinstance(block, Sequence)
        at_first, few = self._few
        few = few if self.count + len(rows) >= at_first else at_first
        most = self._all_hold.most if len(rows) >= few else few
        for start in range(0, len(rows), most):
            part = rows[start : start + most]
            if len(part) < few or not self._extend_right(part, arrays):
                for assignment in part:
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
        self._look_up(hashed, [assignment])

    def _extend_right(self, block: Sequence[Assignment], arrays: bool) -> bool:
        """False, and nothing is added, if one of them is not a solution or lies outside the cube."""
        hashes = self._all_hold.hashes(block, self._hashing, arrays=arrays)
        if hashes is None or not all(_within(block, at, values) for at, values in self._cube):
            return False
        self.count += len(block)
        self.verified += len(block)
        self.kept += map(tuple, block[: max(0, self.keep - len(self.kept))])
        self.fingerprint.extend(hashes, arrays=arrays)
        self._look_up(hashes, block, arrays=arrays)
        return True

    @cached_property
    def _few(self) -> tuple[int, int]:
        over_literals = sum(isinstance(posted.constraint, OverLiterals) for posted in self.spec.posted)
        return FEW_OF_LITERALS if 2 * over_literals > len(self._holds) else (FEW_AT_FIRST, FEW)

    @cached_property
    def _all_hold(self) -> "AllHold":
        from threefold.checker.holds_all import AllHold  # most runs have few solutions

        return AllHold(self.spec)

    def _satisfies(self, assignment: Assignment) -> bool:
        """The same as `spec.violated(assignment) is None`, and faster: it is called for every solution."""
        if len(assignment) != len(self._domains):
            return False
        if not (self._common.issuperset(assignment) if self._common else all(map(contains, self._domains, assignment))):
            return False
        for holds in self._holds:  # noqa: SIM110  (a generator is slower)
            if not holds(assignment):
                return False
        return True

    def _look_up(self, hashes: bytes, solutions: Sequence[Assignment], *, arrays: bool = False) -> None:
        if self._derived and self.count * len(self._domains) <= MOST_KEPT:
            self._before.append((hashes, solutions))
        repeated = self._seen.add(hashes, arrays=arrays)
        if repeated is not None and self.fault is None:
            hashed, again = hashes[HASH * repeated : HASH * (repeated + 1)], solutions[repeated]
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


def _within(block: Sequence[Assignment], at: int, values: Collection[int]) -> bool:
    return all(value in values for value in set(column(block, at)))


def _common(domains: Sequence[Domain]) -> frozenset[int]:
    """The domain of all variables if they have the same one and it is not large, else the empty set."""
    first = domains[0] if domains else ()
    same = len(first) <= LARGEST_SET and all(domain == first for domain in domains)
    return frozenset(first if same else ())

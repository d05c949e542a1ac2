"""The tally of one run: every solution of the stream is checked with `holds`, hashed, and compared with those before it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from operator import contains
from typing import TYPE_CHECKING

from threefold.backends.backend import Cube
from threefold.backends.blocks import Block, column, rows_of
from threefold.checker.fingerprint import Fingerprint, hash_of, hashes_of
from threefold.language import Assignment, Spec
from threefold.language.terms import Domain

if TYPE_CHECKING:
    from threefold.checker.holds_all import AllHold

REMEMBERED = 1 << 18  # hashes, to find a repetition at once; later ones are found by comparing fingerprints
FEW_AT_FIRST, FEW = 16, 4  # solutions that are checked faster one by one: of the whole run, and later of a block
LARGE, FEW_OF_LARGE = 256, 8  # variables of a spec, and its FEW_AT_FIRST
LARGEST_SET = 1 << 16  # values of a domain
OUTSIDE = "lies outside the part of the search space that was searched: it is counted there as well"


@dataclass(frozen=True)
class Fault:
    """An assignment that a run reported wrongly, and why it is wrong."""

    assignment: tuple[int, ...]
    reason: str
    repeated: bool = False  # it is a solution, but was reported before, or another backend contradicts
    verb: str = "reported"  # or "has", "rejects"


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
        self._seen: dict[bytes, None] = {}  # hashes, in the order in which they came
        self._derived_of: dict[bytes, Sequence[int]] = {}  # hash -> derived values, where there are any

    def extend(self, block: Block) -> None:
        """Many at once where all are right; otherwise one by one, which finds the first fault and describes it."""
        rows = rows_of(block)
        at_first = FEW_AT_FIRST if len(self._domains) < LARGE else min(FEW_AT_FIRST, FEW_OF_LARGE)
        few = FEW if self.count + len(rows) >= at_first else at_first
        most = self._all_hold.most if len(rows) >= few else few
        for start in range(0, len(rows), most):
            part = rows[start : start + most]
            if len(part) < few or not self._extend_right(part):
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
        hashed = hash_of([assignment[position] for position in self._decisions] if self._derived else assignment)
        self.fingerprint.add(hashed)
        self._look_up(hashed, assignment)

    def _extend_right(self, block: Sequence[Assignment]) -> bool:
        """False, and nothing is added, if one of them is not a solution, lies outside the cube or was reported before."""
        read = self._all_hold.read(block)
        if read is None or not all(_within(block, at, values) for at, values in self._cube):
            return False
        integers, derived = read
        hashes = hashes_of(integers, len(block))
        room = REMEMBERED - len(self._seen)
        if not self._remember(hashes):
            return False
        self.count += len(block)
        self.verified += len(block)
        self.kept += map(tuple, block[: max(0, self.keep - len(self.kept))])
        self.fingerprint.extend(hashes)
        if self._derived:
            self._derived_of.update(islice(zip(hashes, derived, strict=True), room))
        return True

    def _remember(self, hashes: Sequence[bytes]) -> bool:
        """False, and nothing is added, if one of them is there already or comes twice."""
        before = len(self._seen)
        self._seen.update(dict.fromkeys(hashes))
        new = len(self._seen) == before + len(hashes)
        for _ in range(len(self._seen) - (max(before, REMEMBERED) if new else before)):
            self._seen.popitem()  # the last one that was added
        return new

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

    def _look_up(self, hashed: bytes, assignment: Assignment) -> None:
        derived = tuple(assignment[x.position] for x in self._derived) if self._derived else ()
        if hashed not in self._seen:
            if len(self._seen) < REMEMBERED:
                self._seen[hashed] = None
                self._derived_of.update({hashed: derived} if derived else {})
        elif self.fault is None:
            before = self._derived_of.get(hashed, ())
            changed = [
                x for x, was, now in zip(self._derived, before, derived, strict=True) if was != now and not x.hidden
            ]
            why = f": derived variable {changed[0]} has two values for the same decision variables" if changed else ""
            self.fault = Fault(tuple(assignment), f"was reported twice{why}", repeated=True)


def _within(block: Sequence[Assignment], at: int, values: Collection[int]) -> bool:
    return all(value in values for value in set(column(block, at)))


def _common(domains: Sequence[Domain]) -> frozenset[int]:
    """The domain of all variables if they have the same one and it is not large, else the empty set."""
    first = domains[0] if domains else ()
    same = len(first) <= LARGEST_SET and all(domain == first for domain in domains)
    return frozenset(first if same else ())

"""The record of one run: everything that is known when the run is over, and its only JSON form.

`compare --json`, the records of a sweep, the checkpoints of a count and the encoding audit all use `to_dict` and `from_dict`.
docs/json.md explains every field, with its unit.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import reduce
from operator import add
from typing import Any, Self, TypeVar

from threefold.backends.backend import Configuration, Size
from threefold.checker.fingerprint import BLAKE2B, DIGITS, MIXED, Fingerprint
from threefold.checker.json_form import checked, what_is_wrong
from threefold.checker.tally import Fault
from threefold.format import seconds

N = TypeVar("N", int, float)
# Fields that older records lack, and their values there.
OPTIONAL = {"optimum": None, "optimum_is": "unknown", "decided_by": ""}
UNCHANGED = ("method", "status", "reason", "count", "count_is", "verified")  # fields that JSON has as they are


@dataclass(frozen=True, repr=False)
class Record:
    """What is known of one run: `result["sat"].count`. docs/json.md explains every field, with its unit."""

    configuration: Configuration
    solver: str  # name and version, for the table
    status: str  # sat, unsat, unknown, timeout, memory or error; in a sweep also skipped or lowered
    reason: str | None = None  # why the answer is not complete
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
    spec: str | None = None  # digest of the spec that was solved
    threefold: str | None = None  # version of this package that solved it
    optimum: int | None = None  # value of the objective in the best solution that was found
    optimum_is: str = "unknown"  # exact, bound (a limit was hit), unknown
    found_by: Mapping[str, int] = field(default_factory=dict)  # solutions by the engine that returned them
    decided_by: str = ""  # the engine whose answer ended the search
    repeated: tuple[Mapping[str, float], ...] = ()  # the seconds of each run, where a row ran several times

    @property
    def complete(self) -> bool:
        """The question was answered, even if only the first solutions were asked for."""
        return self.status in ("sat", "unsat")

    @property
    def exact(self) -> bool:
        return self.count_is == "exact"

    @property
    def only_counted(self) -> bool:
        """The run counted solutions without enumerating them."""
        return bool(self.count) and self.fingerprint is None and not self.verified

    @property
    def engines(self) -> str:
        """`1,000 by cadical195, 13,200 by arrays, ended by arrays`; nothing where it was all the solver that the table names."""
        names = {*self.found_by, self.decided_by} - {""}
        if len(names) < 2:
            return "".join(f"all by {name}" for name in names if not self.solver.startswith(name))
        found = [f"{number:,} by {name}" for name, number in self.found_by.items()]
        return ", ".join([*found, *([f"ended by {self.decided_by}"] if self.decided_by else [])])

    @property
    def counted(self) -> str:
        """`92` is exact, `≥ 15` a lower bound, `(17)` the best of the solutions so far, `?` unknown."""
        if self.optimum is not None:
            return f"{self.optimum:,}" if self.optimum_is == "exact" else f"({self.optimum:,})"
        if self.count is None:
            return "?"
        return f"{self.count:,}" if self.exact else f"≥ {self.count:,}"

    @property
    def cells(self) -> tuple[str, ...]:
        """What a table shows of it: solver, status, count, sizes, times and memory."""
        size = self.size
        return (
            self.solver.partition(" (")[0],
            self.status,
            self.counted,
            f"{size.variables:,} + {size.auxiliary:,}" if size else "–",
            f"{size.constraints:,}" if size else "–",
            *(seconds(self.seconds.get(phase)) for phase in ("lower", "solve", "total")),
            f"{self.memory / 1e6:.0f} MB",
        )

    @property
    def spread(self) -> str:
        """Of `total` over the repetitions: `17.2–52.0 ms`."""
        totals = [run["total"] for run in self.repeated]
        least, most = (seconds(each) for each in (min(totals), max(totals)))
        return f"{least.removesuffix(most[most.index(' ') :])}–{most}"

    @property
    def _answer(self) -> str:
        noun = "solution" if self.count == 1 else "solutions"
        return f"{self.status}, " + (f"{self.counted} {noun}" if self.optimum is None else f"optimum {self.counted}")

    def __str__(self) -> str:
        """Its row in the table of a comparison, in words."""
        solver, *_, variables, constraints, _, _, total, memory = self.cells
        size = f", {variables} variables, {constraints} constraints" if self.size else ""
        reason = f" ({self.reason})" if self.reason else ""
        return f"{self.configuration.backend} ({solver}): {self._answer}{size}, {total} in total, {memory}{reason}"

    def __repr__(self) -> str:
        return f"<Record of {self.configuration}: {self._answer}>"

    def to_dict(self, *, buckets: bool = False) -> dict[str, Any]:
        """The JSON form; `buckets` adds those of the fingerprint, which the parts of a count need to be added up."""
        extra = {"buckets": self.fingerprint and self.fingerprint.buckets()} if buckets else {}
        return {
            "backend": self.configuration.backend,
            "solver": self.configuration.solver,
            "version": self.solver,
            "options": dict(self.configuration.options),
            **{name: getattr(self, name) for name in (*UNCHANGED, *OPTIONAL)},
            "fingerprint": self.fingerprint and str(self.fingerprint),
            **extra,
            "fault": self.fault and {**asdict(self.fault), "assignment": list(self.fault.assignment)},
            "size": self.size and asdict(self.size),
            "seconds": _rounded(self.seconds),
            "repeated": list(map(_rounded, self.repeated)),
            "memory_mb": round(self.memory / 1e6, 1),
            "statistics": dict(self.statistics),
            "found_by": dict(self.found_by),
            "solutions": [list(solution) for solution in self.solutions],
            "drawings": list(self.drawings),
            "spec": self.spec,
            "threefold": self.threefold,
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Self:
        """The record of a JSON form; ValueError if it is not one."""
        try:
            fault = form["fault"]
            record = cls(
                Configuration(form["backend"], form["solver"], dict(form["options"])),
                form["version"],
                **{name: form[name] for name in UNCHANGED},
                **{name: form.get(name, value) for name, value in OPTIONAL.items()},
                fingerprint=_fingerprint(form),
                fault=fault and Fault(tuple(fault["assignment"]), fault["reason"], fault["repeated"]),
                solutions=tuple(map(tuple, form["solutions"])),
                drawings=tuple(form["drawings"]),
                size=form["size"] and Size(**form["size"]),
                seconds=dict(form["seconds"]),
                statistics=dict(form["statistics"]),
                found_by=dict(form.get("found_by", {})),
                repeated=tuple(map(dict, form.get("repeated", ()))),
                memory=round(form["memory_mb"] * 1e6),
                spec=form["spec"],
                threefold=form["threefold"],
            )
            return checked(record)
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
            raise ValueError(f"not a record: {what_is_wrong(error)}") from None


def _rounded(spent: Mapping[str, float]) -> dict[str, float]:
    return {phase: round(value, 6) for phase, value in spent.items()}


def _fingerprint(form: Mapping[str, Any]) -> Fingerprint | None:
    if form["fingerprint"] is None:
        return None
    if type(form["count"]) is not int:
        raise ValueError(f"count is of a wrong type: {form['count']!r:.60}")
    kind, total, buckets = form["fingerprint"][:-DIGITS], form["fingerprint"][-DIGITS:], form.get("buckets")
    whole = Fingerprint([form["count"]], [int(total, 16)], kind)
    fingerprint = whole if buckets is None else Fingerprint.from_buckets(buckets, kind)
    if (fingerprint.count, str(fingerprint)) != (form["count"], form["fingerprint"]):
        raise ValueError("the fingerprint does not fit the count")
    if kind not in (BLAKE2B, MIXED):
        raise ValueError(f"a fingerprint of an unknown kind: {kind!r:.20}")
    return fingerprint


def merged(record: Record, parts: Collection[Record], of: int) -> Record:
    """The record with the answers of its parts: counts over disjoint parts of the search space, of which there are `of`.

    It is complete only if all parts are there and exact. The seconds of a phase are summed, except for the first solution.
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
        fingerprint=_union(fingerprints) if len(fingerprints) == len(counts) else None,
        fault=next((part.fault for part in parts if part.fault), None),
        solutions=tuple(solution for part in parts for solution in part.solutions),
        drawings=tuple(drawing for part in parts for drawing in part.drawings),
        method=next((part.method for part in parts if part.method), None),
        size=next((part.size for part in parts if part.size), None),
        seconds=_summed(part.seconds for part in parts) | ({"first": min(firsts)} if firsts else {}),
        statistics=_summed(part.statistics for part in parts),
        found_by=_summed(part.found_by for part in parts),
        decided_by=" and ".join(dict.fromkeys(part.decided_by for part in parts if part.decided_by)) if exact else "",
    )


def _union(fingerprints: Collection[Fingerprint]) -> Fingerprint | None:
    """None if their hashes are of different kinds: then an old version counted some of the parts. An empty set has no kind."""
    members = [fingerprint for fingerprint in fingerprints if fingerprint.count] or list(fingerprints)[:1]
    same = len({fingerprint.kind for fingerprint in members}) == 1
    return reduce(add, members) if same else None


def _summed(mappings: Iterable[Mapping[str, N]]) -> dict[str, N]:
    totals: dict[str, N] = {}
    for mapping in mappings:
        for key, value in mapping.items():
            totals[key] = totals[key] + value if key in totals else value
    return totals

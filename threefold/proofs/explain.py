"""Why is there no solution? A minimal set of groups, then of constraints, that has none, and its refutation by every route.

Found by deletion: a group that can be left out while there is still no solution is left out. Each test is one call of sat.
That the set has no solution is proved by certificates of its own.
"""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.checker.record import Record
from threefold.guard import Limits, Report
from threefold.language import LimitReached, Spec, ThreefoldError
from threefold.language.spec import Group, Posted
from threefold.proofs.prove import ROUTES, measured_proof
from threefold.runs.compare import record_of
from threefold.runs.instance import Instance
from threefold.runs.pool import LocalPool, checked

Item = TypeVar("Item")


@dataclass(frozen=True)
class Core:
    """What is left of a spec without solutions."""

    constraints: tuple[str, ...]  # each with its group
    groups: int
    of_groups: int
    of_constraints: int
    spec: bytes  # pickled


@dataclass(frozen=True)
class Explanation:
    instance: Instance
    core: Core | None  # None: there is a solution
    proofs: dict[str, Record]  # by route; the record says how large the refutation is, or why there is none

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        core = self.core and {key: value for key, value in vars(self.core).items() if key != "spec"}
        return {"core": core, "proofs": {route: record.to_dict() for route, record in self.proofs.items()}}


def explained(instance: Instance, limits: Limits) -> Explanation:
    with LocalPool() as pool:
        outcome = pool.call(find_core, instance, limits=limits)
        if outcome.status in ("timeout", "memory"):
            raise LimitReached(f"{instance}: not explained: {outcome.reason}")
        if outcome.status != "done":
            raise ThreefoldError(f"{instance}: not explained: {outcome.reason}")
        core = outcome.value
        if not isinstance(core, Core):
            return Explanation(instance, None, {})
        part = Instance(instance.puzzle, instance.parameters, source=core.spec)
        outcomes = {route: checked(pool.call(measured_proof, part, route, limits=limits)) for route in ROUTES}
        proofs = {route: record_of(parse(route, {}), outcome) for route, outcome in outcomes.items()}
    return Explanation(instance, core, proofs)


def find_core(report: Report, instance: Instance) -> Core | None:
    """In the child: None if there is a solution."""
    _, spec = instance.load()
    posted = list(spec.posted)
    if not refutable(spec, posted):
        return None
    groups = list(dict.fromkeys(each.group for each in posted))
    left = smallest(groups, lambda names: refutable(spec, [each for each in posted if each.group in names]))
    core = smallest([each for each in posted if each.group in left], lambda some: refutable(spec, some))
    return Core(
        constraints=tuple(map(str, core)),
        groups=len({each.group for each in core}),
        of_groups=len(groups),
        of_constraints=len(posted),
        spec=pickle.dumps(restricted(spec, core)),
    )


def smallest(items: Sequence[Item], refutable: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A subset that is refutable, while no item of it can be left out."""
    kept = list(items)
    for item in items:
        rest = [other for other in kept if other is not item]
        if refutable(rest):
            kept = rest
    return kept


def refutable(spec: Spec, posted: Sequence[Posted]) -> bool:
    """By sat: these constraints have no solution."""
    configuration = parse("sat", {})
    program = find(configuration.backend).lower(restricted(spec, posted), configuration)
    search = iter(program.load(seed=None, first=True))
    found = next(search, None)
    search.close()
    return found is None


def restricted(spec: Spec, posted: Sequence[Posted]) -> Spec:
    """The same variables with these constraints only."""
    part = spec.outline()
    for each in posted:
        part.groups.setdefault(each.group, Group(part, each.group)).constraints.append(each.constraint)
    return part

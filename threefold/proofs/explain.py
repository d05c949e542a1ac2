"""Why is there no solution? A minimal set of groups, then of constraints, that has none, and its refutation by every route.

Found by deletion: a group that can be left out while there is still no solution is left out. Each test is one call of cp, which
decides pigeons at once. That a constraint is needed is shown by a solution of the others, which is checked by `holds`.
That the set has no solution is proved by certificates of its own.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.configuration import parse
from threefold.checker.record import Record
from threefold.guard import Limits, Outcome, Progress, Report
from threefold.language import Assignment, Clause, LimitReached, Solution, Spec, ThreefoldError, givens
from threefold.language.canonical import render
from threefold.language.canonical_reader import parse as parse_spec
from threefold.language.group import Group, Posted
from threefold.proofs.prove import ROUTES, measured_proof
from threefold.runs.compare import record_of
from threefold.runs.instance import Instance, pickled
from threefold.runs.pool import Callbacks, Event, LocalPool, Silent, Task, checked, run_tasks
from threefold.runs.worker import drawing_of

Item = TypeVar("Item")
DECIDED_BY = parse("cp", {})


@dataclass(frozen=True)
class Core:
    """What is left of a spec without solutions."""

    constraints: tuple[str, ...]  # each with its group; a given as it is typed
    groups: int
    of_groups: int
    of_constraints: int
    minimal: bool  # False: a limit ended the search for a smaller set
    spec: str  # in its canonical text


@dataclass(frozen=True)
class Solved:
    """There is a solution."""

    outline: str  # the canonical text of the spec without its constraints
    assignment: tuple[int, ...]
    drawing: str

    @cached_property
    def solution(self) -> Solution:
        return Solution(parse_spec(self.outline), self.assignment)


@dataclass(frozen=True)
class Explanation:
    instance: Instance
    core: Core | None  # None: there is a solution
    proofs: dict[str, Record]  # by route; the record says how large the refutation is, or why there is none
    solved: Solved | None = None

    @property
    def proved(self) -> bool:
        return any(record.exact for record in self.proofs.values())

    @property
    def exit_code(self) -> int:
        if self.core is None:
            return 1
        return 0 if self.core.minimal and self.proved else 3

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        core = self.core and {key: value for key, value in vars(self.core).items() if key != "spec"}
        solution = self.solved and self.solved.solution.values
        proofs = {route: record.to_dict() for route, record in self.proofs.items()}
        return {"core": core, "proofs": proofs, "solution": solution}


def explained(instance: Instance, limits: Limits, callbacks: Callbacks | None = None) -> Explanation:
    callbacks = callbacks or Silent()
    with LocalPool() as pool:
        found = _found(instance, _watched(pool, callbacks, Task("minimal set", find_core, (instance,), limits)))
        if isinstance(found, Solved):
            return Explanation(instance, None, {}, found)
        part = Instance(instance.puzzle, instance.parameters, source=pickled(parse_spec(found.spec)))
        tasks = {route: Task(f"proof by {route}", measured_proof, (part, route), limits) for route in ROUTES}
        proofs = {route: record_of(parse(route, {}), _watched(pool, callbacks, task)) for route, task in tasks.items()}
    for route, record in proofs.items():
        if record.status == "error":
            raise ThreefoldError(f"{instance}: not explained: {record.reason}")
        if record.count:
            raise ThreefoldError(f"{instance}: {DECIDED_BY} found no solution, but the proof by {route} has one")
    return Explanation(instance, found, proofs)


def _watched(pool: LocalPool, callbacks: Callbacks, task: Task) -> Outcome:
    """Its outcome. The progress line has the size of the smallest set so far."""
    blank, outcomes = Record(DECIDED_BY, DECIDED_BY.solver, "unknown"), list[Outcome]()

    def on_event(_: Task, event: Event) -> None:
        match event:
            case Progress(Core(constraints=left)):
                callbacks.progressed(task.key, replace(blank, statistics={"constraints left": len(left)}))
            case Outcome():
                outcomes.append(checked(event))

    callbacks.started(task.key, task.key)
    run_tasks(pool, [task], on_event, callbacks)
    callbacks.finished(task.key, blank, failed=False)
    return outcomes[0]


def _found(instance: Instance, outcome: Outcome) -> Core | Solved:
    """Of a search that a limit ended, the last set that it reported."""
    limited = outcome.status in ("timeout", "memory")
    if isinstance(outcome.value, Core | Solved) and (limited or outcome.status == "done"):
        return outcome.value
    raise (LimitReached if limited else ThreefoldError)(f"{instance}: not explained: {outcome.reason}")


def find_core(report: Report[Core], instance: Instance) -> Core | Solved:
    """In the child. It reports smaller and smaller sets."""
    puzzle, spec = instance.load()
    posted = list(spec.posted)
    assignment = first_solution(spec)
    if assignment is not None:
        drawing = drawing_of(puzzle, Solution(spec, assignment))
        return Solved(render(spec.outline()), tuple(assignment), drawing)
    report(_core(spec, posted))

    def refuted(some: Sequence[Posted]) -> bool:
        refutable = first_solution(restricted(spec, some)) is None
        if refutable:
            report(_core(spec, some))
        return refutable

    groups = list(dict.fromkeys(each.group for each in posted))
    left = smallest(groups, lambda names: refuted([each for each in posted if each.group in names]))
    core = smallest([each for each in posted if each.group in left], refuted)
    return replace(_core(spec, core), minimal=True)


def _core(spec: Spec, posted: Sequence[Posted]) -> Core:
    return Core(
        constraints=tuple(map(shown, posted)),
        groups=len({each.group for each in posted}),
        of_groups=len({each.group for each in spec.posted}),
        of_constraints=sum(1 for _ in spec.posted),
        minimal=False,
        spec=render(restricted(spec, posted)),
    )


def shown(posted: Posted) -> str:
    match posted:
        case Posted(givens.GROUP, Clause(literals=[literal])) if literal.comparator == "==":
            return f"{literal.variable} {'=' if literal.positive else '!='} {literal.value} (given)"
    return str(posted)


def smallest(items: Sequence[Item], refutable: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A subset that is refutable, while no item of it can be left out.

    Many items are left out at once, or in halves where that fails; the result is the one of one item after another.
    """
    kept: list[Item] = []
    waiting = [list(items)]
    while waiting:
        tried = waiting.pop()
        rest = [*kept, *chain(*reversed(waiting))]
        if rest and refutable(rest):  # the domains alone have a solution
            continue
        if len(tried) == 1:
            kept += tried
        else:
            half = len(tried) // 2
            waiting += [tried[half:], tried[:half]]
    return kept


def first_solution(spec: Spec) -> Assignment | None:
    """Checked by `holds`."""
    try:
        search = find(DECIDED_BY.backend).lower(spec, DECIDED_BY).load(seed=None, first=True)
        with closing(iter(search)) as stream:
            found = next(stream, None)
    except Refused as refusal:
        raise LimitReached(str(refusal)) from None
    except BrokenAnswer as broken:
        raise ThreefoldError(f"{DECIDED_BY}: {broken}") from None
    violated = None if found is None else spec.violated(found)
    if violated is not None:
        raise ThreefoldError(f"{DECIDED_BY} reported an assignment that violates {violated}")
    return found


def restricted(spec: Spec, posted: Sequence[Posted]) -> Spec:
    """The same variables with these constraints only."""
    part = spec.outline()
    for each in posted:
        part.groups.setdefault(each.group, Group(part, each.group)).constraints.append(each.constraint)
    return part

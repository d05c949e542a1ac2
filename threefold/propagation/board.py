"""A partial board as every view sees it, and whether it can be completed. Every view runs in a guarded child of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Never

from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.checker.record import Record
from threefold.guard import Limits, Outcome, Report
from threefold.language import BadInput, LimitReached, Spec, Variable
from threefold.language.canonical import render
from threefold.language.canonical_reader import parse as parse_spec
from threefold.language.givens import given_values
from threefold.propagation.conclusions import Conclusions
from threefold.propagation.views import View
from threefold.runs.compare import record_of
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import LocalPool
from threefold.runs.worker import measure

SOLVER = "sat"  # says whether the board can be completed
RULED_OUT, FORCED, GIVEN, OPEN = "ruled out", "forced", "given", "open"


@dataclass(frozen=True)
class ViewAnswer:
    conclusions: Conclusions | None
    seconds: float  # to prepare it and to conclude
    unknown: str | None = None  # why there are no conclusions

    @property
    def contradiction(self) -> str | None:
        found = self.conclusions and self.conclusions.contradiction
        return found.sentence if found else None


@dataclass(frozen=True)
class DeadEnds:
    """What each view concludes: `result["lp"].contradiction`, `result.status("lp", "queen[3]", 5)`."""

    instance: Instance
    spec: Spec  # its variables
    given: Mapping[int, int]  # by position
    views: Mapping[str, ViewAnswer]
    completion: Record

    def __getitem__(self, view: str) -> ViewAnswer:
        if view not in self.views:
            raise KeyError(f"no view {view!r}; there are {', '.join(self.views)}")
        return self.views[view]

    @property
    def completes(self) -> bool | None:
        """None where the solver did not answer."""
        return {"sat": True, "unsat": False}.get(self.completion.status)

    @property
    def seen_by(self) -> list[str]:
        """The views that see a contradiction."""
        return [name for name, answer in self.views.items() if answer.contradiction]

    @property
    def exit_code(self) -> int:
        if self.completes and self.seen_by:  # a bug: a view must not reject what can be completed
            return 1
        known = self.completes is not None and all(answer.conclusions for answer in self.views.values())
        return 0 if known else 3

    def left(self, view: str, variable: str) -> Sequence[int]:
        """The values that this view leaves."""
        conclusions = self[view].conclusions
        if conclusions is None:
            raise LimitReached(f"{view}: {self[view].unknown}")
        return conclusions.left[self._variable(variable).position]

    def _variable(self, name: str) -> Variable:
        found = next((x for x in self.spec.variables if str(x) == name), None)
        if found is None:
            raise BadInput(f"{self.spec.name} has no variable {name}")
        return found

    def status(self, view: str, variable: str, value: int) -> str:
        """given, forced, ruled out or open."""
        left, x = self.left(view, variable), self._variable(variable)
        if value not in left:
            return RULED_OUT
        if self.given.get(x.position) == value:
            return GIVEN
        return FORCED if len(left) == 1 else OPEN

    def to_dict(self) -> dict[str, object]:
        """What `deadends --json` prints."""
        return {
            "completes": self.completes,
            "given": {str(self.spec.variables[position]): value for position, value in self.given.items()},
            "seen_by": self.seen_by,
            "views": {name: self._view(answer) for name, answer in self.views.items()},
        }

    def _view(self, answer: ViewAnswer) -> dict[str, object]:
        found = answer.conclusions
        if found is None:
            return {"unknown": answer.unknown, "seconds": answer.seconds}
        return {
            "contradiction": found.contradiction and found.contradiction.to_dict(),
            "ruled_out": found.ruled_out(self.spec, self.given),
            "forced": found.forced(self.given),
            "left": {str(x): list(values) for x, values in zip(self.spec.variables, found.left, strict=True)},
            "notes": list(found.notes),
            "seconds": answer.seconds,
        }

    def drawn(self, width: int = 80) -> str:
        from threefold.propagation.drawing import drawn

        return drawn(self, width)

    def __str__(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        seen = ", ".join(self.seen_by) or "no view"
        return f"<DeadEnds of {self.instance}: {seen} of {', '.join(self.views)} sees a contradiction>"


def one_board(
    instance: Instance, views: Sequence[View], limits: Limits, on_view: Callable[[str], None] = lambda _: None
) -> DeadEnds:
    with LocalPool() as pool:
        outcome = pool.call(outlined, instance, limits=limits)
        if outcome.status in ("timeout", "memory"):
            raise LimitReached(f"{instance.puzzle}: the puzzle was not built: {outcome.reason}")
        if not isinstance(outcome.value, tuple):
            raise BadInput(f"{instance.puzzle}: the puzzle cannot be built: {outcome.reason}")
        outline, given = outcome.value
        answers = {}
        for view in views:
            on_view(view.name)
            answers[view.name] = _answer(pool.call(concluded, instance, view, limits=limits))
        on_view(SOLVER)
        row, question = parse(SOLVER, {}), Question(most=1)
        completion = record_of(row, pool.call(measure, instance, row, question, limits=limits))
    return DeadEnds(instance, parse_spec(outline), given, answers, completion)


def _answer(outcome: Outcome) -> ViewAnswer:
    if isinstance(outcome.value, ViewAnswer) and outcome.status == "done":
        return outcome.value
    return ViewAnswer(None, outcome.wall, outcome.reason)


# In the guarded child


def outlined(report: Report[Never], instance: Instance) -> tuple[str, dict[int, int]]:
    _, spec = instance.load()
    return render(spec.outline()), given_values(spec)


def concluded(report: Report[Never], instance: Instance, view: View) -> ViewAnswer:
    _, spec = instance.load()
    start = perf_counter()
    try:
        conclusions = view.prepare(spec).conclude()
    except Refused as refusal:
        return ViewAnswer(None, perf_counter() - start, str(refusal))
    return ViewAnswer(conclusions, perf_counter() - start)

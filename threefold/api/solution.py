"""Solutions in the parent: values by name, and drawings that a guarded child makes, because a puzzle's code may do anything."""

from dataclasses import dataclass
from functools import cached_property

from threefold.guard import Limits, Report, Server
from threefold.language import Assignment, BadInput, LimitReached, Solution, Spec
from threefold.runs import exports
from threefold.runs.instance import Instance
from threefold.runs.pool import call


@dataclass
class Solved:
    """An instance whose solutions are shown, each drawing under these limits."""

    instance: Instance
    limits: Limits

    @cached_property
    def outline(self) -> Spec:
        """The names of the variables. Only a spec in memory can be asked here: another one is built in a guarded child."""
        if isinstance(self.instance.source, Spec):
            return self.instance.source
        with Server() as server:
            outcome = call(server, _outline, self.instance, limits=self.limits)
        if not isinstance(outcome.value, Spec):
            raise LimitReached(f"{self.instance}: the names of the variables are not known: {outcome.reason}")
        return outcome.value

    def solution(self, assignment: Assignment) -> "FoundSolution":
        return FoundSolution(self, assignment)


class FoundSolution(Solution):
    """A solution that a solver found, with the puzzle's drawings."""

    def __init__(self, solved: Solved, assignment: Assignment) -> None:
        super().__init__(solved.outline, assignment)
        self._solved = solved

    def to_dict(self) -> dict[str, int]:
        return {str(x): self.assignment[x.position] for x in self.spec.decisions}

    def draw(self) -> str:
        """As text; the values by name if the spec belongs to no puzzle."""
        return self._text(exports.drawing)

    def svg(self) -> str:
        """The puzzle's picture; BadInput if it has none."""
        return self._text(exports.picture)

    def _text(self, make: exports.Make) -> str:
        pieces = exports.text(make, self._solved.instance, self.assignment, limits=self._solved.limits)
        return b"".join(pieces).decode()

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg()
        except BadInput:
            return None


def _outline(report: Report, instance: Instance) -> Spec:
    _, spec = instance.load()
    outline = Spec(spec.name, **spec.parameters)
    outline.families, outline.variables = spec.families, spec.variables
    return outline

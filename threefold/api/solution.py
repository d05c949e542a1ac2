"""Solutions in the parent: values by name, and drawings. A puzzle's code draws in a guarded child, because it may do anything."""

from base64 import b64encode
from dataclasses import dataclass
from functools import cached_property
from html import escape

from threefold.guard import Limits, Report
from threefold.language import Assignment, LimitReached, Solution, Spec, ThreefoldError
from threefold.runs import stream
from threefold.runs.instance import Instance
from threefold.runs.pool import LocalPool


@dataclass
class Solved:
    """An instance whose solutions are shown; each guarded call has these limits."""

    instance: Instance
    limits: Limits

    @cached_property
    def outline(self) -> Spec:
        """The names of the variables: the spec is built in a guarded child."""
        with LocalPool() as pool:
            outcome = pool.call(_outline, self.instance, limits=self.limits)
        if not isinstance(outcome.value, Spec):
            raise LimitReached(f"{self.instance}: the names of the variables are not known: {outcome.reason}")
        return outcome.value

    def solution(self, assignment: Assignment) -> "FoundSolution":
        return FoundSolution(self, assignment)


def _outline(report: Report, instance: Instance) -> Spec:
    return instance.load()[1].outline()


class FoundSolution(Solution):
    """A solution that a solver found. It is drawn as its puzzle says; a spec in memory has only the values."""

    def __init__(self, solved: Solved, assignment: Assignment) -> None:
        super().__init__(solved.outline, assignment)
        self._solved = solved

    def draw(self) -> str:
        """As text."""
        return self._text(stream.drawing)

    def svg(self) -> str:
        """The puzzle's picture; BadInput if it has none."""
        return self._text(stream.picture)

    def _text(self, make: stream.Make) -> str:
        pieces = stream.text(make, self._solved.instance, self.assignment, limits=self._solved.limits)
        return b"".join(pieces).decode()

    @cached_property
    def _picture(self) -> str | None:
        try:
            return self.svg()
        except ThreefoldError:  # no picture, or one that relies on what a witness violates
            return None

    def _repr_svg_(self) -> str | None:
        return self._picture

    def _repr_html_(self) -> str | None:
        """For a notebook that has no picture to show."""
        return None if self._picture else self.html()

    def html(self) -> str:
        """The picture as an image, because the style of an inline SVG would hold for the whole page; else the drawing."""
        if self._picture:
            encoded = b64encode(self._picture.encode()).decode()
            return f'<img alt="{escape(str(self))}" src="data:image/svg+xml;base64,{encoded}">'
        try:
            return f"<pre>{escape(self.draw())}</pre>"
        except ThreefoldError:
            return f"<pre>{escape(str(self))}</pre>"

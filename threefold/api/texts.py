"""Solutions and lowered programs in the parent. Their texts are made in a guarded child: a puzzle's code may do anything."""

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Never

from threefold.backends import find
from threefold.backends.backend import Configuration, Size
from threefold.format import many
from threefold.guard import Limits, Report
from threefold.language import Assignment, BadInput, LimitReached, Solution, Spec, ThreefoldError
from threefold.language.canonical import render
from threefold.language.canonical_reader import parse
from threefold.runs import stream
from threefold.runs.inside import MOST_ITEMS, Page, page
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
        if not isinstance(outcome.value, str):
            raise LimitReached(f"{self.instance}: the names of the variables are not known: {outcome.reason}")
        return parse(outcome.value)


def _outline(report: Report[Never], instance: Instance) -> str:
    return render(instance.load()[1].outline())


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
        """The picture as an image, or else the drawing."""
        if self._picture:
            from threefold.reporting.media import image

            return image(self._picture, str(self))
        try:
            return f"<pre>{escape(self.draw())}</pre>"
        except ThreefoldError:
            return f"<pre>{escape(str(self))}</pre>"


@dataclass(frozen=True, repr=False)
class Lowering:
    """The program that a configuration makes of a puzzle."""

    instance: Instance
    configuration: Configuration
    limits: Limits
    size: Size
    groups: tuple[str, ...]

    def dimacs(self, *, plain: bool = False) -> str:
        """As DIMACS CNF; `plain` leaves out the comments, which name the variables and the groups."""
        return self._text("dimacs", stream.export, "dimacs", plain)

    def export(self, form: str) -> str:
        """In a format of the backend: opb, lp, mps, cp or dimacs."""
        return self._text(form, stream.export, form)

    def clauses(self, most: int | None = None) -> str:
        """As clauses with names, at most so many of a group."""
        return self._text("dimacs", stream.items, most, None)

    def items(self, group: str | None = None, *, start: int = 0, most: int = 50) -> Page:
        """What each group became (`.parts`), and some clauses, constraints or rows of one group in words (`.items`)."""
        if type(start) is not int or type(most) is not int or start < 0 or not 0 <= most <= MOST_ITEMS:
            raise BadInput(
                f"«start» must be at least 0 and «most» between 0 and {MOST_ITEMS} (got {start!r}, {most!r})"
            )
        return page(self.instance, self.configuration, group, start, most, self.limits)

    def _text(self, form: str, make: stream.Make, *details: object) -> str:
        backend = self.configuration.backend
        formats = find(backend).formats
        if form not in formats:
            raise BadInput(f"backend {backend} has no format '{form}' (it has: {', '.join(formats)})")
        return b"".join(stream.text(make, self.instance, self.configuration, *details, limits=self.limits)).decode()

    def __repr__(self) -> str:
        return f"<Lowering of {self}>"

    def __str__(self) -> str:
        variables = f"{self.size.variables:,} + {many(self.size.auxiliary, 'auxiliary variable')}"
        return f"{self.instance}: {self.configuration}: {variables}, {many(self.size.constraints, 'constraint')}"

"""The program that a configuration makes of a puzzle: its size, its groups, its texts. Each text is made in a guarded child."""

from dataclasses import dataclass

from threefold.backends import find
from threefold.backends.backend import Configuration, Size
from threefold.format import many
from threefold.guard import Limits
from threefold.language import BadInput
from threefold.runs import stream
from threefold.runs.instance import Instance


@dataclass(frozen=True, repr=False)
class Lowering:
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
        return self._text("dimacs", stream.clauses, most)

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

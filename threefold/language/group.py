"""A group: constraints under one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from threefold.errors import SpecError
from threefold.format import many
from threefold.language.constraints.clause import Clause
from threefold.language.node import Kind, guard
from threefold.language.terms import as_literal
from threefold.language.truth import Logical

if TYPE_CHECKING:
    from threefold.language.spec import Spec

# What to write instead of a thing that is no constraint.
HINTS: dict[type, str] = {
    bool: "; sum(…) of a family adds its indices: write total(…); for x in {1, 2} write Table([x], [[1], [2]])",
    list: "; write add(*list)",
    Iterator: "; write add(*list)",
}


class Group:
    """Constraints under one name, so that every clause, CP constraint and LP row can be traced back to it."""

    def __init__(self, spec: Spec, name: str) -> None:
        self.spec, self.name = spec, name
        self.constraints: list[Kind] = []

    def __repr__(self) -> str:
        return f"<Group '{self.name}': {many(len(self.constraints), 'constraint')}>"

    def add(self, *constraints: Logical | bool) -> Group:
        """A literal or a Boolean variable is added as a clause with this literal only.

        A bool is refused. It is in the type, because Python's `sum` says that it may return the integer 0.
        """
        for item in constraints:
            constraint = item if isinstance(item, Kind) else self._clause(item)
            foreign = self.spec.foreign(constraint.operands())
            if foreign is not None and foreign.position < 0:
                guard(constraint)
                foreign = self.spec.foreign(constraint.variables())
            if foreign is not None:
                raise self._error(f"{constraint}: {foreign} of family '{foreign.family}' belongs to another spec")
            self.constraints.append(constraint)
        return self

    def _clause(self, item: Logical | bool) -> Clause:
        try:
            return Clause([as_literal(item)])
        except SpecError:  # an integer variable, or not a term
            hint = next((hint for kind, hint in HINTS.items() if isinstance(item, kind)), "")
            raise self._error(f"a constraint was expected (got {item!r:.60}){hint}") from None

    def _error(self, problem: str) -> SpecError:
        return SpecError(f"{self.spec.name}: group '{self.name}': {problem}")


@dataclass(frozen=True)
class Posted:
    """A constraint as it was written, with its group."""

    group: str
    constraint: Kind

    @property
    def words(self) -> str:
        """What was written."""
        return str(self.constraint)

    def __str__(self) -> str:
        return f"'{self.group}': {self.words}"

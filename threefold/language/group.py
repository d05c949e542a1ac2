"""A group: constraints under one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from threefold.errors import SpecError
from threefold.format import many
from threefold.language.constants import NOWHERE, without_constants
from threefold.language.constraints import Clause, Constraint
from threefold.language.kinds import Compound
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
        self.constraints: list[Constraint] = []

    def __repr__(self) -> str:
        return f"<Group '{self.name}': {many(len(self.constraints), 'constraint')}>"

    def add(self, *constraints: Logical | bool) -> Group:
        """A literal or a Boolean variable is added as a clause with this literal only.

        A bool is refused. It is in the type, because Python's `sum` says that it may return the integer 0.
        """
        for item in constraints:
            if isinstance(item, Compound):
                self.add(*item.parts())
                continue
            constraint = self._checked(item if isinstance(item, Constraint) else self._clause(item))
            if constraint is not None:
                self.constraints.append(constraint)
        return self

    def _checked(self, constraint: Constraint) -> Constraint | None:
        """All its variables are of this spec. None if it is always true."""
        foreign = self.spec.foreign(constraint.variables())
        if foreign is None:
            return constraint
        if foreign is not NOWHERE:
            raise self._error(f"{constraint}: {foreign} of family '{foreign.family}' belongs to another spec")
        rest = without_constants(constraint)
        return None if rest is None else self._checked(rest)

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
    group: str
    constraint: Constraint

    def __str__(self) -> str:
        return f"'{self.group}': {self.constraint}"

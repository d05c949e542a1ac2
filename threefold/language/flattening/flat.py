"""A flattened spec: its constraints, auxiliaries, and where each comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from threefold.language.constraints import Constraint, Linear
from threefold.language.functions import Function
from threefold.language.group import Group, Posted
from threefold.language.node import Kind
from threefold.language.spec import Spec
from threefold.language.terms import Variable

GROUP, DOMAINS = "definitions", "domains of definitions"
OF_DEFINITIONS = frozenset({GROUP, DOMAINS})


@dataclass(frozen=True)
class Flattened(Posted):
    """A constraint for a backend, and the written one that it comes from: of a definition the first that needs it."""

    constraint: Constraint
    source: Posted

    @property
    def as_written(self) -> bool:
        return self.source.constraint is self.constraint


class OfObjective(Posted):
    """The objective, as the source of its definitions."""

    @property
    def words(self) -> str:
        assert isinstance(self.constraint, Linear)
        return f"{self.group} {self.constraint.left}"


class Flat(Spec):
    """The declared variables come first; a search gives values to these only."""

    def __init__(self, written: Spec) -> None:
        self.__dict__ |= written.outline().__dict__
        self.written, self.objective = written, written.objective
        self.functions: dict[int, Function] = {}  # of the auxiliaries, by position
        self.sources: dict[str, list[Posted]] | None = None  # by group; None: each constraint is as it was written

    def __reduce__(self) -> tuple[Any, ...]:
        from threefold.language.flattening import flatten  # it makes this: an import above would be a circle

        return flatten, (self.written,)

    @property
    def declared(self) -> list[Variable]:
        return self.written.variables

    @property
    def posted(self) -> Iterator[Flattened]:
        for group in self.groups.values():
            sources = self.sources[group.name] if self.sources is not None else None
            for place, constraint in enumerate(group.constraints):
                kernel = cast("Constraint", constraint)
                yield Flattened(group.name, kernel, sources[place] if sources else Posted(group.name, constraint))

    def put(self, group: str, constraint: Kind, source: Posted) -> None:
        self.groups.setdefault(group, Group(self, group)).constraints.append(constraint)
        assert self.sources is not None
        self.sources.setdefault(group, []).append(source)

"""A Spec: its families of variables and its groups of constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Never

from threefold.errors import SpecError
from threefold.format import many
from threefold.language.constraints.clause import Clause
from threefold.language.family import BOTH, Family
from threefold.language.group import Group, Posted
from threefold.language.mistakes import OtherPackages, no_domain, two_bounds
from threefold.language.objective import Objective, objective
from threefold.language.terms import Assignment, Domain, Index, Literal, Term, Variable

DomainOf = Iterable[int] | Callable[..., Iterable[int]]
Value = int | str
"""The value of a parameter."""


class Spec(OtherPackages):
    """A specification: families of variables, and constraints in groups. Mistakes raise SpecError at once."""

    def __init__(self, name: str, **parameters: object) -> None:
        self.name, self.parameters = name, parameters
        self.families: dict[str, Family] = {}
        self.variables: list[Variable] = []
        self.groups: dict[str, Group] = {}
        self.objective: Objective | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its text: a tree may be deeper than any recursion."""
        from threefold.language import canonical, canonical_reader  # made of specs: an import above would be a circle

        canonical_reader.check_classes(self)
        return canonical_reader.unpickled, (canonical.render(self), self.parameters)

    def minimize(self, term: Term) -> None:
        """Ask for the solutions in which the term is smallest: `compare --optimum`."""
        self.objective = objective(self, "minimize", term)

    def maximize(self, term: Term) -> None:
        """Ask for the solutions in which the term is largest."""
        self.objective = objective(self, "maximize", term)

    def integers(
        self,
        name: str,
        *indices: Iterable[int | str],
        domain: DomainOf | None = None,
        derived: bool = False,
        hidden: bool = False,
        only: Iterable[Index | int | str] | None = None,
        meaning: str | None = None,
    ) -> Family:
        """A family of integers over the product of the index ranges; `domain` may be a function of the index.

        `derived`: the values are a function of the other variables, and solutions are not counted over them. `hidden`: they are
        not, and solutions are not counted over them either: some value must exist. `only`: the members of the product to keep.
        `meaning`: the domain constraint in the reader's words, as "one queen per row".
        """
        if domain is None:
            raise no_domain(f"{self.name}: family '{name}'", name)
        family = self.declare(name, derived=derived, hidden=hidden, meaning=meaning)
        shared = None if callable(domain) else family.domain(domain)
        for index in self._indices(name, indices, only):
            self.include(family, index, shared or family.domain(domain(*index)))  # type: ignore[operator]
        return family

    def integer(
        self,
        name: str,
        domain: Iterable[int],
        *more: Never,
        derived: bool = False,
        hidden: bool = False,
        meaning: str | None = None,
    ) -> Variable:
        """One integer with these values: `spec.integer("x", range(6))`."""
        if more:
            raise two_bounds(f"{self.name}: family '{name}'", domain, more[0])
        return self.integers(name, domain=domain, derived=derived, hidden=hidden, meaning=meaning)[()]

    def _indices(
        self, name: str, ranges: Sequence[Iterable[int | str]], only: Iterable[Index | int | str] | None
    ) -> Iterator[Index]:
        for each in ranges:
            if not isinstance(each, range | Iterable):  # the first is asked faster
                raise SpecError(f"{self.name}: family '{name}': an index range is like range(3) (got {each!r})")
        if only is None:
            return product(*ranges)
        kept = {index if isinstance(index, tuple) else (index,) for index in only}
        return (index for index in product(*ranges) if index in kept)

    def booleans(
        self,
        name: str,
        *indices: Iterable[int | str],
        derived: bool = False,
        hidden: bool = False,
        only: Iterable[Index | int | str] | None = None,
    ) -> Family:
        """A family of Booleans, one for each index; a Boolean is a literal, and the number 0 or 1 in a sum."""
        family = self.declare(name, boolean=True, derived=derived, hidden=hidden)
        for index in self._indices(name, indices, only):
            self.include(family, index, BOTH)
        return family

    def boolean(self, name: str, *more: Never, derived: bool = False, hidden: bool = False) -> Variable:
        """One Boolean."""
        if more:
            raise SpecError(f"{self.name}: '{name}' is one Boolean; for a family write spec.booleans(…)")
        return self.booleans(name, derived=derived, hidden=hidden)[()]

    def declare(
        self,
        name: str,
        *,
        boolean: bool = False,
        derived: bool = False,
        hidden: bool = False,
        meaning: str | None = None,
    ) -> Family:
        """A family without members; `integers` and `booleans` declare one with all its members."""
        if name in self.families:
            raise SpecError(f"{self.name}: family '{name}' is declared twice")
        if not isinstance(name, str) or not name.isidentifier():
            raise SpecError(f"{self.name}: family '{name}': a name has letters, digits and underscores only")
        meaning = meaning or f"domain of {name}"
        if meaning in self.groups:
            raise self._ambiguous(meaning)
        family = self.families[name] = Family(
            self, name, boolean=boolean, derived=derived or hidden, hidden=hidden, meaning=meaning
        )
        return family

    def include(self, family: Family, index: Index, domain: Domain) -> None:
        """One more member of the family that was declared last."""
        assert family is next(reversed(self.families.values())), "variables of a family are declared together"
        self.variables.append(family.include(index, domain, len(self.variables)))

    def _ambiguous(self, name: str) -> SpecError:
        return SpecError(f"{self.name}: '{name}' names a group and also the domain of a family; choose two names")

    def group(self, name: str) -> Group:
        """The group of this name; a new one at the first call."""
        if name not in self.groups:
            if any(family.meaning == name for family in self.families.values()):
                raise self._ambiguous(name)
            self.groups[name] = Group(self, name)
        return self.groups[name]

    def foreign(self, variables: Iterable[Variable]) -> Variable | None:
        """The first of these that is no variable of this spec."""
        own = self.variables
        for x in variables:
            if not 0 <= x.position < len(own) or own[x.position] is not x:
                return x
        return None

    @property
    def posted(self) -> Iterator[Posted]:
        return (Posted(group.name, constraint) for group in self.groups.values() for constraint in group.constraints)

    @property
    def declared(self) -> list[Variable]:
        """The variables of a solution: all but the auxiliaries of a flattened spec."""
        return self.variables

    @property
    def decisions(self) -> list[Variable]:
        """The variables that solutions are counted over."""
        return [variable for variable in self.variables if not variable.derived]

    def outline(self) -> Spec:
        """The same parameters and variables without constraints: small, and enough to read a solution by name."""
        outline = Spec(self.name, **self.parameters)
        outline.families, outline.variables = dict(self.families), list(self.variables)
        return outline

    @property
    def title(self) -> str:
        """Name and parameters: `nqueens n=8`."""
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.parameters.items())])

    def __repr__(self) -> str:
        constraints = many(sum(len(group.constraints) for group in self.groups.values()), "constraint")
        variables, groups = many(len(self.variables), "variable"), many(len(self.groups), "group")
        return f"<Spec {self.title}: {variables}, {constraints} in {groups}>"

    def _repr_html_(self) -> str:
        from html import escape

        families = [(f"{f.name}: {many(len(f), 'variable')}", f.meaning) for f in self.families.values()]
        groups = [(group.name, many(len(group.constraints), "constraint")) for group in self.groups.values()]
        cells = ((escape(left), escape(right)) for left, right in families + groups)
        rows = "".join(f"<tr><td>{left}</td><td>{right}</td></tr>" for left, right in cells)
        return f"<table><caption>{escape(self.title)}</caption>{rows}</table>"

    def violated(self, assignment: Assignment) -> Posted | None:
        """The first constraint that this assignment violates, a domain included; None for a solution."""
        for x in self.variables:
            if assignment[x.position] not in x.domain:
                return Posted(x.domain_group, Clause([Literal(x, "==", v) for v in x.domain]))
        return next((posted for posted in self.posted if not posted.constraint.holds(assignment)), None)

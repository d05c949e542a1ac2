"""A Spec: families of variables, and constraints in named groups. It validates itself while it is built."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from threefold.language.constraints import Clause, Constraint
from threefold.language.errors import SpecError
from threefold.language.terms import Assignment, Domain, Family, Index, Literal, Variable, as_literal

LARGEST = 2**53  # what every solver, and a double, still tells from its neighbour
DomainOf = Iterable[int] | Callable[..., Iterable[int]]


class Group:
    """Constraints under one name, so that every clause, CP constraint and LP row can be traced back to it."""

    def __init__(self, spec: Spec, name: str) -> None:
        self.spec, self.name = spec, name
        self.constraints: list[Constraint] = []

    def add(self, *constraints: Constraint | Literal | Variable) -> Group:
        """Post constraints; a literal or a Boolean variable stands for the clause that has it alone."""
        for item in constraints:
            constraint = item if isinstance(item, Constraint) else self._clause(item)
            problem = constraint.defect or constraint.problem() or self._stranger(constraint)
            if problem:
                raise SpecError(f"{self.spec.name}: group '{self.name}': {constraint}: {problem}")
            self.constraints.append(constraint)
        return self

    def _clause(self, item: Literal | Variable) -> Clause:
        try:
            return Clause([as_literal(item)])
        except SpecError:  # an integer variable, or no term at all
            raise SpecError(
                f"{self.spec.name}: group '{self.name}': a constraint was expected (got {item!r})"
            ) from None

    def _stranger(self, constraint: Constraint) -> str | None:
        own = self.spec.variables
        for x in constraint.variables():
            if x.position >= len(own) or own[x.position] is not x:
                return f"{x} of family '{x.family}' belongs to another spec"
        return None


@dataclass(frozen=True)
class Posted:
    """A constraint with the group it stands in."""

    group: str
    constraint: Constraint

    def __str__(self) -> str:
        return f"'{self.group}': {self.constraint}"


class Spec:
    def __init__(self, name: str, **parameters: object) -> None:
        self.name, self.parameters = name, parameters
        self.families: dict[str, Family] = {}
        self.variables: list[Variable] = []
        self.groups: dict[str, Group] = {}

    def integers(
        self,
        name: str,
        *indices: Iterable[int | str],
        domain: DomainOf,
        derived: bool = False,
        only: Collection[Index] | None = None,
    ) -> Family:
        """A family of integers over the product of the index ranges; `domain` may be a function of the index.

        `derived` says that the values are a function of the other variables: they are not counted over. `only` leaves those
        members of the product that it has.
        """
        return self._declare(name, _indices(indices, only), domain, boolean=False, derived=derived)

    def integer(self, name: str, domain: Iterable[int], *, derived: bool = False) -> Variable:
        return self._declare(name, [()], domain, boolean=False, derived=derived)[()]

    def booleans(
        self, name: str, *indices: Iterable[int | str], derived: bool = False, only: Collection[Index] | None = None
    ) -> Family:
        return self._declare(name, _indices(indices, only), range(2), boolean=True, derived=derived)

    def boolean(self, name: str, *, derived: bool = False) -> Variable:
        return self._declare(name, [()], range(2), boolean=True, derived=derived)[()]

    def _declare(
        self, name: str, indices: Iterable[Index], domain: DomainOf, *, boolean: bool, derived: bool
    ) -> Family:
        if name in self.families:
            raise SpecError(f"{self.name}: family '{name}' is declared twice")
        if not name.isidentifier():
            raise SpecError(f"{self.name}: family '{name}': a name has letters, digits and underscores only")
        shared = None if callable(domain) else self._domain(name, domain)
        variables: dict[Index, Variable] = {}
        for index in indices:
            if index in variables:
                raise SpecError(f"{self.name}: family '{name}' has the index {index} twice")
            own = shared if shared is not None else self._domain(name, domain(*index))  # type: ignore[operator]
            position = len(self.variables)
            variable = Variable(name, index, own, position, boolean=boolean, derived=derived)
            variables[index] = variable
            self.variables.append(variable)
        family = self.families[name] = Family(name, variables)
        return family

    def _domain(self, family: str, values: Iterable[int]) -> Domain:
        if isinstance(values, range) and values.step == 1:
            domain: Domain = values
        else:
            listed = list(values)
            wrong = [v for v in listed if not isinstance(v, int) or isinstance(v, bool)]
            if wrong:
                raise SpecError(f"{self.name}: family '{family}': a domain holds integers only (got {wrong[0]!r})")
            domain = tuple(sorted(set(listed)))
            if domain and domain[-1] - domain[0] == len(domain) - 1:
                domain = range(domain[0], domain[-1] + 1)
        if not domain:
            raise SpecError(f"{self.name}: family '{family}': the domain is empty")
        if domain[0] < -LARGEST or domain[-1] > LARGEST:
            raise SpecError(f"{self.name}: family '{family}': a value must lie between -{LARGEST} and {LARGEST}")
        return domain

    def group(self, name: str) -> Group:
        """The group of this name, made at its first mention."""
        return self.groups.setdefault(name, Group(self, name))

    @property
    def posted(self) -> Iterator[Posted]:
        return (Posted(group.name, constraint) for group in self.groups.values() for constraint in group.constraints)

    @property
    def decisions(self) -> list[Variable]:
        """The variables that solutions are counted over."""
        return [variable for variable in self.variables if not variable.derived]

    def violated(self, assignment: Assignment) -> Posted | None:
        """The first constraint that this assignment breaks, a domain included; None for a solution."""
        for x in self.variables:
            if assignment[x.position] not in x.domain:
                return Posted(domain_group(x), Clause([Literal(x, "==", v) for v in x.domain]))
        return next((posted for posted in self.posted if not posted.constraint.holds(assignment)), None)


def _indices(ranges: Sequence[Iterable[int | str]], only: Collection[Index] | None) -> Iterator[Index]:
    return (index for index in product(*ranges) if only is None or index in only)


def domain_group(variable: Variable) -> str:
    """The name of the group that says which values the family's variables take."""
    return f"domain of {variable.family}"


class Solution:
    """Values by name, for drawing: `solution["queen", 3]`, or `solution["x"]` for a variable without index."""

    def __init__(self, spec: Spec, assignment: Assignment) -> None:
        self.spec, self.assignment = spec, assignment

    def __getitem__(self, key: str | tuple[str | int, ...]) -> int:
        name, *index = (key,) if isinstance(key, str) else key
        return self.assignment[self.spec.families[str(name)][tuple(index)].position]

    @cached_property
    def parameters(self) -> dict[str, int]:
        return {name: value for name, value in self.spec.parameters.items() if isinstance(value, int)}

    def __str__(self) -> str:
        return ", ".join(f"{x}={self.assignment[x.position]}" for x in self.spec.variables if not x.derived)

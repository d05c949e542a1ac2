"""The interface of all constraint kinds, and what several kinds share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from operator import eq, itemgetter
from typing import Any

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.lists import Literals, Terms, as_list, unknowns
from threefold.language.terms import Assignment, Literal, Sum, Variable, as_literal
from threefold.language.truth import Logical, Truth
from threefold.language.units import Unit, as_units, unit_of


class Kind(Truth):
    """The interface of all kinds. The kinds themselves are a closed set: `Constraint`, in constraints.py.

    Not an ABC: its `isinstance` is slow, and backends ask for the kind of every constraint. mypy finds a missing method.
    """

    @property
    def name(self) -> str:
        """As a person writes it."""
        return type(self).__name__

    def _error(self, problem: object) -> SpecError:
        """Raised where the object is made: what is made of it, like its negation, would not know the problem."""
        return SpecError(f"{self}: {problem}")

    @abstractmethod
    def holds(self, assignment: Assignment) -> bool:
        """Is it true under this assignment?"""

    @abstractmethod
    def variables(self) -> list[Variable]:
        """Every variable in it, with repetitions."""


class Compound(Kind):
    """A constraint that is written with others: a group adds its parts."""

    @abstractmethod
    def parts(self) -> Iterator[Kind | Literal]:
        """Together they mean the same."""


@contextmanager
def reading(kind: Kind) -> Iterator[None]:
    """Its arguments are read: an error names the constraint."""
    try:
        yield
    except SpecError as error:
        raise SpecError(f"{kind.name}: {error}") from None


class OverTerms(Kind):
    """A kind over a list of terms `±x + c`."""

    terms: tuple[Sum, ...]

    def __init__(self, terms: Terms, *more: object) -> None:
        listed = one_list(self, terms, more)
        try:
            self.terms = as_units(unknowns(listed))
        except SpecError as error:
            self.terms = tuple(listed)  # as written
            raise self._error(error) from None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shortened(self.terms)})"

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(map(unit_of, self.terms))

    def variables(self) -> list[Variable]:
        return variables_of(self.terms)


class OverLiterals(Kind):
    literals: tuple[Literal, ...]

    def __init__(self, literals: Literals, *more: object) -> None:
        listed = one_list(self, literals, more)
        try:
            self.literals = tuple(map(as_literal, listed))
        except SpecError as error:
            self.literals = tuple(listed)  # as written
            raise self._error(error) from None

    def variables(self) -> list[Variable]:
        return [literal.variable for literal in self.literals]

    @cached_property
    def _equations(self) -> tuple[Callable[[Assignment], Sequence[int]], list[int], list[bool]] | None:
        """Where every literal is `x == v` or `x != v`: a getter of the variables' values, the numbers v, and which it is."""
        if len(self.literals) < 2 or any(literal.comparator != "==" for literal in self.literals):
            return None  # itemgetter of one position does not return a tuple
        read = itemgetter(*(literal.variable.position for literal in self.literals))
        return read, [literal.value for literal in self.literals], [literal.positive for literal in self.literals]

    def truths(self, assignment: Assignment) -> Iterable[bool]:
        """Of each literal."""
        if self._equations is None:
            return (literal.holds(assignment) for literal in self.literals)
        read, values, positive = self._equations
        return map(eq, map(eq, read(assignment), values), positive)


class All(Compound):
    """Every one of these literals and constraints."""

    def __init__(self, parts: Literals, *more: object) -> None:
        listed = one_list(self, parts, more)
        try:
            self.items: tuple[Kind | Literal, ...] = tuple(map(as_truth, listed))
        except SpecError as error:
            self.items = tuple(listed)  # as written
            raise self._error(error) from None

    def __repr__(self) -> str:
        return f"All({', '.join(map(str, self.items))})"

    def variables(self) -> list[Variable]:
        return [x for item in self.items for x in (item.variables() if isinstance(item, Kind) else [item.variable])]

    def holds(self, assignment: Assignment) -> bool:
        return all(item.holds(assignment) for item in self.items)

    def parts(self) -> Iterator[Kind | Literal]:
        return iter(self.items)


def as_truth(item: Logical) -> Kind | Literal:
    return item if isinstance(item, Kind) else as_literal(item)


def one_list(kind: Kind, things: Any, more: tuple[object, ...]) -> list[Any]:
    """Its argument as a list. AllDifferent(x, y) is a mistake that is made easily."""
    if more:
        raise SpecError(f"{kind.name} takes one list: write {kind.name}([…])")
    try:
        return as_list(things)
    except SpecError as error:
        raise SpecError(f"{kind.name}: {error}") from None


def variables_of(terms: Iterable[Sum]) -> list[Variable]:
    return [variable for term in terms for _, variable in term.terms]

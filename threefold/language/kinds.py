"""The interface of all constraint kinds, and what several kinds share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import eq, itemgetter
from typing import TypeVar

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.lists import Literals, Terms, as_list, as_literals, numbers_only
from threefold.language.terms import Assignment, Literal, Sum, Variable
from threefold.language.truth import Truth
from threefold.language.units import Unit, as_units, unit_of

Raw = TypeVar("Raw")
Read = TypeVar("Read")


class Kind(Truth):
    """The interface of all kinds. The kinds themselves are a closed set: `Constraint`, in constraints.py.

    Not an ABC: its `isinstance` is slow, and backends ask for the kind of every constraint. mypy finds a missing method.
    """

    defect: str | None = None  # an argument that is not a term or a literal; reported when a group adds the constraint

    def _read(self, read: Callable[[Raw], Read], raw: Raw, nothing: Raw) -> Read:
        try:
            return read(raw)
        except SpecError as error:
            self.defect = self.defect or str(error)
            return read(nothing)

    @abstractmethod
    def holds(self, assignment: Assignment) -> bool:
        """Is it true under this assignment?"""

    @abstractmethod
    def variables(self) -> list[Variable]:
        """Every variable in it, with repetitions."""

    def problem(self) -> str | None:
        """What is wrong with it as written, or None."""
        return None


class Compound(Kind):
    """A constraint that is written with others: a group adds its parts."""

    @abstractmethod
    def parts(self) -> Iterator[Kind | Literal]:
        """Together they mean the same."""


class OverTerms(Kind):
    """A kind over a list of terms `±x + c`."""

    def __init__(self, terms: Terms, *more: object) -> None:
        _check_one_list(self, more)
        listed = self._read(as_list, terms, ())
        self.terms = self._read(as_units, listed, ())
        if not self.defect and (defect := numbers_only(listed)):
            self.defect = defect  # set only where there is one: keys of schema 1 hash all fields

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shortened(self.terms)})"

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(map(unit_of, self.terms))

    def variables(self) -> list[Variable]:
        return variables_of(self.terms)


class OverLiterals(Kind):
    def __init__(self, literals: Literals, *more: object) -> None:
        _check_one_list(self, more)
        self.literals = self._read(as_literals, literals, ())

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


def _check_one_list(kind: Kind, more: tuple[object, ...]) -> None:
    """AllDifferent(x, y) is a mistake that is made easily."""
    if more:
        name = type(kind).__name__
        raise SpecError(f"{name} takes one list: write {name}([…])")


def variables_of(terms: Iterable[Sum]) -> list[Variable]:
    return [variable for term in terms for _, variable in term.terms]

"""The interface of all constraint kinds, and what several kinds share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.terms import (
    Assignment,
    Literal,
    Literals,
    Sum,
    Terms,
    Unit,
    Variable,
    as_list,
    as_literals,
    as_sums,
    numbers_only,
)
from threefold.language.truth import Truth

Raw = TypeVar("Raw")
Read = TypeVar("Read")


class Kind(Truth, ABC):
    """The interface of all kinds. The kinds themselves are a closed set: `Constraint`, in constraints.py."""

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


def _check_one_list(kind: Kind, more: tuple[object, ...]) -> None:
    """AllDifferent(x, y) is a mistake that is made easily."""
    if more:
        name = type(kind).__name__
        raise SpecError(f"{name} takes one list: write {name}([…])")


def unit_of(term: Sum) -> Unit:
    combined = term.combined()
    if not combined.terms:
        return Unit(0, None, combined.constant)
    [(sign, variable)] = combined.terms
    return Unit(sign, variable, combined.constant)


def is_unit(term: Sum) -> bool:
    combined = term.combined().terms
    return len(combined) < 2 and all(abs(coefficient) == 1 for coefficient, _ in combined)


def as_unit(term: Sum) -> Sum:
    """A term `±x + c` with the same value: the term itself, or a derived variable that equals it."""
    if is_unit(term):
        return term
    from threefold.language.definitions import named

    return named(term)


def as_units(terms: Terms) -> tuple[Sum, ...]:
    return tuple(map(as_unit, as_sums(terms)))


def variables_of(terms: Iterable[Sum]) -> list[Variable]:
    return [variable for term in terms for _, variable in term.terms]


def takes(term: Sum, value: int) -> Literal:
    """`term == value` for a term `±x + c`."""
    unit = unit_of(term)
    if unit.variable is None:
        raise SpecError(f"the term {term} has no variable")
    return Literal(unit.variable, "==", unit.sign * (value - unit.offset))

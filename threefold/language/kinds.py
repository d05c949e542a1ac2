"""The interface of all constraint kinds, and what several kinds share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.terms import Assignment, Literals, Statement, Sum, Terms, Unit, Variable, as_literals, as_sums

Raw = TypeVar("Raw")
Read = TypeVar("Read")


class Kind(Statement, ABC):
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


class OverTerms(Kind):
    """A kind over a list of terms `±x + c`."""

    def __init__(self, terms: Terms) -> None:
        self.terms = self._read(as_sums, terms, ())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shortened(self.terms)})"

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(map(unit_of, self.terms))

    def variables(self) -> list[Variable]:
        return variables_of(self.terms)

    def problem(self) -> str | None:
        return problem_with_units(self.terms)


class OverLiterals(Kind):
    def __init__(self, literals: Literals) -> None:
        self.literals = self._read(as_literals, literals, ())

    def variables(self) -> list[Variable]:
        return [literal.variable for literal in self.literals]


def unit_of(term: Sum) -> Unit:
    combined = term.combined()
    if not combined.terms:
        return Unit(0, None, combined.constant)
    [(sign, variable)] = combined.terms
    return Unit(sign, variable, combined.constant)


def problem_with_units(terms: Iterable[Sum]) -> str | None:
    for term in terms:
        combined = term.combined().terms
        if len(combined) > 1 or any(abs(coefficient) != 1 for coefficient, _ in combined):
            return f"term {term} must have the form x + c, -x + c or c"
    return None


def variables_of(terms: Iterable[Sum]) -> list[Variable]:
    return [variable for term in terms for _, variable in term.terms]

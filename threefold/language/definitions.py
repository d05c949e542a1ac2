"""Derived variables that a spec makes by itself: each has a definition.

A definition is a class that says its meaning in `value`, and its constraints, of the kernel's kinds, in `constraints`. It has
exactly one value wherever its terms have values, so it neither adds nor removes solutions. The same definition gives the same
variable. All constraints are in the group `definitions`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar

from threefold.errors import SpecError
from threefold.language.constants import NOWHERE
from threefold.language.kinds import variables_of
from threefold.language.terms import Assignment, Sum, Variable
from threefold.language.units import is_unit, unit_of

if TYPE_CHECKING:
    from threefold.language.constraints import Constraint
    from threefold.language.spec import Spec

GROUP, DOMAINS = "definitions", "domains of definitions"
MOST_VALUES = 4096  # that are computed one by one; a term with more combinations gets all integers between its bounds


class Definition(ABC):
    """The derived variable `family_number`, as a function of terms."""

    family: ClassVar[str]
    terms: tuple[Sum, ...]

    @abstractmethod
    def value(self, assignment: Assignment) -> int:
        """The meaning: its value where the terms have these values."""

    @abstractmethod
    def domain(self) -> Iterable[int]:
        """All values that it can have, and perhaps others."""

    @abstractmethod
    def constraints(self, result: Variable) -> Iterator[Constraint]:
        """They hold if and only if the result has the value."""

    def variables(self) -> list[Variable]:
        return variables_of(self.terms)

    def __repr__(self) -> str:
        return f"{self.family}({', '.join(map(str, self.terms))})"


def define(definition: Definition, *, boolean: bool = False) -> Variable:
    spec = _spec_of(definition.variables())
    text = repr(definition)
    if text not in spec.definitions:
        number = next(
            n for n in range(len(spec.definitions) + 1, 1 << 62) if f"{definition.family}_{n}" not in spec.families
        )
        family = spec.declare(f"{definition.family}_{number}", boolean=boolean, derived=True, meaning=DOMAINS)
        spec.include(family, (), family.domain(definition.domain()))
        spec.definitions[text] = spec.variables[-1], definition
        spec.group(GROUP).add(*definition.constraints(spec.variables[-1]))
    return spec.definitions[text][0]


def defined(definition: Definition) -> Variable | Sum:
    """The variable; or the value, of a definition without variables."""
    return define(definition) if definition.variables() else Sum((), definition.value(()))


def _spec_of(variables: Sequence[Variable]) -> Spec:
    """Refused with variables of two specs: a definition is found by its text, where they may have the same names."""
    own = [x for x in variables if x is not NOWHERE]
    spec = own[0].members.spec()
    if spec is None:
        raise SpecError(f"the spec of {own[0]} does not exist any more")
    foreign = spec.foreign(own)
    if foreign is not None:
        raise SpecError(f"{foreign} of family '{foreign.family}' belongs to another spec than {own[0]}")
    return spec


def named(term: Sum) -> Sum:
    """A term `±x + c` with the same value: the term itself, or a variable that equals it."""
    return term.combined() if is_unit(term) else define(Total(term))._sum()


class Total(Definition):
    """A sum, as one variable."""

    family = "sum"

    def __init__(self, term: Sum) -> None:
        self.terms = (term.combined(),)

    def value(self, assignment: Assignment) -> int:
        return self.terms[0].value(assignment)

    def domain(self) -> Iterable[int]:
        return values_of(self.terms[0])

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        from threefold.language.constraints import (
            Linear,  # its terms may be defined here: an import above would be a circle
        )

        yield Linear(result, "==", self.terms[0])


def bounds(term: Sum) -> tuple[int, int]:
    ends = [sorted((a * x.domain[0], a * x.domain[-1])) for a, x in term.combined().terms]
    return term.constant + sum(low for low, _ in ends), term.constant + sum(high for _, high in ends)


def values_of(term: Sum) -> Sequence[int]:
    """The values that a term can have, in order."""
    combined = term.combined()
    if is_unit(combined):
        values = unit_of(combined).values()
        return values if values[0] <= values[-1] else values[::-1]
    if prod(len(x.domain) for _, x in combined.terms) > MOST_VALUES:
        low, high = bounds(combined)
        return range(low, high + 1)
    sums = {combined.constant}
    for a, x in combined.terms:
        sums = {value + a * v for value in sums for v in x.domain}
    return sorted(sums)


def values_of_function(terms: Sequence[Sum], function: Callable[[Sequence[int]], int]) -> Iterable[int]:
    """The values of a function that is monotone in each of its terms where the others are fixed and do not change sign."""
    values = [values_of(term) for term in terms]
    if prod(map(len, values)) <= MOST_VALUES:
        return {function(each) for each in product(*values)}
    ends = {function(each) for each in product(*map(_corners, values))}
    return range(min(ends), max(ends) + 1)


def _corners(values: Sequence[int]) -> list[int]:
    """The ends, and the values nearest to 0 on both sides."""
    place = bisect_left(values, 0)
    return [values[0], values[-1], *values[max(0, place - 1) : place + 2]]

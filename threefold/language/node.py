"""What every constraint is: its fields, its meaning in `holds`, and its parts in `decompose`.

A constraint is kept as it was written. `holds` says what it means, from its own fields and the values of its terms; `decompose`
says the same with other constraints, for a backend that does not have this one itself (flattening.py). The two share nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from operator import add, eq, itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.functions import Strict, abridged, functions_in, leaves, operands
from threefold.language.lists import Literals, Terms, as_list, unknowns
from threefold.language.terms import Sum, Variable, Write, as_literal
from threefold.language.truth import Assignment, Literal, Logical, Truth
from threefold.language.units import Unit, as_units, unit_of

Counted: TypeAlias = tuple[str, int, Callable[[Any], Logical]]
"""A count by hand: what is counted, the number of solutions, and the constraint for a new spec that has its variables only."""


def xyb(build: Callable[[Any, Any, Any], Logical], domain: Iterable[int] = range(3)) -> Callable[[Any], Logical]:
    """For a count by hand: the constraint over x and y in this domain and a Boolean b."""
    return lambda spec: build(spec.integer("x", domain), spec.integer("y", domain), spec.boolean("b"))


class Kind(Truth):
    """A constraint. The eight that every backend lowers are a closed set: `Constraint`, in constraints/__init__.py.

    Not an ABC: its `isinstance` is slow, and backends ask for the kind of every constraint. mypy finds a missing method.
    """

    fields: ClassVar[tuple[str, ...]]
    """The attributes that say all of it, in the order of the constructor's arguments."""
    numbers: ClassVar[tuple[str, ...]] = ()
    """The fields with plain integers, and not with terms."""

    @property
    def name(self) -> str:
        """As a person writes it."""
        return type(self).__name__

    @property
    def arguments(self) -> tuple[Any, ...]:
        try:
            return tuple(getattr(self, name) for name in self.fields)
        except AttributeError as error:
            wanted = "`fields` names its attributes, as in fields = ('terms',)"
            raise SpecError(f"{type(self).__name__}: {wanted} ({error})") from None

    @classmethod
    def of_arguments(cls, arguments: Sequence[Any]) -> Kind:
        """The constraint with these fields."""
        return cls(*arguments)

    def _error(self, problem: object) -> SpecError:
        """Raised where the object is made: what is made of it, like its negation, would not know the problem."""
        return SpecError(f"{self}: {problem}")

    def inner_text(self) -> str:
        """As a person writes it inside another constraint."""
        return str(self)

    def formula(self, write: Write) -> str:
        """In mathematical notation; `write` gives that of a term or literal in it. Of the kernel's kinds: mathematics.py."""
        return str(self)

    @abstractmethod
    def holds(self, assignment: Assignment) -> bool:
        """Is it true under this assignment?"""

    @abstractmethod
    def decompose(self) -> Iterable[Logical]:
        """Constraints that together mean the same. Of the kernel's kinds: for where they stand inside another constraint."""
        raise NotImplementedError(f"{self}: {type(self).__name__} has no decompose")

    def operands(self) -> list[Variable]:
        """The variables and functions that stand in it, with repetitions."""
        return list(operands(self.arguments))

    def variables(self) -> list[Variable]:
        """Every variable in it."""
        return leaves(self.operands())


def guard(kind: Kind) -> None:
    """Where a term in it can be undefined, it is false there. Called where a constraint with functions gets its place."""
    inner = getattr(kind, "constraint", None)  # of an Implies
    if isinstance(inner, Kind):
        guard(inner)
    elif any(each.partial for each in functions_in(kind.operands())):
        kind.holds = Strict(kind)  # type: ignore[method-assign]


class Compound(Kind):
    """A constraint that no backend must have: it is taken apart where one does not."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({abridged(self.arguments[0])})"


@contextmanager
def reading(kind: Kind) -> Iterator[None]:
    """Its arguments are read: an error names the constraint."""
    try:
        yield
    except SpecError as error:
        raise SpecError(f"{kind.name}: {error}") from None


class OverTerms(Kind):
    """A kind over a list of terms `±x + c`."""

    fields: ClassVar[tuple[str, ...]] = ("terms",)
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

    @cached_property
    def _plain(self) -> tuple[Callable[[Assignment], Sequence[int]], tuple[int, ...]] | None:
        """Where every term is `x + c`: a getter of the variables' values, and the numbers c (empty where all are 0)."""
        positions = [unit.variable.position for unit in self.units if unit.sign == 1 and unit.variable is not None]
        if len(positions) < max(2, len(self.units)) or min(positions) < 0:
            return None  # itemgetter of one position does not return a tuple
        run = range(positions[0], positions[0] + len(positions))
        read = itemgetter(slice(run.start, run.stop)) if positions == list(run) else itemgetter(*positions)
        offsets = tuple(unit.offset for unit in self.units)
        return read, offsets if any(offsets) else ()

    def values(self, assignment: Assignment) -> Iterable[int]:
        """Of the terms."""
        if self._plain is None:
            return [unit.value(assignment) for unit in self.units]
        read, offsets = self._plain
        return map(add, read(assignment), offsets) if offsets else read(assignment)

    def operands(self) -> list[Variable]:
        return [x for term in self.terms for _, x in term.terms]


class OverSums(Compound):
    """A constraint over a list of terms of any form."""

    terms: tuple[Sum, ...]

    def values(self, assignment: Assignment) -> list[int]:
        return [term.value(assignment) for term in self.terms]


class TwoLists(Compound):
    """About two lists of terms of the same length."""

    first: tuple[Sum, ...]
    second: tuple[Sum, ...]

    def read(self, read: Callable[[Terms], tuple[Sum, ...]], *lists: Terms) -> None:
        with reading(self):
            first, second = map(as_list, lists)
            unknowns([*first, *second])
            self.first, self.second = read(first), read(second)
            same_length(self.first, self.second)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({abridged(self.first)}; {abridged(self.second)})"

    def values(self, assignment: Assignment) -> tuple[list[int], list[int]]:
        return [term.value(assignment) for term in self.first], [term.value(assignment) for term in self.second]


class OverLiterals(Kind):
    fields: ClassVar[tuple[str, ...]] = ("literals",)
    literals: tuple[Literal, ...]
    pieces: tuple[Any, ...] = ()

    def __init__(self, literals: Literals, *more: object) -> None:
        listed = one_list(self, literals, more)
        try:
            self.literals = tuple(map(as_literal, listed))
        except SpecError as error:
            self.literals = tuple(listed)  # as written
            raise self._error(error) from None

    @classmethod
    def joined(cls, *items: Logical) -> Any:
        """The literals of several: a chain of 100,000 is not quadratic."""
        joined = cls([])
        joined.pieces = tuple(each if isinstance(each, cls) else as_literal(each) for each in items)
        del joined.literals
        return joined

    if not TYPE_CHECKING:

        def __getattr__(self, attribute: str) -> Any:
            """The literals of a joined one, when they are first asked for."""
            if attribute != "literals":
                raise AttributeError(f"a {type(self).__name__} has no '{attribute}'", name=attribute, obj=self)
            waiting, found = [self], []
            while waiting:
                each = waiting.pop()
                if isinstance(each, Literal):
                    found.append(each)
                else:
                    waiting += reversed(vars(each).get("literals", each.pieces))
            self.literals, self.pieces = tuple(found), ()
            return self.literals

    def operands(self) -> list[Variable]:
        return [literal.variable for literal in self.literals]

    @cached_property
    def _equations(self) -> tuple[Callable[[Assignment], Sequence[int]], list[int] | None, list[bool] | None] | None:
        """Where every literal is `x == v` or `x != v`: a getter of the variables' values, the numbers v (None where the values
        are the truths: of Booleans), and which it is (None for all `==`, as a negated Boolean is one)."""
        if len(self.literals) < 2 or any(
            each.comparator != "==" or each.variable.position < 0 for each in self.literals
        ):
            return None  # itemgetter of one position does not return a tuple
        read = itemgetter(*(each.variable.position for each in self.literals))
        if all(each.variable.boolean and each.positive and each.value == 1 for each in self.literals):
            return read, None, None
        equations = [_equation(each) for each in self.literals]
        positive = [positive for _, positive in equations]
        return read, [value for value, _ in equations], None if all(positive) else positive

    def truths(self, assignment: Assignment) -> Iterable[int]:
        """Of each literal."""
        if self._equations is None:
            return [literal.holds(assignment) for literal in self.literals]
        read, values, positive = self._equations
        if values is None:
            return read(assignment)
        equal = map(eq, read(assignment), values)
        return equal if positive is None else map(eq, equal, positive)


def _equation(literal: Literal) -> tuple[int, bool]:
    if literal.variable.boolean and not literal.positive and literal.value in (0, 1):
        return 1 - literal.value, True
    return literal.value, literal.positive


def one_list(kind: Kind, things: Any, more: tuple[object, ...]) -> list[Any]:
    """Its argument as a list. AllDifferent(x, y) is a mistake that is made easily."""
    if more:
        raise SpecError(f"{kind.name} takes one list: write {kind.name}([…])")
    try:
        return as_list(things)
    except SpecError as error:
        raise SpecError(f"{kind.name}: {error}") from None


def same_length(first: Sequence[Sum], second: Sequence[Sum]) -> None:
    if len(first) != len(second):
        raise SpecError(f"the lists have {len(first)} and {len(second)} terms")

"""Variables, sums of them, and literals about them.

`queen[r] - r` is a Sum, `queen[r] == 3` a Literal, `queen[r] == queen[s] + 1` a Linear constraint. Variable, Sum and Literal
are unrelated classes on purpose: were one a subclass of another, Python would ask the right operand of `==` first and silently
swap the sides. Identity is their hash, and the truth value of a literal or a constraint raises instead of being always true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, overload

from threefold.language.errors import SpecError

if TYPE_CHECKING:
    from threefold.language.constraints import Linear

Domain: TypeAlias = Sequence[int]  # strictly increasing; a range where there are no holes
Assignment: TypeAlias = Sequence[int]  # one value per variable, in order of declaration
Index: TypeAlias = tuple[int | str, ...]
_NEEDS_QUOTES = re.compile(r"""^$|^\s|\s$|^-?\d+$|[],"'\n]""")


def no_truth(thing: object) -> NoReturn:
    raise SpecError(f"'{thing}' is a statement about a solution and has no truth value while the spec is built")


class _Arithmetic:
    """The operators that Variable and Sum share; each makes a Sum, a Literal or a Linear."""

    __slots__ = ()

    def _sum(self) -> Sum:
        raise AssertionError("every term is a Sum")

    def __add__(self, other: Term) -> Sum:
        return self._sum().plus(as_sum(other))

    def __radd__(self, other: int) -> Sum:
        return as_sum(other).plus(self._sum())

    def __sub__(self, other: Term) -> Sum:
        return self._sum().plus(as_sum(other).times(-1))

    def __rsub__(self, other: int) -> Sum:
        return as_sum(other).plus(self._sum().times(-1))

    def __neg__(self) -> Sum:
        return self._sum().times(-1)

    def __mul__(self, factor: int) -> Sum:
        return self._sum().times(factor)

    __rmul__ = __mul__

    def _compare(self, comparator: str, other: Term) -> Linear:
        from threefold.language.constraints import (
            Linear,  # constraints are made of terms: the import below would be a circle
        )

        return Linear(self._sum(), comparator, as_sum(other))


class Variable(_Arithmetic):
    """One unknown of a spec, made by `Spec.integers` and its kin."""

    __slots__ = ("boolean", "derived", "domain", "family", "index", "meaning", "position")

    def __init__(self, family: Family, index: Index, domain: Domain, position: int) -> None:
        self.family, self.index, self.domain, self.position = family.name, index, domain, position
        self.boolean, self.derived, self.meaning = family.boolean, family.derived, family.meaning

    def __repr__(self) -> str:
        return f"{self.family}[{', '.join(map(_shown, self.index))}]" if self.index else self.family

    def _sum(self) -> Sum:
        return Sum(((1, self),), 0)

    def __invert__(self) -> Literal:
        return ~as_literal(self)

    @overload  # type: ignore[override]
    def __eq__(self, other: int) -> Literal: ...
    @overload
    def __eq__(self, other: Variable | Sum) -> Linear: ...
    def __eq__(self, other: Term) -> Literal | Linear:
        return Literal(self, "==", other) if isinstance(other, int) else self._compare("==", other)

    @overload  # type: ignore[override]
    def __ne__(self, other: int) -> Literal: ...
    @overload
    def __ne__(self, other: Variable | Sum) -> Linear: ...
    def __ne__(self, other: Term) -> Literal | Linear:
        return Literal(self, "==", other, False) if isinstance(other, int) else self._compare("!=", other)

    @overload
    def __le__(self, other: int) -> Literal: ...
    @overload
    def __le__(self, other: Variable | Sum) -> Linear: ...
    def __le__(self, other: Term) -> Literal | Linear:
        return Literal(self, "<=", other) if isinstance(other, int) else self._compare("<=", other)

    @overload
    def __ge__(self, other: int) -> Literal: ...
    @overload
    def __ge__(self, other: Variable | Sum) -> Linear: ...
    def __ge__(self, other: Term) -> Literal | Linear:
        return Literal(self, "<=", other - 1, False) if isinstance(other, int) else self._compare(">=", other)

    @overload
    def __lt__(self, other: int) -> Literal: ...
    @overload
    def __lt__(self, other: Variable | Sum) -> Linear: ...
    def __lt__(self, other: Term) -> Literal | Linear:
        return self <= other - 1

    @overload
    def __gt__(self, other: int) -> Literal: ...
    @overload
    def __gt__(self, other: Variable | Sum) -> Linear: ...
    def __gt__(self, other: Term) -> Literal | Linear:
        return self >= other + 1

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        no_truth(self)


class Sum(_Arithmetic):
    """`c + a·x + b·y + …`, as written: repeated variables stay apart until `combined`."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Variable], ...], constant: int) -> None:
        self.terms, self.constant = terms, constant

    def __repr__(self) -> str:
        parts = [_signed(coefficient, variable) for coefficient, variable in self.terms]
        if self.constant or not parts:
            parts.append(f"{'-' if self.constant < 0 else '+'} {abs(self.constant)}")
        text = " ".join(parts)
        return text.removeprefix("+ ") if text.startswith("+") else text.replace("- ", "-", 1)

    def _sum(self) -> Sum:
        return self

    def plus(self, other: Sum) -> Sum:
        return Sum(self.terms + other.terms, self.constant + other.constant)

    def times(self, factor: int) -> Sum:
        if not isinstance(factor, int):
            raise SpecError(f"'{self}' can be multiplied by an integer only (got {factor!r})")
        return Sum(
            tuple((factor * coefficient, variable) for coefficient, variable in self.terms), factor * self.constant
        )

    def combined(self) -> Sum:
        """Every variable once, in order of first appearance; those that cancel are gone."""
        if len(self.terms) == 1 and self.terms[0][0]:
            return self
        coefficients: dict[Variable, int] = {}
        for coefficient, variable in self.terms:
            coefficients[variable] = coefficients.get(variable, 0) + coefficient
        return Sum(tuple((a, x) for x, a in coefficients.items() if a), self.constant)

    def value(self, assignment: Assignment) -> int:
        return self.constant + sum(a * assignment[x.position] for a, x in self.terms)

    def __eq__(self, other: Term) -> Linear:  # type: ignore[override]
        return self._compare("==", other)

    def __ne__(self, other: Term) -> Linear:  # type: ignore[override]
        return self._compare("!=", other)

    def __le__(self, other: Term) -> Linear:
        return self._compare("<=", other)

    def __ge__(self, other: Term) -> Linear:
        return self._compare(">=", other)

    def __lt__(self, other: Term) -> Linear:
        return self._compare("<=", other - 1)

    def __gt__(self, other: Term) -> Linear:
        return self._compare(">=", other + 1)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        no_truth(self)


Term: TypeAlias = Variable | Sum | int


@dataclass(frozen=True)
class Unit:
    """A term `sign·x + offset` with sign 1 or -1; a constant has sign 0 and no variable. What all but Linear are made of."""

    sign: int
    variable: Variable | None
    offset: int

    def __str__(self) -> str:
        return str(Sum(((self.sign, self.variable),), self.offset) if self.variable is not None else self.offset)

    def value(self, assignment: Assignment) -> int:
        return self.offset if self.variable is None else self.sign * assignment[self.variable.position] + self.offset

    def values(self) -> Sequence[int]:
        """The values that it can take, in order of the variable's domain; a range where that is one, for there may be many."""
        if self.variable is None:
            return [self.offset]
        domain, sign, offset = self.variable.domain, self.sign, self.offset
        if isinstance(domain, range):
            return range(sign * domain.start + offset, sign * domain.stop + offset, sign * domain.step)
        return [sign * value + offset for value in domain]

    def equals(self, value: int) -> Literal | bool:
        """The literal `this == value`, or its truth where that is settled."""
        if self.variable is None:
            return self.offset == value
        wanted = self.sign * (value - self.offset)
        return Literal(self.variable, "==", wanted) if wanted in self.variable.domain else False


class Literal:
    """`x == v` or `x <= v`, or the negation of either (`positive` False). A Boolean b is `b == 1`."""

    __slots__ = ("comparator", "positive", "value", "variable")

    def __init__(self, variable: Variable, comparator: str, value: int, positive: bool = True) -> None:
        self.variable, self.comparator, self.value, self.positive = variable, comparator, value, positive

    def __repr__(self) -> str:
        if self.variable.boolean and self.comparator == "==" and self.value in (0, 1):
            return f"{'' if self.positive == (self.value == 1) else '~'}{self.variable}"
        shown = self.comparator if self.positive else {"==": "!=", "<=": ">"}[self.comparator]
        return f"{self.variable} {shown} {self.value}"

    def __invert__(self) -> Literal:
        return Literal(self.variable, self.comparator, self.value, not self.positive)

    def holds(self, assignment: Assignment) -> bool:
        value = assignment[self.variable.position]
        return (value == self.value if self.comparator == "==" else value <= self.value) == self.positive

    def true_values(self) -> list[int]:
        """The values of the variable's domain that make it true."""
        if self.comparator == "==":
            return [v for v in self.variable.domain if (v == self.value) == self.positive]
        return [v for v in self.variable.domain if (v <= self.value) == self.positive]

    def __bool__(self) -> NoReturn:
        no_truth(self)


class Family(Mapping[Any, Variable]):
    """The variables of one name, by index; iterating gives the indices, as for a dict.

    An index is an integer, a text or a tuple of these, as declared: Any, so that `queen[r] - r for r in queen` has a type.
    """

    def __init__(self, name: str, *, boolean: bool, derived: bool, meaning: str) -> None:
        self.name, self.boolean, self.derived, self.meaning = name, boolean, derived, meaning
        self._variables: dict[Index, Variable] = {}

    def include(self, index: Index, domain: Domain, position: int) -> Variable:
        if not all(isinstance(part, int | str) for part in index):
            raise SpecError(f"family '{self.name}': an index has integers and texts only (got {index})")
        if index in self._variables:
            raise SpecError(f"family '{self.name}' has the index {index} twice")
        variable = self._variables[index] = Variable(self, index, domain, position)
        return variable

    def __getitem__(self, index: int | str | Index) -> Variable:
        key = index if isinstance(index, tuple) else (index,)
        if key not in self._variables:
            shown = ", ".join(map(_shown, key))
            raise SpecError(f"family '{self.name}' has no variable {self.name}[{shown}]")
        return self._variables[key]

    def __iter__(self) -> Iterator[Any]:
        return (index[0] if len(index) == 1 else index for index in self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(self._variables.values())


Terms: TypeAlias = Iterable[Term] | Family
Literals: TypeAlias = Iterable[Variable | Literal] | Family


def _shown(part: int | str) -> str:
    """Of an index; a text is quoted where it would look like a number or like two parts."""
    return repr(part) if isinstance(part, str) and _NEEDS_QUOTES.search(part) else str(part)


def _signed(coefficient: int, variable: Variable) -> str:
    factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
    return f"{'-' if coefficient < 0 else '+'} {factor}{variable}"


def as_sum(term: Term) -> Sum:
    if isinstance(term, Sum):
        return term
    if isinstance(term, Variable):
        return Sum(((1, term),), 0)
    if isinstance(term, int) and not isinstance(term, bool):
        return Sum((), term)
    raise SpecError(f"a term is a variable, an integer or a sum of them (got {term!r})")


def as_literal(thing: Variable | Literal) -> Literal:
    if isinstance(thing, Literal):
        return thing
    if isinstance(thing, Variable) and thing.boolean:
        return Literal(thing, "==", 1)
    raise SpecError(f"a literal is a Boolean variable, x == v, x != v, x <= v or a negation of these (got {thing!r})")


def as_sums(terms: Terms) -> tuple[Sum, ...]:
    return tuple(as_sum(term) for term in (terms.variables if isinstance(terms, Family) else terms))


def as_literals(literals: Literals) -> tuple[Literal, ...]:
    return tuple(as_literal(item) for item in (literals.variables if isinstance(literals, Family) else literals))

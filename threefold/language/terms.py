"""Variables, sums of them, and literals: `x == v` and `x <= v` and their negations.

`queen[r] - r` is a Sum, `queen[r] == 3` a Literal, `queen[r] == queen[s] + 1` a Linear constraint. Variable and Sum are unrelated
classes on purpose: if one were a subclass of the other, Python would ask the right operand of `==` first and swap the sides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, overload

from threefold.errors import SpecError
from threefold.format import spaced, summands
from threefold.language.mistakes import NoValue
from threefold.language.truth import Assignment as Assignment
from threefold.language.truth import Literal as Literal
from threefold.language.truth import Logical, Statement, Truth, plain

if TYPE_CHECKING:
    from threefold.language.constraints import Linear
    from threefold.language.family import Family

Domain: TypeAlias = Sequence[int]  # strictly increasing; a range if there are no holes
Index: TypeAlias = tuple[int | str, ...]
"""The index of a variable in its family: `queen[3]` has `(3,)`."""
WithInteger = TypeVar("WithInteger", covariant=True)  # the result of a comparison with an integer
_NEEDS_QUOTES = re.compile(r"""^$|^\s|\s$|^-?\d+$|[],"']""")
LARGEST = 2**53  # a double, and every solver, still represents all integers up to this one
MOST_TERMS, FIRST = 1000, 4  # terms of a sum that are shown, and of a longer one
FEW = 40  # summands that are copied at once when one more is added


class _Comparison(Protocol[WithInteger]):
    @overload
    def __call__(self, other: int) -> WithInteger: ...
    @overload
    def __call__(self, other: Variable | Sum) -> Linear: ...
    @overload
    def __call__(self, other: Truth) -> Any: ...


def _comparison(comparator: str, shift: int = 0) -> Any:
    """The method of an operator: `x < y` is `x <= y - 1`."""
    if not shift:
        return lambda self, other: self._compare(comparator, other)
    return lambda self, other: self._compare(comparator, _shifted(other, shift))


def _shifted(other: Any, shift: int) -> Any:
    """What is no term stays as it was written, for an error."""
    other = plain(other)
    return other + shift if isinstance(other, (int, _Term, Truth)) and not isinstance(other, bool) else other


class _Term(Statement, Generic[WithInteger]):
    """The operators that Variable and Sum share. Each gives a Sum, a Literal or a Linear."""

    __slots__ = ()
    __hash__ = object.__hash__

    def _sum(self) -> Sum:
        return self.shifted(0)

    def shifted(self, constant: int) -> Sum:
        """This + constant."""
        raise NotImplementedError

    def _compare(self, comparator: str, other: Term | Truth) -> Any:
        from threefold.language.constraints import Linear  # made of terms: an import above would be a circle

        return Linear(self._sum(), comparator, other)  # type: ignore[arg-type]

    def __add__(self, other: Term | Truth) -> Sum:
        if type(other) is int:  # most often, and faster without a Sum for it
            return self.shifted(other)
        return self._sum().plus(as_sum(other))

    def __radd__(self, other: int) -> Sum:
        return as_sum(other).plus(self._sum())

    def __sub__(self, other: Term | Truth) -> Sum:
        return self.shifted(-other) if type(other) is int else self._sum().plus(as_sum(other).times(-1))

    def __rsub__(self, other: int) -> Sum:
        return as_sum(other).plus(self._sum().times(-1))

    def __neg__(self) -> Sum:
        return self._sum().times(-1)

    @overload
    def __mul__(self, factor: int) -> Sum: ...
    @overload
    def __mul__(self, factor: Variable | Sum | Truth) -> Variable | Sum: ...
    def __mul__(self, factor: Term | Truth) -> Variable | Sum:
        is_term = isinstance(factor, _Term | Truth)
        return _functions().product(self, factor) if is_term else self._sum().times(factor)  # type: ignore[arg-type]

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Variable | Sum:
        exponent = plain(exponent)
        if not isinstance(exponent, int) or exponent < 1:
            raise SpecError(f"an exponent is an integer from 1 on (got {exponent})")
        return self._sum() if exponent == 1 else _functions().power(self, exponent)

    def __divmod__(self, divisor: Term) -> tuple[Variable, Sum]:
        return self // divisor, self % divisor

    def __rdivmod__(self, dividend: int) -> tuple[Variable, Sum]:
        return dividend // self, dividend % self

    def __floordiv__(self, divisor: Term) -> Variable:
        return _functions().quotient(self, divisor)  # type: ignore[no-any-return]

    def __mod__(self, divisor: Term) -> Sum:
        return _functions().remainder(self, divisor)  # type: ignore[no-any-return]

    def __rfloordiv__(self, dividend: int) -> Variable:
        return as_sum(dividend) // self._sum()

    def __rmod__(self, dividend: int) -> Sum:
        return as_sum(dividend) % self._sum()

    def __abs__(self) -> Variable:
        return _functions().absolute(self)  # type: ignore[no-any-return]

    __eq__: _Comparison[WithInteger] = _comparison("==")  # type: ignore[assignment]
    __ne__: _Comparison[WithInteger] = _comparison("!=")  # type: ignore[assignment]
    __le__: _Comparison[WithInteger] = _comparison("<=")
    __ge__: _Comparison[WithInteger] = _comparison(">=")
    __lt__: _Comparison[WithInteger] = _comparison("<=", -1)
    __gt__: _Comparison[WithInteger] = _comparison(">=", 1)


class Variable(_Term[Literal], Logical, NoValue):
    """One unknown of a spec, made by `Spec.integers` and the like."""

    __slots__ = ("boolean", "derived", "domain", "domain_group", "family", "hidden", "index", "members", "position")

    def __init__(self, family: Family, index: Index, domain: Domain, position: int) -> None:
        self.family, self.index, self.domain, self.position = family.name, index, domain, position
        self.members = family
        self.boolean, self.domain_group = family.boolean, family.meaning
        self.derived, self.hidden = family.derived, family.hidden  # not counted over; and not a function of the others

    def __repr__(self) -> str:
        return f"{self.family}[{', '.join(map(index_part, self.index))}]" if self.index else self.family

    def at(self, assignment: Assignment) -> int:
        """Its value there."""
        return assignment[self.position]

    def shifted(self, constant: int) -> Sum:
        return Sum(((1, self),), constant)

    def _compare(self, comparator: str, other: Term | Truth) -> Any:
        if isinstance(other, Truth) and self.boolean and comparator in ("==", "!="):
            return as_literal(self) == other if comparator == "==" else as_literal(self) != other
        if isinstance(other, bool) and self.boolean and comparator in ("==", "!="):  # b == True
            other = int(other)
        other = plain(other)
        if not isinstance(other, int) or isinstance(other, bool):
            return super()._compare(comparator, other)
        if comparator == ">=":
            return Literal(self, "<=", other - 1, False)
        return Literal(self, "==" if comparator == "!=" else comparator, other, comparator != "!=")

    def __invert__(self) -> Literal:
        return ~as_literal(self)


class Sum(_Term["Linear"]):
    """`c + a·x + b·y + …`, as written: repeated variables are combined by `combined` only."""

    __slots__ = ("constant", "pieces", "terms")
    terms: tuple[tuple[int, Variable], ...]
    pieces: tuple[Sum, ...]

    def __init__(self, terms: tuple[tuple[int, Variable], ...], constant: int) -> None:
        self.terms, self.constant, self.pieces = terms, constant, ()

    def __repr__(self) -> str:
        if len(self.terms) > MOST_TERMS:
            return f"{Sum(self.terms[:FIRST], 0)} + … ({len(self.terms):,} terms)"
        named = ((a, str(x) if a == 1 or x.position >= 0 else spaced(str(x))) for a, x in self.terms)
        return " ".join(summands(named, self.constant))

    def _sum(self) -> Sum:
        return self

    def shifted(self, constant: int) -> Sum:
        return Sum(self.terms, self.constant + constant)

    def plus(self, other: Sum) -> Sum:
        constant = self.constant + other.constant
        if not self.pieces and len(self.terms) <= FEW:
            return Sum(self.terms + other.terms, constant)
        joined = Sum((), constant)
        del joined.terms
        joined.pieces = self, other
        return joined

    if not TYPE_CHECKING:

        def __getattr__(self, attribute: str) -> Any:
            """The terms of a sum that was made of two, when they are first asked for: 100,000 additions are not quadratic."""
            if attribute != "terms":
                raise AttributeError(f"a sum has no '{attribute}'", name=attribute, obj=self)
            waiting, found = [self], []
            while waiting:
                each = waiting.pop()
                waiting += each.pieces
                if not each.pieces:
                    found.append(each.terms)
            self.terms, self.pieces = tuple(chain.from_iterable(reversed(found))), ()
            return self.terms

    def times(self, factor: int) -> Sum:
        factor = plain(factor)
        if not isinstance(factor, int):
            raise SpecError(f"'{self}' can be multiplied by an integer only (got {factor!r})")
        return Sum(tuple((factor * a, x) for a, x in self.terms), factor * self.constant)

    def combined(self) -> Sum:
        """Every variable once, in order of first appearance, without those that cancel out."""
        if len(self.terms) == 1 and self.terms[0][0]:
            return self
        coefficients: dict[Variable, int] = {}
        for coefficient, variable in self.terms:
            coefficients[variable] = coefficients.get(variable, 0) + coefficient
        return Sum(tuple((a, x) for x, a in coefficients.items() if a), self.constant)

    def value(self, assignment: Assignment) -> int:
        total = self.constant
        for coefficient, x in self.terms:  # most sums have one term, for which `sum` is slower
            total += coefficient * (assignment[x.position] if x.position >= 0 else x.at(assignment))
        return total


Term: TypeAlias = Variable | Sum | int
Write: TypeAlias = Callable[[Sum | Literal], str]
"""What gives the text of a term or literal."""


def _functions() -> Any:
    """Made of constraints, which are made of terms: an import above would be a circle."""
    from threefold.language import logic

    return logic


def domain_of(values: Iterable[int], error: Callable[[str], SpecError]) -> Domain:
    """The values in order, as a range if there are no holes."""
    if isinstance(values, range) and values.step == 1:
        domain: Domain = values
    elif not isinstance(values, Iterable):
        raise error(f": a domain is like range(5) (got {values!r})")
    else:
        listed = list(map(plain, values))
        wrong = [v for v in listed if not isinstance(v, int) or isinstance(v, bool)]
        if wrong:
            raise error(f": a domain holds integers only (got {wrong[0]!r})")
        domain = tuple(sorted(set(listed)))
        if domain and domain[-1] - domain[0] == len(domain) - 1:
            domain = range(domain[0], domain[-1] + 1)
    if not domain:
        raise error(": the domain is empty")
    if domain[0] < -LARGEST or domain[-1] > LARGEST:
        raise error(f": a value must lie between -{LARGEST} and {LARGEST}")
    return domain


def index_part(part: int | str) -> str:
    """A part of an index; a text is quoted if it looks like a number or like two parts, or cannot be printed in a line."""
    quoted = isinstance(part, str) and (_NEEDS_QUOTES.search(part) or not part.isprintable())
    return repr(part) if quoted else str(part)


def as_sum(term: Term | Truth) -> Sum:
    if isinstance(term, _Term):
        return term._sum()
    if isinstance(term, Truth):
        from threefold.language.logic import number

        return number(term)._sum()
    term = plain(term)
    if isinstance(term, int) and not isinstance(term, bool):
        return Sum((), term)
    raise SpecError(f"a term is a variable, an integer or a sum of them (got {term!r})")


def as_literal(thing: Logical | bool) -> Literal:
    if isinstance(thing, Literal):
        return thing
    if isinstance(thing, Truth):
        from threefold.language.logic import reified

        return reified(thing)
    if isinstance(thing, Variable):
        if thing.boolean:
            return Literal(thing, "==", 1)
        raise SpecError(f"{thing} is an integer; write {thing} == value, {thing} != value or {thing} <= value")
    known = "; Python knows its value already: write 'if'" if isinstance(thing, bool) else ""
    literals = "a Boolean variable, x == v, x != v, x <= v or a negation of these"
    raise SpecError(f"a literal is {literals} (got {thing!r}){known}")

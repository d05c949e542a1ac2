"""Variables, functions and sums of them, and literals: `x == v` and `x <= v` and their negations.

`queen[r] - r` is a Sum, `queen[r] == 3` a Literal, `queen[r] == queen[s] + 1` a Linear constraint. Variable and Sum are unrelated
classes on purpose: if one were a subclass of the other, Python would ask the right operand of `==` first and swap the sides.
"""

from __future__ import annotations

import re
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar, overload

from threefold.errors import SpecError
from threefold.format import bare, grouped, shortened, spaced, summands
from threefold.language.mistakes import NoValue
from threefold.language.truth import Assignment as Assignment
from threefold.language.truth import Literal as Literal
from threefold.language.truth import Logical, Statement, Truth, plain

if TYPE_CHECKING:
    from threefold.language.constraints import Linear
    from threefold.language.family import Family
    from threefold.language.node import Kind

Domain: TypeAlias = Sequence[int]  # strictly increasing; a range if there are no holes
Index: TypeAlias = tuple[int | str, ...]
"""The index of a variable in its family: `queen[3]` has `(3,)`."""
WithInteger = TypeVar("WithInteger", covariant=True)  # the result of a comparison with an integer
_NEEDS_QUOTES = re.compile(r"""^$|^\s|\s$|^-?\d+$|[],"']""")
LARGEST = 2**53  # a double, and every solver, still represents all integers up to this one
DEEP = 50  # levels of functions inside each other that are evaluated by recursion; each takes a few calls of Python
MOST_TERMS, FIRST = 1000, 4  # terms of a sum that are shown, and of a longer one
FEW = 40  # summands that are copied at once when one more is added
MOST_LEVELS, MOST_SHOWN = 12, 60  # functions inside each other, and in all, that the text of a term shows


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


class Undefined(SpecError):
    """A term has no value here, like `x // y` where y is 0."""

    def __init__(self, function: Function, reason: str) -> None:
        """The message is made when it is read: most of these are caught."""
        super().__init__(function, reason)

    def __str__(self) -> str:
        return "{} is not defined: {}".format(*self.args)


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


class Function(Variable):
    """A term that is a function of others, like `abs(x)`. It stands where a variable can, and has no place in an assignment.

    A class of one file in constraints/: its fields, its meaning in `value`, and its definition by constraints in `decompose`.
    """

    fields: ClassVar[tuple[str, ...]]
    numbers: ClassVar[tuple[str, ...]] = ()
    word: ClassVar[str]
    """What its auxiliary variable is called."""
    position, index, boolean, derived, hidden, domain_group = -1, (), False, True, False, ""
    depth: int
    partial: bool
    """Whether it, or a term in it, can be undefined."""

    def finish(self, values: Iterable[int], *, undefined: bool = False) -> None:
        """`values`: all that it can have, and perhaps others."""
        inside = functions_in(operands(self.arguments))
        self.depth = 1 + max((each.depth for each in inside), default=0)
        self.partial = undefined or any(each.partial for each in inside)
        self.domain = domain_of(values, lambda problem: SpecError(f"{self}{problem}"))
        if not self.depth % DEEP:
            self.value = Cut(self)  # type: ignore[method-assign]

    @property
    def family(self) -> str:  # type: ignore[override]
        return self.word

    @property
    def arguments(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    @classmethod
    def of_arguments(cls, arguments: Sequence[Any]) -> Function:
        """The function with these fields."""
        return cls(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: what a variable has, its family and index, is no attribute of a function."""
        return type(self).of_arguments, (self.arguments,)

    @abstractmethod
    def value(self, assignment: Assignment) -> int:
        """Its meaning, from the values of all its terms; Undefined where it has none."""

    def at(self, assignment: Assignment) -> int:
        return self.value(assignment)

    @abstractmethod
    def decompose(self, result: Variable) -> Iterable[Logical]:
        """They hold if and only if the result has the value; where there is none, the result has the first of its domain."""

    def expand(self) -> Sum | None:
        """A sum of other terms that is the same; None where only a variable of its own can be."""
        return None

    def conditions(self) -> Iterable[Logical]:
        """They hold if and only if it is defined where its terms are."""
        return ()

    def text(self) -> str:
        """As a person writes it."""
        return f"{self.word}({bare(abridged(self.arguments[0]))})"

    def formula(self, write: Write) -> str:
        """In mathematical notation; `write` gives that of a term or literal in it."""
        return str(self)

    def __repr__(self) -> str:
        return within_limits(self.text)

    def _compare(self, comparator: str, other: Term | Truth) -> Any:
        if self.boolean:
            return super()._compare(comparator, other)
        return self._sum()._compare(comparator, other)


class Auxiliary(Variable):
    """A variable of a flattened spec that has the value of a function."""

    __slots__ = ("function",)

    def __init__(self, family: Family, function: Function, position: int) -> None:
        super().__init__(family, (), function.domain, position)
        self.function = function

    def __repr__(self) -> str:
        """What it stands for: `abs(x - y)`, `(x + y == 3)`."""
        return grouped(str(self.function))


class _Shown(threading.local):
    """Where the text of a term is being made."""

    level, left = 0, 0


_shown = _Shown()


def within_limits(text: Callable[[], str]) -> str:
    """The text of a function, or `…` where it stands too deep in another one, or enough of them are shown."""
    if not _shown.level:
        _shown.left = MOST_SHOWN
    if _shown.level == MOST_LEVELS or not _shown.left:
        return "…"
    _shown.level, _shown.left = _shown.level + 1, _shown.left - 1
    try:
        return text()
    finally:
        _shown.level -= 1


class Cut:
    """`value` of a function at a depth of so many levels: what is below it comes first, without recursion."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def __call__(self, assignment: Assignment) -> int:
        if isinstance(assignment, Values):
            return assignment.of(self.function)
        values = Values(assignment)
        waiting: list[tuple[Function, bool]] = [(self.function, False)]
        while waiting:
            function, ready = waiting.pop()
            if ready and not function.depth % DEEP:
                values.know(function)
            elif not ready and id(function) not in values.seen:
                values.seen.add(id(function))
                waiting += [(function, True), *((each, False) for each in inner_functions(function))]
        return values.of(self.function)


class Values(tuple[int, ...]):
    """An assignment, and what the functions at a depth of so many levels are worth in it: a number, or that it has none."""

    seen: set[int]
    known: dict[int, int | Undefined]

    def __new__(cls, assignment: Assignment) -> Values:
        values = super().__new__(cls, assignment)
        values.seen, values.known = set(), {}
        return values

    def know(self, function: Function) -> None:
        try:
            self.known[id(function)] = type(function).value(function, self)
        except Undefined as undefined:
            self.known[id(function)] = undefined

    def of(self, function: Function) -> int:
        found = self.known[id(function)]
        if isinstance(found, Undefined):
            raise found
        return found


class Strict:
    """`holds` of a constraint with terms that can be undefined: false where one of them is."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.partial = kind, [each for each in functions_in(kind.operands()) if each.partial]

    def __call__(self, assignment: Assignment) -> bool:
        try:
            for each in self.partial:
                each.value(assignment)
            return type(self.kind).holds(self.kind, assignment)
        except Undefined:
            return False


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


def operands(argument: object) -> Iterator[Variable]:
    """The variables and functions of a field: a term, a literal, a constraint, or a list of these."""
    if isinstance(argument, Sum):
        yield from (x for _, x in argument.terms)
    elif isinstance(argument, Literal):
        yield argument.variable
    elif isinstance(argument, tuple | list):
        for each in argument:
            yield from operands(each)
    elif isinstance(argument, Truth):
        yield from argument.operands()  # type: ignore[attr-defined]


def functions_in(found: Iterable[Variable]) -> list[Function]:
    return [x for x in found if x.position < 0 and isinstance(x, Function)]


def inner_functions(function: Function) -> list[Function]:
    return functions_in(operands(function.arguments))


def leaves(found: list[Variable]) -> list[Variable]:
    """The variables of these, with those that their functions are about."""
    if all(x.position >= 0 for x in found):
        return found
    leaves, waiting, seen = [], found[::-1], set[int]()
    while waiting:
        x = waiting.pop()
        if not isinstance(x, Function):
            leaves.append(x)
        elif id(x) not in seen:
            seen.add(id(x))
            waiting += reversed([*operands(x.arguments)])
    return leaves


def abridged(things: object, write: Callable[[Any], str] = str) -> str:
    """A list of terms: `shift[1..7]` for neighbours in a family, or all of them, or the first and the last."""
    listed = [*things] if isinstance(things, tuple | list) else [things]
    return run(listed) or shortened(map(write, listed))


def run(terms: Sequence[object]) -> str:
    """`shift[1..7]`, where the terms are three or more variables whose last index counts."""
    found = [each.terms[0][1] for each in terms if isinstance(each, Sum) and not each.constant and len(each.terms) == 1]
    if len(found) < max(3, len(terms)) or any(
        each.terms[0][0] != 1 or x.position < 0 for each, x in zip(terms, found, strict=True) if isinstance(each, Sum)
    ):
        return ""
    first, last = found[0].index, found[-1].index
    start = first[-1] if first else None
    if not isinstance(start, int) or {x.family for x in found} != {found[0].family}:
        return ""
    if [x.index for x in found] != [(*first[:-1], start + place) for place in range(len(found))]:
        return ""
    return f"{found[0].family}[{', '.join([*map(index_part, first[:-1]), f'{start}..{last[-1]}'])}]"


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

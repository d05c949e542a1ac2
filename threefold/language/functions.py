"""Functions: terms like `abs(x)`, `x*y`, `x // y`, or whether a constraint holds: they have a value, and no place in a solution.

A function that is deep in others is evaluated without recursion; where a term has no value, the constraint around it is false.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from threefold.errors import SpecError
from threefold.format import bare, grouped, shortened
from threefold.language.terms import Sum, Term, Variable, Write, domain_of, index_part
from threefold.language.truth import Assignment, Literal, Logical, Truth

if TYPE_CHECKING:
    from threefold.language.family import Family
    from threefold.language.node import Kind

DEEP = 50  # levels of functions inside each other that are evaluated by recursion; each takes a few calls of Python
# Calls that evaluate a function by recursion, which evaluates what stands in several places in each of them. With more it is
# evaluated once in an assignment. Fewer would keep values of small trees, and more would take milliseconds.
MOST_CALLS = 250
MOST_LEVELS, MOST_SHOWN = 12, 60  # functions inside each other, and in all, that the text of a term shows


class Undefined(SpecError):
    """A term has no value here, like `x // y` where y is 0."""

    def __init__(self, function: Function, reason: str) -> None:
        """The message is made when it is read: most of these are caught."""
        super().__init__(function, reason)

    def __str__(self) -> str:
        return "{} is not defined: {}".format(*self.args)


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
    calls: int
    """That evaluate it, and the functions below it down to those that are evaluated once: more than MOST_CALLS make it one."""
    partial: bool
    """Whether it, or a term in it, can be undefined."""

    def finish(self, values: Iterable[int], *, undefined: bool = False) -> None:
        """`values`: all that it can have, and perhaps others."""
        inside = functions_in(operands(self.arguments))
        self.depth = 1 + max((each.depth for each in inside), default=0)
        self.partial = undefined or any(each.partial for each in inside)
        self.domain = domain_of(values, lambda problem: SpecError(f"{self}{problem}"))
        twice = [each for each in inside if each.partial]  # Strict asks first, then `holds`
        self.calls = 1 + sum(each.calls for each in (*inside, *twice))
        if not self.depth % DEEP or self.calls > MOST_CALLS:
            self.value, self.calls = Cut(self), 1  # type: ignore[method-assign]

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
    """`value` of a function with so many levels or calls below it: those come first, without recursion, and each once."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def __call__(self, assignment: Assignment) -> int:
        if isinstance(assignment, Values):
            return assignment.of(self.function)
        values = Values(assignment)
        waiting: list[tuple[Function, bool]] = [(self.function, False)]
        while waiting:
            function, ready = waiting.pop()
            if ready and isinstance(function.value, Cut):
                values.know(function)
            elif not ready and id(function) not in values.seen:
                values.seen.add(id(function))
                waiting += [(function, True), *((each, False) for each in inner_functions(function))]
        return values.of(self.function)


class Values(tuple[int, ...]):
    """An assignment, and what the functions with a Cut are worth in it: a number, or that it has none."""

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

"""Lists of terms and of literals, as a constraint takes them: a list, any other iterable, or a family."""

from collections.abc import Iterable, Mapping, Sequence
from types import GeneratorType
from typing import Any, TypeAlias, TypeVar

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.terms import Literal, Sum, Term, Variable, as_literal, as_sum
from threefold.language.truth import Logical, Truth, plain

Terms: TypeAlias = Iterable[Term | Truth] | Mapping[Any, Variable]  # a family is a mapping
Literals: TypeAlias = Iterable[Logical] | Mapping[Any, Variable]
Thing = TypeVar("Thing")


def total(terms: Terms) -> Sum:
    """The sum of terms, literals or a family: `total(x) == 10`. Python's `sum` of a family would add its indices."""
    sums = as_sums(unknowns(terms))
    return Sum(tuple(summand for each in sums for summand in each.terms), sum(each.constant for each in sums))


def unknowns(terms: Terms) -> list[Term | Truth]:
    """The terms as a list, refused where all are plain numbers."""
    listed = as_list(terms)
    if problem := numbers_only(listed):
        raise SpecError(problem)
    return listed


def numbers_only(terms: Sequence[Term | Truth]) -> str | None:
    """What is wrong with a list of plain numbers, which is a family's indices by mistake."""
    if not terms or not all(isinstance(plain(term), int) for term in terms):
        return None
    indices = "list(x) and a loop over a family x give its indices: write x or x.values()"
    return f"these terms are numbers only: {shortened(terms)}; {indices}"


def is_integer(value: object) -> bool:
    """A bool is a truth value that was computed too early, like `x in {1, 2}`."""
    return isinstance(value, int) and not isinstance(value, bool)


def as_integer(value: Any, what: str) -> int:
    value = plain(value)
    if not is_integer(value):
        raise SpecError(f"{what} is an integer (got {value!r:.60})")
    return value  # type: ignore[no-any-return]


def as_sums(terms: Terms) -> tuple[Sum, ...]:
    return tuple(map(as_sum, as_list(terms)))


def as_literals(literals: Literals) -> tuple[Literal, ...]:
    return tuple(map(as_literal, as_list(literals)))


def as_list(things: Mapping[Any, Thing] | Iterable[Thing]) -> list[Thing]:
    # Lists first: Mapping takes long to say no to a class that is new to it.
    if isinstance(things, list | tuple | GeneratorType):
        return [*things]
    if isinstance(things, str):  # its letters are never meant
        raise SpecError(f"a list was expected, like [x, y] (got {things!r:.60})")
    if isinstance(things, Mapping):
        return [*things.values()]
    if isinstance(things, Iterable):
        return [*things]
    raise SpecError(f"a list was expected, like [x, y] (got {things})")

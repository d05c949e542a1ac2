"""Views: which variables of a program represent a variable of the spec, and how its value is read from an answer."""

from abc import abstractmethod
from array import array
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, cast

from threefold.backends.backend import BrokenAnswer
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Variable


@dataclass(frozen=True)
class _NumberedView:  # not an ABC: isinstance would be slow, and is asked for every variable
    """The program's variables are numbered from `first`, one for each of `values`."""

    meaning: ClassVar[str]  # of one of them, in terms of its value
    first: int

    @property
    @abstractmethod
    def values(self) -> Sequence[int]: ...

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + len(self.values))

    @abstractmethod
    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        """The variable's value, from the values of the program's variables."""


@dataclass(frozen=True)
class Native(_NumberedView):
    """One variable, which has the value itself."""

    meaning = "itself"
    values = (1,)

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        return value_of(self.first)


@dataclass(frozen=True)
class Direct(_NumberedView):
    """A 0/1 variable `x == v` for each value of the domain."""

    meaning = "=="
    domain: Domain

    @property
    def values(self) -> Domain:
        return self.domain

    def index(self, value: int) -> int:
        return self.first + self.domain.index(value)

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        true = [value for index, value in enumerate(self.domain, self.first) if value_of(index)]
        if len(true) != 1:
            raise BrokenAnswer(f"the answer gives {variable} {len(true)} values instead of one")
        return true[0]


@dataclass(frozen=True)
class Order(_NumberedView):
    """A 0/1 variable `x <= v` for each value of the domain but the last."""

    meaning = "<="
    domain: Domain

    @property
    def values(self) -> Domain:
        return self.domain[:-1]

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        bounds = [value_of(number) for number in self.numbers]
        reached = bounds.count(0)
        if any(bounds[:reached]):
            raise BrokenAnswer(f"the answer gives {variable} bounds that contradict each other")
        return self.domain[reached]


@dataclass(frozen=True)
class Binary(_NumberedView):
    """The bits of `x - offset`, the least significant first."""

    meaning = "bit"
    bits: int
    offset: int

    @property
    def values(self) -> range:
        return range(self.bits)

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        value = self.offset + sum(1 << bit for bit in range(self.bits) if value_of(self.first + bit))
        if value not in variable.domain:
            raise BrokenAnswer(f"the answer gives {variable} the value {value}, which is not in its domain")
        return value


DirectView = Native | Direct
View = DirectView | Order | Binary
INTEGERS: dict[str, Callable[[int, Domain], View]] = {
    "direct": Direct,
    "order": Order,
    "binary": lambda first, domain: Binary(first, (domain[-1] - domain[0]).bit_length(), domain[0]),
}


def views_of(spec: Spec, first: int, integers: str) -> tuple[list[View], int]:
    """Views numbered from `first` in the order of declaration, and the next free number.

    Booleans are native, integers in the given encoding: direct, order or binary.
    """
    views: list[View] = []
    for x in spec.variables:
        views.append(Native(first) if x.boolean else INTEGERS[integers](first, x.domain))
        first = views[-1].numbers.stop
    return views, first


def direct_views(spec: Spec, first: int) -> tuple[list[DirectView], int]:
    views, following = views_of(spec, first, "direct")
    return cast("list[DirectView]", views), following


def of_declared(spec: Spec, views: Sequence[View]) -> int:
    """How many of the program's variables represent those that a person declared: the first ones."""
    return sum(len(view.numbers) for view in views[: len(spec.declared)])


def decode(spec: Spec, views: Sequence[View], value_of: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(view.decode(x, value_of) for x, view in zip(spec.declared, views, strict=False))


def takers(terms: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Mapping[int, Sequence[int]]:
    """Of terms, each by its values and the number of `term == value` for each of them: by value, the numbers of the terms that
    take it. Values increase, and numbers are in the order of the terms. An array needs a tenth of a list's memory."""
    found: defaultdict[int, array[int]] = defaultdict(partial(array, "i"))
    for values, numbers in terms:
        deque(map(array.append, map(found.__getitem__, values), numbers), maxlen=0)  # without a Python loop
    return {value: found[value] for value in sorted(found)}

"""Views: how a spec's variable appears among a program's variables, and how an answer is read back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from threefold.backends.backend import BrokenAnswer
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Variable


@dataclass(frozen=True)
class Native:
    """The program's variable `index` has the value itself."""

    index: int

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        return value_of(self.index)


@dataclass(frozen=True)
class Direct:
    """One 0/1 variable per value of the domain, numbered from `first`."""

    first: int
    domain: Domain

    def index(self, value: int) -> int:
        return self.first + self.domain.index(value)

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        true = [value for index, value in enumerate(self.domain, self.first) if value_of(index)]
        if len(true) != 1:
            raise BrokenAnswer(f"the answer gives {variable} {len(true)} values instead of one")
        return true[0]


@dataclass(frozen=True)
class Order:
    """A 0/1 variable `x <= v` per value of the domain but the last, numbered from `first`."""

    first: int
    domain: Domain

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        bounds = [value_of(self.first + position) for position in range(len(self.domain) - 1)]
        reached = bounds.count(0)
        if any(bounds[:reached]):
            raise BrokenAnswer(f"the answer gives {variable} bounds that contradict each other")
        return self.domain[reached]


@dataclass(frozen=True)
class Binary:
    """The bits of `x - offset`, the least significant first, numbered from `first`."""

    first: int
    bits: int
    offset: int

    def decode(self, variable: Variable, value_of: Callable[[int], int]) -> int:
        value = self.offset + sum(1 << bit for bit in range(self.bits) if value_of(self.first + bit))
        if value not in variable.domain:
            raise BrokenAnswer(f"the answer gives {variable} the value {value}, which its domain lacks")
        return value


DirectView = Native | Direct
View = DirectView | Order | Binary


def direct_views(spec: Spec, first: int) -> tuple[list[DirectView], int]:
    """Booleans natively, integers directly, in order of declaration from number `first`; and the next free number."""
    views: list[DirectView] = []
    for x in spec.variables:
        views.append(Native(first) if x.boolean else Direct(first, x.domain))
        first += 1 if x.boolean else len(x.domain)
    return views, first


def columns_of(view: DirectView) -> range:
    """The program's variables that it is made of."""
    return (
        range(view.index, view.index + 1)
        if isinstance(view, Native)
        else range(view.first, view.first + len(view.domain))
    )


def views_of(spec: Spec, first: int, integers: str) -> tuple[list[View], int]:
    """As `direct_views`, with the integers in this encoding: direct, order or binary."""
    views: list[View] = []
    for x in spec.variables:
        view, size = (Native(first), 1) if x.boolean else _integer_view(x.domain, first, integers)
        views.append(view)
        first += size
    return views, first


def _integer_view(domain: Domain, first: int, encoding: str) -> tuple[View, int]:
    """The view, and how many numbers it takes."""
    match encoding:
        case "direct":
            return Direct(first, domain), len(domain)
        case "order":
            return Order(first, domain), len(domain) - 1
        case "binary":
            bits = (domain[-1] - domain[0]).bit_length()
            return Binary(first, bits, domain[0]), bits
    raise AssertionError(encoding)


def decode(spec: Spec, views: Sequence[View], value_of: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(view.decode(x, value_of) for x, view in zip(spec.variables, views, strict=True))

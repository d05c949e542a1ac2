"""Views: how a spec's variable appears among a program's variables, and how an answer is read back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backends.backend import BrokenAnswer
from language.spec import Spec
from language.terms import Domain, Variable


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


View = Native | Direct


def direct_views(spec: Spec, first: int) -> tuple[list[View], int]:
    """Booleans natively, integers directly, in order of declaration from number `first`; and the next free number."""
    views: list[View] = []
    for x in spec.variables:
        views.append(Native(first) if x.boolean else Direct(first, x.domain))
        first += 1 if x.boolean else len(x.domain)
    return views, first


def decode(spec: Spec, views: Sequence[View], value_of: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(view.decode(x, value_of) for x, view in zip(spec.variables, views, strict=True))

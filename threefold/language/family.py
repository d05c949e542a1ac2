"""A family: the variables of one name, by index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, ValuesView
from typing import TYPE_CHECKING, Any
from weakref import ref

from threefold.errors import SpecError
from threefold.format import many
from threefold.language.mistakes import OneByOne
from threefold.language.terms import Domain, Index, Variable, domain_of, index_part
from threefold.language.truth import Statement, plain

if TYPE_CHECKING:
    from threefold.language.spec import Spec

BOTH = range(2)  # the domain of a Boolean
INDEX_PARTS = frozenset({int, str})  # other integers, like those of numpy, are made plain


class Family(OneByOne, Mapping[Any, Variable]):
    """The variables of one name, by index: an integer, a text or a tuple of these, as declared, and so of type Any."""

    def __init__(self, spec: Spec, name: str, *, boolean: bool, derived: bool, hidden: bool, meaning: str) -> None:
        self.name, self.boolean, self.derived, self.hidden, self.meaning = name, boolean, derived, hidden, meaning
        self._spec = spec.name  # for messages
        self.spec = ref(spec)  # weak: a solution keeps the families and not the constraints
        self._variables: dict[Index, Variable] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "spec"}

    def include(self, index: Index, domain: Domain, position: int) -> Variable:
        if not INDEX_PARTS.issuperset(map(type, index)):
            index = self._plain(index)
        if index in self._variables:
            raise self._error(f" has the index {index} twice")
        if self.boolean and domain != BOTH:
            raise self._error(": the domain of a Boolean is 0..1")
        variable = self._variables[index] = Variable(self, index, domain, position)
        return variable

    def adopt(self, variable: Variable) -> None:
        self._variables[variable.index] = variable

    def _plain(self, index: Index) -> Index:
        index = tuple(map(plain, index))
        if not all(isinstance(part, int | str) for part in index):
            raise self._error(f": an index has integers and texts only (got {index})")
        return index

    def domain(self, values: Iterable[int]) -> Domain:
        """The values in order, as a range if there are no holes."""
        return domain_of(values, self._error)

    def _error(self, problem: str) -> SpecError:
        return SpecError(f"{self._spec}: family '{self.name}'{problem}")

    def __getitem__(self, index: int | str | Index) -> Variable:
        key = index if isinstance(index, tuple) else (index,)
        try:
            return self._variables[key]
        except (KeyError, TypeError):  # a slice has no hash before Python 3.12
            raise self._error(self._missing(key)) from None

    def _missing(self, key: Index) -> str:
        if any(isinstance(part, slice) for part in key):
            places = ", ".join("i" if isinstance(part, slice) else index_part(part) for part in key)
            return f" has no slices: write [{self.name}[{places}] for i in …]"
        width = len(next(iter(self._variables), ()))
        hint = f"; an index of {self.name} has {many(width, 'part')}" if len(key) < width else ""
        if any(isinstance(part, Statement) for part in key):
            hint = "; write value_at(array, index) for the term"
        return f" has no variable {self.name}[{', '.join(map(index_part, key))}]{hint}"

    def __repr__(self) -> str:
        return f"<family {self.name}>"

    def __iter__(self) -> Iterator[Any]:
        return (index[0] if len(index) == 1 else index for index in self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def values(self) -> ValuesView[Variable]:
        return self._variables.values()

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(self._variables.values())

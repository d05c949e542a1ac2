"""An entry of an array, as a term. Reference: `element` of the Global Constraint Catalogue; relational semantics of partial
functions: A. Frisch, P. Stuckey, The proper treatment of undefinedness in constraint languages, CP 2009.
"""

from collections.abc import Iterator, Sequence

from threefold.format import shortened
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.element import Element
from threefold.language.constraints.implies import Implies
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function, Undefined, run
from threefold.language.lists import Terms, as_sums
from threefold.language.node import Counted
from threefold.language.terms import Sum, Term, Variable, Write, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import as_unit, factor, simplest, values_of


class Entry(Function):
    """`array[index]`, counted from 0; not defined out of range."""

    word, fields = "entry", ("array", "place")

    def __init__(self, array: Sequence[Sum], index: Sum) -> None:
        self.array, self.place = tuple(as_unit(simplest(term)) for term in array), factor(index)
        places = values_of(self.place)
        self._inside = [place for place in places if 0 <= place < len(self.array)]
        values = {value for place in self._inside for value in values_of(self.array[place])}
        self._all_inside = len(self._inside) == len(places)
        self.finish(values or [0], undefined=not self._all_inside)

    def text(self) -> str:
        return f"{run(self.array) or f'[{shortened(self.array)}]'}[{self.place}]"

    def formula(self, write: Write) -> str:
        return f"{run(self.array) or f'({shortened(map(write, self.array))})'}[{write(self.place)}]"

    def value(self, assignment: Assignment) -> int:
        entries, index = [term.value(assignment) for term in self.array], self.place.value(assignment)
        if not 0 <= index < len(entries):
            raise Undefined(self, f"the index is {index}")
        return entries[index]

    def conditions(self) -> Iterator[Logical]:
        if not self._all_inside:
            yield Linear(self.place, ">=", 0)
            yield Linear(self.place, "<=", len(self.array) - 1)

    def decompose(self, result: Variable) -> Iterator[Logical]:
        if self._all_inside:
            yield Element(self.place, self.array, result)
            return
        chosen = [Linear(self.place, "==", place) for place in self._inside]
        for place, here in zip(self._inside, chosen, strict=True):
            yield Implies(here, Linear(result, "==", self.array[place]))
        yield Clause([*chosen, Linear(result, "==", result.domain[0])])


def value_at(array: Terms, index: Term) -> Entry:
    """`array[index]`, counted from 0, as a term."""
    return Entry(as_sums(array), as_sum(index))


COUNTS: tuple[Counted, ...] = (
    ("[4, 5, 4][x] == 4: 0, 2", 2, lambda s: value_at([4, 5, 4], s.integer("x", range(3))) == 4),
    ("[4, 5][x] >= 4 over -1..3: 0, 1, for the others are not defined", 2, lambda s: value_at([4, 5], s.integer("x", range(-1, 4))) >= 4),
    ("not ([4, 5][x] == 4) over -1..3: all but 0", 4, lambda s: ~(value_at([4, 5], s.integer("x", range(-1, 4))) == 4)),
    ("[y, 1][x] == 1 over 0..1: x = 0 with y = 1, x = 1 with both", 3, lambda s: value_at([s.integer("y", range(2)), 1], s.integer("x", range(2))) == 1),
)  # fmt: skip

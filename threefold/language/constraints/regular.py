"""Regular. Reference: G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from threefold.errors import SpecError
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.constraints.table import Table
from threefold.language.functions import Auxiliary, Function, abridged
from threefold.language.lists import Terms, as_integer, as_list, unknowns
from threefold.language.node import Counted, OverSums, reading
from threefold.language.terms import Sum, Variable, as_sum
from threefold.language.truth import Assignment, Logical, plain
from threefold.language.units import as_units, values_of

MOST_TERMS = 1000  # that the text of a state reads
Name = TypeVar("Name", int, str)  # of a state


class Regular(OverSums):
    """The terms, read from the first to the last, are a word that the automaton accepts.

    `steps[state, value]` is the next state; where there is none the word is refused.
    """

    fields, numbers = ("terms", "arcs", "start", "ends"), ("arcs", "start", "ends")

    def __init__(
        self, terms: Terms, steps: Mapping[tuple[Name, int], Name], start: Name, accepted: Iterable[Name]
    ) -> None:
        """A state is an integer or a text."""
        with reading(self):
            accepted = as_list(accepted)
            _check(start, steps, accepted)
            self.terms = as_units(unknowns(terms))
        states: dict[int | str, None] = dict.fromkeys([start])
        states |= dict.fromkeys([state for step in steps.items() for state in (step[0][0], step[1])])
        states |= dict.fromkeys(accepted)
        named = any(isinstance(state, str) for state in states)
        number = {state: place if named else int(state) for place, state in enumerate(states)}
        self.steps = {(number[state], value): number[next] for (state, value), next in steps.items()}
        self.start, self.accepted = number[start], frozenset(number[state] for state in accepted)

    @property
    def arcs(self) -> tuple[tuple[int, int, int], ...]:
        """State, value, next state."""
        return tuple((state, value, next) for (state, value), next in sorted(self.steps.items()))

    @property
    def ends(self) -> tuple[int, ...]:
        return tuple(sorted(self.accepted))

    @classmethod
    def of_arguments(cls, arguments: Sequence[Any]) -> Regular:
        terms, arcs, start, ends = arguments
        return cls(terms, {(state, value): next for state, value, next in arcs}, start, ends)

    def holds(self, assignment: Assignment) -> bool:
        state: int | None = self.start
        for value in self.values(assignment):
            state = None if state is None else self.steps.get((state, value))
        return state in self.accepted

    def decompose(self) -> Iterator[Logical]:
        states = (self.start, *self.ends, *(state for arc in self.arcs for state in (arc[0], arc[2])))
        state, refused = as_sum(self.start), max(states) + 1
        for term in self.terms:
            state = State(state, term, self.arcs, refused)._sum()
        yield Clause([Linear(state, "==", each) for each in self.ends])


def _check(start: object, steps: object, accepted: Sequence[object]) -> None:
    if not isinstance(steps, Mapping) or any(not isinstance(key, tuple) or len(key) != 2 for key in steps):
        raise SpecError(f"the steps are like {{(state, value): next state}} (got {steps!r:.60})")
    for _, value in steps:
        as_integer(value, "a value")
    for state in (start, *accepted, *(state for state, _ in steps), *steps.values()):
        if not isinstance(plain(state), int | str):
            raise SpecError(f"a state is an integer or a text (got {state!r:.60})")


class State(Function):
    """The state of an automaton after one more term. A word that is refused leads to one more state, and no way leads out."""

    word, fields, numbers = "state", ("before", "term", "arcs", "refused"), ("arcs", "refused")

    def __init__(self, before: Sum, term: Sum, arcs: Sequence[tuple[int, int, int]], refused: int) -> None:
        self.before, self.term, self.arcs, self.refused = before, term, tuple(arcs), refused
        self._next = {(state, value): next for state, value, next in arcs}
        self.finish({self.next(state, value) for state in values_of(before) for value in values_of(term)})

    def text(self) -> str:
        """`state(shift[1..3])`: after these terms."""
        terms, before = [self.term], self.before
        while len(terms) < MOST_TERMS and isinstance(state := state_of(before), State):
            terms.append(state.term)
            before = state.before
        return f"{self.word}({abridged(terms[::-1])})"

    def next(self, state: int, value: int) -> int:
        return self._next.get((state, value), self.refused)

    def value(self, assignment: Assignment) -> int:
        return self.next(self.before.value(assignment), self.term.value(assignment))

    def decompose(self, result: Variable) -> Iterator[Logical]:
        pairs = ((state, value) for state in values_of(self.before) for value in values_of(self.term))
        yield Table([self.before, self.term, result], [(*pair, self.next(*pair)) for pair in pairs])


def state_of(term: Sum) -> Variable | None:
    """The function that it is, or that its auxiliary stands for."""
    x = term.terms[0][1] if len(term.terms) == 1 else None
    return x.function if isinstance(x, Auxiliary) else x


def _after(spec: Any, steps: Mapping[tuple[int, int], int], refused: int) -> State:
    state, value = (as_sum(spec.integer(name, range(2))) for name in "xy")
    return State(state, value, tuple((*place, next) for place, next in steps.items()), refused)


COUNTS: tuple[Counted, ...] = (
    ("words of three letters 0, 1 without 11: 5", 5, lambda s: Regular(s.integers("x", range(3), domain=range(2)), {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, [0, 1])),
    ("an even number of ones in four letters: 8", 8, lambda s: Regular(s.integers("x", range(4), domain=range(2)), {("even", 0): "even", ("even", 1): "odd", ("odd", 0): "odd", ("odd", 1): "even"}, "even", ["even"])),
    ("a state that no way leads to: none", 0, lambda s: Regular([s.integer("x", range(2))], {(0, 0): 0}, 0, [1])),
    ("no state is accepted: none", 0, lambda s: Regular([s.integer("x", range(2))], {(0, 0): 0}, 0, [])),
    ("from state x in 0..1 by y in 0..1, 0 with 1 leads to 1, else refused as 2: one of 4", 1, lambda s: _after(s, {(0, 1): 1}, 2) == 1),
    ("the same: the other 3", 3, lambda s: _after(s, {(0, 1): 1}, 2) >= 2),
    ("an even number of ones, x is the state before y: x = y", 2, lambda s: _after(s, {(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0}, 2) == 0),
)  # fmt: skip

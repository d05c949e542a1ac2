"""Regular: the terms are a word that an automaton accepts. Its state after each term is a derived variable."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import TypeVar

from threefold.errors import SpecError
from threefold.language.constraints import Clause, Constraint, Table
from threefold.language.definitions import Definition, defined, values_of
from threefold.language.global_constraints import OverSums
from threefold.language.kinds import Kind, reading
from threefold.language.lists import Terms, as_integer, as_list, unknowns
from threefold.language.terms import Assignment, Literal, Variable
from threefold.language.truth import plain
from threefold.language.units import as_units

Name = TypeVar("Name", int, str)  # of a state


class Regular(OverSums):
    """The terms, read from the first to the last, are a word that the automaton accepts.

    `steps[state, value]` is the next state; where there is none the word is refused.
    """

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

    def holds(self, assignment: Assignment) -> bool:
        state: int | None = self.start
        for value in self.values(assignment):
            state = None if state is None else self.steps.get((state, value))
        return state in self.accepted

    def parts(self) -> Iterator[Kind | Literal]:
        if self.terms:
            last = defined(State(self, len(self.terms)))
            yield Clause([last == state for state in self.accepted])
        elif self.start not in self.accepted:
            yield Clause([])


def _check(start: object, steps: object, accepted: Sequence[object]) -> None:
    if not isinstance(steps, Mapping) or any(not isinstance(key, tuple) or len(key) != 2 for key in steps):
        raise SpecError(f"the steps are like {{(state, value): next state}} (got {steps!r:.60})")
    for _, value in steps:
        as_integer(value, "a value")
    for state in (start, *accepted, *(state for state, _ in steps), *steps.values()):
        if not isinstance(plain(state), int | str):
            raise SpecError(f"a state is an integer or a text (got {state!r:.60})")


class State(Definition):
    """The state of an automaton after so many terms. A word that is refused leads to one more state, and no way leads out."""

    family = "state"

    def __init__(self, regular: Regular, length: int) -> None:
        self.regular, self.length, self.terms = regular, length, regular.terms[:length]
        self.refused = max((regular.start, *regular.steps.values(), *(state for state, _ in regular.steps))) + 1

    def __repr__(self) -> str:
        return f"state({self.terms}, {self.regular.start}, {sorted(self.regular.steps.items())})"

    def next(self, state: int, value: int) -> int:
        return self.regular.steps.get((state, value), self.refused)

    def value(self, assignment: Assignment) -> int:
        return reduce(self.next, (term.value(assignment) for term in self.terms), self.regular.start)

    def domain(self) -> Collection[int]:
        reached = {self.regular.start}
        for term in self.terms:
            reached = {self.next(state, value) for state in reached for value in values_of(term)}
        return reached

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        before = State(self.regular, self.length - 1)
        states, term = before.domain(), self.terms[-1]
        rows = ((state, value, self.next(state, value)) for state in states for value in values_of(term))
        yield Table([defined(before) if before.length else self.regular.start, term, result], rows)

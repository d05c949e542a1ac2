"""dpll, watched: the same search, which also tells what it does.

The solver itself is not changed and does not become slower: a subclass tells the steps before or after those of `Dpll`.
"""

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, NamedTuple

from threefold.backends.backend import Search
from threefold.backends.listing import LONG, Item
from threefold.backends.sat.dpll import Dpll
from threefold.backends.sat.enumeration import BlockingSearch
from threefold.backends.sat.words import Words
from threefold.backends.trace import Kind, Step, Watcher
from threefold.format import many
from threefold.language import Assignment, Solution

if TYPE_CHECKING:
    from threefold.backends.sat.program import CnfProgram

BLOCKING = "solutions found before"  # the group of the clauses that exclude them


class Event(NamedTuple):
    """A step in literals."""

    kind: Kind
    depth: int
    made: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    clause: tuple[int, ...] = ()  # that forces it or is violated
    group: str = ""  # of that clause
    source: str = ""  # the written constraint that it is a part of


class WatchedDpll(Dpll):
    def __init__(self, variables: int, tell: Callable[[Event], None]) -> None:
        super().__init__(variables)
        self._tell = tell
        self.group = self.source = ""  # of the clauses that are added next
        self._groups: dict[int, tuple[str, str]] = {}  # by the identity of a clause, which lives as long as the solver
        self._cause: list[int] | None = None  # the clause that makes a literal true; None where no clause does

    def _add(self, clause: list[int]) -> None:
        self._groups[id(clause)] = self.group, self.source
        if not self._contradictory and all(self._value[literal] < 0 for literal in clause):
            self._tell_of("conflict", clause)
        self._cause = clause
        super()._add(clause)

    def _look_at(self, clause: list[int], false: int) -> bool:
        self._cause = clause
        satisfiable = super()._look_at(clause, false)
        if not satisfiable:
            self._tell_of("conflict", clause)
        return satisfiable

    def _make_true(self, literal: int) -> None:
        super()._make_true(literal)
        if self._cause is not None:
            self._tell_of("propagation", self._cause, literal)

    def _decide(self) -> bool:
        self._cause = None
        found = super()._decide()
        if found:
            self._tell(Event("decision", len(self._decisions), (self._trail[-1],)))
        return found

    def _step_back(self) -> bool:
        cause, self._cause = self._cause, None
        undone = tuple(self._trail[self._decisions[-1] :]) if self._decisions else ()
        possible = super()._step_back()
        if possible:
            self._tell(Event("back", len(self._decisions), (self._trail[-1],), undone))
        self._cause = cause
        return possible

    def _tell_of(self, kind: Kind, clause: list[int], *made: int) -> None:
        literals = tuple(dict.fromkeys(clause))  # a clause of one literal has it twice
        self._tell(Event(kind, len(self._decisions), made, (), literals, *self._groups[id(clause)]))


class WatchedSearch(Search):
    """All solutions by blocking clauses, with the steps in words."""

    method = "blocking"

    def __init__(self, program: "CnfProgram", watcher: Watcher) -> None:
        self._program, self._watcher, self._found = program, watcher, 0
        self._words = Words(program)

    def __iter__(self) -> Generator[Assignment, None, None]:
        """The solver is loaded here: that propagates already."""
        program = self._program
        solver = WatchedDpll(program.top, self._translate)
        for clause, source in program.clauses_with_sources():
            solver.group, solver.source = (source, "") if isinstance(source, str) else (source.group, source.words)
            solver.add([clause])
        solver.group, solver.source = BLOCKING, ""
        for assignment in BlockingSearch("dpll", solver, program.projection, self.method):
            self._found += 1
            text = f"Solution {self._found}: {Solution(program.spec.written, assignment)}"
            self._watcher(Step("solution", text, solver.depth, solution=tuple(assignment)))
            yield assignment

    def _translate(self, event: Event) -> None:
        made, undone = (tuple(map(self._words.mention, literals)) for literals in (event.made, event.undone))
        clause = self._words.clause(sorted(event.clause, key=abs), LONG) if event.group else Item("", ())
        part = f", part of {event.source}" if event.source else ""
        sentence = _sentence(event, list(map(str, made)), len(undone), f"'{event.group}': {clause.text}{part}")
        self._watcher(Step(event.kind, sentence, event.depth, made, undone, event.group, clause.text, clause.mentions))


def _sentence(event: Event, made: list[str], undone: int, reason: str) -> str:
    match event.kind:
        case "decision":
            return f"Decision {event.depth}: {made[0]}"
        case "propagation" if len(event.clause) == 1:
            return f"{made[0]}: the only literal of {reason}"
        case "propagation":
            return f"{made[0]}: all other literals are false in {reason}"
        case "conflict":
            return f"Conflict: all literals are false in {reason}"
    consequences = many(undone - 1, "consequence")
    return f"Back: the last decision and {consequences} are undone; its opposite follows: {made[0]}"

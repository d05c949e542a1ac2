"""dpll: our own SAT solver, written to be read.

**The search** (Davis, Logemann, Loveland, A machine program for theorem-proving, CACM 1962). Decide that the first variable
without a value is true, and propagate. At a conflict undo the last decision and what followed, and assign its opposite, which
is now a consequence. A conflict without a decision: unsatisfiable. No variable left: a model. Decisions are a stack instead
of a recursion, so that no depth is too deep.

**Unit propagation.** A clause whose literals are all false but one makes that one true. A clause is *watched* by its first
two literals, and visited only when one of them becomes false: then it watches another one, or it is a consequence or a
conflict (Moskewicz et al., Chaff, DAC 2001). Backtracking needs no repair, because it makes no literal false.

**All models.** A blocking clause is false at the last model; the search goes back until it is not, and continues from there.
A late clause may miss a consequence, but never a conflict: the watched literal that becomes false last detects it.

PySAT's solvers also learn from conflicts, jump back, prefer variables of recent conflicts, restart and simplify: that is the
difference between 20 queens and hundreds.
"""

from collections.abc import Iterable

from threefold.backends.sat.clause_store import ClauseStore, Commanded, Pairs, clauses_of
from threefold.backends.sat.solvers import Incremental


class Dpll(Incremental):
    """A solver over the variables 1..`variables`. Lists are indexed by literal, negative ones from the end."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self._value = [0] * (2 * variables + 1)  # by literal: 1 true, -1 false, 0 open
        self._watchers: list[list[list[int]]] = [[] for _ in self._value]  # by literal: the clauses that it watches
        self._trail: list[int] = []  # the true literals in order
        self._decisions: list[int] = []  # places in the trail
        self._propagated = 0  # the trail up to here is propagated
        self._contradictory = False
        self.falsified: list[int] | None = None  # the clause of the last conflict

    def add(self, clauses: Iterable[list[int]]) -> None:
        for literals in clauses:
            clause = list(dict.fromkeys(literals))
            if not any(-literal in clause for literal in clause):  # a tautology is no constraint
                self._add(clause)

    def _add(self, clause: list[int]) -> None:
        value = self._value
        while not self._contradictory and all(value[literal] < 0 for literal in clause):
            self._contradictory = not self._step_back()
        if self._contradictory:
            self.falsified = self.falsified or clause
            return
        clause.sort(key=lambda literal: value[literal] < 0)  # literals that are not false come first and watch it
        if len(clause) == 1:
            clause *= 2
        for literal in clause[:2]:
            self._watchers[literal].append(clause)
        if value[clause[0]] == 0 and (value[clause[1]] < 0 or clause[0] == clause[1]):
            self._make_true(clause[0])

    def solve(self) -> bool:
        while not self._contradictory:
            if not self._propagate():
                self._contradictory = not self._step_back()
            elif not self._decide():
                return True
        return False

    def model_under(self, assumed: Iterable[int]) -> list[int] | None:
        """A model with these literals true, or None; then they are undone. Only before the first `solve`."""
        if self._contradictory or not self._propagate():
            self._contradictory = True
            return None
        place, self.falsified = len(self._trail), None
        self._assume(assumed)
        found = self.model() if self.falsified is None and self.solve() else None
        self._decisions.clear()
        self._undo(place)
        self._contradictory = False
        return found

    def consequences(self, assumed: Iterable[int]) -> list[int]:
        """The literals that are true with these, by unit propagation without a decision; then the assumed ones are undone.

        `falsified` is a clause whose literals are all false (it may have one literal twice), or None.
        """
        if not self._contradictory and self._propagate():
            self.falsified = None
            place = len(self._trail)
            self._assume(assumed)
            true = list(self._trail)
            self._undo(place)
            return true
        self._contradictory = True
        return list(self._trail)

    def _assume(self, literals: Iterable[int]) -> None:
        for literal in literals:
            if self._value[literal] < 0:
                self.falsified = [literal]
                return
            if self._value[literal] == 0:
                self._make_true(literal)
        self._propagate()

    def model(self) -> list[int]:
        """The values after a satisfiable answer: variable by variable, negative for false."""
        return [number * self._value[number] for number in range(1, self.variables + 1)]

    @property
    def depth(self) -> int:
        """The number of decisions that hold."""
        return len(self._decisions)

    def _make_true(self, literal: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._trail.append(literal)

    def _decide(self) -> bool:
        """Make the first variable without a value true; False if there is none."""
        last = abs(self._trail[self._decisions[-1]]) if self._decisions else 0  # all up to there have a value
        for number in range(last + 1, self.variables + 1):
            if self._value[number] == 0:
                self._decisions.append(len(self._trail))
                self._make_true(number)
                return True
        return False

    def _step_back(self) -> bool:
        """Undo the last decision and what followed, and make its opposite true; False if there is none."""
        if not self._decisions:
            return False
        place = self._decisions.pop()
        decided = self._trail[place]
        self._undo(place)
        self._make_true(-decided)
        return True

    def _undo(self, place: int) -> None:
        """Undo the trail from this place on."""
        for literal in self._trail[place:]:
            self._value[literal] = self._value[-literal] = 0
        del self._trail[place:]
        self._propagated = place

    def _propagate(self) -> bool:
        """Make all consequences true; False at a conflict."""
        while self._propagated < len(self._trail):
            false = -self._trail[self._propagated]
            self._propagated += 1
            if not self._visit(false):
                return False
        return True

    def _visit(self, false: int) -> bool:
        """The clauses that this literal watches; False at a conflict."""
        clauses, self._watchers[false] = self._watchers[false], []
        for place, clause in enumerate(clauses):
            if not self._look_at(clause, false):
                self.falsified = clause
                self._watchers[false] += clauses[place + 1 :]
                return False
        return True

    def _look_at(self, clause: list[int], false: int) -> bool:
        """A watched literal became false: watch another, or make the consequence true; False if all are false."""
        value = self._value
        if clause[0] == false:
            clause[0], clause[1] = clause[1], false
        if value[clause[0]] <= 0:  # otherwise the clause is true
            for place in range(2, len(clause)):
                if value[clause[place]] >= 0:
                    clause[1], clause[place] = clause[place], false
                    self._watchers[clause[1]].append(clause)
                    return True
        self._watchers[false].append(clause)
        if value[clause[0]] == 0:
            self._make_true(clause[0])
        return value[clause[0]] > 0


class FoldedDpll(Dpll):
    """The pairs of an at-most-one stay folded, which is quicker to load: one literal of theirs is false, all others are true."""

    def __init__(self, variables: int) -> None:
        super().__init__(variables)
        self._pairs: list[list[Pairs]] = [[] for _ in self._value]  # by literal

    def add_store(self, store: ClauseStore) -> None:
        """Before anything else is decided."""
        for part in store.parts:
            if isinstance(part, Pairs) and not any(map(self._value.__getitem__, part.literals)):
                for literal in part.literals:
                    self._pairs[literal].append(part)
            else:
                self.add(map(list, part.clauses()) if isinstance(part, Pairs | Commanded) else clauses_of(part))

    def _visit(self, false: int) -> bool:
        value = self._value
        for pairs in self._pairs[false]:
            for literal in pairs.literals:
                if value[literal] < 0 and literal != false:
                    self.falsified = [false, literal]
                    return False
                if value[literal] == 0:
                    self._make_true(literal)
        return super()._visit(false)

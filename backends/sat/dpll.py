"""dpll: our own SAT solver, to be read. It decides formulas with clauses of any length.

**The search** (Davis, Logemann, Loveland, A machine program for theorem-proving, CACM 1962). Guess that the first variable
without a value is true; draw the consequences; at a conflict undo the last guess and everything after it, and take its
opposite, which is no guess any more but a consequence of the guesses before. A conflict without a guess left: unsatisfiable.
No variable without a value: a model. The guesses go in the order of the variables' numbers, true first: in a puzzle's CNF that
puts one queen after the other. A stack of guesses instead of a recursion, so that no depth is too deep.

**The consequences** (unit propagation). A clause with all literals false but one makes that one true. Looking at every clause
after every step would cost nearly all the time; two literals that are not false show that a clause has nothing to say. So
every clause is *watched* by two of its literals, its first two, and looked at only when one of these becomes false: then it
watches another, or else it is a consequence or a conflict (Moskewicz et al., Chaff, DAC 2001). Going back needs no repair:
taking values back makes no literal false.

**All models.** A clause added after a model (a blocking clause) is false there; the search steps back until it is not, and
goes on from that place. Starting anew would walk through everything already refuted once per model. A clause that came late
may miss a consequence while the search is above the place where it was added, never a conflict: the watched literal that
becomes false last finds it.

What the solvers of PySAT do beyond that: learn a clause from each conflict, jump back over guesses that had no part in it,
prefer variables of recent conflicts, restart, simplify. That is the difference between 20 queens and hundreds.
"""

from collections.abc import Iterable


class Dpll:
    """A solver over the variables 1..`variables`. Values and watchers are found by literal: a list takes negative indices."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self._value = [0] * (2 * variables + 1)  # literal -> 1 true, -1 false, 0 neither yet
        self._watchers: list[list[list[int]]] = [[] for _ in self._value]  # literal -> the clauses that it watches
        self._trail: list[int] = []  # the true literals, in the order in which they became so
        self._guesses: list[int] = []  # where in the trail the guesses are
        self._drawn = 0  # the trail up to here has had its consequences drawn
        self._contradictory = False

    def add(self, clauses: Iterable[list[int]]) -> None:
        for literals in clauses:
            clause = list(dict.fromkeys(literals))
            if not any(-literal in clause for literal in clause):  # a tautology says nothing
                self._add(clause)

    def _add(self, clause: list[int]) -> None:
        value = self._value
        while not self._contradictory and all(value[literal] < 0 for literal in clause):
            self._contradictory = not self._step_back()
        if self._contradictory:
            return
        clause.sort(key=lambda literal: value[literal] < 0)  # those that are not false come first, to watch it
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
            elif not self._guess():
                return True
        return False

    def model(self) -> list[int]:
        """The values found by the last call of solve, if it was true: variable by variable, negative for false."""
        return [number * self._value[number] for number in range(1, self.variables + 1)]

    def delete(self) -> None:
        """Nothing to free: solvers in C have something."""

    def _make_true(self, literal: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._trail.append(literal)

    def _guess(self) -> bool:
        """Make the first variable without a value true; False if there is none."""
        last = abs(self._trail[self._guesses[-1]]) if self._guesses else 0  # up to there all have a value
        for number in range(last + 1, self.variables + 1):
            if self._value[number] == 0:
                self._guesses.append(len(self._trail))
                self._make_true(number)
                return True
        return False

    def _step_back(self) -> bool:
        """Undo the last guess and what followed, and make its opposite true; False if there is no guess."""
        if not self._guesses:
            return False
        place = self._guesses.pop()
        guessed = self._trail[place]
        for literal in self._trail[place:]:
            self._value[literal] = self._value[-literal] = 0
        del self._trail[place:]
        self._drawn = place
        self._make_true(-guessed)
        return True

    def _propagate(self) -> bool:
        """Draw all consequences; False at a conflict."""
        while self._drawn < len(self._trail):
            false = -self._trail[self._drawn]
            self._drawn += 1
            clauses, self._watchers[false] = self._watchers[false], []
            for place, clause in enumerate(clauses):
                if not self._look_at(clause, false):
                    self._watchers[false] += clauses[place + 1 :]
                    return False
        return True

    def _look_at(self, clause: list[int], false: int) -> bool:
        """A watched literal became false: watch another, or draw the consequence; False if all are false."""
        value = self._value
        if clause[0] == false:
            clause[0], clause[1] = clause[1], false
        if value[clause[0]] <= 0:  # else the clause is true anyway
            for place in range(2, len(clause)):
                if value[clause[place]] >= 0:
                    clause[1], clause[place] = clause[place], false
                    self._watchers[clause[1]].append(clause)
                    return True
        self._watchers[false].append(clause)
        if value[clause[0]] == 0:
            self._make_true(clause[0])
        return value[clause[0]] > 0

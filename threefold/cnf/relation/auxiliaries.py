"""Does every model of a theory satisfy clauses that have auxiliaries: for all x, does theory(x) imply some b: clauses(x, b)?

By counterexample-guided expansion (Janota and Marques-Silva, Abstraction-based algorithm for 2QBF, SAT 2011). A model x of the
theory is a candidate. If auxiliaries b satisfy the clauses with it, every x that goes with the same b is settled: further
candidates must violate one of the clauses that b leaves. It ends with a counterexample or without candidates. An at-most-one of
n literals takes n + 1 rounds.

Three things make the rounds few and small. Clauses that share no auxiliary are asked apart, as components. A component is first
asked against the clauses of the theory over its own variables: what they imply, the whole theory implies. Where that is not
enough, auxiliaries that are names count as shared variables, because these decide their value, and the component falls apart:
`a` may stand for `x and y` (Tseitin 1968), `queen[1] == 3` for two bounds of queen[1].

The alternative, to eliminate auxiliaries by resolution (Davis and Putnam 1960), leaves as many clauses as the pairwise encoding
has, and far more for networks.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from threefold.backends.sat.solvers import Assuming, Limited
from threefold.cnf.relation.entailment import (
    Clause,
    Entailment,
    Grid,
    OnModel,
    Theory,
    entailment,
    minimal_core,
    renumbered,
)

Clauses = tuple[Clause, ...]
LOCAL_ROUNDS = 32  # beside two per variable
MOST = 64  # clauses about one auxiliary in which a definition is searched


def included(
    theory: Theory,
    clauses: Iterable[Clause],
    shared: Collection[int],
    grids: Sequence[Grid] = (),
    first: OnModel | None = None,
) -> Entailment:
    """Does the theory imply the clauses, for some values of their auxiliaries? If not, the result has a model.

    `first` gets what is known as soon as a clause fails.
    """
    left = _simplified(clauses, shared)
    plain, networks = components(left, shared)
    found = entailment(theory, plain, grids, first and (lambda so_far: first(replace(so_far, simplified=left))))
    found.simplified = left
    for component in networks:
        if found.model is None:
            found.model = escaping(theory, component, shared)
    return found


def components(clauses: Collection[Clause], shared: Collection[int]) -> tuple[list[Clause], list[list[Clause]]]:
    """The clauses without auxiliaries, and the others by the auxiliaries that they share."""
    leader: dict[int, int] = {}

    def find(variable: int) -> int:
        while leader.setdefault(variable, variable) != variable:
            leader[variable] = variable = leader[leader[variable]]
        return variable

    for clause in clauses:
        inner = [abs(literal) for literal in clause if abs(literal) not in shared]
        for variable in inner[1:]:
            leader[find(variable)] = find(inner[0])
    plain: list[Clause] = []
    found: dict[int, list[Clause]] = {}
    for clause in clauses:
        auxiliary = next((abs(literal) for literal in clause if abs(literal) not in shared), None)
        (plain if auxiliary is None else found.setdefault(find(auxiliary), [])).append(clause)
    return plain, list(found.values())


def _simplified(clauses: Iterable[Clause], shared: Collection[int]) -> dict[Clause, Clauses]:
    """The clauses that are left when auxiliaries in a unit clause, or of one polarity only, get their value.

    Each with the clause as written, and the clauses that fixed the auxiliaries in it.
    """
    left: dict[Clause, Clauses] = {clause: (clause,) for clause in clauses}
    while True:
        used = {literal for clause in left for literal in clause if abs(literal) not in shared}
        fixed: dict[int, tuple[int, Clauses]] = {
            abs(literal): (literal, ()) for literal in used if -literal not in used
        }
        for clause, written in left.items():
            if len(clause) == 1 and clause[0] in used:
                fixed.setdefault(abs(clause[0]), (clause[0], written))
        true = dict(fixed.values())
        if not true:
            return left
        before, left = left, {}
        for clause, written in before.items():
            if true.keys().isdisjoint(clause):
                rest = tuple(literal for literal in clause if -literal not in true)
                causes = (cause for literal in clause for cause in true.get(-literal, ()))
                left.setdefault(rest, (*written, *causes))


def escaping(theory: Theory, component: list[Clause], shared: Collection[int]) -> list[int] | None:
    """A model of the theory for which no auxiliaries satisfy the component, or None."""
    if all(clause in theory.known for clause in component):
        return None
    expansion = _Expansion(component, shared, theory.top)
    local = Limited(theory.top, theory.within(expansion.outer))
    if expansion.search(local, rounds=2 * len(expansion.outer) + LOCAL_ROUNDS) is None:
        return None
    renamed = _renamed(component, shared, max(theory.top, expansion.highest))
    defined = definitions(renamed, shared)
    if defined:
        richer = Theory([*theory.known, *(clause for clauses in defined.values() for clause in clauses)])
        return included(richer, renamed, frozenset(shared).union(defined)).model
    return expansion.search(Assuming(theory.top, theory.known))


def _renamed(component: list[Clause], shared: Collection[int], top: int) -> list[Clause]:
    """With auxiliaries above all numbers of the theory, which may use the same numbers."""
    inner = sorted({abs(literal) for clause in component for literal in clause if abs(literal) not in shared})
    return list(renumbered(component, {number: top + place for place, number in enumerate(inner, start=1)}))


class _Expansion:
    def __init__(self, component: list[Clause], shared: Collection[int], top: int) -> None:
        self.outer = {abs(literal) for clause in component for literal in clause if abs(literal) in shared}
        self._component = component
        self.highest = max(abs(literal) for clause in component for literal in clause)
        self._check = Limited(self.highest, component)
        self._next = max(top, self.highest)
        self._violated: dict[Clause, int] = {}  # a clause over outer variables -> a literal that implies its negation
        self._learnt: list[list[int]] = []  # what candidates of any theory must satisfy

    def search(self, candidates: Assuming, rounds: int | None = None) -> list[int] | None:
        """A model of the candidates that no auxiliaries satisfy; after so many rounds, one for which this is open."""
        candidates.add(self._learnt)
        done = 0
        while candidates.solve_under(()):
            model = candidates.model()
            point = [literal for literal in model[: self.highest] if abs(literal) in self.outer]
            if done == rounds or not self._check.solve_under(point):
                return model
            lesson = self._lesson(self._check.model())
            self._learnt += lesson
            candidates.add(lesson)
            done += 1
        return None

    def _lesson(self, accepting: Sequence[int]) -> list[list[int]]:
        """A clause that the auxiliaries of this model leave to the outer variables must be false."""
        lesson: list[list[int]] = []
        choice: dict[int, None] = {}
        for clause in self._component:
            inner = [literal for literal in clause if abs(literal) not in self.outer]
            if any(accepting[abs(literal) - 1] == literal for literal in inner):
                continue
            rest = tuple(literal for literal in clause if abs(literal) in self.outer)
            if rest not in self._violated:
                self._next += 1
                self._violated[rest] = self._next
                lesson += [[-self._next, -literal] for literal in rest]
            choice[self._violated[rest]] = None
        return [*lesson, list(choice)]


def definitions(clauses: Iterable[Clause], shared: Collection[int]) -> dict[int, list[Clause]]:
    """The defined auxiliaries with the clauses that define them; a definition may use auxiliaries defined before it."""
    found: dict[int, list[Clause]] = {}
    unsettled = {clause: {abs(n) for n in clause if abs(n) not in shared} for clause in clauses}
    users: dict[int, list[Clause]] = {}
    for clause, variables in unsettled.items():
        for variable in variables:
            users.setdefault(variable, []).append(clause)
    waiting = dict.fromkeys(next(iter(variables)) for variables in unsettled.values() if len(variables) == 1)
    while waiting:
        variable = waiting.popitem()[0]
        candidates = [clause for clause in users[variable] if unsettled[clause] == {variable}]
        definition = _definition(variable, candidates[:MOST])
        if variable in found or definition is None:
            continue
        found[variable] = definition
        for clause in users[variable]:
            unsettled[clause].discard(variable)
            if len(unsettled[clause]) == 1:
                waiting[next(iter(unsettled[clause]))] = None
    return found


def _definition(variable: int, clauses: list[Clause]) -> list[Clause] | None:
    """Of clauses without other auxiliaries, those that force the value of `a`, and never both ways.

    Without `a` they cannot all be true; and of a clause with `a` and one with `not a`, one is always true.
    """
    if not any(variable in clause for clause in clauses) or not any(-variable in clause for clause in clauses):
        return None
    rests = {clause: [literal for literal in clause if abs(literal) != variable] for clause in clauses}
    core = [clauses[place] for place in minimal_core(list(rests.values()))]
    opposite = ((rests[one], rests[other]) for one in core for other in core if variable in one and -variable in other)
    settled = bool(core) and all(any(-literal in other for literal in one) for one, other in opposite)
    return core if settled else None

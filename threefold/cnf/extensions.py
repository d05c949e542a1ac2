"""The number of a formula's models, auxiliaries included, as the sum over its solutions of their extensions.

Clauses that share no auxiliary are independent of each other once the decision variables have values. So the extensions of a
solution are a product over the *networks* of clauses that share auxiliaries, like the one of an at-most-one, and a network sees
only the few decision variables in it: most of its numbers were counted for an earlier solution, or for a network of the same
shape. A model counter on the whole formula would search the puzzle again.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from math import prod

from threefold.backends.sat.cube_formula import ResidualFormula
from threefold.backends.sat.program import CnfProgram
from threefold.cnf.relation.auxiliaries import components
from threefold.cnf.relation.entailment import Clause, canonical


def count_solutions_and_models(program: CnfProgram) -> tuple[int, int]:
    decisions = frozenset(program.projection.decisions())
    clauses = dict.fromkeys(canonical(clause) for _, clause in program.clauses())
    networks = [_Network(network, decisions) for network in components(clauses, decisions)[1]]
    unused = program.top - len(decisions.union(abs(n) for clause in clauses for n in clause))
    solutions = total = 0
    for assignment in program.load(seed=None, first=False):
        solutions += 1
        true = set(chain.from_iterable(program.projection.units(assignment)))
        total += prod(network.extensions(true) for network in networks)
    return solutions, total << unused


class _Network:
    def __init__(self, clauses: Sequence[Clause], decisions: frozenset[int]) -> None:
        numbers = {abs(n) for clause in clauses for n in clause}
        self._decisions = sorted(numbers & decisions)
        self._auxiliaries = numbers - decisions
        self._formula = ResidualFormula(list(map(list, clauses)))
        self._known: dict[tuple[int, ...], int] = {}

    def extensions(self, true: set[int]) -> int:
        """The number of its auxiliaries' values for these decisions."""
        units = tuple(number if number in true else -number for number in self._decisions)
        if units not in self._known:
            self._known[units] = self._count(units)
        return self._known[units]

    def _count(self, units: Sequence[int]) -> int:
        left = self._formula.under(units)
        if left is None:
            return 0
        mentioned = sorted({abs(n) for clause in left.clauses for n in clause})
        fixed = {abs(n) for n in left.true}
        number = {old: new for new, old in enumerate(mentioned, start=1)}
        compact = sorted({canonical(number[n] if n > 0 else -number[-n] for n in clause) for clause in left.clauses})
        return _counted(tuple(compact)) << len(self._auxiliaries - fixed) - len(mentioned)


@cache
def _counted(clauses: tuple[Clause, ...]) -> int:
    """The models of clauses over the variables 1, 2, …, all of them in use, by pyganak."""
    if not clauses:
        return 1
    counter = import_module("pyganak").Counter()
    counter.new_vars(_highest(clauses))
    for clause in clauses:
        counter.add_clause(list(clause))
    return int(counter.count())


def _highest(clauses: Iterable[Clause]) -> int:
    return max(abs(n) for clause in clauses for n in clause)

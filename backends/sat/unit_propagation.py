"""Unit propagation before a search, over at-most-ones that stay folded.

A Latin square of order 20 with 219 givens has 228,619 clauses, nearly all of them pairs of 1,200 at-most-ones, and 4,508 are
left beside units. A solver drops the others too, but only after each of them was handed over.
"""

from array import array
from collections.abc import Collection
from itertools import chain
from operator import neg

from threefold.backends.sat.clause_store import ClauseStore, Commanded, Pairs, clauses_of
from threefold.backends.sat.cube_formula import AtMost, ResidualFormula

FOLDED = 5  # times as many folded clauses as others: then propagation takes less time than handing all of them over


def propagated(stores: Collection[ClauseStore]) -> Collection[ClauseStore]:
    """What units leave of the clauses, and the literals that they fix as units; the same where nothing can be gained."""
    parts = [part for store in stores for part in store.parts]
    flat = [part for part in parts if isinstance(part, array)]
    pairs = [part for part in parts if isinstance(part, Pairs)]
    few = FOLDED * sum(store.unfolded for store in stores) <= sum(map(len, pairs))
    if not few or any(isinstance(part, Commanded) for part in parts):
        return stores
    clauses = list(chain.from_iterable(map(clauses_of, flat)))
    if not any(len(clause) == 1 for clause in clauses):
        return stores
    at_most: list[AtMost] = [(list(map(neg, part.literals)), 1) for part in pairs]
    return [_stored(ResidualFormula(clauses, at_most).under())]


def _stored(formula: ResidualFormula | None) -> ClauseStore:
    store = ClauseStore()
    clauses = [[]] if formula is None else [*([literal] for literal in sorted(formula.true, key=abs)), *formula.clauses]
    store.extend(literal for clause in clauses for literal in (*clause, 0))
    for literals, _ in () if formula is None else formula.at_most:
        store.parts.append(Pairs(array("i", map(neg, literals))))
    return store

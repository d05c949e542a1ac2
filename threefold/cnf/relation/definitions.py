"""Auxiliaries that are names: `a` stands for `x and y` (Tseitin 1968), `queen[1] == 3` for two bounds of queen[1].

Many constraints use such an auxiliary, which ties them together into one large component. But the shared variables decide its
value. So it is counted among them, and the component falls apart. A definition of `a` is found among the clauses that have no
other auxiliary: without `a` they cannot all be true (so that one of them forces its value), and of a clause with `a` and one with
`not a` one is always true (so that the value is never forced both ways).
"""

from collections.abc import Collection, Iterable

from threefold.cnf.relation.entailment import minimal_core
from threefold.cnf.relation.pigeonholes import Clause

MOST = 64  # clauses about one auxiliary in which a definition is searched


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
    if not any(variable in clause for clause in clauses) or not any(-variable in clause for clause in clauses):
        return None
    rests = {clause: [literal for literal in clause if abs(literal) != variable] for clause in clauses}
    core = [clauses[place] for place in minimal_core(list(rests.values()))]
    opposite = ((rests[one], rests[other]) for one in core for other in core if variable in one and -variable in other)
    settled = bool(core) and all(any(-literal in other for literal in one) for one, other in opposite)
    return core if settled else None

"""Auxiliaries that are names: `a` stands for `x and y` (Tseitin 1968), `queen[1] == 3` for two bounds of queen[1].

Such an auxiliary is used by many constraints and ties them together into one large component. But its value is settled by the
shared variables, so it may be counted among them, and then the constraints come apart. A definition of `a` is found among the
clauses that have no other auxiliary: without `a` they cannot be all true (so that one of them forces its value), and of a clause
with `a` and one with `not a` one is always true (so that the value is never forced both ways).
"""

from collections.abc import Collection, Iterable, Iterator

from threefold.backends.sat.queries import quick
from threefold.cnf.relation.pigeonholes import Clause

MOST = 64  # clauses about one auxiliary in which a definition is looked for


def definitions(clauses: Iterable[Clause], shared: Collection[int]) -> dict[int, list[Clause]]:
    """The auxiliaries that are defined, with the clauses that define them; definitions may use auxiliaries defined before."""
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
    rests = {clause: [literal for literal in clause if abs(literal) != variable] for clause in clauses}
    if not rests or all(variable in clause for clause in rests) or all(-variable in clause for clause in rests):
        return None
    core = _core(list(rests.values()))
    chosen = [clause for place, clause in enumerate(rests) if place in core]
    opposite = (
        (rests[one], rests[other]) for one in chosen for other in chosen if variable in one and -variable in other
    )
    settles = bool(core) and all(any(-literal in other for literal in one) for one, other in opposite)
    return chosen if settles else None


def _core(clauses: list[list[int]]) -> set[int]:
    """The places of clauses that cannot be true together, none of which can be left out; none where all can be true."""
    compact: dict[int, int] = {}
    small = [list(_compacted(clause, compact)) for clause in clauses]
    selectors = range(len(compact) + 1, len(compact) + len(small) + 1)
    solver = quick(selectors[-1], ([*clause, -selector] for clause, selector in zip(small, selectors, strict=True)))
    if solver.solve_under(selectors):
        return set()
    core = sorted(solver.core())
    for selector in list(core):
        rest = [other for other in core if other != selector]
        if not solver.solve_under(rest):
            core = rest
    return {selector - selectors[0] for selector in core}


def _compacted(clause: list[int], compact: dict[int, int]) -> Iterator[int]:
    for literal in clause:
        number = compact.setdefault(abs(literal), len(compact) + 1)
        yield number if literal > 0 else -number

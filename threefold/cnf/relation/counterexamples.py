"""What shows that a formula is wrong: a model that is no solution, with what it violates, and a solution that the formula
excludes, with the clauses to blame. Both are checked against `holds` before they are shown.
"""

from collections.abc import Sequence

from threefold.backends.sat.queries import quick
from threefold.checker.witness import rejecting_groups
from threefold.cnf.relation.entailment import PATIENCE, Findings, Theory, negation
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.cnf.relation.naming import miscounted, values_of
from threefold.cnf.relation.pigeonholes import Clause
from threefold.cnf.relation.result import LostSolution, NamedClause, WrongModel
from threefold.language import Solution, ThreefoldError
from threefold.language.spec import domain_group

TRIES = 200  # clauses, for a wrong model in which every variable has one value


def wrong_model(reference: Reference, foreign: Theory, findings: Findings) -> WrongModel:
    model, clause = _tidy_model(reference, foreign, findings) or _any_model(findings)
    decisions = {number: reference.literals[number] for number in sorted(reference.shared)}
    values = values_of(reference.spec, decisions, set(model).__contains__)
    decided = {x: taken for x, taken in zip(reference.spec.variables, values, strict=True) if not x.derived}
    text = ", ".join(f"{x}={' and '.join(map(str, taken)) or 'none'}" for x, taken in decided.items())
    if wrong := miscounted(decided):
        return WrongModel(values, None, domain_group(wrong[0]), wrong[1], text)
    group, violated = _violated(reference, values, clause)
    return WrongModel(values, _assignment(values), group, violated, text)


def _tidy_model(reference: Reference, foreign: Theory, findings: Findings) -> tuple[list[int], Clause] | None:
    """One in which every variable has one value shows more than one that has a queen too few."""
    candidates = [clause for clause in findings.failing if not reference.is_domain(clause)][:TRIES]
    if not candidates:
        return None
    domains = (clause for clause in reference.groups if reference.is_domain(clause))
    solver = quick(max(foreign.top, reference.program.top), [*foreign.known, *domains])
    for clause in candidates:
        if solver.solve_within(PATIENCE, negation(clause)):
            return solver.model(), clause
    return None


def _any_model(findings: Findings) -> tuple[list[int], Clause | None]:
    assert findings.model is not None
    true = set(findings.model)
    return findings.model, next((clause for clause in findings.failing if true.isdisjoint(clause)), None)


def _assignment(values: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """None where there are derived variables."""
    return tuple(taken for [taken] in values) if all(values) else None


def _violated(reference: Reference, values: Sequence[tuple[int, ...]], clause: Clause | None) -> tuple[str, str]:
    """The group and, in words, what the model does to it."""
    assignment = _assignment(values)
    if assignment is None:  # derived variables: no values of theirs go with the others
        decided = [taken[0] if taken else 0 for taken in values]
        groups = rejecting_groups(reference.program, decided) or ()
        return " and ".join(groups), "no values of the derived variables go with it"
    group = reference.groups.get(clause or ())
    posted = [p for p in reference.spec.posted if p.group == group and not p.constraint.holds(assignment)]
    first = posted[0] if posted else reference.spec.violated(assignment)
    if first is None:
        raise ThreefoldError(f"the lowering is wrong: it rejects {assignment}, which satisfies the spec; please report")
    if not posted or clause is None:
        return first.group, str(first.constraint)
    because = " and ".join(reference.text([literal]) for literal in sorted(negation(clause), key=abs))
    return first.group, f"{first.constraint}: {because}"


def lost_solution(reference: Reference, foreign: Foreign, model: Sequence[int]) -> LostSolution:
    assignment = tuple(reference.program.projection.assignment(list(model[: reference.own])))
    broken = reference.spec.violated(assignment)
    if broken:
        raise ThreefoldError(f"the lowering is wrong: it accepts {assignment}, which violates {broken}; please report")
    true = {literal for literal in model if abs(literal) in foreign.shared}
    broken_ones = (clause for clause in foreign.distinct if true.isdisjoint(clause))
    blamed = [clause for clause in broken_ones if foreign.shared.issuperset(map(abs, clause))]
    jointly = not blamed
    if jointly:
        blamed = _core(foreign, true)
    named = tuple(foreign.named(clause) for clause in blamed)
    return LostSolution(assignment, named, jointly, str(Solution(reference.spec, assignment)))


def _core(foreign: Foreign, true: set[int]) -> list[Clause]:
    """Clauses that have no model together where these literals are true: a core, minimised by leaving out one after another."""
    false = set(negation(true))
    rests = {
        clause: [literal for literal in clause if literal not in false]
        for clause in foreign.distinct
        if true.isdisjoint(clause)
    }
    top = max((abs(literal) for clause in rests for literal in clause), default=1)
    selector = {clause: top + place for place, clause in enumerate(rests, start=1)}
    solver = quick(top + len(rests), ([*rest, -selector[clause]] for clause, rest in rests.items()))
    core = list(selector.values())
    while not solver.solve_within(-1, core) and len(used := solver.core()) < len(core):
        core = used
    for number in sorted(core, reverse=True):
        rest = [other for other in core if other != number]
        if not solver.solve_under(rest):
            core = rest
    kept = set(core)
    return [clause for clause, number in selector.items() if number in kept]


def named_reference(reference: Reference, clauses: Sequence[Clause]) -> tuple[NamedClause, ...]:
    wanted = set(clauses)
    return tuple(
        NamedClause(index, clause, reference.text(clause), group)
        for index, (clause, group) in enumerate(reference.groups.items(), start=1)
        if clause in wanted
    )

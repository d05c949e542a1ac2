"""What shows that a formula is wrong: a model that is not a solution, with what it violates, and a solution that the formula
excludes, with the clauses to blame. Both are checked with `holds` before they are shown.
"""

from collections.abc import Sequence

from threefold.backends.sat.queries import quick
from threefold.cnf.relation.entailment import CONFLICTS, Entailment, Theory, minimal_core, negation
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.cnf.relation.naming import miscounted, values_of
from threefold.cnf.relation.pigeonholes import Clause
from threefold.cnf.relation.result import LostSolution, NamedClause, WrongModel
from threefold.language import Solution, ThreefoldError
from threefold.runs.witness import rejecting_groups

TRIES = 200  # clauses, to find a wrong model in which every variable has one value


def wrong_model(reference: Reference, theory: Theory, found: Entailment) -> WrongModel:
    """`found`: which clauses of the reference follow from the formula's theory."""
    assert found.model is not None
    false = next(filter(set(found.model).isdisjoint, found.failing), None)
    model, clause = _tidy_model(reference, theory, found) or (found.model, false)
    decisions = {number: reference.literals[number] for number in sorted(reference.shared)}
    values = values_of(reference.spec, decisions, set(model).__contains__)
    decided = {x: taken for x, taken in zip(reference.spec.variables, values, strict=True) if not x.derived}
    text = ", ".join(f"{x}={' and '.join(map(str, taken)) or 'none'}" for x, taken in decided.items())
    if wrong := miscounted(decided):
        return WrongModel(values, None, wrong[0].domain_group, wrong[1], text)
    if not all(values):
        groups = rejecting_groups(reference.program, [taken[0] if taken else 0 for taken in values]) or ()
        reason = "the derived variables have no values for it"
        return WrongModel(values, None, " and ".join(groups), reason, text)
    assignment = tuple(taken for [taken] in values)
    return WrongModel(values, assignment, *_violated(reference, assignment, clause), text)


def _tidy_model(reference: Reference, theory: Theory, found: Entailment) -> tuple[list[int], Clause] | None:
    """A model in which every variable has one value: it shows more than one with a missing queen."""
    candidates = [clause for clause in found.failing if not reference.is_domain(clause)][:TRIES]
    if not candidates:
        return None
    domains = (clause for clause in reference.groups if reference.is_domain(clause))
    solver = quick(max(theory.top, reference.program.top), [*theory.known, *domains])
    clause = next((each for each in candidates if solver.solve_within(CONFLICTS, negation(each))), None)
    return None if clause is None else (solver.model(), clause)


def _violated(reference: Reference, assignment: tuple[int, ...], clause: Clause | None) -> tuple[str, str]:
    """A violated group, and what violates it; if possible, the group of this clause."""
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
    violated = reference.spec.violated(assignment)
    if violated:
        raise ThreefoldError(
            f"the lowering is wrong: it accepts {assignment}, which violates {violated}; please report"
        )
    true = {literal for literal in model if abs(literal) in foreign.shared}
    open_clauses = [clause for clause in foreign.distinct if true.isdisjoint(clause)]
    blamed = [clause for clause in open_clauses if foreign.shared.issuperset(map(abs, clause))]
    jointly = not blamed
    if jointly:
        rests = [[literal for literal in clause if -literal not in true] for clause in open_clauses]
        blamed = [open_clauses[place] for place in minimal_core(rests)]
    named = tuple(map(foreign.named, blamed))
    return LostSolution(assignment, named, jointly, str(Solution(reference.spec, assignment)))


def named_reference(reference: Reference, clauses: Sequence[Clause]) -> tuple[NamedClause, ...]:
    wanted = set(clauses)
    return tuple(
        NamedClause(index, clause, reference.text(sorted(clause, key=abs)), group)
        for index, (clause, group) in enumerate(reference.groups.items(), start=1)
        if clause in wanted
    )

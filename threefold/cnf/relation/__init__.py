"""How a formula from outside relates to a spec.

    relation = relate(models.find("nqueens").build(4), read_dimacs("mine.cnf"))
    relation.verdict, relation.sentence

Both are sets of points over the decision literals (`queen[1] == 3`, a Boolean): the projected models of the formula, and the
solutions of the spec. Numbers that do not stand for a decision literal are auxiliaries. The *reference* is the spec's own CNF in
direct encoding with pairwise at-most-one. Too weak: the formula does not imply the reference. Too strong: the reference does not
imply the formula. Each is one question per clause, or per component of auxiliaries; solutions are never enumerated.

Neither answer relies on the lowering alone: `holds` confirms that a wrong model violates the spec and that a lost solution
satisfies it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.solvers import Limited
from threefold.cnf.relation.auxiliaries import included
from threefold.cnf.relation.by_groups import by_groups
from threefold.cnf.relation.causes import repair_of, repeated, worth_knowing
from threefold.cnf.relation.comparison import Comparison
from threefold.cnf.relation.entailment import CONFLICTS, Clause, Entailment, Theory, minimal_core, negation
from threefold.cnf.relation.formulas import Foreign, Reference, domain_words
from threefold.cnf.relation.naming import Naming, miscounted, naming_of, read_names, values_of
from threefold.cnf.relation.result import UNDECIDED, LostSolution, NamedClause, Relation, Verdict, WrongModel
from threefold.language import Solution, Spec, ThreefoldError
from threefold.runs.witness import rejecting_groups

__all__ = ["UNDECIDED", "LostSolution", "NamedClause", "Relation", "Verdict", "WrongModel", "read_names", "relate"]

TOO_WEAK = "the formula has a model that is not a solution"
NEITHER = "neither the formula nor the spec has a solution; compared group by group, "
TRIES = 200  # clauses, to find a wrong model in which every variable has one value


def relate(
    spec: Spec,
    formula: Formula,
    names: Mapping[int, str] | None = None,
    report: Callable[[Relation], None] = lambda so_far: None,
    neighbours: Iterable[tuple[str, Spec]] = (),
) -> Relation:
    """The formula against the spec, without a limit; `report` gets what is known on the way.

    `names` (number -> "queen[1, 3]") replace the formula's own dictionary. BadInput if a decision literal has no number.
    `neighbours`: the same puzzle with other parameters, which the formula may be meant for.
    """
    naming = naming_of(spec, formula, names)
    reference = Reference(spec, formula.encoding)
    foreign = Foreign(formula, naming, reference)
    relation = _undecided(formula, naming, foreign)
    report(relation)
    if foreign.distinct.keys() == reference.groups.keys():
        return _with_equal_clauses(relation, reference, foreign)
    theory = Theory([*foreign.distinct, *foreign.links])

    def on_wrong_model(weak: Entailment) -> None:
        report(_with_weakness(relation, reference, theory, weak))

    weak = included(theory, reference.groups, reference.shared, reference.grids, on_wrong_model)
    relation = _with_weakness(relation, reference, theory, weak)
    report(relation)
    ours = reference.theory(foreign.links)
    strong = included(ours, foreign.distinct, foreign.shared)
    relation = _with_strength(relation, reference, foreign, strong)
    has_model = theory.quick.solve_within(CONFLICTS, ()) is not False
    if relation.verdict == "equivalent" and not has_model:
        return _without_solutions(relation, reference, foreign)
    relation = replace(relation, sentence=_sentence(relation, has_model=has_model))
    report(relation)
    return _with_causes(relation, Comparison(reference, foreign, weak, strong, ours, neighbours))


def _undecided(formula: Formula, naming: Naming, foreign: Foreign) -> Relation:
    return Relation(
        "unknown",
        UNDECIDED,
        naming.source,
        variables=formula.variables,
        clauses=len(formula),
        warnings=formula.warnings,
        duplicates=len(foreign.clauses) - len(foreign.distinct),
        auxiliaries=len(foreign.auxiliaries),
    )


def _with_equal_clauses(relation: Relation, reference: Reference, foreign: Foreign) -> Relation:
    again = f", {relation.duplicates} of them repeated" if relation.duplicates else ""
    clauses = f"the {len(reference.groups)} clauses of the spec's CNF"
    relation = replace(relation, causes=repeated(reference, foreign))
    if reference.plain:
        return replace(relation, verdict="equal", sentence=f"the formula has {clauses}{again}")
    relation = replace(relation, verdict="equivalent")
    sentence = f"{_sentence(relation, has_model=True)}: it has {clauses} in the encoding that it names{again}"
    return replace(relation, sentence=sentence)


def _without_solutions(relation: Relation, reference: Reference, foreign: Foreign) -> Relation:
    """Any contradiction is equivalent to a spec without solutions. What the formula is worth, its groups show."""
    differences = by_groups(reference, foreign)
    sentence = NEITHER + ("they differ, so that this proves little" if differences else "they say the same")
    return replace(relation, sentence=sentence, causes=differences)


def _with_causes(relation: Relation, asked: Comparison) -> Relation:
    right = relation.exit_code == 0
    again = repeated(asked.reference, asked.foreign, right)
    if right:
        return replace(relation, causes=(*worth_knowing(asked), *again))
    repair = repair_of(asked)
    return replace(relation, causes=(*repair.texts, *again), repaired=repair.clauses) if repair else relation


def _with_weakness(relation: Relation, reference: Reference, theory: Theory, weak: Entailment) -> Relation:
    unwritten = sum(clause not in theory.written for clause in weak.implied)
    found = replace(relation, missing=named_reference(reference, reference.missing(weak)), unwritten=unwritten)
    if weak.model is None:
        return found
    sentence = f"{TOO_WEAK}; whether it also excludes a solution was not decided"
    return replace(found, verdict="too weak", sentence=sentence, wrong=wrong_model(reference, theory, weak))


def _with_strength(relation: Relation, reference: Reference, foreign: Foreign, strong: Entailment) -> Relation:
    extras = (clause for clause in foreign.distinct if clause in strong.implied and clause not in reference.groups)
    plain = (clause for clause in extras if reference.shared.issuperset(map(abs, clause)))
    found = replace(relation, extras=tuple(map(foreign.named, plain)))
    if strong.model is None:
        return found if found.wrong else replace(found, verdict="equivalent")
    verdict: Verdict = "both" if found.wrong else "too strong"
    return replace(found, verdict=verdict, lost=lost_solution(reference, foreign, strong.model))


def _sentence(relation: Relation, *, has_model: bool) -> str:
    excludes = "excludes a solution" if has_model else "has no model at all, though the spec has a solution"
    number = relation.auxiliaries
    projected = f" on the decision variables ({number} auxiliaries)" if number else ""
    sentences = {
        "equivalent": f"the formula's models are the spec's solutions{projected}",
        "too weak": TOO_WEAK,
        "too strong": f"the formula {excludes}",
        "both": f"{TOO_WEAK}, and it {excludes}",
    }
    return sentences[relation.verdict]


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
        return WrongModel(values, None, domain_words(wrong[0]), wrong[1], text)
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
    solver = Limited(max(theory.top, reference.program.top), [*theory.known, *domains])
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
    assignment = tuple(reference.program.projection.assignment(list(model[: reference.program.projection.own])))
    violated = reference.spec.violated(assignment)
    if violated:
        wrong = f"it accepts {assignment}, which violates {violated}"
        raise ThreefoldError(f"the lowering is wrong: {wrong}; please report")
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
        NamedClause(index, clause, reference.text(literals), group, reference.mentions(literals))
        for index, (clause, group) in enumerate(reference.groups.items(), start=1)
        for literals in [sorted(clause, key=abs)]
        if clause in wanted
    )

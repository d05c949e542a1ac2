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

from collections.abc import Callable, Mapping
from dataclasses import replace

from threefold.backends.sat.clause_store import Formula
from threefold.cnf.relation.auxiliaries import included
from threefold.cnf.relation.causes import causes, repeated
from threefold.cnf.relation.counterexamples import lost_solution, named_reference, wrong_model
from threefold.cnf.relation.entailment import CONFLICTS, Entailment, Theory
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.cnf.relation.naming import naming_of, read_names
from threefold.cnf.relation.result import UNDECIDED, LostSolution, NamedClause, Relation, Verdict, WrongModel
from threefold.language import Spec

__all__ = ["UNDECIDED", "LostSolution", "NamedClause", "Relation", "Verdict", "WrongModel", "read_names", "relate"]

TOO_WEAK = "the formula has a model that is not a solution"


def relate(
    spec: Spec,
    formula: Formula,
    names: Mapping[int, str] | None = None,
    report: Callable[[Relation], None] = lambda so_far: None,
) -> Relation:
    """The formula against the spec, without a limit; `report` gets what is known on the way.

    `names` (number -> "queen[1, 3]") replace the formula's own dictionary. BadInput if a decision literal has no number.
    """
    naming = naming_of(spec, formula, names)
    reference = Reference(spec)
    foreign = Foreign(formula, naming, reference)
    relation = Relation(
        "unknown",
        UNDECIDED,
        naming.source,
        variables=formula.variables,
        clauses=len(formula),
        warnings=formula.warnings,
        duplicates=len(foreign.clauses) - len(foreign.distinct),
        auxiliaries=len(foreign.auxiliaries),
    )
    report(relation)
    if foreign.distinct.keys() == reference.groups.keys():
        again = f", {relation.duplicates} of them repeated" if relation.duplicates else ""
        sentence = f"the formula has the {len(reference.groups)} clauses of the spec's CNF{again}"
        return replace(relation, verdict="equal", sentence=sentence, causes=repeated(reference, foreign))
    theory = Theory([*foreign.distinct, *foreign.links])
    weak = included(theory, reference.groups, reference.shared, reference.grids)
    relation = _with_weakness(relation, reference, theory, weak)
    report(relation)
    ours = reference.theory(foreign.links)
    strong = included(ours, foreign.distinct, foreign.shared)
    relation = _with_strength(relation, reference, foreign, strong)
    sentence = _sentence(relation, has_model=theory.quick.solve_within(CONFLICTS, ()) is not False)
    relation = replace(relation, sentence=sentence)
    report(relation)
    return replace(relation, causes=causes(reference, foreign, weak, strong, ours))


def _with_weakness(relation: Relation, reference: Reference, theory: Theory, weak: Entailment) -> Relation:
    found = replace(
        relation,
        missing=named_reference(reference, weak.failing),
        unwritten=sum(clause not in theory.written for clause in weak.implied),
    )
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

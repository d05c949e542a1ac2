"""Is my CNF right? The relation of a formula that came from outside to the spec.

    relation = relate(models.find("nqueens").build(4), read_dimacs("mine.cnf"))
    relation.verdict, relation.sentence

Both are sets of points over the decision literals (`queen[1] == 3`, a Boolean): the formula's models and the spec's solutions,
each projected; numbers that mean no decision literal are auxiliaries. The spec is represented by its own CNF in direct encoding
with pairwise at-most-one, the *reference*. Too weak: the formula does not imply the reference. Too strong: the reference does not
imply the formula. Each is a question per clause, or per component of auxiliaries; no set of solutions is ever enumerated.

Neither answer rests on the lowering alone: a wrong model is shown to violate the spec, and a lost solution to satisfy it, by
`holds`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from threefold.backends.sat.formula import Formula
from threefold.cnf.relation.auxiliaries import included
from threefold.cnf.relation.causes import causes, repeated
from threefold.cnf.relation.counterexamples import lost_solution, named_reference, wrong_model
from threefold.cnf.relation.entailment import PATIENCE, Findings, Theory
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
    """The formula against the spec.

    `names` (number -> "queen[1, 3]") go before the formula's own dictionary, and this before the default numbering; BadInput
    where they do not name every decision literal. It takes as long as it takes: who sets a limit learns by `report` what is
    known on the way.
    """
    naming = naming_of(spec, formula, names)
    reference = Reference(spec)
    foreign = Foreign(formula, naming, reference)
    twice, auxiliaries = len(foreign.clauses) - len(foreign.distinct), len(foreign.auxiliaries)
    relation = Relation(
        "unknown",
        UNDECIDED,
        naming.source,
        variables=formula.variables,
        clauses=len(formula),
        warnings=formula.warnings,
        duplicates=twice,
        auxiliaries=auxiliaries,
    )
    report(relation)
    if foreign.distinct.keys() == reference.groups.keys():
        return replace(
            relation, verdict="equal", sentence=_equal(relation, reference), causes=repeated(reference, foreign)
        )
    theory = Theory([*foreign.distinct, *foreign.links])
    weak = included(theory, reference.groups, reference.shared, reference.grids)
    relation = _with_weakness(relation, reference, theory, weak)
    report(relation)
    ours = reference.theory(foreign.links)
    strong = included(ours, foreign.distinct, foreign.shared)
    relation = _with_strength(relation, reference, foreign, strong)
    sentence = _sentence(relation, has_model=theory.quick.solve_within(PATIENCE, ()) is not False)
    relation = replace(relation, sentence=sentence)
    report(relation)
    return replace(relation, causes=causes(reference, foreign, weak, strong, ours))


def _with_weakness(relation: Relation, reference: Reference, theory: Theory, weak: Findings) -> Relation:
    found = replace(
        relation,
        missing=named_reference(reference, weak.failing),
        unwritten=sum(clause not in theory.written for clause in weak.implied),
    )
    if weak.model is None:
        return found
    sentence = f"{TOO_WEAK}; whether it also excludes a solution was not decided"
    return replace(found, verdict="too weak", sentence=sentence, wrong=wrong_model(reference, theory, weak))


def _with_strength(relation: Relation, reference: Reference, foreign: Foreign, strong: Findings) -> Relation:
    written = (clause for clause in foreign.distinct if reference.shared.issuperset(map(abs, clause)))
    harmless = (clause for clause in written if clause not in reference.groups and clause in strong.implied)
    found = replace(relation, extras=tuple(map(foreign.named, harmless)))
    if strong.model is None:
        return found if found.wrong else replace(found, verdict="equivalent")
    verdict: Verdict = "both" if found.wrong else "too strong"
    return replace(found, verdict=verdict, lost=lost_solution(reference, foreign, strong.model))


def _equal(relation: Relation, reference: Reference) -> str:
    again = f", {relation.duplicates} of them once more" if relation.duplicates else ""
    return f"the formula has the {len(reference.groups)} clauses of the spec's CNF{again}"


def _sentence(relation: Relation, *, has_model: bool) -> str:
    excludes = "it excludes a solution" if has_model else "it has no model at all, though the spec has a solution"
    match relation.verdict:
        case "equivalent":
            whatever = (
                f" on the decision variables ({relation.auxiliaries} auxiliaries)" if relation.auxiliaries else ""
            )
            return f"the formula's models are the spec's solutions{whatever}"
        case "too weak":
            return TOO_WEAK
        case "too strong":
            return excludes.replace("it", "the formula", 1)
        case "both":
            return f"{TOO_WEAK}, and {excludes}"
    raise AssertionError(relation.verdict)

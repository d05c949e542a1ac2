"""A comparison with a proof: the verdict also says whether the rows found exactly the proved solutions."""

from dataclasses import replace
from functools import partial

from threefold.checker.judge import Verdict, Vote, judge
from threefold.checker.record import Record
from threefold.language import BadInput, LimitReached, ThreefoldError
from threefold.proofs.prove import SOLVER, Proof, Prover
from threefold.runs.compare import Comparison, Experiment
from threefold.runs.pool import Callbacks, LocalPool
from threefold.runs.witness import find_witness


def with_proof(
    experiment: Experiment, comparison: Comparison, by: tuple[str, ...], callbacks: Callbacks
) -> tuple[Comparison, Proof | None]:
    """Prove the count, and judge again. Rows that agree without a proof are incomplete, or an error where it was rejected."""
    prover = Prover(experiment.instance, experiment.limits, by, experiment.jobs, callbacks=callbacks)
    try:
        proof = prover.prove(None)
    except BadInput:
        raise
    except ThreefoldError as error:
        before = comparison.verdict
        word = "incomplete" if isinstance(error, LimitReached) else "error"
        verdict = Verdict(word, f"{before.sentence.removesuffix('.')}; {error}.") if before.exit_code == 0 else before
        return replace(comparison, verdict=verdict), None
    votes = comparison.description.votes if comparison.description else ()
    found = proof.verification
    assert found.count is not None, "no optimum was asked for"
    verdict = judge(comparison.records, (*votes, Vote("the proved number", found.count, found.fingerprint)))
    if found.limitation:
        verdict = replace(verdict, sentence=f"{verdict.sentence.removesuffix('.')}; the proof is {found.limitation}.")
    return _with_witness(experiment, replace(comparison, verdict=verdict), proof), proof


def _with_witness(experiment: Experiment, comparison: Comparison, proof: Proof) -> Comparison:
    """A proved solution that the accused row lacks: it is found again by the solver of the proof."""
    verdict = comparison.verdict
    if verdict.verdict != "disagree" or verdict.accused is None or verdict.accuser or comparison.witness:
        return comparison
    found, count = proof.verification, proof.verification.count or 0
    proved = Record(
        SOLVER,
        SOLVER.solver,
        "sat" if count else "unsat",
        None,
        count,
        "exact",
        count,
        found.fingerprint,
    )
    with LocalPool() as pool:
        asked = replace(verdict, accuser=replace(proved, solutions=found.first))
        witness = find_witness(partial(experiment.ask, pool), experiment.question, asked, comparison.records)
    return replace(comparison, witness=witness)

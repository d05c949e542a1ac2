"""Certificates of counts and optima, and explanations of contradictions. What they need is loaded when they are called."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from threefold.api.arguments import Givens, Source, check_texts, instance_of, limits_of
from threefold.language import Value
from threefold.runs.pool import Callbacks

if TYPE_CHECKING:
    from threefold.proofs.explain import Explanation
    from threefold.proofs.prove import Proof
    from threefold.proofs.verification import Verification


def prove(
    puzzle: Source,
    *parameters: Value,
    output: str | os.PathLike[str] | None = None,
    by: str = "sat",
    givens: Givens = (),
    timeout: float | None = 60,
    memory: str | int | None = None,
    jobs: int = 1,
    parts: int | None = None,
    resume: str | os.PathLike[str] | None = None,
    optimum: bool = False,
    progress: Callbacks | None = None,
) -> Proof:
    """Write a certificate of all solutions (docs/certificates.md), and verify it.

    Example: `prove("nqueens", 8, output="queens.proof")`. Arguments that are not here are those of `compare`.

    Args:
        output: The file of the certificate. Without it the certificate is not kept.
        by: How it is refuted that there is another solution: `"sat"`, `"ilp"` or `"sat,ilp"`.
        jobs: So many processes, each of which makes parts of it.
        parts: Make it in at most so many parts.
        resume: A folder that keeps finished parts.
        optimum: Find the best value of the objective, and prove that no solution is better.
    """
    from threefold.api.proofs import prover

    check_texts(output=output)
    made = prover(puzzle, parameters, by, givens, timeout, memory, jobs, parts, resume, progress, optimum=optimum)
    return made.prove(output)


def verify(
    path: str | os.PathLike[str],
    *,
    export: str | os.PathLike[str] | None = None,
    timeout: float | None = 600,
    memory: str | int | None = None,
) -> Verification:
    """What a certificate proves. A certificate that proves nothing raises an error that names its first failing line.

    `export` is a folder for the clauses and the proof, as DIMACS and LRAT.
    """
    from threefold.api.proofs import verified

    check_texts(path=path, export=export)
    return verified(path, export, limits_of(timeout, memory))


def explain(
    puzzle: Source, *parameters: Value, givens: Givens = (), timeout: float | None = 60, memory: str | int | None = None
) -> Explanation:
    """Why there is no solution: a minimal set of constraints that has none (`core`), and its refutation by every route."""
    from threefold.proofs.explain import explained

    limits = limits_of(timeout, memory)
    return explained(instance_of(puzzle, parameters, givens, False, limits), limits)

"""Formulas and programs of others: related to a puzzle, marked, decoded, solved."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

from threefold.api.arguments import (
    RANGES,
    Givens,
    Request,
    Source,
    check_integer,
    check_texts,
    instance_of,
    limits_of,
)
from threefold.api.words import split_last
from threefold.backends import configuration
from threefold.language import Value

if TYPE_CHECKING:
    from threefold.cnf.decode import Decoded
    from threefold.cnf.encoder import Encoder
    from threefold.cnf.relation.result import Relation
    from threefold.cnf.sat_run import SatAnswer
    from threefold.marking.marks import Marks


def relate(
    puzzle: Source,
    *parameters: Value | os.PathLike[str] | Encoder,
    names: str | os.PathLike[str] | None = None,
    lenient: bool = False,
    givens: Givens = (),
    timeout: float | None = 60,
    memory: str | int | None = None,
) -> Relation:
    """How a file or an encoder, which comes last, relates to a puzzle or a spec: `relate("nqueens", 8, "mine.cnf")`.

    The file has DIMACS, a 0/1 program (.lp, .mps, .opb), or Python code (.py: an encoder or a puzzle).
    """
    from threefold.cnf.relate import relate_file

    check_texts(names=names)
    words, file = _split_formula(parameters)
    limits = limits_of(timeout, memory)
    instance = instance_of(puzzle, words, givens, False, limits)
    return relate_file(instance, file, names, lenient=lenient, limits=limits)


def _split_formula(words: tuple[Value | os.PathLike[str] | Encoder, ...]) -> tuple[tuple[Value, ...], str | Encoder]:
    """The parameters, and the file or the encoder that follows them."""
    from threefold.cnf.encoder import Encoder

    if words and isinstance(words[-1], Encoder):
        return cast("tuple[Value, ...]", words[:-1]), words[-1]
    return split_last(cast("tuple[Value, ...]", words), "a DIMACS file", "mine.cnf")


def mark(
    puzzle: Source,
    *parameters: Value | os.PathLike[str],
    lenient: bool = False,
    jobs: int = 1,
    results: str | os.PathLike[str] | None = None,
    givens: Givens = (),
    timeout: float | None = 60,
    memory: str | int | None = None,
) -> Marks:
    """The marks of a folder of submissions, which comes last: `mark("nqueens", 8, "submissions")`.

    With `results`, a file, only submissions that are new or changed are related. Students' code is limited, not in a sandbox.
    """
    from pathlib import Path

    from threefold.marking.run import Marking

    check_integer("jobs", jobs, *RANGES["jobs"])
    check_texts(results=results)
    words, folder = split_last(parameters, "a folder of submissions", "submissions")
    limits = limits_of(timeout, memory, jobs)
    instance, kept = instance_of(puzzle, words, givens, False, limits), None if results is None else Path(results)
    return Marking(instance, Path(folder), limits, lenient=lenient, jobs=jobs, results=kept).marks()


def decode(
    puzzle: Source,
    *parameters: Value | os.PathLike[str],
    cnf: str | os.PathLike[str] | Encoder | None = None,
    givens: Givens = (),
    timeout: float | None = 60,
    memory: str | int | None = None,
) -> Decoded:
    """The solution in the file of a SAT solver's answer, which comes last: `decode("nqueens", 8, "answer.txt")`."""
    from threefold.cnf.decode import decode_answer

    words, file = split_last(parameters, "a file with a solver's answer", "answer.txt")
    limits = limits_of(timeout, memory)
    return decode_answer(instance_of(puzzle, words, givens, False, limits), file, cnf, limits=limits)


def sat(
    formula: str | os.PathLike[str] | Encoder,
    *,
    solver: str | None = None,
    limit: int | None = 1,
    seed: int | None = None,
    lenient: bool = False,
    timeout: float | None = 60,
    memory: str | int | None = None,
) -> SatAnswer:
    """The first models of a DIMACS file or an encoder, or all with limit=None. Every model is checked."""
    from threefold.cnf.sat_run import SatJob, answer_cnf

    request = Request("", (), f"sat:{solver}" if solver else "sat", {}, limit=limit, seed=seed)
    row = request.row()
    request.check([row])
    configuration.check_installed([row])
    job = SatJob(formula, row, most=limit, seed=seed, lenient=lenient)
    return answer_cnf(job, limits=limits_of(timeout, memory))

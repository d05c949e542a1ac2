"""The optimum of a spec, in the guarded child: solutions, each better than the one before."""

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from threefold.backends.backend import Program, Refused, Search
from threefold.checker.record import Record
from threefold.checker.tally import Tally
from threefold.language import Solution

if TYPE_CHECKING:
    from threefold.runs.worker import Measurement


def optimise(run: "Measurement", program: Program) -> Record:
    """Every solution is checked. The last one is the best if the search ends; after a limit it is a bound."""
    objective = run.spec.objective
    if objective is None:
        raise Refused("the spec has no objective to minimise or maximise")
    search = run.clock.timed("load", lambda: program.optimum(seed=run.question.seed))
    run.know(method=program.method(search))
    clock, best, tally = run.clock, None, Tally(run.spec)
    start, checking = clock.wall(), 0.0
    try:
        with closing(iter(search)) as solutions:
            for assignment in solutions:
                arrived = clock.wall()
                value = objective.value(assignment)
                tally.add(assignment)
                checking += clock.wall() - arrived
                if best is None or objective.is_better(value, best):
                    best, tally.kept = value, [tuple(assignment)]
                clock.seconds |= {"check": checking, "solve": clock.wall() - start - checking}
                run.tell(_answer(run, tally, search, best, "unknown", "bound"))
    finally:  # also where the search refuses
        clock.seconds |= {"check": checking, "solve": clock.wall() - start - checking}
    status, known = ("unsat", "unknown") if best is None else ("sat", "exact")
    return _answer(run, tally, search, best, status, known)


def _answer(run: "Measurement", tally: Tally, search: Search, best: int | None, status: str, optimum_is: str) -> Record:
    from threefold.runs.worker import drawing_of

    with run.clock.outside():
        drawings = tuple(drawing_of(run.puzzle, Solution(run.spec, each)) for each in tally.kept[: run.question.show])
    run.answer = replace(
        run.answer,
        status=status,
        optimum=best,
        optimum_is=optimum_is,
        verified=tally.verified,
        fault=tally.fault,
        solutions=tuple(tally.kept),
        drawings=drawings,
        seconds=run.clock.so_far(),
        statistics=search.statistics(),
        found_by={name: found for name, found in search.found_by().items() if found},
        decided_by=search.decided_by() if optimum_is == "exact" or status == "unsat" else "",
    )
    return run.answer

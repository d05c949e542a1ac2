"""The arguments of `prove` and `verify`, checked before anything runs."""

import os
from collections.abc import Iterable

from threefold.api.arguments import RANGES, Givens, Source, check_integer, check_texts, instance_of, limits_of
from threefold.errors import did_you_mean
from threefold.guard import Limits
from threefold.language import BadInput, LimitReached, ThreefoldError, Value
from threefold.proofs.export import export
from threefold.proofs.optimum import best_of
from threefold.proofs.prove import ROUTES, Prover
from threefold.proofs.verification import Verification, check
from threefold.runs.checkpoint import MOST_CUBES
from threefold.runs.pool import Callbacks, LocalPool, Silent

Path = str | os.PathLike[str]


def prover(
    puzzle: Source,
    parameters: Iterable[Value],
    by: str,
    givens: Givens,
    timeout: float | None,
    memory: str | int | None,
    jobs: int,
    parts: int | None,
    resume: Path | None,
    progress: Callbacks | None,
    *,
    optimum: bool = False,
) -> Prover:
    check_integer("jobs", jobs, *RANGES["jobs"])
    if parts is not None:
        check_integer("parts", parts, 1, MOST_CUBES)
    check_texts(resume=resume)
    folder = None if resume is None else os.fspath(resume)
    if folder is not None and os.path.exists(folder) and not os.path.isdir(folder):
        raise BadInput(f"«resume» {folder}: a folder for the parts was expected")
    limits, routes = limits_of(timeout, memory, jobs), _routes(by)
    instance = instance_of(puzzle, parameters, givens, False, limits, optimum=optimum)
    best, callbacks = best_of(instance, limits) if optimum else None, progress or Silent()
    return Prover(instance, limits, routes, jobs, parts, folder=folder, callbacks=callbacks, best=best)


def _routes(by: str) -> tuple[str, ...]:
    routes = tuple(by.split(",")) if isinstance(by, str) else ()
    for route in routes:
        if route not in ROUTES:
            raise BadInput(f"«by» {route}: expected {' or '.join(ROUTES)}{did_you_mean(route, ROUTES)}")
    if not routes or len(set(routes)) < len(routes):
        raise BadInput(f"«by» must be one of {', '.join(ROUTES)}, or several separated by commas (got {by!r})")
    return routes


def verified(path: Path, folder: Path | None, limits: Limits) -> Verification:
    with LocalPool(1) as pool:
        outcome = pool.call(check, os.fspath(path), limits=limits)
    if outcome.status in ("timeout", "memory"):
        raise LimitReached(f"{path}: not verified: {outcome.reason}")
    if not isinstance(outcome.value, Verification):
        raise ThreefoldError(f"{path}: not verified: {outcome.reason}")
    if folder is not None:
        export(path, folder)
    return outcome.value

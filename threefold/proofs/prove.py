"""Proves a count: guarded children write the certificate, whole or in parts; the verifier reads it before it is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Never

from threefold.backends.configuration import parse
from threefold.backends.sat.solvers import PROVING
from threefold.checker.record import Record
from threefold.files import to_write
from threefold.guard import Limits, Outcome, Progress, Report
from threefold.guard.outcome import time_reason
from threefold.language import BadInput, LimitReached, ThreefoldError
from threefold.proofs.optimum import Best
from threefold.proofs.parts import PROVERS, Folder, Found, join, prove_cubes, prove_whole
from threefold.proofs.verification import Verification, check
from threefold.runs.clock import Clock
from threefold.runs.instance import Instance
from threefold.runs.pool import Callbacks, Event, LocalPool, Silent, Task, checked, run_tasks
from threefold.verifier import Invalid

ROUTES = tuple(PROVERS)
SOLVER = parse(f"sat:{PROVING}", {})
PRELOAD = ("pysolvers",)
PARTS = 4  # per job


@dataclass(frozen=True)
class Proof:
    """A certificate that the verifier has accepted."""

    verification: Verification
    size: int  # bytes
    seconds: Mapping[str, float]  # prove, verify: CPU
    path: str | None  # None: it was not kept
    drawing: str = ""  # of a solution that has the optimum, where that is proved

    @property
    def optimum(self) -> int | None:
        return self.verification.optimum

    def __str__(self) -> str:
        return f"proved: {self.verification.claim}"

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            **self.verification.to_dict(),
            "bytes": self.size,
            "seconds": dict(self.seconds),
            "path": self.path,
        }


@dataclass
class Prover:
    """How the certificate is made. With several jobs, parts or a folder it is made in parts, which the folder keeps."""

    instance: Instance
    limits: Limits
    by: Sequence[str] = ROUTES[:1]
    jobs: int = 1
    parts: int | None = None
    share: tuple[int, int] | None = None  # k of n: make only every n-th part, from the k-th on
    folder: str | None = None
    callbacks: Callbacks = field(default_factory=Silent)
    best: Best | None = None  # what is proved to be the optimum, where that is asked for
    cpu: float = 0.0
    found: dict[int, Found] = field(default_factory=dict)  # by part

    def prove(self, output: str | os.PathLike[str] | None) -> Proof:
        """Raise an error unless there is a certificate that the verifier accepts."""
        output = None if output is None else os.fspath(output)
        with LocalPool(self.jobs) as pool, scratch() as target, self._folder() as folder:
            self._start()
            if self._in_parts:
                self._make_parts(pool, folder)
                self._run(pool, [self._task("prove", join, folder, target)])
            else:
                self._run(pool, [self._task("prove", prove_whole, tuple(self.by), target)])
            proving, self.cpu = self.cpu, 0.0
            verification = self._verified(pool, target)
            if output is not None:
                _copy(target, output)
            seconds, drawing = {"prove": proving, "verify": self.cpu}, self.best.drawing if self.best else ""
            return Proof(verification, os.path.getsize(target), seconds, output, drawing)

    def make_share(self) -> tuple[int, int]:
        """Make this machine's parts only; how many are in the folder then, of at most how many."""
        with LocalPool(self.jobs) as pool, self._folder() as folder:
            self._start()
            self._make_parts(pool, folder)
            return len(folder.existing()), len(folder.numbers)

    def _start(self) -> None:
        self.callbacks.started("prove", f"proof by {' and '.join(self.by)}")

    @property
    def _in_parts(self) -> bool:
        return self.jobs > 1 or self.parts is not None or self.folder is not None

    @contextmanager
    def _folder(self) -> Iterator[Folder]:
        """The folder of the parts; one that is not named does not last."""
        wanted = self.parts or max(self.jobs * PARTS, 16 if self.folder else 1)
        with scratch() as path:
            try:
                os.makedirs(self.folder or path, exist_ok=True)
            except OSError as error:
                raise BadInput(f"«resume» {self.folder}: not a folder that can be written: {error.strerror}") from None
            yield Folder(self.folder or path, tuple(self.by), wanted)

    def _make_parts(self, pool: LocalPool, folder: Folder) -> None:
        done = folder.existing()
        mine, of = self.share or (1, 1)
        missing = [n for n in folder.numbers if n not in done and n % of == mine - 1]
        pool.prepare(PRELOAD)
        try:
            with pool.shares(missing, single=True) as shares:
                self._run(pool, (self._task(f"part {n}", prove_cubes, folder, each) for n, each in enumerate(shares)))
        except (KeyboardInterrupt, SystemExit, LimitReached) as stop:
            if self.folder:
                kept = f"{len(folder.existing())} parts are kept in {folder.path}; the same command goes on"
                if isinstance(stop, LimitReached):
                    raise LimitReached(f"{stop}; {kept}") from None
                stop.add_note(kept)
            raise
        finally:
            pool.cancel()
            folder.clean()

    def _task(self, key: str, function: Callable[..., object], *details: object) -> Task:
        return Task(key, function, (self.instance, self.best, *details), self.limits, PRELOAD)

    def _run(self, pool: LocalPool, tasks: Iterator[Task] | Sequence[Task]) -> None:
        """The time limit is one for all tasks together."""
        start, seconds = monotonic(), self.limits.seconds

        def limited() -> Iterator[Task]:
            for task in tasks:
                left = None if seconds is None else max(0.001, seconds - (monotonic() - start))
                yield replace(task, limits=replace(task.limits, seconds=left))

        run_tasks(pool, limited(), self._on_event, self.callbacks)

    def _on_event(self, task: Task, event: Event) -> None:
        match event:
            case Progress(Found() as found):
                self.found[found.part] = found
                done = sum(each.complete for each in self.found.values())
                statistics = {"cubes": found.parts, "finished cubes": done} if self._in_parts else {}
                solutions = sum(each.solutions for each in self.found.values())
                blank = Record(SOLVER, SOLVER.solver, "unknown", count=solutions, count_is="at_least")
                self.callbacks.progressed("prove", replace(blank, statistics=statistics))
            case Outcome() as outcome:
                self.cpu += outcome.cpu
                self._raise_failure(checked(outcome))

    def _raise_failure(self, outcome: Outcome) -> None:
        if outcome.status in ("timeout", "memory"):
            reason = time_reason(self.limits.seconds) if outcome.status == "timeout" else outcome.reason
            raise LimitReached(f"{self.instance}: not proved: {reason}")
        if outcome.status != "done":
            raise ThreefoldError(f"{self.instance}: not proved: {outcome.reason}")

    def _verified(self, pool: LocalPool, path: str) -> Verification:
        """What we wrote must pass, or we are wrong."""
        try:
            outcome = pool.call(check, path, limits=self.limits)
        except Invalid as error:
            raise ThreefoldError(
                f"{self.instance}: not proved: the verifier rejects the certificate: {error}"
            ) from None
        self.cpu += outcome.cpu
        self._raise_failure(outcome)
        assert isinstance(outcome.value, Verification)
        return outcome.value


def measured_proof(report: Report[Never], instance: Instance, route: str) -> Record:
    """A proof and its verification in one run, as a record: its solutions are those that are proved."""
    blank = Record(parse(route, {}), f"proof by {route}", "unknown")
    clock = Clock()
    with scratch() as path:
        clock.timed("prove", lambda: prove_whole(lambda value: None, instance, None, (route,), path))
        found = clock.timed("verify", lambda: check(report, path))
        assert found.count is not None, "no optimum was asked for"
        spent = clock.so_far() | {"solve": clock.seconds["prove"] + clock.seconds["verify"]}
        statistics = {**found.checked[route], "bytes": os.path.getsize(path)}
    return replace(
        blank,
        status="sat" if found.count else "unsat",
        count=found.count,
        count_is="exact",
        verified=found.count,
        fingerprint=found.fingerprint,
        solutions=found.first,
        method="proved",
        reason=found.limitation or None,
        seconds=spent,
        statistics=statistics,
        spec=found.digest,
    )


@contextmanager
def scratch() -> Iterator[str]:
    """A place for a file or a folder that does not last."""
    with TemporaryDirectory(prefix="threefold-proof-") as folder:
        yield os.path.join(folder, "proof")


def _copy(certificate: str, output: str) -> None:
    try:
        with open(certificate, "rb") as made, to_write(output) as file:
            copyfileobj(made, file)
    except OSError as error:
        raise ThreefoldError(f"{output}: cannot be written: {error.strerror or error}") from None

"""Sweeps: run what a sweep file asks for and the store lacks; write the report on the records."""

import os
from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from threefold.api.arguments import RANGES, check_cluster, check_integer, check_texts
from threefold.backends.configuration import check_installed
from threefold.files import refuse_link
from threefold.language import ThreefoldError
from threefold.runs.pool import Callbacks, LocalPool, Pool, Silent
from threefold.sweeps.agreement import conflicts, with_witness
from threefold.sweeps.circumstances import machine
from threefold.sweeps.export import records_of
from threefold.sweeps.plan import Sweep
from threefold.sweeps.record_line import RECORDS, Line
from threefold.sweeps.runner import Runner
from threefold.sweeps.spec_hash import identified
from threefold.sweeps.store import Store
from threefold.sweeps.sweep_file import SMOKE, read_sweep

if TYPE_CHECKING:
    from threefold.reporting.changes import Changes


@dataclass(frozen=True)
class SweepResult:
    """What `sweep` returns: which runs have a record now, and where they disagree."""

    name: str
    path: Path  # of records.jsonl
    wanted: int  # runs that the sweep file asks for
    lines: tuple[Line, ...]  # those that have a record
    older: int  # records in the store of other runs: not asked for, or of a puzzle that was edited
    disagreements: tuple[str, ...]  # sentences
    lost: tuple[
        str, ...
    ] = ()  # of each run that was lost, why: nothing was measured, and the next sweep makes it again

    @property
    def failed(self) -> int:
        return sum(line.record.status == "error" for line in self.lines)

    @property
    def exit_code(self) -> int:
        return 1 if self.disagreements else 4 if self.failed or self.lost else 0

    def __str__(self) -> str:
        statuses = [line.record.status for line in self.lines]
        found = ", ".join(f"{number:,} {status}" for status, number in sorted(Counter(statuses).items()))
        return f"{self.name}: {len(self.lines):,} of {self.wanted:,} runs have a record ({found}); wrote {self.path}"


def sweep(
    folder: str | os.PathLike[str],
    *,
    smoke: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    fresh: bool = False,
    progress: Callbacks | None = None,
) -> SweepResult:
    """Run what is missing of the sweep file in a folder. When it is interrupted, the finished runs are kept."""
    check_texts(folder=folder, cluster=cluster)
    if jobs is not None:
        check_integer("jobs", jobs, *RANGES["jobs"])
    check_cluster(cluster, jobs)
    plan = read_sweep(Path(folder), smoke=smoke)
    needed = (batch for batch in plan.batches if batch.task != "lower")
    check_installed(row for batch in needed for label, row in batch.rows.items() if label not in batch.optional)
    plan = identified(plan)
    wanted = {run.key for run in plan.runs() if run.repetition >= 0}
    place = place_of(folder, smoke)
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise ThreefoldError(f"{place}: cannot be written: {error.strerror or error}") from None
    with Store(place) as store:
        if fresh:
            store.outdate(wanted)
        with _pool(cluster, jobs) as pool:
            lost = _run(plan, store, wanted, pool, progress or Silent(), fresh)
        disagreements = _disagreements(store, wanted)
        lines = store.lines()
        mine = tuple(line for line in lines if line.key in wanted)
        older, path = len(lines) - len(mine), store.folder / RECORDS
        return SweepResult(plan.name, path, len(wanted), mine, older, disagreements, lost)


def place_of(folder: str | os.PathLike[str], smoke: bool) -> Path:
    if smoke:
        refuse_link(Path(folder) / SMOKE)
    return Path(folder) / SMOKE if smoke else Path(folder)


def _pool(cluster: str | None, jobs: int | None) -> AbstractContextManager[Pool]:
    if cluster is None:
        return LocalPool(jobs or 1)
    from threefold.runs.cluster.connection import connected

    return connected(cluster, jobs)


def _run(plan: Sweep, store: Store, wanted: set[str], pool: Pool, callbacks: Callbacks, fresh: bool) -> tuple[str, ...]:
    """Why runs were lost."""
    runner = Runner(plan, store, callbacks, pool)
    callbacks.planned(len(plan), done=len(plan) - runner.missing())
    for note in store.notes:
        callbacks.noted(note)
    if runner.absent:
        callbacks.noted(f"not installed here, and left out: {', '.join(runner.absent)}")
    if isinstance(pool, LocalPool):
        load, cores = float(machine()["load"]), float(machine()["cores"])
        if load > 0.5 * cores:
            callbacks.noted(f"the machine is busy (load {load:g}): times will be less steady")
    elif not pool.width:
        callbacks.noted("the cluster has no workers yet: waiting for them")
    try:
        runner.run()
    except (KeyboardInterrupt, SystemExit) as stop:
        kept = f"{len(plan) - runner.missing():,} of {len(plan):,} runs are kept"
        rest = ", the others have their old records" if fresh else ""
        stop.add_note(f"{kept}{rest}; the same command{' without «fresh»' if fresh else ''} goes on")
        raise
    finally:
        store.export(wanted)
    return tuple(runner.lost)


def _disagreements(store: Store, wanted: set[str]) -> tuple[str, ...]:
    """Each contradiction between records in a sentence; its witness is added to the store."""
    found = conflicts(line for line in store.lines() if line.key in wanted)
    for conflict in found:
        if conflict.accused.witness is None:
            store.add(with_witness(conflict))
    if found:
        store.export(wanted)
    return tuple(map(str, found))


def report(folder: str | os.PathLike[str], *, smoke: bool = False, check: bool = False) -> list[str]:
    """Write report.md, report.html and the figures from the records: their names. With `check`, what is wrong with them."""
    from threefold.reporting.report import read
    from threefold.reporting.write import problems, write

    check_texts(folder=folder)
    place = place_of(folder, smoke)
    return problems(read(place), place) if check else write(read(place), place)


def against(new: str | os.PathLike[str], old: str | os.PathLike[str]) -> "Changes":
    """Two sets of records of the same runs, each a folder or a file: what became faster, slower, different."""
    from threefold.reporting.changes import changes

    check_texts(new=new, old=old)
    return changes(records_of(Path(new)), records_of(Path(old)))

"""`sweep`: run what is missing of a sweep file, with a bar, and write the records."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from threefold.commands.options import ClusterAddress, check_cluster
from threefold.commands.progress import Bar
from threefold.language import BadInput, ThreefoldError
from threefold.runs.cluster.connection import ClusterPool, connected
from threefold.runs.pool import LocalPool, Pool
from threefold.sweeps.agreement import conflicts, with_witness
from threefold.sweeps.job import machine
from threefold.sweeps.plan import Sweep
from threefold.sweeps.runner import Runner
from threefold.sweeps.spec_hash import identified, take_over
from threefold.sweeps.store import RECORDS, Store
from threefold.sweeps.sweep_file import SMOKE, read_sweep

MANY = 10_000  # runs that nobody means without being asked

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Where sweep.toml lies, like reports/nqueens.")]
Smoke = Annotated[bool, typer.Option("--smoke", help="The small variant, in FOLDER/.smoke: does it all still work?")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", help="Runs side by side; their times are then less fair.", show_default="1"),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask, however many runs there are.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run again what the store already has.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No bar, no summary.")]


def sweep(
    folder: Folder,
    smoke: Smoke = False,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    yes: Yes = False,
    fresh: Fresh = False,
    quiet: Quiet = False,
) -> int:
    """Run what is missing of a sweep file and write records.jsonl.

    Example: threefold sweep reports/nqueens

    It can be stopped at any moment: finished runs are kept, and the same command goes on with the rest.

    Exit code: 0 all runs have a record, 1 two of them disagree about a count, 2 bad input, 4 a run failed, 130 interrupted.
    """
    plan = read_sweep(folder, smoke=smoke)
    if jobs is not None and jobs < 1:
        raise BadInput(f"--jobs must be at least 1 (got {jobs})")
    check_cluster(cluster, jobs)
    _ask(plan, yes)
    plan = identified(plan)
    place = folder / SMOKE if smoke else folder
    _make(place)
    wanted = {run.key for run in plan.runs() if run.repetition >= 0}
    with Store(place) as store:
        take_over(store, plan)
        with LocalPool(jobs or 1) if cluster is None else connected(cluster, jobs) as pool:
            if fresh:
                store.forget(wanted)
            _run(plan, store, wanted, pool, quiet)
        disagreeing = _find_witnesses(store, wanted)
        failed = _summary(plan, store, wanted, quiet)
    return 1 if disagreeing else 4 if failed else 0


def _run(plan: Sweep, store: Store, wanted: set[str], pool: Pool, quiet: bool) -> None:
    bar = Bar(len(plan), silent=quiet)
    runner = Runner(plan, store, bar, pool)
    bar.done = len(plan) - runner.missing()
    if not quiet and (note := _waiting(pool) if isinstance(pool, ClusterPool) else _busy()):
        print(f"note: {note}", file=sys.stderr)
    try:
        runner.run()
    except (KeyboardInterrupt, SystemExit) as stop:
        stop.add_note(f"{bar.done} of {bar.total} runs are kept; the same command goes on")
        raise
    finally:
        bar.erase()
        store.export(wanted)


def _busy() -> str | None:
    busy = (load := float(machine()["load"])) > 0.5 * float(machine()["cores"])
    return f"the machine is busy (load {load:g}): times will be less steady" if busy else None


def _waiting(cluster: ClusterPool) -> str | None:
    return None if cluster.width else f"{cluster.name} has no workers yet: waiting for them"


def _find_witnesses(store: Store, wanted: set[str]) -> int:
    """For every contradiction between records: a witness in the store, a line on stderr."""
    found = conflicts(line for line in store.lines() if line.key in wanted)
    for conflict in found:
        if conflict.accused.witness is None:
            store.add(with_witness(conflict))
        print(f"disagree: {conflict.accused.puzzle} {conflict.accused.instance}: {conflict.sentence}", file=sys.stderr)
    if found:
        store.export(wanted)
    return len(found)


def _summary(plan: Sweep, store: Store, wanted: set[str], quiet: bool) -> int:
    """What came of it, and how many runs failed."""
    lines = store.lines()
    statuses = [line.record.status for line in lines if line.key in wanted]
    if not quiet:
        told = ", ".join(f"{statuses.count(status)} {status}" for status in dict.fromkeys(sorted(statuses)))
        written = store.folder / RECORDS
        print(f"{plan.name}: {len(statuses)} of {len(wanted)} runs have a record ({told}); wrote {written}")
        if others := len(lines) - len(statuses):
            what = f"{others} older record{'s' * (others > 1)} of other runs"
            print(f"note: {what} in {store.path}: not asked for, or of a puzzle that was edited", file=sys.stderr)
    return statuses.count("error")


def _ask(plan: Sweep, yes: bool) -> None:
    if len(plan) <= MANY or yes:
        return
    question = f"{plan.name}: {len(plan):,} runs, up to {plan.seconds:g} s each"
    if not sys.stdin.isatty():
        raise BadInput(f"{question}: give --yes if that is meant")
    if input(f"{question}. Go on? [y/N] ").strip().lower() not in ("y", "yes"):
        raise BadInput("nothing was run")


def _make(place: Path) -> None:
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise ThreefoldError(f"{place}: cannot be written: {error.strerror or error}") from None

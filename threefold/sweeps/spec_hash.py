"""The digest of the spec of every instance of a sweep, and its known number: both are part of a run's key.

So the records of an edited puzzle or instance file are not taken for those of the new one. The specs are built before anything is
run, in a guarded child under the limits of a run: a puzzle may be huge or faulty, and the records of its runs will say so. Only
wrong givens are refused here. When a child dies, what it has reported is kept, and the next child continues after it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from threefold.guard import Limits, Outcome, Progress, Report
from threefold.language import BadInput, ThreefoldError
from threefold.language.canonical import digest
from threefold.language.givens import add_givens
from threefold.runs.checkpoint import hashed
from threefold.runs.instance import Instance
from threefold.runs.pool import Event, LocalPool, Silent, Task, run_tasks
from threefold.sweeps.plan import Batch, Sweep, to_load
from threefold.sweeps.record_line import no_larger

Asked = tuple[str, tuple[int | str, ...], tuple[str, ...]]  # puzzle, parameters, givens


@dataclass(frozen=True)
class Identity:
    spec: str  # the digest; a hash of the error, or of how the child ended, where there is no spec
    known: int | None = None
    mistake: str | None = None  # in the givens


def identified(sweep: Sweep) -> Sweep:
    """The same sweep, whose runs have the digests of their specs."""
    found = _identities(sweep)
    return replace(sweep, batches=tuple(_with_specs(batch, found) for batch in sweep.batches))


def _with_specs(batch: Batch, found: dict[Asked, Identity]) -> Batch:
    specs = {}
    for asked, instance in _instances(batch):
        if mistake := found[asked].mistake:
            parameters = " ".join(f"{name}={value}" for name, value in instance.parameters.items())
            batch.table.fail("givens", f"{mistake} ({parameters})" if parameters else mistake)
        specs[asked[1]] = found[asked].spec, found[asked].known
    return replace(batch, specs=specs)


def _instances(batch: Batch) -> Iterator[tuple[Asked, Instance]]:
    for values in batch.instances():
        instance = Instance(batch.puzzle, dict(zip(batch.names, values, strict=True)), batch.givens)
        yield (batch.puzzle, values, batch.givens), instance


def _identities(sweep: Sweep) -> dict[Asked, Identity]:
    asked = dict(each for batch in sweep.batches for each in _instances(batch))
    with LocalPool() as pool:
        found = _in_children(pool, list(asked.values()), to_load(sweep.seconds, sweep.memory))
    return dict(zip(asked, found, strict=True))


def _in_children(pool: LocalPool, instances: Sequence[Instance], limits: Limits) -> list[Identity]:
    """Of each, in order. If the first instance of a child ends it, all larger ones are expected to do the same."""
    found: list[Identity] = []
    ended: list[tuple[Instance, Identity]] = []
    while (before := len(found)) < len(instances):
        first = instances[before]
        same_puzzle = [(each, how) for each, how in ended if each.puzzle == first.puzzle]
        if known := next((how for each, how in same_puzzle if no_larger(each.parameters, first.parameters)), None):
            found.append(known)
            continue
        identities, status = _identified(pool, Task("", _identify, (instances[before:],), limits))
        found += identities
        if not identities:
            ended.append((first, Identity(hashed(status))))
    return found


def _identified(pool: LocalPool, task: Task) -> tuple[list[Identity], str]:
    """Those that the child reported, and how it ended. A task that is tried again reports again."""
    found, outcomes = dict[int, Identity](), list[Outcome]()

    def on_event(task: Task, event: Event) -> None:
        match event:
            case Progress((int(number), Identity() as identity)):
                found[number] = identity
            case Outcome():
                outcomes.append(event)

    run_tasks(pool, [task], on_event, Silent())
    if outcomes[0].status == "lost":
        raise ThreefoldError(f"the puzzles of the sweep could not be built: {outcomes[0].reason}")
    return list(found.values()), outcomes[0].status


def _identify(report: Report[tuple[int, Identity]], instances: Sequence[Instance]) -> None:
    """In the child."""
    for number, instance in enumerate(instances):
        report((number, _identity(instance)))


def _identity(instance: Instance) -> Identity:
    try:
        puzzle, spec = replace(instance, givens=()).load()
        known = puzzle.known_count(instance.parameters)
    except Exception as error:
        return Identity(hashed((type(error).__name__, str(error))))
    try:
        add_givens(spec, instance.givens)
    except BadInput as error:
        return Identity("", mistake=str(error))
    return Identity(digest(spec), known[0] if known and not instance.givens else None)

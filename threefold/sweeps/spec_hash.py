"""What the puzzle says of every instance of a sweep, as a hash: part of a run's key.

Without it a puzzle or an instance file that was edited would keep its old records. The specs are built before anything is run,
one after the other in a guarded child under the limits of a run, because a puzzle may be huge or faulty: whatever it does there,
its runs will do too, and their records will tell. Only givens are refused here, which are a mistake in the sweep file.
A child that dies has told of the instances before; the next one goes on behind them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from threefold.guard import Limits, Report, Server, guarded
from threefold.language import BadInput
from threefold.language.givens import add_givens
from threefold.runs.instance import Instance
from threefold.runs.schema_1 import hashed, identity
from threefold.sweeps.plan import Block, Sweep
from threefold.sweeps.run import no_larger

LEAST = 5.0  # seconds: a key must not depend on how busy the machine is


@dataclass(frozen=True)
class Said:
    spec: str
    known: int | None = None
    mistake: str | None = None  # in the givens


def identified(sweep: Sweep) -> Sweep:
    """The same sweep, whose runs know what their puzzles say now."""
    asked = {
        (block.puzzle, values, block.givens): instance for block in sweep.blocks for values, instance in _of(block)
    }
    with Server() as server:
        found = _said(server, list(asked.values()), Limits(max(sweep.seconds, LEAST), sweep.memory))
    said = dict(zip(asked, found, strict=True))
    for block in sweep.blocks:
        for values, instance in _of(block):
            if mistake := said[block.puzzle, values, block.givens].mistake:
                parameters = " ".join(f"{name}={value}" for name, value in instance.parameters.items())
                block.table.fail("givens", f"{mistake} ({parameters})" if parameters else mistake)
    return replace(sweep, blocks=tuple(_with_specs(block, said) for block in sweep.blocks))


Asked = tuple[str, tuple[int | str, ...], tuple[str, ...]]


def _with_specs(block: Block, said: dict[Asked, Said]) -> Block:
    found = ((values, said[block.puzzle, values, block.givens]) for values in block.instances())
    return replace(block, specs={values: (each.spec, each.known) for values, each in found})


def _of(block: Block) -> Iterable[tuple[tuple[int | str, ...], Instance]]:
    for values in block.instances():
        yield values, Instance(block.puzzle, dict(zip(block.names, values, strict=True)), block.givens)


def _said(server: Server, instances: Sequence[Instance], limits: Limits) -> list[Said]:
    """Of each, in order. One that ends its child where it is the first says how, and so do all larger ones."""
    found: list[Said] = []
    ended: list[tuple[Instance, Said]] = []
    while (before := len(found)) < len(instances):
        first = instances[before]
        if said := next((said for each, said in ended if _no_larger(each, first)), None):
            found.append(said)
            continue
        outcome = guarded(server, _tell, instances[before:], limits=limits, on_progress=found.append)  # type: ignore[arg-type]
        if len(found) == before:
            ended.append((first, Said(hashed(outcome.status))))
    return found


def _no_larger(one: Instance, other: Instance) -> bool:
    return one.puzzle == other.puzzle and no_larger(one.parameters, other.parameters)


def _tell(report: Report, instances: Sequence[Instance]) -> None:
    """In the child."""
    for instance in instances:
        report(_say(instance))


def _say(instance: Instance) -> Said:
    """With the known number, which a record is judged by; a fault of the puzzle is what it says, until it is mended."""
    try:
        puzzle, spec = replace(instance, givens=()).load()
        known = puzzle.known_count(instance.parameters)
    except Exception as error:
        return Said(hashed((type(error).__name__, str(error))))
    try:
        add_givens(spec, instance.givens)
    except BadInput as error:
        return Said("", mistake=str(error))
    return Said(hashed((identity(spec), known)), known[0] if known and not instance.givens else None)

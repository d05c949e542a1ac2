"""A sweep file: which runs a report is made of. Puzzles × parameters × configurations × seeds × repetitions.

    title = "n-queens"
    [limits]
    seconds = 60
    [[runs]]
    puzzle = "nqueens"
    parameters = { n = "4..12" }
    configurations = ["sat", "cp", "ilp"]

docs/reports.md has every key. A mistake is told with file, line and key; nothing is expanded before it is asked for, because a
mistyped range can mean a billion runs.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from threefold.backends.backend import Configuration
from threefold.language import BadInput
from threefold.sweeps.record_line import Line
from threefold.sweeps.run import TASKS, Run
from threefold.sweeps.toml_reader import Table, instances, rows, values_of

SMOKE_SECONDS = 10.0
MOST_LOOKED_AT = 1_000_000  # runs: 20 s
FILE, SMOKE = "sweep.toml", ".smoke"  # and the folder of the small variant
Names = Mapping[str, Sequence[str]]  # of the parameters of a puzzle


@dataclass(frozen=True)
class Block:
    """One `[[runs]]` of the file."""

    table: Table = field(repr=False)
    puzzle: str
    names: tuple[str, ...]  # of the parameters
    values: Sequence[Sequence[Sequence[int | str]]]  # alternatives, each a product of values per parameter
    givens: tuple[str, ...]
    task: str
    rows: Mapping[str, Configuration]
    seeds: tuple[int | None, ...]
    repetitions: int
    warmup: int
    skip: bool  # leave out what is hopeless
    specs: Mapping[tuple[int | str, ...], tuple[str, int | None]] = field(
        default_factory=dict
    )  # `spec` and `known` of a Run

    def __len__(self) -> int:
        instances = sum(prod(map(len, columns)) for columns in self.values)
        return instances * len(self.rows) * len(self.seeds) * self.repetitions

    def instances(self) -> Iterator[tuple[int | str, ...]]:
        """Smaller parameters first."""
        return (values for columns in self.values for values in product(*columns))

    def runs(self, seconds: float, memory: int) -> Iterator[Run]:
        """Repetitions go round the rows, so that a slow minute hits them all."""
        for values in self.instances():
            spec, known = self.specs.get(values, ("", None))
            for repetition in range(-self.warmup, self.repetitions):
                for seed, (row, configuration) in product(self.seeds, self.rows.items()):
                    yield Run(
                        puzzle=self.puzzle,
                        parameters=dict(zip(self.names, values, strict=True)),
                        givens=self.givens,
                        row=row,
                        configuration=str(configuration),
                        task=self.task,
                        seed=seed,
                        repetition=repetition,
                        seconds=seconds,
                        memory=memory,
                        spec=spec,
                        known=known,
                    )

    def asks_for(self, line: Line) -> bool:
        """Is it of one of these runs? What the puzzle said then is not looked at, nor are the limits."""
        values = [line.parameters.get(name) for name in self.names]
        return (
            (line.puzzle, line.task, tuple(line.givens)) == (self.puzzle, self.task, self.givens)
            and line.record.configuration in self.rows.values()
            and line.seed in self.seeds
            and line.repetition in range(self.repetitions)
            and any(all(map(_among, values, columns)) for columns in self.values)
        )


def _among(value: object, column: Sequence[int | str]) -> bool:
    return value in column


@dataclass(frozen=True)
class Sweep:
    name: str  # of the folder
    title: str
    description: str
    seconds: float
    memory: int  # bytes
    blocks: tuple[Block, ...]

    def __len__(self) -> int:
        return sum(map(len, self.blocks))

    def runs(self) -> Iterator[Run]:
        return (run for block in self.blocks for run in block.runs(self.seconds, self.memory))

    def distinct(self) -> int:
        """How many runs there are where two blocks may ask for the same one; a number beyond all doing is not looked into."""
        total = len(self)
        return total if total > MOST_LOOKED_AT else len({run.key for run in self.runs() if run.repetition >= 0})

    def asks_for(self, line: Line) -> bool:
        limits = line.limit_seconds, line.limit_memory_mb
        return limits == (self.seconds, self.memory >> 20) and any(block.asks_for(line) for block in self.blocks)

    def cells(self) -> Iterator[Run]:
        """One run for each row and instance."""
        once = (replace(block, seeds=block.seeds[:1], repetitions=1, warmup=0) for block in self.blocks)
        return (run for block in once for run in block.runs(self.seconds, self.memory))


def read_sweep(folder: Path, *, smoke: bool = False, names: Names | None = None) -> Sweep:
    """With `names`, as records have them, no puzzle is loaded or asked whether the parameters are right."""
    path = folder / FILE
    text, content = _read(path)
    file = Table(str(path), text, "", content)
    file.only("title", "description", "limits", "runs")
    limits = file.table("limits")
    limits.only("seconds", "memory")
    seconds = limits.number("seconds", 60.0)
    blocks = tuple(_block(table, smoke, names) for table in file.tables("runs"))
    return Sweep(
        name=folder.resolve().name,
        title=file.text("title", folder.resolve().name),
        description=file.text("description", ""),
        seconds=min(seconds, SMOKE_SECONDS) if smoke else seconds,
        memory=limits.size("memory", "2G"),
        blocks=blocks,
    )


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).rpartition(" (at ")
        at = re.match(r"line (\d+), (column \d+)", place)
        line, told = (at[1], f"{what} ({at[2]})") if at else (max(1, len(text.splitlines())), f"{what} at the end")
        raise BadInput(f"{path}:{line}: not TOML: {told}") from None


def _block(table: Table, smoke: bool, names: Names | None) -> Block:
    table.only(
        *("puzzle", "parameters", "givens", "task", "configurations", "seeds", "repetitions", "warmup", "skip", "smoke")
    )
    task = table.text("task", "count")
    if task not in TASKS:
        table.fail("task", f"must be one of {', '.join(TASKS)} (got '{task}')")
    keys = ["parameters", *(["smoke"] if "smoke" in table.content else [])]
    # Both are read, so that a mistake in either is told at once.
    read = {key: instances(table, key) if names is None else values_of(table, key, names) for key in keys}
    parameters, values = read[keys[-1] if smoke else "parameters"]
    block = Block(
        table=table,
        puzzle=table.text("puzzle"),  # a file of one's own is found by its path
        names=parameters,
        values=values,
        givens=tuple(table.texts("givens", ())),
        task=task,
        rows=rows(table),
        seeds=tuple(table.integers("seeds", 0, 2**31 - 1)) or (None,),
        repetitions=table.integer("repetitions", 1, least=1),
        warmup=table.integer("warmup", 0, least=0),
        skip=table.boolean("skip", True),
    )
    if not len(block):
        table.fail("parameters", "the product is empty: there is nothing to run")
    return replace(block, repetitions=1, warmup=0) if smoke else block

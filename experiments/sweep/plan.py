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

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path

from backends.backend import Configuration
from experiments.sweep.reading import Table, instances, rows
from experiments.sweep.run import TASKS, Run
from language import BadInput

SMOKE_SECONDS = 10.0
FILE = "sweep.toml"


@dataclass(frozen=True)
class Block:
    """One `[[runs]]` of the file."""

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

    def __len__(self) -> int:
        instances = sum(prod(map(len, columns)) for columns in self.values)
        return instances * len(self.rows) * len(self.seeds) * self.repetitions

    def runs(self, seconds: float, memory: int) -> Iterator[Run]:
        """Smaller parameters first; repetitions go round the rows, so that a slow minute hits them all."""
        for columns in self.values:
            for values in product(*columns):
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
                        )


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


def read_sweep(folder: Path, *, smoke: bool = False) -> Sweep:
    path = folder / FILE
    try:
        text = path.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: {error}") from None
    file = Table(str(path), text, "", content)
    file.only("title", "description", "limits", "runs")
    limits = file.table("limits")
    limits.only("seconds", "memory")
    seconds = limits.number("seconds", 60.0)
    blocks = tuple(_block(table, smoke) for table in file.tables("runs"))
    return Sweep(
        name=folder.resolve().name,
        title=file.text("title", folder.resolve().name),
        description=file.text("description", ""),
        seconds=min(seconds, SMOKE_SECONDS) if smoke else seconds,
        memory=limits.size("memory", "2G"),
        blocks=blocks,
    )


def _block(table: Table, smoke: bool) -> Block:
    table.only(
        *("puzzle", "parameters", "givens", "task", "configurations", "seeds", "repetitions", "warmup", "skip", "smoke")
    )
    task = table.text("task", "count")
    if task not in TASKS:
        table.fail("task", f"must be one of {', '.join(TASKS)} (got '{task}')")
    puzzle, names, values = instances(table, "smoke" if smoke and "smoke" in table.content else "parameters")
    block = Block(
        puzzle=puzzle,
        names=names,
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

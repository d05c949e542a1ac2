"""A sweep file: puzzles × parameters × configurations × seeds × repetitions.

    title = "n-queens"
    [limits]
    seconds = 60
    [[runs]]
    puzzle = "nqueens"
    parameters = { n = "4..12" }
    configurations = ["sat", "cp", "ilp"]

docs/reports.md has every key. A mistake is reported with file, line and key. The runs are made only when they are needed: a
mistyped range can mean a billion of them.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from operator import contains
from pathlib import Path
from typing import Any

from threefold.backends.backend import Configuration
from threefold.language import BadInput
from threefold.sweeps.record_line import Line
from threefold.sweeps.run import TASKS, SweepRun
from threefold.sweeps.toml_reader import TomlTable, instances, rows, unchecked_instances

SMOKE_SECONDS = 10.0
MOST_COMPARED = 1_000_000  # runs
FILE, SMOKE = "sweep.toml", ".smoke"  # the file, and the folder of the small variant
Names = Mapping[str, Sequence[str]]  # of a puzzle's parameters
KEYS = ("puzzle", "parameters", "givens", "task", "configurations", "seeds", "repetitions", "warmup", "skip", "smoke")


@dataclass(frozen=True)
class Batch:
    """One `[[runs]]` table of the file."""

    table: TomlTable = field(repr=False)
    puzzle: str
    names: tuple[str, ...]  # of the parameters
    values: Sequence[Sequence[Sequence[int | str]]]  # alternatives, each a product of values per parameter
    givens: tuple[str, ...]
    task: str
    rows: Mapping[str, Configuration]
    seeds: tuple[int | None, ...]
    repetitions: int
    warmup: int
    skip: bool  # leave out hopeless runs
    specs: Mapping[tuple[int | str, ...], tuple[str, int | None]] = field(
        default_factory=dict
    )  # (spec, known) of a run

    def __len__(self) -> int:
        instances = sum(prod(map(len, columns)) for columns in self.values)
        return instances * len(self.rows) * len(self.seeds) * self.repetitions

    def instances(self) -> Iterator[tuple[int | str, ...]]:
        """Smaller parameters first."""
        return (values for columns in self.values for values in product(*columns))

    def runs(self, seconds: float, memory: int) -> Iterator[SweepRun]:
        """Every row once, then every row again: a slow minute of the machine hits all rows."""
        for values in self.instances():
            spec, known = self.specs.get(values, ("", None))
            for repetition in range(-self.warmup, self.repetitions):
                for seed, (row, configuration) in product(self.seeds, self.rows.items()):
                    yield SweepRun(
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
        """The record is of one of these runs, whatever its spec and its limits were."""
        values = [line.parameters.get(name) for name in self.names]
        return (
            (line.puzzle, line.task, tuple(line.givens)) == (self.puzzle, self.task, self.givens)
            and line.record.configuration in self.rows.values()
            and line.seed in self.seeds
            and line.repetition in range(self.repetitions)
            and any(all(map(contains, columns, values)) for columns in self.values)
        )


@dataclass(frozen=True)
class Sweep:
    name: str  # of the folder
    title: str
    description: str
    seconds: float
    memory: int  # bytes
    batches: tuple[Batch, ...]

    def __len__(self) -> int:
        return sum(map(len, self.batches))

    def runs(self) -> Iterator[SweepRun]:
        return (run for batch in self.batches for run in batch.runs(self.seconds, self.memory))

    def distinct(self) -> int:
        """The number of different runs; two batches may ask for the same one. Not compared if there are too many."""
        total = len(self)
        return total if total > MOST_COMPARED else len({run.key for run in self.runs() if run.repetition >= 0})

    def asks_for(self, line: Line) -> bool:
        limits = line.limit_seconds, line.limit_memory_mb
        return limits == (self.seconds, self.memory >> 20) and any(batch.asks_for(line) for batch in self.batches)

    def cells(self) -> Iterator[SweepRun]:
        """One run for each row and instance."""
        once = (replace(batch, seeds=batch.seeds[:1], repetitions=1, warmup=0) for batch in self.batches)
        return (run for batch in once for run in batch.runs(self.seconds, self.memory))


def read_sweep(folder: Path, *, smoke: bool = False, names: Names | None = None) -> Sweep:
    """With the `names` of all parameters no puzzle is loaded, and the values of the parameters are not checked."""
    path = folder / FILE
    text, content = _read(path)
    file = TomlTable(str(path), text, "", content)
    file.only("title", "description", "limits", "runs")
    limits = file.table("limits")
    limits.only("seconds", "memory")
    seconds = limits.number("seconds", 60.0)
    batches = tuple(_batch(table, smoke, names) for table in file.tables("runs"))
    return Sweep(
        name=folder.resolve().name,
        title=file.text("title", folder.resolve().name),
        description=file.text("description", ""),
        seconds=min(seconds, SMOKE_SECONDS) if smoke else seconds,
        memory=limits.size("memory", "2G"),
        batches=batches,
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
        line, where = (at[1], f"({at[2]})") if at else (max(1, len(text.splitlines())), "at the end")
        raise BadInput(f"{path}:{line}: not TOML: {what} {where}") from None


def _batch(table: TomlTable, smoke: bool, names: Names | None) -> Batch:
    table.only(*KEYS)
    keys = ["parameters", *(["smoke"] if "smoke" in table.content else [])]
    # Both are read: a mistake in either is reported at once.
    read = {key: instances(table, key) if names is None else unchecked_instances(table, key, names) for key in keys}
    parameters, values = read[keys[-1] if smoke else "parameters"]
    batch = Batch(
        table=table,
        puzzle=table.text("puzzle"),
        names=parameters,
        values=values,
        givens=tuple(table.texts("givens")),
        task=table.value("task", "count", TASKS.__contains__, f"one of {', '.join(TASKS)}"),
        rows=rows(table),
        seeds=tuple(table.integers("seeds", 0, 2**31 - 1)) or (None,),
        repetitions=table.integer("repetitions", 1, least=1),
        warmup=table.integer("warmup", 0, least=0),
        skip=table.boolean("skip", True),
    )
    if not len(batch):
        table.fail("parameters", "the product is empty: there is nothing to run")
    return replace(batch, repetitions=1, warmup=0) if smoke else batch

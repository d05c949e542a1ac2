"""The runs of a sweep: puzzles × parameters × configurations × seeds × repetitions.

They are made only when they are needed: a mistyped range can mean a billion of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from operator import contains

from threefold.backends.backend import Configuration
from threefold.guard import Limits
from threefold.sweeps.record_line import Line, Listed, SweepRun
from threefold.sweeps.toml_table import TomlTable

LEAST = 5.0  # seconds to build a spec: a key must not depend on how busy the machine is
Values = tuple[int | str, ...]  # of all parameters


def to_load(seconds: float, memory: int) -> Limits:
    """For the puzzles of a sweep with these limits."""
    return Limits(max(seconds, LEAST), memory)


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
    optional: frozenset[str] = frozenset()  # rows that are left out where their engine is not installed
    references: tuple[str, ...] = ()  # rows that those of their kind are compared with
    specs: Mapping[Values, tuple[str, int | None]] = field(default_factory=dict)  # digest and known count

    @property
    def total(self) -> int:
        """Measured runs; their number may be too large for `len`."""
        instances = sum(prod(map(len, columns)) for columns in self.values)
        return instances * len(self.rows) * len(self.seeds) * self.repetitions

    def instances(self) -> Iterator[Values]:
        """Smaller parameters first."""
        return (values for columns in self.values for values in product(*columns))

    def runs(self, seconds: float, memory: int, limit: str = "wall") -> Iterator[SweepRun]:
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
                        configuration=configuration,
                        task=self.task,
                        seed=seed,
                        repetition=repetition,
                        seconds=seconds,
                        memory=memory,
                        spec=spec,
                        known=known,
                        limit=limit,
                    )

    def labelled(self, labels: Mapping[str, str]) -> "Batch":
        named = {row: labels.get(str(each), row) for row, each in self.rows.items()}
        rows = {named[row]: each for row, each in self.rows.items()}
        return replace(self, rows=rows, references=tuple(map(named.__getitem__, self.references)))

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
class Published:
    """One `[[published]]` table of the file: figures of others for instances of a puzzle."""

    puzzle: str
    task: str
    source: str
    differs: str  # what is not the same as in our runs
    columns: tuple[str, ...]
    figures: Mapping[str, Sequence[float]]  # by the text of an instance


@dataclass(frozen=True)
class Sweep:
    name: str  # of the folder
    title: str
    description: str
    seconds: float
    memory: int  # bytes
    batches: tuple[Batch, ...]
    limit: str = "wall"  # the time that is limited, one of CLOCKS
    published: tuple[Published, ...] = ()

    def __len__(self) -> int:
        return sum(batch.total for batch in self.batches)

    def runs(self) -> Iterator[SweepRun]:
        return (run for batch in self.batches for run in self.runs_of(batch))

    def runs_of(self, batch: Batch) -> Iterator[SweepRun]:
        return batch.runs(self.seconds, self.memory, self.limit)

    def distinct(self) -> int:
        """The number of different runs; two batches may ask for the same one."""
        return len({run.key for run in self.runs() if run.repetition >= 0})

    def asks_for(self, line: Line) -> bool:
        limits = line.limit, line.limit_seconds, line.limit_memory_mb
        asked = self.limit, self.seconds, self.memory >> 20
        return limits == asked and any(batch.asks_for(line) for batch in self.batches)

    def listed(self) -> Listed:
        """The texts among the parameters in the order of the file: a name does not show its size."""
        columns = ((batch.puzzle, values) for batch in self.batches for each in batch.values for values in each)
        texts = dict.fromkeys((puzzle, text) for puzzle, values in columns for text in values if isinstance(text, str))
        return {text: place for place, text in enumerate(texts)}

    def labelled(self, labels: Mapping[str, str]) -> "Sweep":
        """With these labels for the rows of these configurations."""
        batches = tuple(batch.labelled(labels) for batch in self.batches)
        return replace(self, batches=batches)

    def references(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """By puzzle and task."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for batch in self.batches:
            found[batch.puzzle, batch.task] = (*found.get((batch.puzzle, batch.task), ()), *batch.references)
        return found

    def cells(self) -> Iterator[SweepRun]:
        """One run for each row and instance."""
        once = (replace(batch, seeds=batch.seeds[:1], repetitions=1, warmup=0) for batch in self.batches)
        return (run for batch in once for run in self.runs_of(batch))

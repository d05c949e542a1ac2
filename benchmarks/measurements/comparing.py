"""Comparing variants of one decision: each run is a guarded process of its own, variants take turns, and CPU time is compared.

A variant is a configuration and changes to module attributes (`{"threefold.backends.sat.enumeration.FIRST": 20}`). The first
variant of a table is the chosen one. A run is measured from lowering to the last solution; imports are not counted.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from statistics import median
from typing import Never

from benchmarks.raw.phases import cpu_seconds
from threefold import backends, models
from threefold.backends.backend import CountingSearch, Program
from threefold.backends.configuration import parse
from threefold.format import seconds
from threefold.guard import Limits, Report, Server, default_memory, guarded
from threefold.language import Spec

Rows = list[list[str]]  # the first is the header
LIMIT = 20.0  # seconds of a run
ENOUGH = 3.0  # CPU seconds of a variant in one case, after which it is not repeated
ROUNDS = 5


@dataclass(frozen=True)
class Trial:
    name: str
    configuration: str
    build: Callable[..., Spec] | str  # a puzzle's name, or a function
    arguments: tuple[object, ...]
    first: bool = False  # one solution instead of all

    def spec(self) -> Spec:
        if not isinstance(self.build, str):
            return self.build(*self.arguments)
        puzzle = models.find(self.build)
        return puzzle.build(**puzzle.parse([*map(str, self.arguments)]))


def count(puzzle: str, *arguments: object, by: str = "sat") -> Trial:
    return Trial(f"{puzzle} {' '.join(map(str, arguments))}", by, puzzle, arguments)


def find(puzzle: str, *arguments: object, by: str = "sat") -> Trial:
    return Trial(f"{puzzle} {' '.join(map(str, arguments))}, first", by, puzzle, arguments, first=True)


@dataclass(frozen=True)
class Variant:
    name: str
    options: str = ""  # appended to the case's configuration, or instead of it where it names a backend
    changes: Mapping[str, object] = field(default_factory=dict)
    search: Callable[[Program], int] | None = None  # instead of loading and counting


def compared(cases: Sequence[Trial], variants: Sequence[Variant], limit: float = LIMIT) -> Rows:
    """A row per case: the CPU seconds of each variant, and in brackets how many times those of the first."""
    rows = [["", *(variant.name for variant in variants)]]
    with Server() as server:
        for case in cases:
            figures = _measured(server, case, variants, limit)
            chosen = figures[0]
            rows.append([case.name, *(_cell(each, chosen) for each in figures)])
    return rows


def _measured(server: Server, case: Trial, variants: Sequence[Variant], limit: float) -> list[list[float]]:
    """The CPU seconds of each variant; empty where a run reached its limit. All must find the same number of solutions."""
    figures: list[list[float]] = [[] for _ in variants]
    stopped = [False] * len(variants)
    found = set()
    for number in range(ROUNDS):
        for place, variant in enumerate(variants):
            if stopped[place] or sum(figures[place]) > ENOUGH:
                continue
            outcome = guarded(server, run, case, variant, number, limits=Limits(limit, default_memory()))
            if outcome.status == "done":
                assert isinstance(outcome.value, tuple)
                figures[place].append(outcome.value[0])
                found.add(outcome.value[1])
            elif outcome.status == "timeout":
                figures[place], stopped[place] = [], True
            else:
                raise RuntimeError(f"{case.name}, {variant.name}: {outcome.reason}")
    assert len(found) <= 1, (case, found)
    return figures


def run(report: Report[Never], case: Trial, variant: Variant, seed: int) -> tuple[float, int]:
    """CPU seconds and the number of solutions."""
    for path, value in variant.changes.items():
        module, _, name = path.rpartition(".")
        changed = _object(module)
        assert hasattr(changed, name), f"{path} is gone"
        setattr(changed, name, value)
    named = not variant.options.startswith(("+", ":")) and variant.options
    configuration = parse(variant.options if named else case.configuration + variant.options, {})
    backend = backends.find(configuration.backend)
    for module in backend.preload:
        import_module(module)
    spec = case.spec()
    _load(backend.lower(models.find("nqueens").build(4), configuration), False, None)  # imports the solver
    start = cpu_seconds()
    program = backend.lower(spec, configuration)
    found = variant.search(program) if variant.search else _load(program, case.first, seed if case.first else None)
    return cpu_seconds() - start, found


def _object(path: str) -> object:
    """A module, or a class in one."""
    try:
        return import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(import_module(module), name)


def _load(program: Program, first: bool, seed: int | None) -> int:
    search = program.load(seed=seed, first=first)
    if isinstance(search, CountingSearch):
        return search.count()
    with closing(iter(search)) as solutions:
        return sum(1 for _ in (islice(solutions, 1) if first else solutions))


def _cell(figures: Sequence[float], chosen: Sequence[float]) -> str:
    if not figures:
        return "–"
    shown = seconds(median(figures))
    if figures is chosen or not chosen:
        return shown
    return f"{shown} ({_times(median(figures) / median(chosen))})"


def _times(ratio: float) -> str:
    return f"{ratio:.2f}×" if ratio < 10 else f"{ratio:.0f}×"


def cpu(action: Callable[..., object], *arguments: object, rounds: int = 3) -> float:
    """The median of the CPU seconds of some calls in this process."""
    figures = []
    for _ in range(rounds):
        start = cpu_seconds()
        action(*arguments)
        figures.append(cpu_seconds() - start)
    return median(figures)


def ratios(name: str, figures: Mapping[str, float]) -> Rows:
    """A table of one row; the first figure is the chosen one."""
    chosen = next(iter(figures.values()))
    header, row = ["", *figures], [name]
    for label, value in figures.items():
        row.append(seconds(value) if label == header[1] else f"{seconds(value)} ({_times(value / chosen)})")
    return [header, row]

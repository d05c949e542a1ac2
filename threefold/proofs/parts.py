"""A proof in parts: a refutation of every cube, each in a file of its own, and one of the whole that joins them.

A part is a certificate whose refutation is about its cube only. It may come from another machine: a folder with all parts is
enough to join them. Every route has parts of its own, so a route can be added later.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from glob import escape
from importlib import metadata
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, Never

from threefold.backends.backend import EVERYTHING, Cube
from threefold.files import complete_or_absent, remove_unfinished
from threefold.guard import Report
from threefold.language import Assignment, BadInput, Spec, ThreefoldError
from threefold.language.canonical import digest, render
from threefold.language.files import files_from
from threefold.language.flattening import Flat, flatten
from threefold.language.objective import only_better
from threefold.proofs import by_clauses, by_rows
from threefold.proofs.certificate import Origin, Part, certificate, write
from threefold.proofs.optimum import Best
from threefold.runs.cubes import cubes_of
from threefold.runs.instance import Instance
from threefold.runs.worker import REPORT_EVERY
from threefold.verifier.reading import Invalid, Lines, opened

DEEPEST = 100_000  # calls within calls: a few for each level of a tree


class Route(NamedTuple):
    """How a refutation is made: of one of the cubes, and of the whole from the lines of all."""

    part_of: Callable[[Spec, Sequence[Cube], int, Callable[[int], None]], Part]
    joined: Callable[[Spec, Sequence[Cube], Iterable[Iterable[str]]], Iterator[str]]


PROVERS = {
    "sat": Route(by_clauses.part_of, by_clauses.joined),
    "ilp": Route(by_rows.part_of, by_rows.joined),
}


@dataclass(frozen=True)
class Found:
    """A report: the solutions in a part so far."""

    part: int
    parts: int
    solutions: int
    complete: bool = False


@dataclass(frozen=True)
class Folder:
    """Where the parts of a proof are: for each route, those of at most `wanted` cubes."""

    path: str
    by: tuple[str, ...]
    wanted: int

    @property
    def numbers(self) -> range:
        """Of all parts: those of the first route come first. The last ones of a route may have no cube."""
        return range(len(self.by) * self.wanted)

    def place(self, number: int) -> tuple[str, int]:
        """Its route, and the number of its cube."""
        return self.by[number // self.wanted], number % self.wanted

    def file(self, number: int) -> Path:
        route, cube = self.place(number)
        return Path(self.path, f"{route}-{cube + 1}-of-{self.wanted}.proof")

    def existing(self) -> set[int]:
        return {number for number in self.numbers if self.file(number).exists()}

    def clean(self) -> None:
        """Remove what children were writing when they were stopped."""
        remove_unfinished(str(Path(escape(self.path), "*.proof")))


class _Enclosed(NamedTuple):
    """What a certificate is about, and the spec that is refuted: with an optimum only better solutions satisfy it."""

    origin: Origin
    text: str
    spec: Flat
    best: Best | None

    @classmethod
    def of(cls, instance: Instance, best: Best | None) -> "_Enclosed":
        with files_from({}) as files:
            _, spec = instance.load()
        text = render(spec)
        if best is not None:
            only_better(spec, best.value)
        return cls(_origin(instance, best, files.read), text, flatten(spec), best)

    def certificate(self, found: Sequence[Assignment], refutations: Mapping[str, Iterable[str]]) -> Iterator[str]:
        if self.best is None:
            return certificate(self.origin, self.text, found, refutations)
        if found:
            raise ThreefoldError(f"{self.spec.title}: there is a better solution: the solver's optimum was wrong")
        return certificate(self.origin, self.text, [self.best.solution], refutations)


def prove_whole(report: Report[Found], instance: Instance, best: Best | None, by: Sequence[str], target: str) -> None:
    """A certificate that is not made in parts."""
    asked = _Enclosed.of(instance, best)
    parts = {route: _made(route, asked.spec, [EVERYTHING], 0, _reporting(report, 0, 1)) for route in by}
    refutations = {route: part.lines for route, part in parts.items()}
    _save(asked.certificate(parts[by[0]].solutions, refutations), Path(target))


def prove_cubes(
    report: Report[Found], instance: Instance, best: Best | None, folder: Folder, numbers: Iterable[int]
) -> None:
    """The parts with these numbers, each in a file of its own."""
    spec = _Enclosed.of(instance, best).spec
    cubes = cubes_of(spec, folder.wanted)
    total = len(cubes) * len(folder.by)
    for number in numbers:
        route, cube = folder.place(number)
        if cube < len(cubes):
            part = _made(route, spec, cubes, cube, _reporting(report, number, total))
            _save(certificate(Origin(), spec.written, part.solutions, {route: part.lines}), folder.file(number))
            report(Found(number, total, len(part.solutions), complete=True))


def join(report: Report[Never], instance: Instance, best: Best | None, folder: Folder, target: str) -> None:
    """A certificate from all parts. The solutions of two routes are the same, or the verifier rejects it."""
    asked = _Enclosed.of(instance, best)
    spec = asked.spec
    cubes = cubes_of(spec, folder.wanted)
    solutions: Sequence[Assignment] = ()
    refutations: dict[str, Iterator[str]] = {}
    for place, route in enumerate(folder.by):
        files = [folder.file(place * folder.wanted + cube) for cube in range(len(cubes))]
        solutions = sorted(values for file in files for values in _solutions(spec, file))
        refutations[route] = PROVERS[route].joined(spec, cubes, map(_refutation, files))
    _save(asked.certificate(solutions, refutations), Path(target))


def _made(route: str, spec: Spec, cubes: Sequence[Cube], number: int, on_solution: Callable[[int], None]) -> Part:
    sys.setrecursionlimit(DEEPEST)
    return PROVERS[route].part_of(spec, cubes, number, on_solution)


def _origin(instance: Instance, best: Best | None, read: Mapping[str, bytes]) -> Origin:
    """A puzzle in memory, or one whose symmetries are broken, cannot be built from its name."""
    programs = (f"threefold {_version('threefold')}", f"python-sat {_version('python-sat')}, CaDiCaL 1.9.5")
    optimum = None if best is None else best.value
    if instance.source is not None or instance.leaders:
        return Origin(programs=programs, optimum=optimum)
    parameters = tuple(map(str, instance.parameters.values()))
    files = {name: read[name].decode("utf-8-sig") for name in parameters if name in read}
    return Origin(instance.puzzle, parameters, instance.givens, programs, files, optimum)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # a checkout that is not installed
        return "unknown"


def _reporting(report: Report[Found], number: int, parts: int) -> Callable[[int], None]:
    """Reports the number of solutions, now and then."""
    reported = perf_counter()

    def on_solution(count: int) -> None:
        nonlocal reported
        if perf_counter() - reported > REPORT_EVERY:
            reported = perf_counter()
            report(Found(number, parts, count))

    return on_solution


def _save(written: Iterable[str], target: Path) -> None:
    try:
        with complete_or_absent(target) as file:
            write(written, file)
    except OSError as error:
        raise ThreefoldError(f"{target}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _opened(file: Path) -> Iterator[Lines]:
    try:
        with opened(file) as lines:
            yield lines
    except Invalid as error:
        raise BadInput(f"{file}: the part is damaged ({error}): remove it, and it is made again") from None


def _solutions(spec: Flat, file: Path) -> Iterator[tuple[int, ...]]:
    with _opened(file) as lines:
        if lines.next() != f"spec {digest(spec.written)}":
            other = "a part of another specification, or of an earlier version of Threefold"
            raise BadInput(f"{file}: {other}: remove it, and it is made again")
        for _ in range(_count(lines)):
            yield tuple(map(int, lines.next().split()))


def _count(lines: Lines) -> int:
    """Reads to the line with the number of solutions."""
    while not (line := lines.next()).startswith("solutions "):
        pass
    return int(line.removeprefix("solutions "))


def _refutation(file: Path) -> Iterator[str]:
    """Its lines."""
    with _opened(file) as lines:
        for _ in range(_count(lines) + 1):  # and the line `refutation …`
            lines.next()
        while (line := lines.next()) != "end refutation":
            yield line
        lines.next()
        lines.end()  # only now the checksum of the compressed file was read

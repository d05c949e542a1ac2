"""A proof in parts: a block per cube, each in a file of its own, and a last block that derives the empty clause from their ends.

A part is a certificate whose refutation ends with the negation of its cube. It may come from another machine: a folder with all
parts is enough to merge them.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from time import perf_counter

from threefold.backends.backend import EVERYTHING
from threefold.guard import Report
from threefold.language import Assignment, BadInput, Spec, ThreefoldError
from threefold.language.canonical import digest
from threefold.proofs.by_clauses import part_of, proved
from threefold.proofs.certificate import Origin, certificate, write
from threefold.proofs.formula import Formula
from threefold.runs.cubes import cubes_of
from threefold.runs.instance import Instance
from threefold.runs.worker import REPORT_EVERY
from threefold.verifier.reading import Lines, opened

DEEPEST = 100_000  # calls within calls: a few for each level of a tree


@dataclass(frozen=True)
class Found:
    """A report: the solutions in a part so far."""

    part: int
    parts: int
    solutions: int
    complete: bool = False


def prove_whole(report: Report, instance: Instance, by: Sequence[str], target: str) -> None:
    """A certificate in one block."""
    _, spec = instance.load()
    sys.setrecursionlimit(DEEPEST)
    solutions: Sequence[Assignment] = ()
    refutations: dict[str, Sequence[str]] = {}
    for route in by:
        if route == "sat":
            part = part_of(spec, EVERYTHING, _reporting(report, 0, 1))
            solutions, refutations[route] = part.solutions, part.block
        else:
            from threefold.proofs.by_rows import (
                refutation,  # the solutions of two routes are the same, or it is rejected
            )

            solutions, refutations[route] = refutation(spec)
    save(certificate(_origin(instance), spec, solutions, refutations), Path(target))


def prove_cubes(
    report: Report, instance: Instance, wanted: int, numbers: Iterable[int], folder: str, owner: int
) -> None:
    """The parts with these numbers, each in a file of its own."""
    _, spec = instance.load()
    cubes = cubes_of(spec, wanted)
    for number in numbers:
        if number < len(cubes):
            part = part_of(spec, cubes[number], _reporting(report, number, len(cubes)))
            target = _file(folder, number, wanted)
            partial = target.with_name(f"{target.name}.{owner}.part")  # it gets its name when it is complete
            save(certificate(Origin(), spec, part.solutions, {"sat": part.block}), partial)
            partial.replace(target)
            report(Found(number, len(cubes), len(part.solutions), complete=True))


def join(report: Report, instance: Instance, wanted: int, folder: str, target: str) -> None:
    """A certificate from all parts."""
    _, spec = instance.load()
    files = [_file(folder, number, wanted) for number in range(len(cubes_of(spec, wanted)))]
    solutions: Sequence[Assignment] = sorted(values for file in files for values in _solutions(spec, file))
    save(certificate(_origin(instance), spec, solutions, {"sat": _refutation(spec, files)}), Path(target))


def existing(folder: str, wanted: int) -> set[int]:
    """The numbers of the parts that are there."""
    return {number for number in range(wanted) if _file(folder, number, wanted).exists()}


def _file(folder: str, number: int, wanted: int) -> Path:
    return Path(folder, f"part-{number + 1}-of-{wanted}.proof")


def _origin(instance: Instance) -> Origin:
    """A puzzle in memory, or one whose symmetries are broken, cannot be built from its name."""
    programs = (f"threefold {_version('threefold')}", f"python-sat {_version('python-sat')}, CaDiCaL 1.9.5")
    if instance.source is not None or instance.leaders:
        return Origin(programs=programs)
    return Origin(instance.puzzle, tuple(map(str, instance.parameters.values())), instance.givens, programs)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # a checkout that is not installed
        return "unknown"


def _reporting(report: Report, number: int, parts: int) -> Callable[[int], None]:
    """Reports the number of solutions, now and then."""
    reported = perf_counter()

    def on_solution(count: int) -> None:
        nonlocal reported
        if perf_counter() - reported > REPORT_EVERY:
            reported = perf_counter()
            report(Found(number, parts, count))

    return on_solution


def save(written: Iterable[str], target: Path) -> None:
    try:
        with target.open("wb") as file:
            write(written, file)
    except OSError as error:
        raise ThreefoldError(f"{target}: cannot be written: {error.strerror or error}") from None


def unfinished(folder: str, owner: int) -> Iterable[Path]:
    """The parts that children of this process were writing."""
    return Path(folder).glob(f"*.{owner}.part")


def _solutions(spec: Spec, file: Path) -> Iterator[tuple[int, ...]]:
    with opened(file) as lines:
        if lines.next() != f"spec {digest(spec)}":
            raise BadInput(f"{file}: a part of another specification")
        for _ in range(_count(lines)):
            yield tuple(map(int, lines.next().split()))


def _count(lines: Lines) -> int:
    """Reads to the line with the number of solutions."""
    while not (line := lines.next()).startswith("solutions "):
        pass
    return int(line.removeprefix("solutions "))


def _refutation(spec: Spec, files: Iterable[Path]) -> Iterator[str]:
    """The blocks of all parts, and the one that joins them."""
    joint = Formula(spec)
    for number, file in enumerate(files, 1):
        atoms, last = [""], ""
        for line in _block(file):
            yield line
            if line.startswith("atom "):
                atoms.append(line)
            elif line.startswith(("s ", "c ")):
                last = line
        before, _, after = last[2:].partition(":")
        literals = [*map(int, (before if last.startswith("s ") else after).split())]
        joint.clauses.append((f"block {number}", tuple(joint.same(atoms[abs(n)], n > 0) for n in literals)))
    joint.close_used()
    yield from proved(joint, _fail).block


def _fail(solutions: int) -> None:
    raise BadInput("the parts do not cover all assignments")


def _block(file: Path) -> Iterator[str]:
    with opened(file) as lines:
        for _ in range(_count(lines) + 1):  # and the line `refutation sat`
            lines.next()
        while (line := lines.next()) != "end refutation":
            yield line

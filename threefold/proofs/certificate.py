"""Writes certificates, see docs/certificates.md."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import BinaryIO

from threefold.language import Assignment, Spec
from threefold.language.canonical import render
from threefold.verifier.reading import HEADING

LEVEL = 6  # of gzip


@dataclass(frozen=True)
class Origin:
    """What the certificate is about, and the programs that made it."""

    puzzle: str | None = None  # its name
    parameters: tuple[str, ...] = ()  # as typed
    givens: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)  # the contents of parameters that are files, by name
    optimum: int | None = None  # the listed solutions have it, and none is better

    def lines(self) -> Iterator[str]:
        if self.puzzle is not None:
            yield f"puzzle {_quoted(self.puzzle, *self.parameters)}"
        yield from (f"given {_quoted(given)}" for given in self.givens)
        yield from (f"file {_quoted(*file)}" for file in self.files.items())
        if self.optimum is not None:
            yield f"optimum {self.optimum}"
        yield from (f"with {_quoted(program)}" for program in self.programs)


@dataclass(frozen=True)
class Part:
    """The solutions in a cube, sorted, and the lines of a refutation that say that there are no others."""

    solutions: tuple[Assignment, ...]
    lines: tuple[str, ...]


def ignore(count: int) -> None:
    """For provers that nobody watches: they call it with the number of solutions so far."""


def certificate(
    origin: Origin, spec: Spec | str, solutions: Sequence[Assignment], refutations: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """Its lines; a refutation is given by its route and its lines. The spec is as it was written, or its canonical text."""
    text = spec if isinstance(spec, str) else render(spec)
    yield HEADING
    yield from origin.lines()
    yield f"spec {sha256(text.encode()).hexdigest()}"
    yield from text.removesuffix("\n").split("\n")
    yield f"solutions {len(solutions)}"
    for values in solutions:
        yield " ".join(map(str, values))
    for route, inside in refutations.items():
        yield f"refutation {route}"
        yield from inside
        yield "end refutation"
    yield "end certificate"


def write(written: Iterable[str], file: BinaryIO) -> None:
    """Compressed, without the time."""
    with gzip.GzipFile("", mode="wb", fileobj=file, mtime=0, compresslevel=LEVEL) as compressed:
        for line in written:
            compressed.write(f"{line}\n".encode())


def _quoted(*texts: str) -> str:
    return ", ".join(map(json.dumps, texts))

"""Writes certificates, see docs/certificates.md."""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from tempfile import TemporaryFile

from threefold.backends.backend import EVERYTHING, Cube
from threefold.language import Assignment, Spec
from threefold.language.canonical import digest, lines
from threefold.proofs import lrat
from threefold.proofs.lowering import lower
from threefold.proofs.search import enumerate_all


@dataclass(frozen=True)
class Part:
    """The solutions in a cube, and the block that proves that there are no others."""

    solutions: tuple[Assignment, ...]
    block: tuple[str, ...]


def part_of(spec: Spec, cube: Cube = EVERYTHING, on_solution: Callable[[int], None] = lambda count: None) -> Part:
    formula = lower(spec, cube)
    with TemporaryFile() as file:
        solutions = enumerate_all(formula, file, on_solution)
        file.seek(0)
        steps = lrat.read(file)
    clauses = [("domain", (1, -1)), *formula.clauses]  # the solver's first clause declares its variables
    return Part(tuple(sorted(solutions)), ("block", *formula.declarations, *lrat.block(steps, clauses), "end block"))

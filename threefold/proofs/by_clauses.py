"""The refutation by clauses, of all assignments or of a cube."""

from collections.abc import Callable
from dataclasses import dataclass
from tempfile import TemporaryFile

from threefold.backends.backend import EVERYTHING, Cube
from threefold.language import Assignment, Spec
from threefold.proofs import lrat
from threefold.proofs.formula import Formula
from threefold.proofs.lowering import lower
from threefold.proofs.search import enumerate_all


@dataclass(frozen=True)
class Part:
    """The solutions in a cube, sorted, and the block that proves that there are no others."""

    solutions: tuple[Assignment, ...]
    block: tuple[str, ...]


def part_of(spec: Spec, cube: Cube = EVERYTHING, on_solution: Callable[[int], None] = lambda count: None) -> Part:
    return proved(lower(spec, cube), on_solution)


def proved(formula: Formula, on_solution: Callable[[int], None] = lambda count: None) -> Part:
    with TemporaryFile() as file:
        solutions = enumerate_all(formula, file, on_solution)
        file.seek(0)
        steps = lrat.read(file)
    clauses = [("domain", (1, -1)), *formula.clauses]  # the solver's first clause declares its variables
    return Part(tuple(sorted(solutions)), ("block", *formula.declarations, *lrat.block(steps, clauses), "end block"))

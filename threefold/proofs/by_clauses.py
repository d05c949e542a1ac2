"""The refutation by clauses: a block per cube, and a last block that derives the empty clause from their ends."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from tempfile import TemporaryFile

from threefold.backends.backend import EVERYTHING, Cube
from threefold.language import BadInput, Spec
from threefold.proofs import lrat
from threefold.proofs.certificate import Part, ignore
from threefold.proofs.formula import ASSUMED, Formula
from threefold.proofs.lowering import lower
from threefold.proofs.search import enumerate_all


def part_of(
    spec: Spec, cubes: Sequence[Cube] = (EVERYTHING,), number: int = 0, on_solution: Callable[[int], None] = ignore
) -> Part:
    """A block that ends with the negation of this cube."""
    formula = lower(spec, [cubes[number]])
    formula.clauses += [(ASSUMED, (literal,)) for literal in formula.cubes[0]]
    return proved(formula, on_solution)


def proved(formula: Formula, on_solution: Callable[[int], None] = ignore) -> Part:
    with TemporaryFile() as file:
        solutions = enumerate_all(formula, file, on_solution)
        file.seek(0)
        steps = lrat.read(file)
    clauses = [("domain", (1, -1)), *formula.clauses]  # the solver's first clause declares its variables
    return Part(tuple(sorted(solutions)), ("block", *formula.declarations, *lrat.block(steps, clauses), "end block"))


def joined(spec: Spec, cubes: Sequence[Cube], parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """The blocks of all parts, and the one that joins them."""
    joint = Formula(spec)
    for number, part in enumerate(parts, 1):
        atoms, last = [""], ""
        for line in part:
            yield line
            if line.startswith("atom "):
                atoms.append(line)
            elif line.startswith(("s ", "c ")):
                last = line
        before, _, after = last[2:].partition(":")
        literals = [*map(int, (before if last.startswith("s ") else after).split())]
        joint.clauses.append((f"block {number}", tuple(joint.same(atoms[abs(n)], n > 0) for n in literals)))
    joint.close_used()
    yield from proved(joint, _fail).lines


def _fail(solutions: int) -> None:
    raise BadInput("the parts do not cover all assignments")

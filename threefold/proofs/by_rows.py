"""The refutation by rows: a sum of strong rows that refutes everything at once, or a tree where there is none.

In parts, there is a tree per cube. They become one tree by branches above them, which divide the cubes.

The strong rows are those of the integer program: at most one per value of an AllDifferent, sums as they are, exactly one value
per variable. If their linear relaxation has no solution, its dual values are factors of a sum that cannot hold. They are
rounded to fractions with small denominators, and the sum is tried in integers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from io import StringIO
from itertools import groupby
from math import lcm

from threefold.backends.backend import EVERYTHING, Cube
from threefold.backends.ilp.glop import duals
from threefold.language import AllDifferent, BadInput, Cardinality, Linear, Spec
from threefold.language.units import Unit
from threefold.proofs.certificate import Part, ignore
from threefold.proofs.formula import DIRECT_UP_TO, TRUE, Formula
from threefold.proofs.lowering import lower
from threefold.proofs.tree import Leaf, Tree, lines
from threefold.verifier.names import Box, Form, Names
from threefold.verifier.reading import Lines
from threefold.verifier.rows import ByRows, Row

DENOMINATOR = 60


def part_of(
    spec: Spec, cubes: Sequence[Cube] = (EVERYTHING,), number: int = 0, on_solution: Callable[[int], None] = ignore
) -> Part:
    """A tree of all assignments in this cube. The declarations are the same for all cubes."""
    formula = lower(spec, cubes)
    rows = list(strong_rows(formula))  # may declare atoms
    leaf = one_sum(formula, rows, formula.cubes[number])
    return proved(formula, formula.cubes[number], on_solution, leaf)


def proved(
    formula: Formula, cube: Sequence[int] = (), on_solution: Callable[[int], None] = ignore, leaf: Leaf | None = None
) -> Part:
    """By this leaf, or by a tree."""
    tree = Tree(formula, on_solution)
    root = leaf or tree.search(cube)
    return Part(tuple(sorted(tree.solutions)), (*formula.declarations, *lines(root)))


def joined(spec: Spec, cubes: Sequence[Cube], parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """The trees of all parts in one."""
    formula = Formula(spec)
    formula.divide(cubes)
    rows: dict[str, int] = {}
    declared: list[str] = []
    for branches, part in zip(_branches(formula, cubes), map(list, parts), strict=True):
        declarations = [line for line in part if line.startswith(("atom ", "define "))]
        if not declared:
            declared = declarations
            yield from declared
        if declarations != declared:
            raise BadInput("the parts were made by different versions: make them again in a new folder")
        yield from branches
        yield from _renumbered(part[len(declared) :], rows)


def _branches(formula: Formula, cubes: Sequence[Cube], depth: int = 0) -> Iterator[list[str]]:
    """For each cube, the branches that stand between the tree before it and its own."""
    if len(cubes) == 1:
        yield []
        return
    *groups, last = [[*group] for _, group in groupby(cubes, lambda cube: [*cube.items()][depth])]
    for group in groups:
        position, values = [*group[0].items()][depth]
        first, *others = _branches(formula, group, depth + 1)
        yield [f"branch {formula.inside(position, sorted(values))[0]}", *first]  # smaller values have branches before
        yield from others
    yield from _branches(formula, last, depth + 1)


def _renumbered(tree: Iterable[str], rows: dict[str, int]) -> Iterator[str]:
    """With the numbers of `rows`, which have the rows that are written."""
    numbers = [0]
    for line in tree:
        kind, _, rest = line.partition(" ")
        if kind == "row":
            if rest not in rows:
                rows[rest] = len(rows) + 1
                yield line
            numbers.append(rows[rest])
        elif kind == "farkas" and rest:
            words = (word.split("*") for word in rest.split(" "))
            yield " ".join([kind, *(f"{factor}*{numbers[int(number)]}" for factor, number in words)])
        else:
            yield line


def strong_rows(formula: Formula) -> Iterator[str]:
    for number, posted in enumerate(formula.spec.posted, 1):
        match posted.constraint:
            case AllDifferent(units=units):
                yield from _at_most_one(formula, number, units)
            case Linear(comparator=comparator) | Cardinality(comparator=comparator) if comparator != "!=":
                yield f"constraint {number}"
    for x in formula.spec.variables:
        if len(x.domain) <= DIRECT_UP_TO:
            yield from (f"values x{x.position}", f"number x{x.position}")


def _at_most_one(formula: Formula, number: int, units: Sequence[Unit]) -> Iterator[str]:
    takers = defaultdict[int, list[int]](list)
    for unit in units:
        for value, literal in formula.cases(unit):
            takers[value].append(literal)
    for _, literals in sorted(takers.items()):
        if len(literals) > 1 and TRUE not in map(abs, literals):
            yield f"amo {number} : {' '.join(map(str, literals))}"


def one_sum(formula: Formula, texts: Sequence[str], cube: Sequence[int] = ()) -> Leaf | None:
    """A leaf for the whole cube, if the linear relaxation of the rows has no solution there."""
    makes = ByRows(formula.spec, Lines(StringIO()), ())
    makes.names = Names(formula.spec)
    for declaration in formula.declarations:
        makes.names.declare(*declaration.split(" "))
    rows = [makes.make(*text.split(" ")) for text in texts]
    box = Box(makes.names, map(makes.names.literal, cube))
    duals = [Fraction(dual).limit_denominator(DENOMINATOR) for dual in _duals(rows, box)]
    scale = lcm(*(dual.denominator for dual in duals))
    factors = [int(dual * scale) for dual in duals]
    total = Form({})
    for row, factor in zip(rows, factors, strict=True):
        total = total.plus(row.form, factor if row.equation else max(factor, 0)) if factor else total
    if box.bounds(total)[1] >= 0:
        return None
    return Leaf(tuple((factor, text) for factor, text in zip(factors, texts, strict=True) if factor))


def _duals(rows: Sequence[Row], box: Box) -> list[float]:
    """Of the relaxation in the box; each row is `sum of its terms >= -constant`, or an equation."""
    values = {term: box.values_of(term) for row in rows for term in row.form.terms}
    bounds = {term: (each[0], each[-1]) for term, each in values.items()}
    return duals([(row.form.terms, -row.form.constant, row.equation) for row in rows], bounds)

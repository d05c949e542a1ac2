"""The refutation by rows: a sum of strong rows that refutes everything at once, or a tree where there is none.

The strong rows are those of the integer program: at most one per value of an AllDifferent, sums as they are, exactly one value
per variable. If their linear relaxation has no solution, its dual values are factors of a sum that cannot hold. They are
rounded to fractions with small denominators, and the sum is tried in integers.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from math import lcm

from threefold.backends.ilp.glop import duals
from threefold.language import AllDifferent, Assignment, Cardinality, Linear, Spec
from threefold.language.terms import Unit
from threefold.proofs.formula import DIRECT_UP_TO, TRUE, Formula
from threefold.proofs.lowering import lower
from threefold.proofs.tree import Leaf, Tree, lines
from threefold.verifier.names import Box, Form, Names
from threefold.verifier.reading import Lines
from threefold.verifier.rows import ByRows, Row

DENOMINATOR = 60


def refutation(spec: Spec) -> tuple[Sequence[Assignment], Sequence[str]]:
    """All solutions, sorted, and the lines of the refutation."""
    formula = lower(spec)
    rows = list(strong_rows(formula))  # may declare atoms
    tree = Tree(formula)
    leaf = one_sum(formula, rows)
    root = leaf or tree.search()
    return sorted(tree.solutions), [*formula.declarations, *lines(root)]


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


def one_sum(formula: Formula, texts: Sequence[str]) -> Leaf | None:
    """A leaf for the whole space, if the linear relaxation of the rows has no solution."""
    makes = ByRows(formula.spec, Lines(StringIO()), ())
    makes.names = Names(formula.spec)
    for declaration in formula.declarations:
        makes.names.declare(*declaration.split(" "))
    rows = [makes.make(*text.split(" ")) for text in texts]
    box = Box(makes.names, ())
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

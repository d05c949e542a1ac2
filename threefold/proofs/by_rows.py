"""The refutation by rows: strong rows whose sum may refute everything at once, and a tree where it does not."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from math import lcm

from threefold.language import AllDifferent, Cardinality, Linear, Spec
from threefold.language.terms import Unit
from threefold.proofs.formula import TRUE, Formula
from threefold.proofs.lowering import lower
from threefold.proofs.tree import Leaf, Lits, Tree, lines
from threefold.verifier.names import Box, Form, Names, Term
from threefold.verifier.reading import Lines
from threefold.verifier.rows import ByRows, Row

LARGEST_FACTOR = 10_000


def refutation(spec: Spec) -> tuple[list[tuple[int, ...]], list[str]]:
    """All solutions, and the lines of the refutation."""
    formula = lower(spec)
    rows = strong_rows(formula)
    relaxation = Relaxation(formula, rows)
    tree = Tree(formula, relaxation.close)
    root = tree.search()
    return sorted(tree.solutions), [*formula.declarations, *lines(root)]


def strong_rows(formula: Formula) -> list[str]:
    """At most one per value of an AllDifferent, the sums as they are, and what the values of a variable are."""
    found: list[str] = []
    for number, posted in enumerate(formula.spec.posted, 1):
        match posted.constraint:
            case AllDifferent(units=units):
                found += _at_most_one(formula, number, units)
            case Linear(comparator=comparator) | Cardinality(comparator=comparator) if comparator != "!=":
                found.append(f"constraint {number}")
    found += [f"values x{x.position}" for x in formula.spec.variables]
    return found + [f"number x{x.position}" for x in formula.spec.variables if len(x.domain) <= 64]

"""One file for each constraint and each function: its fields, its meaning, its decomposition, a reference, counts by hand.

The kernel is the closed set of eight kinds that every backend lowers, in the order used everywhere: Clause, Cardinality,
AllDifferent, Linear, Table, Element, Circuit, Implies.
"""

from typing import TypeAlias

from threefold.language.constraints.all_different import AllDifferent
from threefold.language.constraints.cardinality import Cardinality
from threefold.language.constraints.circuit import Circuit, counted_from_1
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.element import Element
from threefold.language.constraints.implies import Conditional, Implies
from threefold.language.constraints.linear import Linear, compare
from threefold.language.constraints.table import Table

__all__ = [
    "AllDifferent", "Cardinality", "Circuit", "Clause", "Conditional", "Constraint", "Element", "Implies", "Linear", "Table",
    "compare", "counted_from_1",
]  # fmt: skip

# A closed set: with `match` and `assert_never` the type checker names every backend that lacks a new kind.
Constraint: TypeAlias = Clause | Cardinality | AllDifferent | Linear | Table | Element | Circuit | Implies
"""One of the eight kinds that every backend lowers."""

"""The specification language: variables, terms, constraints with `holds`, groups, Spec, Puzzle."""

from threefold.errors import BadInput, LimitReached, SpecError, ThreefoldError
from threefold.language.constraints import (
    AllDifferent,
    AtLeast,
    AtMost,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Exactly,
    Implies,
    Linear,
    Table,
)
from threefold.language.puzzle import KnownCounts, Parameter, Puzzle, Solution, Symmetry, Text, neighbours_exchanged
from threefold.language.spec import Family, Group, Spec, Value
from threefold.language.terms import Assignment, Index, Literal, Sum, Variable, total

__all__ = [
    "AllDifferent", "Assignment", "AtLeast", "AtMost", "BadInput", "Cardinality", "Circuit", "Clause",
    "Constraint", "Element", "Exactly", "Family", "Group", "Implies", "Index", "KnownCounts", "LimitReached",
    "Linear", "Literal", "Parameter", "Puzzle", "Solution", "Spec", "SpecError", "Sum", "Symmetry", "Table", "Text",
    "ThreefoldError", "Value", "Variable", "neighbours_exchanged", "total",
]  # fmt: skip

"""The specification language: variables, terms, constraints with `holds`, groups, Spec, Puzzle."""

from typing import TYPE_CHECKING

from threefold.errors import BadInput, LimitReached, SpecError, ThreefoldError
from threefold.language.constraints import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Table,
)
from threefold.language.constraints.all import All
from threefold.language.constraints.cardinality import AtLeast, AtMost, Exactly
from threefold.language.family import Family
from threefold.language.group import Group
from threefold.language.lists import total
from threefold.language.puzzle import KnownCounts, Parameter, Puzzle, Solution, Symmetry, Text, neighbours_exchanged
from threefold.language.spec import Spec, Value
from threefold.language.terms import Assignment, Index, Literal, Sum, Variable

__all__ = [
    "All", "AllDifferent", "Assignment", "AtLeast", "AtMost", "BadInput", "Cardinality", "Circuit", "Clause",
    "Constraint", "Cumulative", "Element", "Exactly", "Family", "GlobalCardinality", "Group", "Iff", "Implies", "Increasing",
    "Index", "Inverse", "KnownCounts", "Lexicographic", "LimitReached", "Linear", "Literal", "NoOverlap", "Parameter", "Puzzle",
    "Regular", "Solution", "Spec", "SpecError", "Sum", "Symmetry", "Table", "Text", "ThreefoldError", "Value", "Variable",
    "maximum", "minimum", "neighbours_exchanged", "number_of_values", "occurrences", "total", "value_at",
]  # fmt: skip

# Loaded when they are first used: few puzzles need them, and every command loads this module.
if TYPE_CHECKING:
    from threefold.language.constraints.cumulative import Cumulative
    from threefold.language.constraints.global_cardinality import GlobalCardinality
    from threefold.language.constraints.iff import Iff
    from threefold.language.constraints.increasing import Increasing
    from threefold.language.constraints.inverse import Inverse
    from threefold.language.constraints.lexicographic import Lexicographic
    from threefold.language.constraints.maximum import maximum, minimum
    from threefold.language.constraints.no_overlap import NoOverlap
    from threefold.language.constraints.number_of_values import number_of_values
    from threefold.language.constraints.occurrences import occurrences
    from threefold.language.constraints.regular import Regular
    from threefold.language.constraints.value_at import value_at
else:
    _LATE = {
        "Cumulative": "cumulative", "GlobalCardinality": "global_cardinality", "Iff": "iff", "Increasing": "increasing",
        "Inverse": "inverse", "Lexicographic": "lexicographic", "NoOverlap": "no_overlap", "Regular": "regular",
        "maximum": "maximum", "minimum": "maximum", "number_of_values": "number_of_values", "occurrences": "occurrences",
        "value_at": "value_at",
    }  # fmt: skip

    def __getattr__(name):
        from importlib import import_module

        if name not in _LATE:
            raise AttributeError(f"module 'threefold.language' has no attribute '{name}'")
        globals()[name] = getattr(import_module(f"threefold.language.constraints.{_LATE[name]}"), name)
        return globals()[name]

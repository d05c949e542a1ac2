"""The specification language: variables, terms, constraints with `holds`, groups, Spec, Puzzle."""

from typing import TYPE_CHECKING

from threefold.errors import BadInput, LimitReached, SpecError, ThreefoldError
from threefold.language.amounts import AtLeast, AtMost, Exactly
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
from threefold.language.family import Family
from threefold.language.group import Group
from threefold.language.kinds import All
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
    from threefold.language.automaton import Regular
    from threefold.language.functions import maximum, minimum, value_at
    from threefold.language.global_constraints import (
        Cumulative,
        GlobalCardinality,
        Increasing,
        Inverse,
        Lexicographic,
        NoOverlap,
        number_of_values,
        occurrences,
    )
    from threefold.language.logic import Iff
else:
    _LATE = {
        "automaton": ("Regular",),
        "functions": ("maximum", "minimum", "value_at"),
        "logic": ("Iff",),
        "global_constraints": (
            "Cumulative", "GlobalCardinality", "Increasing", "Inverse", "Lexicographic", "NoOverlap",
            "number_of_values", "occurrences",
        ),
    }  # fmt: skip

    def __getattr__(name):
        from importlib import import_module

        for module, names in _LATE.items():
            if name in names:
                globals()[name] = getattr(import_module(f"threefold.language.{module}"), name)
                return globals()[name]
        raise AttributeError(f"module 'threefold.language' has no attribute '{name}'")

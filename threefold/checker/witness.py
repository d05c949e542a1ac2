"""A witness of a disagreement: one assignment that shows it, and a sentence about the cause."""

from dataclasses import dataclass

from threefold.backends.backend import Program
from threefold.language import Assignment


@dataclass(frozen=True)
class Witness:
    assignment: tuple[int, ...]
    sentence: str
    values: str  # the assignment by name
    drawing: str


def rejecting_groups(program: Program, assignment: Assignment) -> tuple[str, ...] | None:
    """A minimal set of lowered groups that reject a solution; None if the program accepts it.

    By deletion: one call per group. The decision variables are fixed in each, so it is trivial for the solver.
    """
    core = list(program.groups)
    if program.accepts(assignment, core):
        return None
    for group in program.groups:
        rest = [other for other in core if other != group]
        if not program.accepts(assignment, rest):
            core = rest
    return tuple(core)


def blame(row: str, groups: tuple[str, ...] | None) -> str:
    """Why the row lacks a solution."""
    if groups is None:
        return f"{row} misses it although its program accepts it: the enumeration lost it"
    if not groups:
        return f"{row} misses it: its program rejects it even without any constraint"
    named = " and ".join(f"'{group}'" for group in groups)
    rejects = f"group {named} rejects it" if len(groups) == 1 else f"groups {named} together reject it"
    return f"{row} misses it: its lowered {rejects}"

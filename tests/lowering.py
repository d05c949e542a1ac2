"""Comparing a lowered program with brute force, projected on the decision variables."""

from collections.abc import Sequence

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.checker import brute_force
from threefold.language import Spec
from threefold.language.canonical import render
from threefold.language.canonical_reader import read
from threefold.language.constraints import Constraint
from threefold.language.flattening import flatten
from threefold.language.functions import Function, Undefined


def lowered_solutions(spec: Spec, configuration: str) -> list[tuple[int, ...]]:
    """The decision values of all solutions that the program's search yields; each must satisfy the spec."""
    chosen = parse(configuration, {})
    program = find(chosen.backend).lower(spec, chosen)
    decisions = [x.position for x in spec.decisions]
    found = []
    for assignment in program.load(seed=None, first=False):
        assert spec.violated(assignment) is None, (assignment, spec.violated(assignment))
        found.append(tuple(assignment[position] for position in decisions))
    return found


def assert_exact(spec: Spec, configuration: str) -> None:
    found = lowered_solutions(spec, configuration)
    assert len(found) == len(set(found)), "a solution was reported twice"
    expected = brute_force.projected(spec)
    assert set(found) == expected
    assert len(brute_force.solutions(spec)) == len(expected), "a derived variable is not a function of the others"


def solutions_of_flat(spec: Spec) -> list[tuple[int, ...]]:
    """The declared values of all solutions of the flattened spec, each once; in each an auxiliary has its function's value.

    The flattened spec is read back from its text, so that all its variables are ordinary ones.
    """
    flat = flatten(spec)
    declared = len(flat.declared)
    assert flat.declared == spec.variables == flat.variables[:declared]
    for posted in flat.posted:
        assert isinstance(posted.constraint, Constraint)
        assert all(x.position >= 0 for x in posted.constraint.operands())
    plain = read(render(flat))
    for family in plain.families.values():
        for x in family.variables:
            x.derived = False
    program = find("backtracking").lower(plain, parse("backtracking", {}))
    found = [tuple(solution) for solution in program.load(seed=None, first=False)]
    for solution in found:
        assert plain.violated(solution) is None
        for position, function in flat.functions.items():
            assert solution[position] == value_in(function, solution), function
    return sorted(solution[:declared] for solution in found)


def value_in(function: Function, assignment: Sequence[int]) -> int:
    """Where it is undefined, the auxiliary has the first of its domain."""
    try:
        return function.value(assignment)
    except Undefined:
        return function.domain[0]

"""Comparing a lowered program with brute force, projected on the decision variables."""

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.checker import brute_force
from threefold.language import Spec


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

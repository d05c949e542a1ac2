"""The tally checks every solution with `holds` and catches one that is reported twice."""

import pytest

from threefold.checker.tally import Tally
from threefold.language import AllDifferent, Spec
from threefold.language.terms import Domain


def spec() -> Spec:
    result = Spec("test")
    x = result.integers("x", range(2), domain=range(3))
    result.integer("d", range(9), derived=True)
    result.group("different").add(AllDifferent(x))
    return result


def test_solutions_are_counted_verified_and_kept() -> None:
    tally = Tally(spec(), keep=1)
    for assignment in [(0, 1, 0), (0, 2, 0)]:
        tally.add(assignment)
    assert (tally.count, tally.verified, tally.fault, tally.kept) == (2, 2, None, [(0, 1, 0)])


def test_an_assignment_that_violates_the_spec_is_a_fault_with_the_constraint() -> None:
    tally = Tally(spec())
    tally.add((1, 1, 0))
    assert tally.verified == 0
    assert tally.fault is not None
    assert tally.fault.reason == "violates 'different': AllDifferent(x[0], x[1])"


def test_a_value_outside_its_domain_is_a_fault() -> None:
    tally = Tally(spec())
    tally.add((0, 7, 0))
    assert tally.fault is not None
    assert tally.fault.reason.startswith("violates 'domain of x'")


@pytest.mark.parametrize("domain", [range(3), (0, 1, 2, 9), range(1 << 17)])
def test_a_value_outside_the_domain_that_all_have_is_a_fault(domain: Domain) -> None:
    alike = Spec("alike")
    alike.integers("x", range(2), domain=domain)
    tally = Tally(alike)
    tally.add((0, domain[-1]))
    assert (tally.verified, tally.fault) == (1, None)
    tally.add((domain[-1] + 1, 0))
    assert tally.verified == 1
    assert tally.fault is not None
    assert tally.fault.reason.startswith("violates 'domain of x'")


def test_a_solution_reported_twice_is_a_fault_even_if_a_derived_value_differs() -> None:
    tally = Tally(spec())
    tally.add((0, 1, 0))
    tally.add((0, 1, 5))
    assert tally.fault is not None
    assert tally.fault.repeated
    assert tally.fault.assignment == (0, 1, 5)


def test_the_first_fault_is_kept() -> None:
    tally = Tally(spec())
    for assignment in [(1, 1, 0), (0, 1, 0), (0, 1, 0)]:
        tally.add(assignment)
    assert tally.fault is not None
    assert not tally.fault.repeated


def test_a_repeated_solution_names_the_derived_variable_that_has_two_values() -> None:
    tally = Tally(spec())
    tally.add((0, 1, 0))
    tally.add((0, 1, 5))
    assert tally.fault is not None
    assert tally.fault.reason.endswith("derived variable d has two values for the same decision variables")

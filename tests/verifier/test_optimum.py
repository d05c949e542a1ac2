"""Forged optima: the verifier judges the solution itself, and refutes with a constraint that it has made itself."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.proofs.certificates import claimed
from tests.verifier.test_corruptions import CORRUPTIONS, OF_ROUTE
from tests.verifier.test_dishonest_provers import first, last
from threefold.language import Spec
from threefold.language.canonical import render
from threefold.language.canonical_reader import parse
from threefold.language.objective import only_better
from threefold.proofs.certificate import Origin, certificate
from threefold.proofs.parts import PROVERS
from threefold.verifier import Invalid

BEST = (1, 0, 3, 4)  # x, y, z and the objective


def knapsack(sense: str = "maximize") -> Spec:
    """The best value is 4 for both senses; the objective is a derived variable."""
    spec = Spec("bag")
    x, y, z = (spec.integer(name, range(4)) for name in "xyz")
    value = spec.integer("value", range(-12, 13), derived=True)
    spec.group("room").add(3 * x + 2 * y + z <= 6)
    spec.group("some").add(x + y >= 1)
    if sense == "maximize":
        spec.group("value").add(value == x + z)
        spec.maximize(value)
    else:
        spec.group("value").add(value == 8 - x - z)
        spec.minimize(value)
    return spec


def lines_of(spec: Spec, route: str, solution: tuple[int, ...] = BEST, optimum: int = 4) -> list[str]:
    """What a prover writes that claims this optimum; its refutation is honest if that is true."""
    text = render(spec)
    only_better(spec, optimum)
    part = PROVERS[route].part_of(spec, [{}], 0, lambda count: None)
    return list(certificate(Origin(optimum=optimum), text, [solution], {route: part.lines}))


@pytest.mark.parametrize("sense", ["maximize", "minimize"])
@pytest.mark.parametrize("route", PROVERS)
def test_an_honest_optimum_is_accepted(route: str, sense: str, tmp_path: Path) -> None:
    claim = claimed(lines_of(knapsack(sense), route), tmp_path)
    assert (claim.optimum, claim.solutions, claim.constraints) == (4, [BEST], 3)


def take_a_worse_value(lines: list[str]) -> None:
    """Both in the heading and in the solution: a better one exists, and is not refuted."""
    lines[first(lines, "optimum")] = "optimum 3"
    lines[first(lines, "solutions") + 1] = "1 0 2 3"


def take_a_better_value(lines: list[str]) -> None:
    lines[first(lines, "optimum")] = "optimum 5"


def take_a_worse_solution(lines: list[str]) -> None:
    lines[first(lines, "solutions") + 1] = "1 0 2 3"


def take_no_solution(lines: list[str]) -> None:
    place = first(lines, "solutions")
    lines[place : place + 2] = ["solutions 0"]


def take_an_infeasible_solution(lines: list[str]) -> None:
    lines[first(lines, "solutions") + 1] = "0 0 3 4"


def lie_about_the_derived_value(lines: list[str]) -> None:
    lines[first(lines, "optimum")] = "optimum 12"
    lines[first(lines, "solutions") + 1] = "1 0 3 12"


def add_a_worse_solution(lines: list[str]) -> None:
    place = first(lines, "solutions")
    lines[place : place + 1] = ["solutions 2", "1 0 2 3"]


def claim_two_optima(lines: list[str]) -> None:
    lines.insert(first(lines, "optimum"), "optimum 3")


def claim_no_number(lines: list[str]) -> None:
    lines[first(lines, "optimum")] = "optimum"


def block_with_the_solution(lines: list[str]) -> None:
    """As if the optimal solution were an answer to the refuted question."""
    start = last(lines, "block")
    atoms = [f"atom x{place} == {value}" for place, value in enumerate(BEST[:3])]
    lines[start + 1 : last(lines, "end block")] = [*atoms, "c solution : -1 -2 -3", "s : 1"]


TRICKS: dict[Callable[[list[str]], None], str] = {
    take_a_worse_value: "the clause does not follow|does not follow",
    take_a_better_value: "a solution has the value 4, and not the optimum 5",
    take_a_worse_solution: "a solution has the value 3, and not the optimum 4",
    take_no_solution: "no solution is listed that has the optimum 4",
    take_an_infeasible_solution: "not a solution: it violates 'room|not a solution: it violates 'some",
    lie_about_the_derived_value: "not a solution: it violates 'value'",
    add_a_worse_solution: "a solution has the value 3",
    claim_two_optima: "a line of the heading was expected",
    claim_no_number: "not understood",
    block_with_the_solution: "does not follow from its source, 'solution'",
}


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
def test_a_forged_optimum_is_rejected(trick: Callable[[list[str]], None], tmp_path: Path) -> None:
    lines = lines_of(knapsack(), "sat")
    trick(lines)
    with pytest.raises(Invalid, match=f"^line [0-9]+: .*({TRICKS[trick]})"):
        claimed(lines, tmp_path)


def test_an_optimum_without_an_objective_is_rejected(tmp_path: Path) -> None:
    lines = lines_of(knapsack(), "sat")
    without = Spec("none")
    without.integer("x", range(2))
    text = render(without)
    forged = list(certificate(Origin(optimum=1), text, [(1,)], {}))
    forged[-1:] = lines[first(lines, "refutation") :]
    with pytest.raises(Invalid, match="the specification has no objective"):
        claimed(forged, tmp_path)


@pytest.mark.parametrize("route", PROVERS)
def test_a_corrupted_optimum_is_rejected_or_true(route: str, tmp_path: Path) -> None:
    honest, rejected = lines_of(knapsack(), route), list[str]()
    for number, corrupt in enumerate([*CORRUPTIONS, *OF_ROUTE[route]]):
        for seed in range(6):
            lines = list(honest)
            try:
                corrupt(lines, Random(f"{number} {seed}"))
            except IndexError:  # there is no line of this kind
                continue
            try:
                claim = claimed(lines, tmp_path)
            except Invalid as error:
                rejected.append(str(error))
            else:
                assert claim.optimum == best_by_brute_force(lines), (corrupt, seed)
    assert len(rejected) > 40
    assert all(re.match(r"line \d+: \w", each) for each in rejected)


def best_by_brute_force(lines: list[str]) -> int | None:
    start = lines.index("threefold spec 2")
    spec = parse("".join(f"{line}\n" for line in lines[start : lines.index("end") + 1]))
    assert spec.objective is not None
    solutions = (each for each in product(*(x.domain for x in spec.variables)) if spec.violated(each) is None)
    values = [spec.objective.value(each) for each in solutions]
    return (min if spec.objective.sense == "minimize" else max)(values, default=None)

"""The provers: what they write is accepted, and a wrong lowering is not; whole and in parts."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.proofs.certificates import PROVED, claimed, lines_of, projected
from tests.specs import EDGES, KINDS, examples, specs
from threefold import models
from threefold.checker import brute_force
from threefold.conformance import random_spec
from threefold.language import BadInput, Exactly, Spec
from threefold.proofs.by_clauses import part_of
from threefold.proofs.certificate import Part
from threefold.proofs.lowering import lower
from threefold.proofs.parts import PROVERS
from threefold.runs.cubes import cubes_of
from threefold.verifier import Invalid

by_every_route = pytest.mark.parametrize("route", PROVERS)


@by_every_route
@pytest.mark.parametrize("kind", KINDS)
@examples(40)
@given(data=st.data())
def test_a_random_spec_is_proved_with_the_solutions_of_brute_force(route: str, kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    with TemporaryDirectory() as folder:
        assert projected(claimed(lines_of(spec, route), Path(folder))) == brute_force.projected(spec)


@by_every_route
@pytest.mark.parametrize("kind", KINDS)
def test_a_random_spec_is_proved_in_parts_with_the_solutions_of_brute_force(
    route: str, kind: str, tmp_path: Path
) -> None:
    for seed in range(12):
        spec = random_spec(Random(seed), kind)
        whole = in_parts(spec, route, wanted=2 + seed % 5)
        assert projected(claimed(lines_of(spec, route, whole), tmp_path)) == brute_force.projected(spec)


def in_parts(spec: Spec, route: str, wanted: int) -> Part:
    cubes = cubes_of(spec, wanted)
    parts = [PROVERS[route].part_of(spec, cubes, number, lambda count: None) for number in range(len(cubes))]
    solutions = tuple(sorted(tuple(values) for part in parts for values in part.solutions))
    return Part(solutions, (*PROVERS[route].joined(spec, cubes, (part.lines for part in parts)),))


@by_every_route
@pytest.mark.parametrize("edge", EDGES)
def test_an_edge_case_is_proved_with_its_count(route: str, edge: str, tmp_path: Path) -> None:
    build, count = EDGES[edge]
    assert len(claimed(lines_of(build(), route), tmp_path).solutions) == count


@by_every_route
@pytest.mark.parametrize(
    "instance",
    [
        "bibd 7 3 1",
        "cards 7 2",
        "costas 6",
        "cryptarithm SEND+MORE=MONEY",
        "golfers 2 2 3",
        "golomb 5 11",
        "knights 5 6",
        "magic 3",
        "nqueens 7",
        "sudoku hardest",
        "zebra 0",
    ],
)
def test_a_puzzle_is_proved_with_its_known_number(route: str, instance: str, tmp_path: Path) -> None:
    name, *words = instance.split()
    puzzle = models.find(name)
    parameters = puzzle.parse(words)
    known = puzzle.known_count(parameters)
    assert known
    assert len(claimed(lines_of(puzzle.build(**parameters), route), tmp_path).solutions) == known[0]


@by_every_route
@pytest.mark.parametrize("comparator", ["<=", "==", ">=", "!="])
def test_sums_with_large_and_negative_coefficients_are_proved(route: str, comparator: str, tmp_path: Path) -> None:
    spec = Spec("sums")
    x = spec.integers("x", range(4), domain=[-3, 0, 1, 4])
    left = 7 * x[0] - 11 * x[1] + 100 * x[2] + x[3]
    spec.group("sum").add({"<=": left <= 50, "==": left == 112, ">=": left >= 50, "!=": left != 112}[comparator])
    assert projected(claimed(lines_of(spec, route), tmp_path)) == brute_force.projected(spec)


@by_every_route
@pytest.mark.parametrize("bound", range(7))
def test_every_bound_of_a_cardinality_is_proved(route: str, bound: int, tmp_path: Path) -> None:
    spec = Spec("some")
    b = spec.booleans("b", range(6))
    spec.group("number").add(Exactly(bound, b))
    assert len(claimed(lines_of(spec, route), tmp_path).solutions) == [1, 6, 15, 20, 15, 6, 1][bound]


@by_every_route
def test_a_large_domain_is_proved_by_its_bounds(route: str, tmp_path: Path) -> None:
    spec = Spec("large")
    x, y = spec.integer("x", range(1000)), spec.integer("y", range(1000))
    spec.group("sum").add(x + y == 1996)
    spec.group("order").add(x <= y)
    assert projected(claimed(lines_of(spec, route), tmp_path)) == {(997, 999), (998, 998)}


@by_every_route
def test_the_same_spec_gives_the_same_lines(route: str) -> None:
    puzzle = models.find("nqueens")
    assert lines_of(puzzle.build(n=6), route) == lines_of(puzzle.build(n=6), route)


@by_every_route
@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_lowering_cannot_produce_an_accepted_certificate_of_another_count(
    route: str, kind: str, tmp_path: Path
) -> None:
    """A literal of one clause is dropped, so that the clause or row is too strong, or is negated."""
    rejected = 0
    for seed in range(60):
        random = Random(seed)
        spec = random_spec(random, kind)
        formula = lower(spec)
        of_constraints = [n for n, (source, clause) in enumerate(formula.clauses) if source[0].isdigit() and clause]
        if not of_constraints:
            continue
        changed = random.choice(of_constraints)
        source, clause = formula.clauses[changed]
        dropped = random.randrange(len(clause))
        negate = route == "sat" and random.random() < 0.3  # the tree asserts that what it finds is a solution
        inside = (-clause[dropped],) if negate else ()
        formula.clauses[changed] = source, (*clause[:dropped], *inside, *clause[dropped + 1 :])
        try:
            claim = claimed(lines_of(spec, route, PROVED[route](formula)), tmp_path)
        except Invalid:
            rejected += 1
        else:
            assert projected(claim) == brute_force.projected(spec)
    assert rejected


def test_a_solver_that_loses_a_solution_is_caught(tmp_path: Path) -> None:
    spec = models.find("nqueens").build(n=6)
    part = part_of(spec)
    lines = lines_of(spec, part=part)
    lost = " ".join(map(str, part.solutions[1]))
    lines.remove(lost)
    lines[lines.index("solutions 4")] = "solutions 3"
    with pytest.raises(Invalid, match="does not follow from its source, 'solution'"):
        claimed(lines, tmp_path)


@pytest.mark.parametrize("pigeons", [3, 9, 15])
def test_pigeons_are_refuted_by_one_sum(pigeons: int, tmp_path: Path) -> None:
    claim = claimed(lines_of(models.find("pigeonhole").build(p=pigeons, h=pigeons - 1), "ilp"), tmp_path)
    assert claim.checked["ilp"]["nodes"] == 1
    assert claim.checked["ilp"]["rows"] <= 2 * pigeons - 1


def test_every_part_of_the_pigeons_is_refuted_by_one_sum(tmp_path: Path) -> None:
    spec = models.find("pigeonhole").build(p=9, h=8)
    claim = claimed(lines_of(spec, "ilp", in_parts(spec, "ilp", wanted=4)), tmp_path)
    assert claim.checked["ilp"]["sums"] == 4


def test_trees_of_parts_with_other_declarations_are_not_joined() -> None:
    spec = models.find("nqueens").build(n=4)
    cubes = cubes_of(spec, 2)
    one, other = (PROVERS["ilp"].part_of(spec, cubes, number, lambda count: None).lines for number in range(2))
    with pytest.raises(BadInput, match="made by different versions"):
        list(PROVERS["ilp"].joined(spec, cubes, [one, ["atom x0 == 7", *other]]))

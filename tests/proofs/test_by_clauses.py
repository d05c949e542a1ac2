"""The prover by clauses: what it writes is accepted, and a wrong lowering is not."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.proofs.certificates import claimed, lines_of, projected
from tests.specs import EDGES, KINDS, specs
from threefold import models
from threefold.checker import brute_force
from threefold.conformance import random_spec
from threefold.language import Exactly, Spec
from threefold.proofs.by_clauses import part_of, proved
from threefold.proofs.lowering import lower
from threefold.verifier import Invalid


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_random_spec_is_proved_with_the_solutions_of_brute_force(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    with TemporaryDirectory() as folder:
        assert projected(claimed(lines_of(spec), Path(folder))) == brute_force.projected(spec)


@pytest.mark.parametrize("edge", EDGES)
def test_an_edge_case_is_proved_with_its_count(edge: str, tmp_path: Path) -> None:
    build, count = EDGES[edge]
    assert len(claimed(lines_of(build()), tmp_path).solutions) == count


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
        "zebra 0",
    ],
)
def test_a_puzzle_is_proved_with_its_known_number(instance: str, tmp_path: Path) -> None:
    name, *words = instance.split()
    puzzle = models.find(name)
    parameters = puzzle.parse(words)
    known = puzzle.known_count(parameters)
    assert known
    assert len(claimed(lines_of(puzzle.build(**parameters)), tmp_path).solutions) == known[0]


@pytest.mark.parametrize("comparator", ["<=", "==", ">=", "!="])
def test_sums_with_large_and_negative_coefficients_are_proved(comparator: str, tmp_path: Path) -> None:
    spec = Spec("sums")
    x = spec.integers("x", range(4), domain=[-3, 0, 1, 4])
    left = 7 * x[0] - 11 * x[1] + 100 * x[2] + x[3]
    spec.group("sum").add({"<=": left <= 50, "==": left == 112, ">=": left >= 50, "!=": left != 112}[comparator])
    assert projected(claimed(lines_of(spec), tmp_path)) == brute_force.projected(spec)


@pytest.mark.parametrize("bound", range(7))
def test_every_bound_of_a_cardinality_is_proved(bound: int, tmp_path: Path) -> None:
    spec = Spec("some")
    b = spec.booleans("b", range(6))
    spec.group("number").add(Exactly(bound, b))
    assert len(claimed(lines_of(spec), tmp_path).solutions) == [1, 6, 15, 20, 15, 6, 1][bound]


def test_a_large_domain_is_proved_by_its_bounds(tmp_path: Path) -> None:
    spec = Spec("large")
    x, y = spec.integer("x", range(1000)), spec.integer("y", range(1000))
    spec.group("sum").add(x + y == 1996)
    spec.group("order").add(x <= y)
    assert projected(claimed(lines_of(spec), tmp_path)) == {(997, 999), (998, 998)}


def test_the_same_spec_gives_the_same_lines() -> None:
    puzzle = models.find("nqueens")
    assert lines_of(puzzle.build(n=6)) == lines_of(puzzle.build(n=6))


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_lowering_cannot_produce_an_accepted_certificate_of_another_count(kind: str, tmp_path: Path) -> None:
    """A literal of one clause is dropped, so that the clause is too strong, or is negated."""
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
        inside = (-clause[dropped],) if random.random() < 0.3 else ()
        formula.clauses[changed] = source, (*clause[:dropped], *inside, *clause[dropped + 1 :])
        try:
            claim = claimed(lines_of(spec, proved(formula)), tmp_path)
        except Invalid:
            rejected += 1
        else:
            assert projected(claim) == brute_force.projected(spec)
    assert rejected


def test_a_solver_that_loses_a_solution_is_caught(tmp_path: Path) -> None:
    spec = models.find("nqueens").build(n=6)
    part = part_of(spec)
    lines = lines_of(spec, part)
    lost = " ".join(map(str, part.solutions[1]))
    lines.remove(lost)
    lines[lines.index("solutions 4")] = "solutions 3"
    with pytest.raises(Invalid, match="does not follow from its source, 'solution'"):
        claimed(lines, tmp_path)

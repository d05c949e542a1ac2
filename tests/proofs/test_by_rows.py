"""The prover by rows: what it writes is accepted, a wrong lowering is not, and pigeons are refuted by one sum."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import threefold as tf
from tests.proofs.certificates import claimed, projected, tree_of
from tests.specs import EDGES, KINDS, specs
from threefold import models
from threefold.checker import brute_force
from threefold.conformance import random_spec
from threefold.proofs.certificate import Origin, certificate
from threefold.proofs.lowering import lower
from threefold.proofs.tree import Tree, lines
from threefold.verifier import Invalid


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=30)
@given(data=st.data())
def test_a_random_spec_is_proved_with_the_solutions_of_brute_force(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    with TemporaryDirectory() as folder:
        assert projected(claimed(tree_of(spec), Path(folder))) == brute_force.projected(spec)


@pytest.mark.parametrize("edge", EDGES)
def test_an_edge_case_is_proved_with_its_count(edge: str, tmp_path: Path) -> None:
    build, count = EDGES[edge]
    assert len(claimed(tree_of(build()), tmp_path).solutions) == count


@pytest.mark.parametrize(
    "instance", ["cards 7 2", "golfers 2 2 3", "knights 5 6", "magic 3", "nqueens 7", "sudoku hardest", "zebra 0"]
)
def test_a_puzzle_is_proved_with_its_known_number(instance: str, tmp_path: Path) -> None:
    name, *words = instance.split()
    puzzle = models.find(name)
    parameters = puzzle.parse(words)
    known = puzzle.known_count(parameters)
    assert known
    assert len(claimed(tree_of(puzzle.build(**parameters)), tmp_path).solutions) == known[0]


@pytest.mark.parametrize("pigeons", [3, 9, 15])
def test_pigeons_are_refuted_by_one_sum(pigeons: int, tmp_path: Path) -> None:
    claim = claimed(tree_of(models.find("pigeonhole").build(p=pigeons, h=pigeons - 1)), tmp_path)
    assert claim.checked["ilp"]["nodes"] == 1
    assert claim.checked["ilp"]["rows"] <= 2 * pigeons - 1


def test_both_routes_stand_in_one_certificate(tmp_path: Path) -> None:
    tf.prove("nqueens", 6, by="sat,ilp", output=tmp_path / "queens.proof")
    assert set(tf.verify(tmp_path / "queens.proof").checked) == {"sat", "ilp"}
    assert tf.prove("nqueens", 6, by="ilp").verification.count == 4
    with pytest.raises(tf.BadInput, match="only a proof by sat is made in parts"):
        tf.prove("nqueens", 6, by="ilp", jobs=2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_lowering_cannot_produce_an_accepted_certificate_of_another_count(kind: str, tmp_path: Path) -> None:
    """A literal of one clause is dropped: the row is too strong."""
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
        formula.clauses[changed] = source, (*clause[:dropped], *clause[dropped + 1 :])
        tree = Tree(formula)
        root = tree.search()
        written = certificate(Origin(), spec, tree.solutions, {"ilp": [*formula.declarations, *lines(root)]})
        try:
            claim = claimed([*written], tmp_path)
        except Invalid:
            rejected += 1
        else:
            assert projected(claim) == brute_force.projected(spec)
    assert rejected

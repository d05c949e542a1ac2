"""Rows and trees of the verifier: a row holds in every solution, and a tree that does not cover everything is rejected."""

from collections.abc import Callable
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.proofs.certificates import claimed
from tests.verifier.test_rules import declare_some, is_true, value_of
from threefold.checker import brute_force
from threefold.conformance import random_spec
from threefold.language import AllDifferent, AtMost, Spec
from threefold.language.flattening import flatten
from threefold.proofs.certificate import Origin, certificate
from threefold.verifier import Invalid
from threefold.verifier.names import Names
from threefold.verifier.reading import Lines
from threefold.verifier.rows import ByRows


def random_row(random: Random, names: Names, constraints: int) -> str:
    atoms = [sign * number for number in range(1, len(names._atoms)) for sign in (1, -1)]
    name, number = f"x{random.randrange(len(names.domains))}", str(random.randint(1, constraints))
    some = " ".join(map(str, random.sample(atoms, min(len(atoms), random.randint(1, 3)))))
    return random.choice(
        [
            f"clause {random.choice(['domain', name, number])} : {some}",
            f"amo {random.choice(['domain', name, number])} : {some}",
            f"constraint {number}",
            *(f"{kind} {name}" for kind in ("definition", "values", "number")),
            *(f"{kind} {random.choice(atoms)}" for kind in ("below", "above")),
        ]
    )


def test_a_row_that_is_accepted_holds_in_every_solution() -> None:
    accepted = set[str]()
    for seed in range(1500):
        random = Random(seed)
        spec = flatten(random_spec(random))
        refutation = ByRows(spec, Lines(StringIO()), ())
        refutation.names = Names(spec)
        declare_some(random, refutation.names)
        words = random_row(random, refutation.names, sum(1 for _ in spec.posted))
        try:
            row = refutation.make(*words.split(" "))
        except (Invalid, ValueError):
            continue
        accepted.add(words.split()[0])
        for values in brute_force.solutions(spec):
            terms = row.form.terms.items()
            total = row.form.constant + sum(
                a
                * (
                    value_of(refutation.names, values, t)
                    if isinstance(t, int)
                    else is_true(refutation.names, values, t)
                )
                for t, a in terms
            )
            assert total == 0 if row.equation else total >= 0, (seed, words)
    assert accepted == {"clause", "amo", "constraint", "definition", "values", "number", "below", "above"}


def pigeons() -> Spec:
    """Three pigeons in two holes."""
    spec = Spec("pigeons")
    spec.group("apart").add(AllDifferent(spec.integers("hole", range(3), domain=range(2))))
    return spec


ATOMS = [f"atom x{name} == {value}" for name, value in product(range(3), range(2))]
ROWS = ["row values x0", "row values x1", "row values x2", "row amo 1 : 1 3 5", "row amo 1 : 2 4 6"]


def of(spec: Spec, *lines: str, solutions: list[tuple[int, ...]] | None = None) -> list[str]:
    return list(certificate(Origin(), spec, solutions or [], {"ilp": lines}))


def test_three_pigeons_in_two_holes_are_refuted_by_one_sum(tmp_path: Path) -> None:
    claim = claimed(of(pigeons(), *ATOMS, *ROWS, "farkas 1*1 1*2 1*3 1*4 1*5"), tmp_path)
    assert claim.checked["ilp"] == {"rows": 5, "definitions": 0, "nodes": 1, "sums": 1}


def test_a_solution_is_a_leaf(tmp_path: Path) -> None:
    spec = Spec("one")
    spec.integer("x", range(3))
    lines = of(spec, "values x0", *["solution"] * 3, solutions=[(0,), (1,), (2,)])
    assert len(claimed(lines, tmp_path).solutions) == 3
    with pytest.raises(Invalid, match="not that of a listed solution"):
        claimed(of(spec, "values x0", *["solution"] * 3, solutions=[(0,), (2,)]), tmp_path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([*ROWS, "farkas 1*1 1*2 1*3 1*4"], "the sum of these rows can hold"),
        ([*ROWS, "farkas 1*1 1*2 1*3 2*4 -1*5"], "the factor of row 5, an inequality, is negative"),
        ([*ROWS, "farkas 1*1 1*2 1*3 1*4 1*6"], "not there"),
        ([*ROWS, "farkas 1*0"], "there is no row 0"),
        ([*ROWS, "branch 1", "farkas 1*1 1*2 1*3 1*4 1*5"], "a row or a node of the tree was expected"),
        (["row amo domain : 1 4"], "the row does not follow from its source"),
        (["row clause domain : 1 3"], "the row does not follow from its source"),
        (["row constraint 1"], "constraint 1 is not a sum"),
        (["row constraint 0"], "constraint 0 is not a sum"),
        (["row below 1"], "an atom 'x <= c' was expected"),
        (["row definition x0"], "not understood"),
        (["row magic x0"], "not understood"),
        (["values x0", "farkas", "farkas"], "the sum of these rows can hold"),
        (["branch 7"], "not there"),
        (["branch 0"], "not understood"),
        (["solution"], "not that of a listed solution"),
        ([*ROWS, "farkas 1*1 1*2 1*3 1*4 1*5", "farkas"], "the tree is complete"),
    ],
)
def test_a_wrong_tree_is_rejected(lines: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=message):
        claimed(of(pigeons(), *ATOMS, *lines), tmp_path)


def test_both_children_of_a_branch_must_be_refuted(tmp_path: Path) -> None:
    spec = Spec("two")
    spec.group("few").add(AtMost(0, spec.booleans("b", range(2))))
    tree = ["row constraint 1", "branch 1", "farkas 1*1", "branch 2", "farkas 1*1", "solution"]
    atoms = ["atom x0 == 1", "atom x1 == 1"]
    assert len(claimed(of(spec, *atoms, *tree, solutions=[(0, 0)]), tmp_path).solutions) == 1
    change: Callable[[list[str]], list[str]] = lambda lines: [*lines[:-1], "farkas 1*1"]  # noqa: E731
    with pytest.raises(Invalid, match="the sum of these rows can hold"):
        claimed(of(spec, *atoms, *change(tree), solutions=[(0, 0)]), tmp_path)

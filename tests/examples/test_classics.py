"""The classics in examples/classics: each has the number of solutions that another program counts, or that is published."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import pytest

import threefold as tf
from tests.examples import counts_of_grids, counts_of_orders
from tests.lowering import lowered_solutions

FOLDER = Path(__file__).parents[2] / "examples" / "classics"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
COUNTS = {**counts_of_grids.COUNTS, **counts_of_orders.COUNTS}
ONLY_CITED = [("all_interval", (10,)), ("all_interval", (12,)), ("takuzu", (6,))]  # too many for plain Python
FEW = ("all_interval", "kakuro", "skyscrapers")  # the others are slow tests
classics = {name: SimpleNamespace(**run_path(str(FOLDER / f"{name}.py"))) for name in NAMES}
KNOWN = [
    (name, parameters, count)
    for name, classic in classics.items()
    for known in classic.PUZZLE.known
    for parameters, count in known.counts.items()
    if (name, parameters) not in ONLY_CITED
]


@pytest.mark.parametrize(("name", "parameters", "count"), KNOWN)
def test_another_program_counts_the_solutions_of_a_classic(name: str, parameters: Any, count: int) -> None:
    assert COUNTS[name](classics[name], *parameters) == count
    assert len(lowered_solutions(classics[name].PUZZLE.build(*parameters), "sat")) == count


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]
)
def test_the_backends_agree_on_a_classic_with_its_known_count(name: str) -> None:
    puzzle = classics[name].PUZZLE
    result = tf.compare(str(FOLDER / f"{name}.py"), *puzzle.example, backends="sat,cp", show=1)
    known = puzzle.known_count(puzzle.parse([]))
    assert result.agree, result.sentence
    assert known is not None
    assert result.count == known[0] > 0
    assert result.solution is not None
    assert "failed" not in result.solution.draw()


def test_every_classic_says_what_it_is() -> None:
    assert len(NAMES) >= 20
    for name, classic in classics.items():
        assert classic.PUZZLE.name == name
        assert classic.PUZZLE.known, name

"""Variables that are sets: minizinc makes a Boolean of each element. Gecode, which has such variables, counts the same."""

import shutil
import subprocess
from itertools import combinations, product
from pathlib import Path

import pytest

from tests.flatzinc.test_models import needs_minizinc
from tests.lowering import lowered_solutions
from threefold import models
from threefold.language import Solution

DECLARED = """include "globals.mzn";
var set of 1..3: a; var set of {0, 2, 5}: b; var 0..4: x; var bool: p; array [1..2] of var set of 1..2: d;
"""
CONSTRAINTS = {
    "card(b) = x": "b x",
    "(x in b) = p": "b x p",
    "a union b = {1, 2, 5}": "a b",
    "a intersect b = {2}": "a b",
    "card(a diff b) > 1": "a b",
    "a symdiff b = {1, 5}": "a b",
    "(a subset b) = p": "a b p",
    "a != d[1]": "a d",
    "(a = b) = p": "a b p",
    "card(d[x]) = 1": "d x",
    "[{1}, {2, 3}, {1, 2, 3}][x] = a": "a x",
    "exists(i in a)(i = x)": "a x",
    "forall(i in b)(i > x)": "b x",
    "sum(i in a)(i) = 4": "a",
    "max(a) = x": "a x",
    "partition_set(d, 1..2)": "d",
    "p -> a = {}": "a p",
}


def gecode_count(model: Path) -> int:
    flat = model.with_suffix(".fzn")
    subprocess.run(["minizinc", "-c", "-G", "std", model, "--fzn", flat, "--no-output-ozn"], check=True)
    said = subprocess.run(["fzn-gecode", "-n", "0", flat], capture_output=True, text=True, check=True).stdout
    assert "==========" in said
    return len(set(said.split("----------")[:-1]))


def subsets(values: range) -> list[list[int]]:
    return [list(each) for size in range(len(values) + 1) for each in combinations(values, size)]


@needs_minizinc
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fzn-gecode") is None, reason="fzn-gecode is not installed")
@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_a_constraint_on_sets_has_as_many_solutions_as_gecode_finds(constraint: str, tmp_path: Path) -> None:
    shown = ", ".join(f"show({name})" for name in CONSTRAINTS[constraint].split())
    model = tmp_path / "model.mzn"
    model.write_text(f"{DECLARED} constraint {constraint}; solve satisfy; output [{shown}];")
    spec = models.find(str(model)).build(data="none")
    assert {len(set(lowered_solutions(spec, each))) for each in ("sat", "cp", "ilp")} == {gecode_count(model)}


@needs_minizinc
def test_sets_are_ordered_like_the_lists_of_their_elements(tmp_path: Path) -> None:
    """As MiniZinc's library says; Gecode 6.2 has another order, in which {2} comes before {1}."""
    model = tmp_path / "model.mzn"
    model.write_text("var set of 1..3: a; var set of 1..3: b; constraint a < b; solve satisfy;")
    spec = models.find(str(model)).build(data="none")
    pairs = [(a, b) for a, b in product(subsets(range(1, 4)), repeat=2) if a < b]
    assert len(set(lowered_solutions(spec, "sat"))) == len(pairs)


@needs_minizinc
def test_a_set_is_printed_as_a_set(tmp_path: Path) -> None:
    model = tmp_path / "model.mzn"
    model.write_text("var set of 1..5: a; constraint a = {1, 4} union {5}; solve satisfy;")
    puzzle = models.find(str(model))
    spec = puzzle.build(data="none")
    [assignment] = lowered_solutions(spec, "sat")
    assert puzzle.draw(Solution(spec, assignment)) == "a = {1,4,5};\n----------"

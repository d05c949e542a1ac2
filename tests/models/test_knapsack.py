"""Knapsack: counts and optima by trying all sets, the drawing, and mistakes in a file."""

from itertools import compress, product
from pathlib import Path

import pytest

import threefold as tf
from threefold import models
from threefold.language import BadInput, Solution
from threefold.models.knapsack import SHIPPED

KNAPSACK = models.find("knapsack")


def values_that_fit(name: str) -> list[int]:
    """Read and tried without the model."""
    rows = [list(map(int, line.split())) for line in SHIPPED[name].split("\n") if line and line[0] != "#"]
    [[capacity], *items] = rows
    sets = [list(compress(items, chosen)) for chosen in product((0, 1), repeat=len(items))]
    return [sum(v for _, v in some) for some in sets if sum(w for w, _ in some) <= capacity]


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_known_is_what_all_sets_give(name: str) -> None:
    values = values_that_fit(name)
    assert KNAPSACK.known_optimum({"items": name}) == (max(values), "all sets tried")
    for (of, target), count in KNAPSACK.known[0].counts.items():
        assert of != name or sum(value >= target for value in values) == count


@pytest.mark.parametrize("name", ["three", "p02", "p01"])
def test_the_backends_find_the_known_optimum(name: str) -> None:
    result = tf.compare("knapsack", name, backends="sat,cp,ilp", optimum=True)
    assert (result.verdict, result.optimum) == ("agree", max(values_that_fit(name)))


def test_the_sack_of_the_docstring_is_drawn() -> None:
    spec = KNAPSACK.build("three", 11)
    assert spec.violated((1, 0, 1)) is None
    drawn = ["item 1: weight 3, value 4", "item 3: weight 5, value 7", "weight 8 of 8, value 11"]
    assert KNAPSACK.draw(Solution(spec, (1, 0, 1))) == "\n".join(drawn)


def test_a_sack_for_nothing_stays_empty(tmp_path: Path) -> None:
    path = tmp_path / "items.txt"
    path.write_text("0\n1 1\n")
    assert tf.compare("knapsack", str(path), backends="sat,cp", optimum=True).optimum == 0
    assert KNAPSACK.draw(Solution(KNAPSACK.build(str(path), 0), (0,))) == "weight 0 of 0, value 0"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("8 3\n3 4", ":1:1: the capacity expected (got '8 3')"),
        ("x\n3 4", ":1:1: 'x' is not a capacity from 0 to 100000"),
        ("8\n3", ":2:1: 'WEIGHT VALUE' expected (got '3')"),
        ("8\n3 4\n\n0 4", ":4:1: '0' is not a weight from 1 to 1000"),
        ("8\n3 -4", ":2:3: '-4' is not a value from 1 to 1000"),
        ("# empty\n8", ":2:1: 1 to 100 items expected below the capacity (got 0)"),
        ("8\n" + "1 1\n" * 101, ":1:1: 1 to 100 items expected below the capacity (got 101)"),
    ],
)
def test_a_bad_file_is_refused_with_line_and_column(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "items.txt"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        KNAPSACK.build(str(path))
    assert str(caught.value) == f"{path}{problem}"

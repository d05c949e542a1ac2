"""FlatZinc: the text of a small spec, names, and the same number of solutions by Gecode."""

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

import threefold as tf
from threefold.checker import brute_force
from threefold.conformance import CLASSES, EDGES, random_spec
from threefold.flatzinc.writer import Text
from threefold.language import Implies, Spec

needs_gecode = pytest.mark.skipif(shutil.which("fzn-gecode") is None, reason="fzn-gecode (flatzinc) is not installed")


def test_a_small_spec_as_text() -> None:
    spec = Spec("pairs", n=2)
    x, b = spec.integers("x", range(2), domain=[0, 1, 4]), spec.boolean("b")
    spec.group("apart").add(tf.AllDifferent([x[0], x[1] + 1]), Implies(~b, x[0] + x[1] <= 4))
    assert [*Text(spec).lines()] == [
        "% pairs n=2",
        "predicate all_different_int(array [int] of var int: x);",
        "var {0,1,4}: x_0;",
        "var {0,1,4}: x_1;",
        "var bool: b;",
        "var {1,2,5}: X_1 :: var_is_introduced;",
        "var bool: X_2 :: var_is_introduced;",
        "array [1..2] of var int: x :: output_array([1..2]) = [x_0,x_1];",
        "array [1..1] of var bool: b_ :: output_array([1..1]) = [b];",
        "constraint int_lin_eq([1,-1], [x_1,X_1], -1);",
        "constraint all_different_int([x_0,X_1]);",
        "constraint int_lin_le_reif([1,1], [x_0,x_1], 4, X_2);",
        "constraint bool_clause([X_2,b], []);",
        "solve :: seq_search([int_search([x_0,x_1], first_fail, indomain_min, complete),"
        "bool_search([b], first_fail, indomain_min, complete)]) satisfy;",
    ]


def test_names_are_identifiers_and_differ() -> None:
    spec = Spec("names\nof\nvariables")
    spec.integers("x", [-1, 1, "_1", "é"], domain=range(2))
    spec.integer("_x", range(2))
    spec.integer("var", range(2))
    text = [*Text(spec).lines()]
    assert text[0] == "% names of variables"
    declared = [line.split(": ")[1] for line in text if line.startswith("var ")]
    assert declared == ["x__1;", "x_1;", "x__1_;", "x__;", "v__x;", "var_;"]


def gecode(spec: Spec, folder: Path) -> int:
    file = folder / "spec.fzn"
    file.write_text("".join(f"{line}\n" for line in Text(spec).lines()))
    done = subprocess.run(["fzn-gecode", "-a", file], capture_output=True, text=True)
    assert not done.stderr
    return done.stdout.count("----------")


@needs_gecode
@pytest.mark.slow
def test_gecode_counts_the_edge_cases_of_every_kind_right(tmp_path: Path) -> None:
    for name, (build, count) in EDGES.items():
        assert gecode(build(), tmp_path) == count, name


@needs_gecode
def test_gecode_counts_a_solution_once_whatever_its_hidden_variables_are(tmp_path: Path) -> None:
    spec = Spec("hidden")
    x, h = spec.integer("x", range(3)), spec.integer("h", range(5), hidden=True)
    g = spec.boolean("g", hidden=True)
    spec.group("stated").add(h >= x, Implies(g, x + h <= 4), x != 1)
    assert gecode(spec, tmp_path) == len(brute_force.projected(spec)) == 2


@needs_gecode
@pytest.mark.parametrize("kind", CLASSES)
def test_gecode_counts_random_specs_of_every_class_right(kind: str, tmp_path: Path) -> None:
    for seed in range(8):
        spec = random_spec(Random(seed), kind)
        assert gecode(spec, tmp_path) == len(brute_force.projected(spec)), seed

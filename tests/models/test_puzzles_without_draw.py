"""A puzzle file as short as can be: without `draw`, and with parameters that `build` does not give to its Spec."""

from pathlib import Path

import pytest

import threefold as tf

SHORT = """
from threefold.language import AllDifferent, Parameter, Puzzle, Spec, Text

def build(n, word):
    spec = Spec("short")
    spec.group("different").add(AllDifferent(spec.integers("x", range(n), domain=range(n))))
    return spec

PUZZLE = Puzzle("short", "", (Parameter("n", "values", 1, 9), Text("word", "a word", "any")), build, example=(3, "hello"))
"""


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.py"
    path.write_text(SHORT)
    return path


def test_a_solution_without_draw_is_shown_as_its_values(short: Path) -> None:
    result = tf.compare(str(short), 1, "hello", backends="sat,cp", show=1)
    assert result.agree
    assert result.solution is not None
    assert result.solution.draw() == "x[0]=0"


def test_the_parameters_of_a_solution_are_those_of_its_puzzle(short: Path) -> None:
    solution = tf.solve(str(short)).solution
    assert solution is not None
    assert solution.parameters == {"n": 3, "word": "hello"}
    assert next(iter(tf.solutions(str(short), 2, "a b", backend="sat"))).parameters == {"n": 2, "word": "a b"}


def test_draw_finds_a_text_parameter(short: Path) -> None:
    short.write_text(SHORT.replace("build, example", 'build, lambda s: s.parameters["word"], example'))
    solution = tf.solve(str(short)).solution
    assert solution is not None
    assert solution.draw() == "hello"

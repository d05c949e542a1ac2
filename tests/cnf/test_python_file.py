"""Python files as the other side of `relate`: encoders and specs of other people."""

from pathlib import Path

import pytest

import threefold as tf

SPEC = """
from threefold import AllDifferent, AtMost, Exactly, Parameter, Puzzle, Solution, Spec

def build(n: int) -> Spec:
    spec, cells = Spec("mine", n=n), range(1, n + 1)
    x = spec.booleans("x", cells, cells)
    for r in cells:
        spec.group("rows").add(Exactly(1, [x[r, c] for c in cells]))
        spec.group("columns").add(AtMost(1, [x[c, r] for c in cells]))
    for d in range(-n, 2 * n + 1):
        for group, sign in (("falling", 1), ("rising", -1)):
            spec.group(group).add(AtMost(1, [x[r, c] for r in cells for c in cells if c - sign * r == d]))
    return spec

PUZZLE = Puzzle("mine", "queens with Booleans", example=(4,), parameters=(Parameter("n", "size", 1, 100),), build=build, draw=str)
"""


def written(folder: Path, text: str) -> str:
    path = folder / "mine.py"
    path.write_text(text)
    return str(path)


def test_a_spec_with_other_variables_is_compared_by_its_literals(tmp_path: Path) -> None:
    relation = tf.relate("nqueens", 4, written(tmp_path, SPEC))
    assert (relation.verdict, relation.form) == ("equal", "spec")
    assert "the other spec" in relation.sentence


def test_a_spec_without_a_group_is_too_weak_with_the_same_witness_as_a_formula(tmp_path: Path) -> None:
    relation = tf.relate("nqueens", 4, written(tmp_path, SPEC.replace(', ("rising", -1)', ", ")))
    assert relation.verdict == "too weak"
    assert relation.wrong is not None
    assert relation.wrong.drawing.count("Q") == 4
    assert "'one queen per ascending diagonal' is missing" in relation.causes[0]


def test_a_spec_gets_the_givens_of_the_instance(tmp_path: Path) -> None:
    spec = SPEC.replace('booleans("x", cells, cells)', 'integers("queen", cells, domain=cells)')
    spec = spec.replace("x[r, c] for", "x[r] == c for").replace("x[c, r] for", "x[c] == r for")
    assert tf.relate("nqueens", 4, written(tmp_path, spec), givens=["queen[1]=2"]).exit_code == 0


def test_an_encoder_gets_the_givens_if_it_has_a_parameter_for_them(tmp_path: Path) -> None:
    code = "def encode(n, givens=None):\n    return f'p cnf 1 1\\n{givens} 0\\n'\n"
    with pytest.raises(tf.BadInput, match=r"got .*queen\[1\]"):
        tf.relate("nqueens", 4, written(tmp_path, code), givens=["queen[1]=2"])


def test_an_encoder_is_compared_as_its_formula(tmp_path: Path) -> None:
    code = "def reduce_nqueens_to_SAT(n):\n    return [['p', 'cnf', 16, 1], [1, 2, 3, 4, 0]]\n"
    relation = tf.relate("nqueens", 4, written(tmp_path, code))
    assert (relation.verdict, relation.form, relation.clauses) == ("too weak", "clauses", 1)


def test_a_file_with_neither_is_refused_with_what_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(tf.BadInput, match=r"has neither a function encode\(…\) .* nor PUZZLE"):
        tf.relate("nqueens", 4, written(tmp_path, "x = 1\n"))


def test_code_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(tf.LimitReached, match="time limit of 1 s before the formula was written"):
        tf.relate("nqueens", 4, written(tmp_path, "while True: pass\n"), timeout=1)


def test_code_cannot_change_the_comparison(tmp_path: Path) -> None:
    code = """
import threefold.cnf.relate as relate
relate.related = relate.relate = lambda *_: 0 / 0
def encode(n):
    return "p cnf 16 1\\n1 0\\n"
"""
    assert tf.relate("nqueens", 4, written(tmp_path, code)).verdict == "both"

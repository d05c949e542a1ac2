"""Givens that fix a variable and givens that rule a value out; pictures of partial solutions."""

from pathlib import Path

import pytest

import threefold as tf
from threefold import models
from threefold.language import BadInput
from threefold.language.givens import add_givens, given_indices, given_values
from threefold.language.partial import OPEN, partial_solution
from threefold.proofs.explain import shown


def given(*texts: str) -> tf.Spec:
    spec = models.find("nqueens").build(4)
    add_givens(spec, texts)
    return spec


def test_a_value_that_is_ruled_out_is_a_constraint_and_fixes_nothing() -> None:
    spec = given("queen[1]=2", "queen[2] != 3", "queen[3]!=4")
    assert [str(each) for each in spec.groups["given"].constraints] == [
        "Clause(queen[1] == 2)", "Clause(queen[2] != 3)", "Clause(queen[3] != 4)"
    ]  # fmt: skip
    assert given_values(spec) == {0: 2}
    assert given_indices(spec) == {(1,)}


@pytest.mark.parametrize("text", ["queen[1]!3", "queen[1]!==3", "queen[1]<>3", "!=3", "queen[1]!="])
def test_what_is_neither_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"expected NAME\[INDEX\]=VALUE or NAME\[INDEX\]!=VALUE"):
        given(text)


def test_the_value_that_is_ruled_out_must_be_in_the_domain() -> None:
    with pytest.raises(BadInput, match=r"queen\[1\] cannot be 9"):
        given("queen[1]!=9")


@pytest.mark.slow
def test_all_backends_and_a_certificate_obey_it(tmp_path: Path) -> None:
    result = tf.compare("nqueens", 6, backends="sat,cp,ilp,backtracking", givens=["queen[1]!=2"])
    assert (result.verdict, result.count) == ("agree", 3)  # of 4 solutions, one begins in column 2
    proof = tmp_path / "queens.proof"
    tf.prove("nqueens", 6, givens=["queen[1]!=2"], output=proof)
    verified = tf.verify(proof)
    assert (verified.count, verified.puzzle) == (3, "nqueens 6 --given queen[1]!=2")


def test_an_explanation_names_it() -> None:
    assert [shown(each) for each in given("queen[1]!=2").posted][-1] == "queen[1] != 2 (given)"


def test_an_encoder_that_takes_givens_is_not_asked_about_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def encode(n, givens=None):\n    return 'p cnf 1 1\\n1 0\\n'\n")
    with pytest.raises(BadInput, match="takes VAR=VALUE only"):
        tf.relate("nqueens", 4, str(file), givens=["queen[1]!=2"])


def test_an_open_value_is_drawn_as_nothing_and_equals_nothing() -> None:
    assert (str(OPEN), f"{OPEN:>3}", OPEN == 1, OPEN < 1, OPEN > 1, OPEN + 1 is OPEN) == (
        "",
        "",
        False,
        False,
        False,
        True,
    )
    puzzle, spec = models.find("nqueens"), models.find("nqueens").build(4)
    assert puzzle.picture is not None
    assert puzzle.picture(partial_solution(spec, {})).count("♛") == 0
    assert puzzle.picture(partial_solution(spec, {0: 2, 1: 4})).count("♛") == 2

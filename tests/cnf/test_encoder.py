"""`tf.Encoder`: an encoder like those of the sheets, with every call checked."""

from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import pytest

import threefold as tf
from threefold.backends.sat.dimacs_reader import read_dimacs


def queens(n: int, *, diagonals: bool = True) -> tf.Encoder:
    """Sheet 000's program, line by line."""
    encoder, N = tf.Encoder("n-Queens"), range(1, n + 1)  # noqa: N806
    encoder.family("Q", N, N)
    for c in N:
        for r in N:
            encoder.add(encoder.literal("Q", r, c))
        encoder.end_clause("at least one queen per column")
    for c, (i, j) in product(N, combinations(N, 2)):
        encoder.clause(encoder.no("Q", i, c), encoder.no("Q", j, c))
        encoder.clause(encoder.no("Q", c, i), encoder.no("Q", c, j))
    for r1, c1, r2, c2 in product(N, repeat=4) if diagonals else ():
        if r1 != r2 and c1 != c2 and abs(r1 - r2) == abs(c1 - c2):
            encoder.clause(-encoder.literal("Q", r1, c1), -encoder.literal("Q", r2, c2))
    return encoder.end()


def small() -> tf.Encoder:
    encoder = tf.Encoder("small")
    encoder.family("Q", range(1, 3), range(1, 3))
    return encoder


def test_the_program_of_sheet_000_writes_108_clauses_and_is_equivalent_to_the_puzzle() -> None:
    encoder = queens(4)
    assert len(encoder) == 108
    relation = tf.relate("nqueens", 4, encoder)
    assert (relation.verdict, relation.file) == ("equivalent", "n-Queens")
    assert relation.naming == "the formula's dictionary, Q[…] read as queen[…]"


def test_a_wrong_formula_is_found_as_in_a_file() -> None:
    relation = tf.relate("nqueens", 4, queens(4, diagonals=False))
    assert relation.verdict == "too weak"
    assert relation.wrong is not None
    assert "diagonal" in relation.wrong.group


def test_a_clause_to_blame_has_the_names_of_the_encoder_and_ours() -> None:
    encoder = tf.Encoder("two rows")
    Q = encoder.family("Q", range(1, 5), range(1, 5))  # noqa: N806
    relation = tf.relate("nqueens", 4, encoder.clause(-Q[1, 2], -Q[2, 4]))
    assert relation.lost is not None
    assert [clause.text for clause in relation.lost.blamed] == ["¬Q[1,2] ∨ ¬Q[2,4]: queen[1] != 2 or queen[2] != 4"]


def test_the_models_have_the_names_of_the_encoder() -> None:
    answer = tf.sat(queens(4), limit=None)
    assert answer.status == "sat"
    assert set(answer.true) == {
        ("Q[1,3]", "Q[2,1]", "Q[3,4]", "Q[4,2]"),
        ("Q[1,2]", "Q[2,4]", "Q[3,1]", "Q[4,3]"),
    }
    assert answer.model == answer.models[0]
    assert len(answer.models[0]) == 16
    assert "s SATISFIABLE\n" in str(answer)


def test_no_model_is_an_answer_too() -> None:
    answer = tf.sat(queens(3))
    assert (answer.status, answer.model, answer.exit_code) == ("unsat", None, 20)


def test_the_file_has_the_dictionary_the_groups_and_the_clauses(tmp_path: Path) -> None:
    encoder = tf.Encoder("two", path=tmp_path / "two.cnf")
    x = encoder.family("x", [1, 2])
    encoder.clause(x[1], x[2], group="at least one").clause(-x[1], -x[2]).end()
    text = (tmp_path / "two.cnf").read_text()
    assert text == encoder.dimacs()
    assert text == (
        "c two\nc START DICTIONARY\nc x[1]=1\nc x[2]=2\nc END DICTIONARY\np cnf 2 2\n"
        "c group at least one\n1 2 0\nc group none\n-1 -2 0\n"
    )
    assert dict(read_dimacs(str(tmp_path / "two.cnf")).names) == {1: "x[1]", 2: "x[2]"}
    assert tf.sat(tmp_path / "two.cnf", limit=None).true in ((("x[1]",), ("x[2]",)), (("x[2]",), ("x[1]",)))


def test_models_are_counted_over_the_families_that_are_not_auxiliary() -> None:
    encoder = tf.Encoder()
    x, s = encoder.family("x", range(2)), encoder.family("s", range(3), auxiliary=True)
    encoder.clause(x[0], x[1]).clause(s[0], s[1], s[2])
    assert "c p show 1 2 0\n" in encoder.dimacs()
    assert len(tf.sat(encoder, limit=None).models) == 3


def test_a_family_without_ranges_numbers_a_variable_at_its_first_mention() -> None:
    encoder = tf.Encoder()
    x = encoder.family("X")
    assert [x[2, 1], x[1, 9], x[2, 1], x["red"], x[()]] == [1, 2, 1, 3, 4]
    assert list(encoder.clause(x[()]).formula().names.values()) == ["X[2,1]", "X[1,9]", "X[red]", "X"]


MISTAKES: dict[str, tuple[Callable[[tf.Encoder], object], str]] = {
    "unknown family": (lambda e: e.literal("R", 1), "there is no family 'R'; declared: Q"),
    "index out of range": (lambda e: e.literal("Q", 3, 1), "Q[3,1] was not declared: index 1 must be between 1 and 2 (got 3)"),
    "too few indices": (lambda e: e.no("Q", 1), "Q takes 2 indices (Q[1] has 1)"),
    "index of another type": (lambda e: e.literal("Q", 1.5, 1), "Q[1.5,1]: an index is an integer or a text"),  # type: ignore[arg-type]
    "empty clause": (lambda e: e.clause(), "clause 1 is empty, and an empty clause is false: add literals to it first"),
    "empty clause by steps": (lambda e: e.end_clause(), "clause 1 is empty"),
    "literal 0": (lambda e: e.clause(1).add(0), "clause 2: 0 is no literal"),
    "unknown number": (lambda e: e.add(-5), "clause 1: there is no variable 5: 4 are declared"),
    "literal of another type": (lambda e: e.add("Q"), "a literal is a number, like Q[1, 2] or -Q[1, 2] (got 'Q')"),  # type: ignore[arg-type]
    "clause in an open clause": (lambda e: e.add(1).clause(2), "clause 1 is still open: end_clause() is missing"),
    "open clause at the end": (lambda e: e.add(1).end(), "clause 1 was not ended: end_clause() is missing"),
    "clause after the end": (lambda e: e.end().clause(1), "the formula was ended: nothing can be added after end()"),
    "family twice": (lambda e: e.family("Q", range(2)), "the family 'Q' is declared twice"),
    "family without a name": (lambda e: e.family("a b"), "a family's name has letters, digits and underscores (got 'a b')"),
    "range of another type": (lambda e: e.family("R", 4), "family 'R': a range is a range or a list of indices"),  # type: ignore[arg-type]
    "index twice": (lambda e: e.family("R", [1, 1]), "family 'R': an index stands twice in [1, 1]"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_that_names_it(mistake: str) -> None:
    call, message = MISTAKES[mistake]
    with pytest.raises(tf.BadInput) as caught:
        call(small())
    assert str(caught.value).startswith(f"small: {message}")
    assert "\n" not in str(caught.value)


def test_a_declared_family_refuses_a_variable_that_an_open_one_would_invent() -> None:
    encoder = tf.Encoder("codec")
    declared, invented = encoder.family("x", range(1, 3), range(1, 3)), encoder.family("y")
    assert [declared[1, 1], declared[2, 2], invented[9, 9], invented[9, 9]] == [1, 4, 5, 5]
    with pytest.raises(tf.BadInput, match="x\\[3,1\\] was not declared"):
        declared[3, 1]


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(tf.ThreefoldError, match="cannot be written: Is a directory"):
        small().write(tmp_path)


def test_an_answer_is_decoded_with_the_encoders_numbers(tmp_path: Path) -> None:
    encoder = tf.Encoder("from the right")
    Q = encoder.family("Q", range(1, 5), [4, 3, 2, 1])  # noqa: N806
    encoder.clause(Q[1, 1])
    answer = tmp_path / "answer"
    answer.write_text("s SATISFIABLE\nv -1 -2 3 -4 5 -6 -7 -8 -9 -10 -11 12 -13 14 -15 -16 0\n")
    assert tf.decode("nqueens", 4, answer, cnf=encoder).assignment == (2, 4, 1, 3)

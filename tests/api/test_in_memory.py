"""A spec or a puzzle that was made in Python: it is compared, counted, solved, lowered and related like one of a file."""

from pathlib import Path

import pytest

import threefold as tf
from tests.api.made import pairs, pairs_puzzle


def test_a_spec_is_compared_and_the_record_has_its_name() -> None:
    result = tf.compare(pairs(), backends="sat,cp,ilp,backtracking")
    assert (result.agree, result.count) == (True, 6)
    assert result.to_dict()["puzzle"] == "pairs"
    assert result.to_dict()["parameters"] == {"n": 3}


def test_a_spec_is_counted_in_parts_and_from_a_checkpoint(tmp_path: Path) -> None:
    spec = pairs(5)
    assert tf.count(spec, backend="sat:minisat22", jobs=2).count == 120
    checkpoint = str(tmp_path / "count.jsonl")
    assert tf.count(spec, resume=checkpoint).count == 120
    again = tf.count(spec, resume=checkpoint)
    assert (again.count, again.exact) == (120, True)


def test_a_spec_is_counted_on_a_cluster() -> None:
    pytest.importorskip("distributed")
    assert tf.count(pairs(4), cluster="local", jobs=1).count == 24


def test_a_spec_is_lowered_by_every_backend() -> None:
    lowering = tf.lower(pairs(), "sat+amo=ladder")
    assert lowering.dimacs().startswith("c")
    assert lowering.dimacs(plain=True).startswith(f"p cnf {lowering.size.variables + lowering.size.auxiliary} ")
    assert lowering.export("dimacs") == lowering.dimacs()
    assert "¬x[2]=2" in lowering.clauses()
    assert len(lowering.clauses(most=1)) < len(lowering.clauses())
    assert "all different" in lowering.groups
    assert str(lowering).startswith("pairs n=3: sat:cadical195+amo=ladder")
    assert tf.lower(pairs(), "ilp").export("lp").startswith("\\")
    assert tf.lower("nqueens", 4, "cp", givens={"queen[1]": 2}).size.variables == 4


def test_a_spec_is_related_to_a_formula_and_an_answer_is_decoded(tmp_path: Path) -> None:
    formula, answer = tmp_path / "mine.cnf", tmp_path / "answer.txt"
    formula.write_text(tf.lower(pairs(2), "sat").dimacs(plain=True))
    assert tf.relate(pairs(2), formula).verdict in ("equal", "equivalent")
    formula.write_text("p cnf 4 2\n1 2 0\n3 4 0\n")
    assert tf.relate(pairs(2), str(formula)).verdict == "too weak"
    answer.write_text("s SATISFIABLE\nv 1 -2 -3 4 0\n")
    decoded = tf.decode(pairs(2), answer)
    assert (decoded.verdict, decoded.assignment) == ("solution", (0, 1))


def test_what_is_added_to_a_spec_later_does_not_change_an_answer() -> None:
    spec = pairs()
    lowering, stream = tf.lower(spec, "sat"), tf.solutions(spec)
    before = lowering.dimacs()
    spec.group("later").add(spec.families["x"][0] == 2)
    assert lowering.dimacs() == before
    assert len(list(stream)) == 6
    assert tf.count(spec).count == 2


def test_a_spec_is_not_changed_by_givens() -> None:
    spec = pairs()
    assert tf.count(spec, givens={"x[0]": 2}).count == 2
    assert "given" not in spec.groups
    assert tf.count(spec).count == 6


def test_a_puzzle_in_memory_takes_parameters_and_draws() -> None:
    puzzle = pairs_puzzle()
    assert tf.count(puzzle, 4).count == 24
    assert tf.count(puzzle).count == 6
    solution = tf.solve(puzzle, 3).solution
    assert solution is not None
    assert solution.draw().count("<") == 2


def test_a_shipped_puzzle_as_an_object_is_the_same_as_by_its_name() -> None:
    assert (
        tf.compare(tf.puzzle("nqueens"), 5, backends="sat").sentence
        == tf.compare("nqueens", 5, backends="sat").sentence
    )
    for name in ("cards", "jobshop", "sudoku", "zebra"):  # with numbers, a file, a text and nothing as parameters
        assert tf.lower(tf.puzzle(name), *tf.puzzle(name).example, "cp").size.variables > 0
    assert tf.puzzle("sudoku").build("easy").name == "sudoku"
    assert "nqueens" in tf.puzzles()


def test_a_puzzle_whose_functions_cannot_travel_is_bad_input() -> None:
    local = tf.Puzzle("local", "", (), build=lambda: pairs(), draw=str)
    with pytest.raises(tf.BadInput, match=r"local: cannot be sent to another process: .* top level of a module"):
        tf.count(local)

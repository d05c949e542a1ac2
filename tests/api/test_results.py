"""What compare, count and solve return."""

import json
import re
import sys
from dataclasses import replace
from html import escape
from typing import Any

import pytest

import threefold as tf
from tests.api.made import one_integer, pairs
from threefold.backends.sat import BACKEND as SAT
from threefold.commands import main as cli


def test_a_comparison_says_whether_the_rows_agree() -> None:
    result = tf.compare("nqueens", 6, backends="sat,cp,ilp")
    assert (result.verdict, result.agree, result.exit_code, result.witness) == ("agree", True, 0, None)
    assert (result.count, result.exact, len(result.records)) == (4, True, 3)
    ilp = result["ilp"]
    assert (ilp.count, ilp.exact, ilp.status) == (4, True, "sat")
    assert ilp.seconds["solve"] > 0


def test_a_row_has_the_name_that_the_table_shows_or_that_of_its_configuration() -> None:
    result = tf.compare(pairs(), backends="sat:cadical195,sat:minisat22")
    assert result["sat:minisat22"].configuration.solver == "minisat22"
    assert result[str(result.records[0].configuration)] is result.records[0]
    with pytest.raises(KeyError, match=r"no row 'cp'; there are sat:cadical195, sat:minisat22"):
        result["cp"]


def test_a_record_is_printed_as_its_row_in_words() -> None:
    record = tf.count("nqueens", 4, backend="sat:minisat22+amo=pairwise").records[0]
    size = "16 + 0 variables, 80 constraints"
    measured = r"\d+\.\d ms in total, \d+ MB"
    assert re.fullmatch(rf"sat \(minisat22\): sat, 2 solutions, {re.escape(size)}, {measured}", str(record))
    assert repr(record).startswith("<Record of sat:minisat22+amo=pairwise+")
    assert repr(record).endswith(": sat, 2 solutions>")
    assert len(repr(record)) < 200
    assert repr(record.fingerprint) == f"<Fingerprint of 2 solutions: {record.fingerprint}>"


def test_a_record_in_words_tells_a_bound_from_an_answer() -> None:
    record = tf.count("nqueens", 4, limit=1).records[0]
    assert ": sat, ≥ 1 solution, " in str(record)
    assert str(record).endswith(" (first solution only)")
    assert ": sat, optimum 6, " in str(tf.compare("golomb", 4, backends="cp", optimum=True)["cp"])
    best = replace(record, status="timeout", optimum=17, optimum_is="bound", reason="time limit of 1 s")
    assert ": timeout, optimum (17), " in str(best)
    lost = replace(record, status="error", count=None, size=None, seconds={}, memory=0, reason="killed")
    assert str(lost) == "sat (mixed): error, ? solutions, – in total, 0 MB (killed)"


def test_one_row_without_a_known_count_stands_alone() -> None:
    result = tf.count(pairs(9), limit=5)
    assert (result.verdict, result.agree, result.count, result.exact) == ("alone", False, 5, False)


def test_the_solutions_are_those_that_were_asked_for_and_one_at_least() -> None:
    assert len(tf.compare(pairs(), backends="sat,cp").solutions) == 1
    assert len(tf.compare(pairs(), backends="sat,cp", show=4).solutions) == 4
    assert len(set(tf.solve(pairs(), limit=5).solutions)) == 5
    unsolvable = tf.solve("nqueens", 3)
    assert (unsolvable.solutions, unsolvable.solution, unsolvable["sat"].status) == ((), None, "unsat")


def test_a_solution_has_values_by_name_and_index_a_drawing_and_a_picture() -> None:
    solution = tf.solve("nqueens", 4, givens={"queen[1]": 2}).solution
    assert solution is not None
    assert [solution["queen", row] for row in (1, 2, 3, 4)] == [2, 4, 1, 3]
    assert solution.values == {"queen[1]": 2, "queen[2]": 4, "queen[3]": 1, "queen[4]": 3}
    assert solution.draw().splitlines()[0] == ". Q . ."
    assert solution.svg() == solution._repr_svg_()
    assert solution.svg().startswith("<svg")


def test_a_puzzle_without_a_picture_shows_its_drawing() -> None:
    solution = tf.solve(pairs()).solution
    assert solution is not None
    assert solution._repr_svg_() is None
    assert solution._repr_html_() == f"<pre>{solution}</pre>"
    with pytest.raises(tf.BadInput, match="pairs: the puzzle has no picture"):
        solution.svg()


def test_to_dict_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["compare", "nqueens", "5", "--backends", "sat,cp", "--show", "2", "--json"], "threefold") == 0
    printed = json.loads(capsys.readouterr().out)
    ours = json.loads(json.dumps(tf.compare("nqueens", 5, backends="sat,cp", show=2).to_dict()))
    assert len(ours["solutions"]) == 2
    assert ours["solutions"][0].keys() == {f"queen[{row}]" for row in range(1, 6)}
    for form in (printed, ours):
        for record in form["results"]:
            for measured in ("seconds", "memory_mb", "statistics"):
                record[measured] = None
    assert printed == ours


def test_the_text_has_table_verdict_and_boards() -> None:
    text = str(tf.compare("nqueens", 4, backends="sat,cp", show=1))
    title, table, verdict, board = text.split("\n\n")
    assert title == "nqueens n=4"
    assert [line.split()[0] for line in table.splitlines()] == ["backend", "sat", "cp"]
    assert verdict.startswith("agree: two backends found the same 2 solutions")
    assert len(board.splitlines()) == 4


def test_html_is_escaped() -> None:
    html = tf.count(pairs(name="<script>alert(1)</script>"))._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "<table>" in html


def test_html_shows_the_picture_of_the_first_solution() -> None:
    html = tf.compare("nqueens", 4, backends="sat")._repr_html_()
    assert "<strong>agree</strong>" in html
    assert '<img alt="queen[1]=' in html
    assert "data:image/svg+xml;base64," in html


def wrong_backend() -> Any:
    """sat without the constraints."""

    def lower(spec: tf.Spec, configuration: Any) -> Any:
        weaker = tf.Spec(spec.name)
        weaker.families, weaker.variables = spec.families, spec.variables
        program = SAT.lower(weaker, replace(configuration, backend="sat"))
        program.spec, program.configuration = spec, configuration
        return program

    return replace(SAT, name="weak", lower=lower)


def test_a_disagreement_has_a_witness_in_text_and_html() -> None:
    tf.register(wrong_backend())
    result = tf.compare(pairs(2), backends="cp,weak")
    assert (result.verdict, result.exit_code) == ("disagree", 1)
    assert result.witness is not None
    assert f"witness: {result.witness.sentence}" in str(result)
    assert escape(result.witness.sentence) in result._repr_html_()
    assert result.witness.values in result._repr_html_()


def test_a_result_becomes_a_data_frame() -> None:
    pytest.importorskip("pandas")
    frame = tf.compare(pairs(), backends="sat,cp").to_frame()
    assert list(frame.index) == ["sat", "cp"]
    assert list(frame["count"]) == [6, 6]
    assert (frame["seconds_solve"] > 0).all()
    assert list(frame["size_variables"]) == [9, 3]


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(tf.BadInput, match="to_frame needs pandas: pip install pandas"):
        tf.count(pairs()).to_frame()


def test_a_limit_leaves_a_lower_bound() -> None:
    result = tf.count(one_integer(), backend="backtracking", timeout=0.7)
    assert (result.verdict, result.exit_code, result.exact) == ("incomplete", 3, False)
    assert "time limit of 0.7 s" in result.sentence

"""Sentences name the engines that the records name, and compare rows of one kind only."""

from dataclasses import replace

import pytest

from tests.reporting.reports import about, lines, of
from tests.sweeps.lines import changed, line, run
from threefold.backends.backend import Configuration
from threefold.reporting import engines
from threefold.reporting.engines import Row, engines_of, kind_of, together
from threefold.reporting.write import files
from threefold.sweeps.record_line import Line


@pytest.fixture
def minisat_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "is_plain", lambda configuration: configuration.solver == "minisat22")


def plain(records: list[Line], row: str, label: str) -> list[Line]:
    """Copies of a row as a plain one."""
    configuration = Configuration("sat", "minisat22", {})
    return [
        changed(
            each,
            row=label,
            key=f"plain{each.key}",
            configuration=configuration,
            found_by={"minisat22": 1},
            decided_by="minisat22",
        )
        for each in records
        if each.row == row
    ]


def test_the_engines_of_a_row_are_those_that_its_records_name() -> None:
    ilp = line(run(row="ilp"), found_by={"CBC": 92}, decided_by="own B&B")
    assert engines_of([ilp.record]) == ("own B&B", "CBC")
    assert Row("tuned", ("own B&B", "CBC")).named("ilp") == "own B&B + CBC (ilp)"
    unsat = line(run(row="cp"), found_by={"CP-SAT": 0}, decided_by="CP-SAT")
    assert engines_of([unsat.record]) == ("CP-SAT",)


def test_records_that_do_not_say_who_found_what_have_the_name_of_the_solver() -> None:
    old = [line(run(), solver="CP-SAT 9.15 (more)").record, line(run(), solver="CBC", status="timeout").record]
    assert engines_of(old) == ("CP-SAT 9.15",)
    assert engines_of(old[1:]) == ("cadical195",)


def test_a_row_in_which_an_engine_of_ours_has_a_part_is_our_own(minisat_is_plain: None) -> None:
    sat = Configuration("sat", "cadical195", {})
    assert kind_of(sat, ("arrays",)) == "our own"
    assert kind_of(sat, ("cadical195", "arrays")) == "our own"
    assert kind_of(Configuration("backtracking", "backtracking", {}), ()) == "our own"
    assert kind_of(Configuration("sat", "minisat22", {}), ("minisat22",)) == "plain"
    assert kind_of(Configuration("ilp", "cbc", {}), ("own B&B", "CBC")) == "tuned"


def test_over_several_puzzles_a_row_has_the_engines_of_all_of_them() -> None:
    one, other = Row("tuned", ("CaDiCaL",), ("1.9",)), Row("tuned", ("CaDiCaL", "clasp"), ("1.9", "3.3"), True)
    assert together([one, other]) == Row("tuned", ("CaDiCaL", "clasp"), ("1.9", "3.3"), True)


def test_a_row_of_a_backend_that_is_not_installed_is_tuned() -> None:
    assert kind_of(Configuration("z3", "z3", {}), ("Z3",)) == "tuned"


def test_rows_of_one_kind_are_compared_and_the_sentence_says_which(minisat_is_plain: None) -> None:
    """Whether SAT or CP is ahead depends on which kind of row is compared."""
    records = [*plain(lines(), "ilp", "sat:minisat22"), *lines()]
    [section] = of(records, "sat").sections
    assert section.rows == ("sat:minisat22", "sat", "cp", "ilp")
    assert [contest.rows for contest in section.contests] == [("sat:minisat22",), ("sat", "cp", "ilp")]
    first, *_ = about(section)
    assert first.startswith(
        "Counting all solutions of nqueens, of the tuned rows: **cadical195 (sat)** is fastest at n=8;"
    )
    assert not any("minisat22" in each for each in about(section) if "fastest" in each or "times as long" in each)
    both = of([*plain(lines(), "cp", "plain"), *records], "sat").sections[0]
    assert any("of the plain rows: **minisat22 (plain)** is fastest from n=6 to n=8" in each for each in about(both))


def test_our_own_rows_are_listed_apart_and_win_nothing() -> None:
    ours = [
        changed(
            each,
            row="sat:arrays",
            key=f"own{each.key}",
            found_by={"arrays": 92},
            decided_by="arrays",
            seconds={"cpu": 0.02},
        )
        for each in lines()
        if each.row == "sat"
    ]
    report = of([*lines(), *ours], "sat")
    [section] = report.sections
    assert section.rows[-1] == "sat:arrays"
    said = about(section)
    assert "Apart, because they are no engines of others: our own arrays (sat:arrays) takes 20.0 ms at n=8." in said
    assert "arrays" not in said[0]
    text = files(report)["report.md"]
    assert "| sat:arrays | our own | arrays | cadical195 1.0 |" in text
    assert not [row for row in text.split("\n") if row.startswith("| sat:arrays | our own | 5 of 5")]


def test_the_report_has_a_table_of_rows_with_their_kinds_and_engines() -> None:
    text = files(of([replace(each, task="count") for each in lines()]))["report.md"]
    assert "| row | kind | engines, by its records | version |" in text
    assert "| ilp | tuned | own B&amp;B + CBC | CBC 1.0 |" in text

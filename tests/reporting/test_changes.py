"""`report --against`: two sets of records of the same runs side by side, by the rules of a report."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.commands.terminal import here
from tests.reporting.families import family
from tests.reporting.reports import lines
from tests.sweeps.lines import changed, fingerprint
from threefold.backends.backend import Configuration
from threefold.reporting.changes import Changes, changes
from threefold.reporting.changes_document import to_html, to_markdown
from threefold.sweeps.record_line import Line, lines_text


def times(records: list[Line], row: str, factor: float) -> list[Line]:
    return [
        changed(each, seconds={name: factor * value for name, value in each.record.seconds.items()})
        if each.row == row
        else each
        for each in records
    ]


def rekeyed(records: list[Line]) -> list[Line]:
    """As another version of the code, or an edited puzzle, would have it."""
    return [changed(each, key=f"x{each.key}", spec="other") for each in records]


def verdicts(found: Changes) -> dict[tuple[str, str], str]:
    return {(each.new.row, each.new.instance.text): each.verdict for each in found.cells}


def test_the_same_records_have_no_difference_whatever_their_keys_and_digests_are() -> None:
    found = changes(rekeyed(lines()), lines())
    assert {each.verdict for each in found.cells} == {"tied", "not compared"}
    assert len(found.cells) == 15
    assert found.exit_code == 0


def test_what_is_faster_or_slower_beyond_the_ranges_is_named_with_its_ratio() -> None:
    found = verdicts(changes(times(times(lines(), "sat", 0.5), "ilp", 1.5), times(lines(), "cp", 1.05)))
    assert found["sat", "n=8"] == "faster"
    assert found["ilp", "n=6"] == "slower"
    assert found["cp", "n=8"] == "tied"
    text = to_markdown(changes(times(lines(), "sat", 0.5), lines()))
    before, after = "168 ms (160 ms to 176 ms)", "84.0 ms (80.0 ms to 88.0 ms)"
    assert f"| nqueens | n=8 | all solutions | sat |  | {before} | {after} | 0.50 (0.45 to 0.55) |" in text


def test_a_time_below_the_floor_and_a_single_run_are_not_compared() -> None:
    found = {
        each.new.instance.text: each.reason
        for each in changes(times(lines(), "cp", 9), lines()).cells
        if each.new.row == "cp"
    }
    assert found["n=4"] == "a time is below the floor"
    assert found["n=6"] == ""
    once = [each for each in lines() if each.repetition == 0]
    assert {each.reason for each in changes(times(once, "cp", 9), once).cells if each.new.row == "sat"} == {
        "one run only"
    }


def test_what_only_one_of_them_solves_is_faster_there_if_the_limits_are_the_same() -> None:
    solved = [changed(each, status="sat") if each.parameters["n"] == 7 else each for each in lines()]
    assert verdicts(changes(solved, lines()))["ilp", "n=7"] == "faster"
    assert verdicts(changes(lines(), solved))["ilp", "n=7"] == "slower"
    longer = [replace(each, limit_seconds=600.0) for each in solved]
    [open_one] = [
        each for each in changes(longer, lines()).cells if (each.new.row, each.new.instance.text) == ("ilp", "n=7")
    ]
    assert (open_one.verdict, open_one.reason) == ("not compared", "timeout, now sat, with another limit")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"count": 93, "verified": 93, "fingerprint": None}, "92 solutions, now 93"),
        ({"count": None, "count_is": "unknown", "fingerprint": None, "status": "unsat"}, "sat, now unsat"),
    ],
)
def test_another_answer_is_different_however_long_it_takes(answer: dict[str, object], reason: str) -> None:
    other = [changed(each, **answer) if (each.row, each.parameters["n"]) == ("sat", 8) else each for each in lines()]
    found = changes(other, lines())
    assert [(each.new.row, each.reason) for each in found.cells if each.verdict == "different"] == [("sat", reason)]
    assert found.exit_code == 1
    assert "**Answers contradict each other: see below.**" in to_markdown(found)


def test_as_many_solutions_that_are_not_the_same_ones_are_another_answer() -> None:
    other = [changed(each, fingerprint=fingerprint(92, 7)) if each.record.count == 92 else each for each in lines()]
    assert {each.reason for each in changes(other, lines()).cells if each.verdict == "different"} == {
        "as many solutions, and not the same ones"
    }


def test_rows_are_matched_by_label_then_by_configuration_and_the_table_says_what_differs() -> None:
    old = [
        changed(each, configuration=Configuration("sat", "cadical195", {"amo": "auto"})) if each.row == "sat" else each
        for each in lines()
    ]
    labels = {"cp": "cp+view=auto", "ilp": "gone"}
    old = [replace(each, row=labels.get(each.row, each.row)) for each in old]
    new = [
        changed(each, configuration=Configuration("sat", "cadical195", {"amo": "auto", "cubes": "on"}))
        if each.row == "sat"
        else each
        for each in lines()
        if each.row != "ilp"
    ]
    found = changes(new, old)
    rows = {(each.new, each.old): each.options for each in found.rows}
    assert rows == {("sat", "sat"): ("cubes: on, was –",), ("cp", "cp+view=auto"): (), (None, "gone"): ()}
    assert {row for row, _ in verdicts(found)} == {"sat", "cp"}
    text = to_markdown(found)
    assert "| cp | cp+view=auto | renamed; nothing |" in text
    assert "| – | gone | only in one of them |" in text


def test_instances_of_one_side_are_listed() -> None:
    found = changes(lines(), [each for each in lines() if each.parameters["n"] != 8])
    assert found.only["OLD"] == ()
    assert found.only["NEW"] == tuple(f"nqueens n=8 (count, {row})" for row in ("cp", "ilp", "sat"))
    assert "Only in NEW: nqueens n=8 (count, cp); " in to_markdown(found)
    assert "**No run is in both.**" in to_markdown(changes(lines(), family()))


def test_single_runs_of_a_family_with_seeds_are_compared_in_pairs() -> None:
    found = changes(times(family(), "cp", 0.5), family())
    pairs = {(each.row, point): each for point, each in found.pairs}
    cp, sat = (pairs[row, "qcp n=30 holes=42"] for row in ("cp", "sat"))
    assert cp.ratio.value == pytest.approx(0.5)
    assert cp.p == 2 * 2 / 2**10  # corrected: half of six tests
    assert (sat.ratio.value, sat.p) == (1, 1)
    assert "| cp | qcp n=30 holes=42 | 10 | 0.50 (0.50 to 0.50) | p = 0.004 |" in to_markdown(found)


def test_the_page_has_the_same_tables() -> None:
    page = to_html(changes(times(lines(), "sat", 0.5), lines()))
    assert page.startswith("<!doctype html>")
    assert "0.50 <small>0.45 to 0.55</small>" in page


def test_the_command_prints_what_changed_or_writes_it(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old.jsonl"
    new.mkdir()
    (new / "records.jsonl").write_text(lines_text(times(lines(), "sat", 0.5)))
    old.write_text(lines_text(lines()))
    printed = here("report", str(new), "--against", str(old))
    assert (printed.returncode, printed.stdout.splitlines()[0]) == (0, "# What changed")
    assert sorted(path.name for path in new.iterdir()) == ["records.jsonl"]
    page = tmp_path / "changes.html"
    assert here("report", str(new), "--against", str(old), "-o", str(page)).returncode == 0
    assert page.read_text().startswith("<!doctype html>")
    assert "-o is for --against" in here("report", str(new), "-o", str(page)).stderr
    assert "--against compares one folder" in here("report", str(new), str(new), "--against", str(old)).stderr

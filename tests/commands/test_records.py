"""`threefold records`: the records of sweeps, exported and merged."""

import csv
import io
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tests.sweeps.lines import line, run
from threefold.checker.tally import Fault
from threefold.language import BadInput
from threefold.sweeps.record_line import Line, lines_text, merged, read_lines, to_csv

SAT, CP = line(run()), line(run(row="cp"))


def written(path: Path, *lines: object) -> Path:
    path.write_text(lines_text(lines))  # type: ignore[arg-type]
    return path


def test_records_of_two_places_are_merged_and_each_run_is_there_once(tmp_path: Path) -> None:
    one, other = written(tmp_path / "one.jsonl", SAT), written(tmp_path / "other.jsonl", SAT, CP)
    assert merged([one, other]) == merged([other]) == [CP, SAT]


def test_two_places_that_differ_about_a_run_are_an_error_unless_the_newest_is_wanted(tmp_path: Path) -> None:
    newer = line(run(), count=93, started="2026-11-17T00:00:00Z")
    one, other = written(tmp_path / "one.jsonl", newer), written(tmp_path / "other.jsonl", SAT)
    with pytest.raises(BadInput, match="differ about nqueens n=8 sat, repetition 0"):
        merged([one, other])
    assert [each.record.count for each in merged([one, other], newest=True)] == [93]


def test_a_copy_from_before_its_key_was_changed_is_the_same_record(tmp_path: Path) -> None:
    before = replace(SAT, key="0123456789abcdef")
    one, other = written(tmp_path / "one.jsonl", before, CP), written(tmp_path / "other.jsonl", SAT, CP)
    assert merged([one, other]) == merged([other, one]) == [CP, SAT]


def test_csv_has_a_column_for_every_entry_and_reads_back(tmp_path: Path) -> None:
    drawn = line(run(), drawings=('. Q "x", y\nQ .',), solutions=((2, -1),), fault=Fault((3, 4), "violates it"))
    [row] = csv.DictReader(io.StringIO(to_csv([drawn])))
    assert (row["parameters.n"], row["seconds.solve"], row["count"]) == ("8", "0.5", "92")
    assert (row["status"], row["size.variables"], row["fingerprint"]) == ("sat", "64", f"{255:032x}")
    assert (row["solutions"], row["fault.assignment"], row["fault.reason"]) == ("2 -1", "3 4", "violates it")
    assert row["drawings"] == '. Q "x", y\nQ .'


def test_what_is_written_reads_back_and_is_sorted(tmp_path: Path) -> None:
    tenth, ninth = line(run(parameters={"n": 10})), line(run(parameters={"n": 9}))
    assert read_lines(written(tmp_path / "records.jsonl", tenth, ninth)) == [ninth, tenth]


def test_a_truncated_file_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(SAT.to_json() + "\n" + SAT.to_json()[:50])
    with pytest.raises(BadInput, match=r"records.jsonl:2: not a record"):
        read_lines(path)


def test_every_column_is_documented_with_its_unit_and_those_of_a_record_as_on_the_page_of_its_json() -> None:
    docs = Path(__file__).parents[2] / "docs"
    rows = re.findall(r"^\| `([\w.]+)` \| (.*?) \| (\S.*) \|$", (docs / "records.md").read_text(), re.MULTILINE)
    names = [field.name for field in fields(Line)] + [f"record.{name}" for name in SAT.record.to_dict()]
    assert [name for name, _, _ in rows] == names
    of_record = [f"| `{name.removeprefix('record.')}` | {unit} | {text} |" for name, unit, text in rows if "." in name]
    assert "\n".join(of_record) in (docs / "json.md").read_text()

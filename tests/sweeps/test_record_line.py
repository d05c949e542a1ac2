"""A line of records.jsonl keeps its run and its record."""

import json
from pathlib import Path

import pytest

from tests.sweeps.lines import changed, line
from threefold.backends.backend import Size
from threefold.language import BadInput
from threefold.sweeps.record_line import lines_text, parse_line, read_lines


def test_a_line_without_the_fields_that_were_added_later_is_read() -> None:
    form = line().to_dict()
    del form["limit"]
    for name in ("optimum", "optimum_is", "decided_by", "found_by", "repeated"):
        del form["record"][name]
    assert parse_line(json.dumps(form), "here:1") == line()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"parameters": [1, 2]}, "parameters is of a wrong type: [1, 2]"),
        ({"parameters": {"n": [4]}}, "parameters is of a wrong type: {'n': [4]}"),
        ({"parameters": {"n": 10**400}}, "n must be at most 9007199254740992"),
        ({"givens": None}, "givens is of a wrong type: None"),
        ({"row": "\ud800"}, "row is of a wrong type: '\\ud800'"),
        ({"task": "guess"}, "task must be one of count, first, lower, prove (got 'guess')"),
        ({"machine": {}}, "machine.cpu is missing or of a wrong type"),
        ({"machine": {"cpu": "", "cores": "two", "memory_gb": 1, "system": "", "load": 0}}, "machine.cores is missing"),
        (
            {"machine": {"cpu": "", "cores": 1, "memory_gb": 1, "system": "", "load": 10**400}},
            "machine.load is missing",
        ),
        ({"versions": {}}, "versions.python is missing"),
        ({"limit_seconds": "long"}, "limit_seconds is of a wrong type: 'long'"),
        ({"limit_seconds": -1}, "limit_seconds is negative"),
        ({"schema": 0}, "there is no format 0"),
        ({"schema": 1}, "there is no format 1"),
        ({"schema": True}, "there is no format True"),
        ({"schema": "2"}, "there is no format '2'"),
        ({"schema": None}, "there is no format None"),
        ({"record": []}, "TypeError"),
        ({"record": {}}, "'fault' is missing"),
        ({"unknown": 1}, "TypeError"),
    ],
)
def test_a_line_with_a_value_of_a_wrong_type_is_refused(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_line(json.dumps(line().to_dict() | changes), "here:1")
    assert str(error.value).startswith(f"here:1: not a record: {problem}")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"size": Size(64, 0, -1, 1520)}, "constraints is negative"),
        ({"size": Size(64, 0, 10**400, 1520)}, "constraints must be at most"),
        ({"seconds": {"cpu": -0.5}}, "cpu is negative"),
        ({"count": -1, "fingerprint": None}, "count is negative"),
    ],
)
def test_a_record_that_no_figure_can_show_is_refused(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(BadInput, match=f"here:1: not a record: {problem}"):
        parse_line(changed(line(), **changes).to_json(), "here:1")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[" * 200_000, "lists in lists too deep"),
        ("{", "JSONDecodeError"),
        ("[]", "not an object"),
        ("{}", "'schema' is"),
    ],
)
def test_a_line_that_is_not_a_json_object_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=f"here:1: not a record: {problem}"):
        parse_line(text, "here:1")


def test_a_newer_format_is_called_newer() -> None:
    with pytest.raises(BadInput, match="here:1: written by a newer threefold"):
        parse_line(json.dumps(line().to_dict() | {"schema": 3}), "here:1")


def test_a_run_that_is_recorded_twice_is_refused(tmp_path: Path) -> None:
    """A report on doubled records would count every run twice, and its check would pass."""
    (tmp_path / "records.jsonl").write_text(2 * lines_text([line()]))
    with pytest.raises(BadInput, match=r"records.jsonl:2: the run of line 1 a second time"):
        read_lines(tmp_path / "records.jsonl")


def test_a_device_without_an_end_is_not_read() -> None:
    with pytest.raises(BadInput, match="/dev/zero: cannot be read: not a file"):
        read_lines(Path("/dev/zero"))


def test_other_line_separators_in_a_text_do_not_end_the_line(tmp_path: Path) -> None:
    odd = line(reason="one\u2028two\x85three\x0bfour")
    (tmp_path / "records.jsonl").write_text(lines_text([odd]), encoding="utf-8")
    assert [each.record.reason for each in read_lines(tmp_path / "records.jsonl")] == [odd.record.reason]

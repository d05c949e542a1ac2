"""The statistics of sheet 002, and the charts and boards of both labs."""

from collections.abc import Callable
from itertools import combinations
from time import sleep
from xml.etree import ElementTree

import pytest

from threefold.exercises import sheet_002, times
from threefold.exercises.results import Results, boards
from threefold.exercises.sheet_002 import ALL, FIRST, SIZE, CardsRow
from threefold.exercises.times import Lap
from threefold.guard import Limits
from threefold.language import ThreefoldError
from threefold.language.pictures import CELL
from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import seconds
from threefold.reporting.figures.svg import width_of
from threefold.texts import Language

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str | None]:
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_sizes_and_solutions_are_those_of_the_digest() -> None:
    rows = {(row.n, row.k): row for row in sheet_002.rows(7, 2, Limits(seconds=30))}
    assert list(rows) == [(n, k) for k in (1, 2) for n in range(1, 8)]
    assert [rows[n, 2].count for n in range(1, 8)] == [0, 0, 2, 2, 0, 0, 52]
    assert [rows[n, 1].count for n in range(1, 6)] == [1, 2, 6, 24, 120]
    assert (rows[4, 2].variables, rows[4, 2].clauses) == (64, 488)
    assert (rows[7, 2].variables, rows[7, 2].clauses) == (196, 2660)
    assert all(row.count_is == "exact" and row.limit is None for row in rows.values())


def slow(report: Callable[[CardsRow], None], n: int, k: int, asked: int) -> CardsRow:
    """All solutions are quick for n = 1 only, a first one up to n = 2."""
    row = CardsRow(n, k, asked, 10, 20, 0.1, first=0.1, count=5) if n == 2 else CardsRow(n, k, asked, 10, 20, 0.1)
    report(row)
    if n > {ALL: 1, FIRST: 2, SIZE: 9}[asked]:
        sleep(60)
    return row


def test_after_a_limit_larger_instances_are_asked_less() -> None:
    rows = list(sheet_002.rows(4, 1, Limits(seconds=0.3), ask=slow))
    assert [row.asked for row in rows] == [ALL, ALL, FIRST, SIZE]
    assert [row.limit for row in rows] == [None, "time limit of 0.3 s", "time limit of 0.3 s", None]
    assert [row.count_is for row in rows] == ["unknown", "at_least", "unknown", "unknown"]


def test_the_table_says_whether_a_count_is_one() -> None:
    rows = [
        CardsRow(3, 2, ALL, 36, 204, 0.25, 0.5, 1.0, 2),
        CardsRow(9, 1, ALL, 81, 657, 0.25, 0.5, None, 91421, "time limit of 5 s"),
    ]
    assert sheet_002.to_csv(rows).splitlines()[1:] == [
        "3,2,36,204,0.25,0.5,1.0,2,exact",
        "9,1,81,657,0.25,0.5,,91421,at_least",
    ]


def test_the_chart_of_the_statistics_is_svg_with_named_lines_and_axes() -> None:
    rows = [CardsRow(n, k, ALL, n * k, 10 * n * k, 0.1, 0.001 * n, 0.01 * n, n) for k in (1, 2) for n in (1, 2, 3)]
    said = texts(sheet_002.to_svg([*rows, CardsRow(4, 1, ALL, 4, 40, 0.1, 0.1, None, 9, "time limit")], 5))
    assert {"clauses, k=1", "variables, k=2", "all, k=1", "first, k=2", "n, values of the cards", "1 ms", "100"} <= set(
        said
    )


def test_the_chart_of_a_race_is_made_also_where_no_solver_finished() -> None:
    assert "backtracking" in texts(
        times.to_svg([Lap(4, "backtracking", "time limit"), Lap(5, "backtracking", "skipped")], 3)
    )
    assert "backtracking" not in texts(times.to_svg([Lap(4, "backtracking", "failed")], 3))


def test_a_run_that_reached_the_limit_is_a_hollow_mark_at_the_limit() -> None:
    laps = [Lap(4, "backtracking", "solved", 0.5, (2, 4, 1, 3)), Lap(5, "backtracking", "time limit")]
    marks = [m for m in ElementTree.fromstring(times.to_svg(laps, 3)).iter(f"{SVG}path") if m.get("transform")]
    assert ["open" in mark.get("class", "").split() for mark in marks] == [
        False,
        True,
        False,
    ]  # two points, and the legend
    assert "limit" in texts(times.to_svg(laps, 3))
    assert "limit" not in texts(times.to_svg(laps[:1], 3))


def test_labels_at_the_same_height_do_not_cover_each_other() -> None:
    lines = [Series(f"line {i}", [Point(1, 10), Point(2, 10)], i) for i in range(4)]
    svg = ElementTree.fromstring(Chart("t", "x", "y", lines).svg())
    labels = [e for e in svg.iter(f"{SVG}text") if (e.text or "").startswith("line")]
    boxes = [(float(e.get("x", "")), float(e.get("y", "")), width_of(e.text or "")) for e in labels]
    assert len(boxes) == 4
    for (x, y, wide), (other, below, _) in combinations(sorted(boxes), 2):
        assert abs(y - below) >= 12 or x + wide + 12 <= other  # the marker of the next stands between them


def test_what_is_written_into_a_picture_is_escaped() -> None:
    assert "<&>" in texts(boards([("<&>", (1,))]))
    assert "<&>" in texts(Chart("<&>", "x", "y", []).svg())


def test_a_picture_has_a_queen_per_row_of_each_board() -> None:
    svg = ElementTree.fromstring(boards([("a", (2, 4, 1, 3)), ("b", (3, 1, 4, 2))]))
    queens = [(float(q.get("x", "")), float(q.get("y", ""))) for q in svg.iter(f"{SVG}text") if q.text == "♛"]
    assert queens[:2] == [(1.5 * CELL, 0.5 * CELL), (3.5 * CELL, 1.5 * CELL)]
    assert len(queens) == 8


@pytest.mark.parametrize(
    ("value", "text"), [(1, "1 s"), (0.1, "100 ms"), (0.001, "1 ms"), (1e-5, "10 µs"), (1000, "1,000 s")]
)
def test_an_axis_of_times_has_units(value: float, text: str) -> None:
    assert seconds(value) == text


def test_it_is_said_when_a_file_is_overwritten(tmp_path: object) -> None:
    results = Results(f"{tmp_path}/new/folder")
    assert results.write({"a.csv": "1\n"}, Language()) == [f"wrote {tmp_path}/new/folder/a.csv"]
    assert results.write({"a.csv": "2\n"}, Language()) == [f"overwrote {tmp_path}/new/folder/a.csv"]
    with pytest.raises(ThreefoldError, match="the folder cannot be made"):
        Results(f"{tmp_path}/new/folder/a.csv")
    with pytest.raises(ThreefoldError, match="cannot be written"):
        results.write({"no/such.csv": ""}, Language())

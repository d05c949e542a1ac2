"""What the figures of a report show, read from their SVG."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.reporting.reports import lines, of
from tests.sweeps.lines import changed
from threefold import backends
from threefold.reporting.figures import pictures, styles_of, svg
from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import linear, named
from threefold.reporting.figures.svg import clipped, width_of
from threefold.reporting.figures.ticks import Ticks
from threefold.reporting.report import arranged
from threefold.sweeps.record_line import Line

SVG = "{http://www.w3.org/2000/svg}"


def drawn(records: list[Line]) -> dict[str, ElementTree.Element]:
    overview, of_section = pictures(arranged("Queens", "", records)).values()
    assert overview == {}
    return {kind: ElementTree.fromstring(text) for kind, text in of_section.items()}


def curves(figure: ElementTree.Element) -> list[str]:
    return [path.get("d", "") for path in figure.iter(f"{SVG}path") if "curve" in path.get("class", "").split()]


def tooltips(figure: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in figure.iter(f"{SVG}title")]


def texts(figure: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in figure.iter(f"{SVG}text")]


def with_parameters(**of_n: Any) -> list[Line]:
    """The records with other parameters, by their n."""
    return [replace(each, parameters={name: of(each.parameters["n"]) for name, of in of_n.items()}) for each in lines()]


def test_a_row_has_the_same_style_in_every_section_and_plain_backends_in_every_report() -> None:
    few = [each for each in lines() if each.row != "sat"]
    other = [replace(each, puzzle="cards", row="sat:minisat22") if each.row == "cp" else each for each in lines()]
    report = arranged("Queens", "", [*few, *(replace(each, puzzle="cards") for each in other)])
    plain = {name: place for place, name in enumerate(backends.names())}
    assert [plain[name] for name in ("sat", "cp", "ilp")] == [0, 1, 2]
    assert styles_of(report) == {**plain, "sat:minisat22": len(plain)}
    assert styles_of(arranged("Queens", "", few)) == plain
    for section in report.sections:
        of_section = pictures(report)[section.slug]
        for name in ("scaling", "memory"):
            marks = re.findall(r'class="(?:f|open s)(\d)"[^>]*><title>ilp', of_section[name])
            assert set(marks) == {"2"}


def test_no_curve_joins_instances_with_another_k() -> None:
    """Five instances: n=4..8 with k=2, and the same with k=3. Each curve has as many points as its group."""
    two = [replace(each, parameters={**each.parameters, "k": 2}) for each in lines()]
    three = [replace(each, parameters={**each.parameters, "k": 3}, key=each.key[::-1]) for each in lines()]
    figure = drawn([*two, *three])["scaling"]
    assert [path.count("L") + 1 for path in curves(figure)] == [5, 5, 5, 5, 4, 4]  # sat, cp, ilp, two groups each
    assert {"k=2", "k=3"} <= set(texts(figure))


def test_named_instances_are_dots() -> None:
    figure = drawn(with_parameters(grid=lambda n: f"grid{n}"))["scaling"]
    assert curves(figure) == []
    assert "grid4" in texts(figure)


def test_three_instances_are_dots_beside_each_other() -> None:
    few = drawn([each for each in lines() if int(each.parameters["n"]) < 7])
    assert curves(few["scaling"]) == []
    assert list(few) == ["scaling", "memory", "sizes", "phases"]
    marks = [mark.get("transform", "") for mark in few["memory"].iter(f"{SVG}path") if list(mark)]
    assert len({mark.split()[0] for mark in marks}) == len(marks) == 9


def test_a_row_that_is_alone_in_a_figure_stands_over_its_ticks() -> None:
    records = with_parameters(grid=lambda n: f"grid{n}")
    one = [
        changed(each, size=replace(each.record.size, constraints=5) if each.row == "ilp" and each.record.size else None)
        for each in records
    ]
    figure = drawn(one)["sizes"]
    marks = [mark.get("transform", "") for mark in figure.iter(f"{SVG}path") if list(mark)]
    ticks = [path.get("d", "") for path in figure.iter(f"{SVG}path") if path.get("d", "").endswith("v4")]
    assert {float(re.findall(r"[\d.]+", mark)[0]) for mark in marks} <= {
        float(re.findall(r"[\d.]+", tick)[0]) for tick in ticks
    }


def test_marks_at_the_limit_do_not_stand_on_the_edge() -> None:
    points = [Point(1, 0.5), Point(2, 10.0, reached=False)]
    assert Chart("t", "x", "y", [Series("a", points, 0)], limit=10.0).y.high > 10


def test_an_interval_is_inside_the_plot() -> None:
    chart = Chart("t", "x", "y", [Series("a", [Point(1, 0.6, 0.2, 1.8), Point(2, 0.7)], 0)])
    assert (chart.y.low, chart.y.high) == (0.2, 2)


@pytest.mark.parametrize("most", [10.0, 1e5, 1e7, 1e9])
def test_no_label_of_the_vertical_axis_is_cut_off_or_touches_its_title(most: float) -> None:
    figure = ElementTree.fromstring(Chart("t", "x", "y", [Series("a", [Point(1, 1), Point(2, most)], 0)]).svg())
    ends = [each for each in figure.iter(f"{SVG}text") if each.get("text-anchor") == "end"]
    assert len(ends) >= 2
    assert min(float(each.get("x", 0)) - width_of(each.text or "") for each in ends) >= 20


def test_the_figure_says_where_a_row_changes_its_method() -> None:
    def view(line: Line) -> Line:
        name = "Boolean" if int(line.parameters["n"]) > 6 else "integer"
        return changed(line, method=f"enumeration, {name} view") if line.row == "cp" else line

    assert texts(drawn([view(each) for each in lines()])["scaling"]).count("Boolean view") == 1
    assert "Boolean view" not in texts(drawn(lines())["scaling"])


def test_phases_are_shares_of_the_time_of_the_largest_instance_that_all_rows_solve() -> None:
    found = tooltips(drawn(lines())["phases"])
    assert [each for each in found if each.startswith("ilp,")] == [
        "ilp, lower: 1.0 ms, 0%",
        "ilp, solve: 15.12 s, 91%",
        "ilp, rest: 1.51 s, 9%",
    ]
    assert any(re.fullmatch(r"sat, solve: 42\.\d ms, 91%", each) for each in found)


def test_the_total_of_the_phases_is_the_wall_time_and_of_a_proof_nothing_counts_twice() -> None:
    assert {"46.2 ms", "28.3 ms", "16.63 s", "rest"} <= set(texts(drawn(lines())["phases"]))
    spent = {"prove": 2.0, "verify": 1.0, "solve": 3.0, "total": 4.0, "cpu": 3.9}
    proofs = [replace(changed(each, seconds=spent, status="sat"), task="prove") for each in lines()]
    assert {"sat, prove: 2.00 s, 50%", "sat, verify: 1.00 s, 25%", "sat, rest: 1.00 s, 25%"} <= set(
        tooltips(drawn(proofs)["phases"])
    )


def of_puzzles(*names: str) -> dict[str, ElementTree.Element]:
    """The figures over all puzzles; ilp is the best on the last of them."""
    records = [
        changed(replace(each, puzzle=name, key=f"{name}{each.key}"), seconds={"cpu": 0.001, "total": 0.001})
        if (name, each.row) == (names[-1], "ilp") and each.record.complete
        else replace(each, puzzle=name, key=f"{name}{each.key}")
        for name in names
        for each in lines()
    ]
    found = pictures(arranged("Gallery", "", records))["overview"]
    return {kind: ElementTree.fromstring(text) for kind, text in found.items()}


def test_three_puzzles_have_an_overview() -> None:
    assert list(of_puzzles("a", "b", "c")) == ["puzzles"]
    assert of_puzzles("a", "b") == {}


def test_with_a_reference_the_overview_has_a_mark_for_the_largest_common_instance_of_each_puzzle() -> None:
    records = [replace(each, puzzle=name, key=f"{name}{each.key}") for name in "abc" for each in lines()]
    found = pictures(of(records, "sat"))["overview"]
    assert list(found) == ["puzzles", "scatter"]
    assert len(tooltips(ElementTree.fromstring(found["scatter"]))) == 3 + 3
    assert "CPU time of cadical195 (sat)" in texts(ElementTree.fromstring(found["scatter"]))


def test_the_overview_says_how_many_times_the_best_each_row_takes() -> None:
    found = of_puzzles("a", "b", "c")["puzzles"]
    said = texts(found)
    assert said[said.index("a 8") :][:4] == ["a 8", "1.0", "1.9", "skipped"]
    assert {"best 3", "best 0", "168 ms"} <= set(said)
    assert {"a n=8, cp: 315 ms, 1.88 times the best, 1.7 to 2.1", "a n=8, sat: 168 ms, the best"} <= set(
        tooltips(found)
    )


def test_in_the_overview_a_row_that_solves_some_runs_has_no_bound() -> None:
    records = [
        changed(replace(each, puzzle=name, key=f"{name}{each.key}"), status="sat")
        if (each.row, each.repetition) == ("ilp", 0)
        else replace(each, puzzle=name, key=f"{name}{each.key}")
        for name in "abc"
        for each in lines()
        if each.parameters["n"] == 7
    ]
    found = ElementTree.fromstring(pictures(arranged("Gallery", "", records))["overview"]["puzzles"])
    said = texts(found)
    assert said[said.index("a 7") :][:4] == ["a 7", "≈ 1.0", "≈ 1.1", "1 of 3"]
    assert "a n=7, ilp: no answer within 60 s, 1 of 3 solved" in tooltips(found)


def test_in_the_overview_a_tie_is_marked_and_a_limit_gives_a_bound() -> None:
    records = [
        replace(each, puzzle=name, key=f"{name}{each.key}")
        for name in "abc"
        for each in lines()
        if each.parameters["n"] == 7
    ]
    found = ElementTree.fromstring(pictures(arranged("Gallery", "", records))["overview"]["puzzles"])
    said = texts(found)
    assert said[said.index("a 7") :][:5] == ["a 7", "≈ 1.0", "≈ 1.1", "> 714", "84.0 ms"]
    assert {"best 0, ≈ 3", "best 0"} <= set(said)
    leads = [each for each in found.iter(f"{SVG}rect") if each.get("class") == "h0"]
    assert len(leads) == 6 + 1  # and one in the legend


def test_the_overview_is_ordered_by_the_rows_that_are_best() -> None:
    said = texts(of_puzzles("z", "b", "c")["puzzles"])
    assert [each for each in said if each[:1] in "bcz" and each.endswith(" 8")] == ["b 8", "c 8", "z 8"]
    records = [replace(each, puzzle=name, key=f"{name}{each.key}") for name in "abc" for each in lines()]
    slow = [
        changed(each, seconds={"cpu": 9.0, "total": 9.0}) if each.puzzle == "a" and each.row == "sat" else each
        for each in records
    ]
    report = pictures(arranged("Gallery", "", slow))["overview"]["puzzles"]
    assert [each for each in texts(ElementTree.fromstring(report)) if each.endswith(" 8")] == ["b 8", "c 8", "a 8"]


def boxes(ticks: Ticks) -> Iterator[tuple[float, float]]:
    for value, label in ticks.labels.items():
        middle, half = ticks.width * ticks.scale.share(value), width_of(label) / 2
        yield middle - half, middle + half


@pytest.mark.parametrize("values", [[1.0, 40.0], [0.0, 10_000.0], [1e6, 9e6], [4.0, 5.0], [123_456.0, 123_470.0]])
def test_labels_of_numbers_do_not_collide(values: list[float]) -> None:
    ticks = Ticks(linear(values), 300.0)
    assert len(ticks.labels) >= 2
    assert all(one[1] < other[0] for one, other in combinations(boxes(ticks), 2))


def test_names_that_do_not_fit_are_turned_and_shortened_in_the_middle() -> None:
    assert not Ticks(named(["a", "b", "c"]), 300.0).turned
    long = Ticks(named([f"DONALD+GERALD=ROBERT{each}" for each in range(9)]), 300.0)
    assert long.turned
    assert len(Ticks(named([str(each) for each in range(1000)]), 300.0).labels) <= 40
    assert clipped("sat:minicard+amo=native", 12) == "sat:mi…ative"
    assert clipped("sat:minicard+amo=native", 23) == "sat:minicard+amo=native"


def test_a_long_name_in_the_legend_is_shortened_and_shown_in_full_by_its_tooltip() -> None:
    name = "sat:minicard+amo=native+card=totalizer+symmetry=on"
    figure = ElementTree.fromstring(Chart("t", "x", "y", [Series(name, [Point(1, 1)], 0)]).svg())
    [label] = [each for each in figure.iter(f"{SVG}text") if name in "".join(each.itertext())]
    assert [child.text for child in label] == [name]
    assert len(label[0].tail or "") == 30


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("nqueens, time to all solutions", ["nqueens, time to all solutions"]),
        (
            "Sheet 002: cards (n, k), time to the first solution and to all",
            ["Sheet 002: cards (n, k), time to the first solution", "and to all"],
        ),
        (" ".join(["word"] * 40), [" ".join(["word"] * 11), f"{' '.join(['word'] * 10)} …"]),
    ],
)
def test_a_long_title_has_two_lines_and_ends_at_a_word(title: str, shown: list[str]) -> None:
    figure = ElementTree.fromstring(Chart(title, "x", "y", [Series("a", [Point(1, 1)], 0)]).svg())
    [heading] = [each for each in figure.iter(f"{SVG}text") if each.get("class") == "title"]
    assert ([each.text for each in heading.iter(f"{SVG}tspan")] or [heading.text]) == shown
    assert [each.text for each in heading.iter(f"{SVG}title")] == ([title] if shown[-1].endswith("…") else [])


def test_thousands_of_points_are_one_path() -> None:
    points = [Point(each, each) for each in range(1, 10_001)]
    for joined in (True, False):
        assert len(Chart("t", "x", "y", [Series("a", points, 0, joined)]).svg()) < 250_000


def contrast(one: str, other: str) -> float:
    """Of WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_colour_can_be_seen_on_its_paper() -> None:
    assert min(contrast(each, "#ffffff") for each in svg.COLOURS) >= 3
    assert min(contrast(each, "#161616") for each in svg.IN_THE_DARK) >= 3


def test_the_numbers_of_a_heat_map_can_be_read_in_both_themes() -> None:
    for colours, ink, other in ((svg.HEAT, "#222222", "#ffffff"), (svg.HEAT_IN_THE_DARK, "#dddddd", "#111111")):
        inks = [other if place in svg.LIGHT_INK else ink for place in range(len(colours))]
        assert min(contrast(*pair) for pair in zip(colours, inks, strict=True)) >= 4.5

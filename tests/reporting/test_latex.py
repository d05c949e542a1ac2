"""The tables for a paper say what those of the page say: ties, bounds, ratios, published figures; and they fit a page."""

from dataclasses import replace
from pathlib import Path

from tests.reporting.reports import lines
from tests.reporting.test_published import SWEEP
from tests.sweeps.lines import changed
from threefold.reporting.latex import to_latex
from threefold.reporting.report import arranged, read
from threefold.sweeps.record_line import Line, lines_text


def latex(records: list[Line]) -> str:
    return to_latex(arranged("Queens", "", records))


def rows_named(number: int) -> list[Line]:
    return [
        replace(each, row=f"sat:row{place}", key=f"{place}{each.key}")
        for place in range(number)
        for each in lines()
        if each.row == "sat"
    ]


def test_rows_that_tie_are_marked() -> None:
    assert r"n=7 & 40 & $\approx$ 84.0 ms & $\approx$ 90.0 ms & $>$ 60 s \\" in latex(lines())


def test_a_count_that_is_a_bound_is_shown_as_one() -> None:
    unknown = [changed(each, status="timeout", count=15, count_is="at_least") for each in lines()]
    assert r"n=4 & $\geq$ 15 & $>$ 60 s" in latex(unknown)


def test_the_scores_are_those_of_the_page() -> None:
    text = latex(lines()).partition("Scores by CPU time")[2]
    assert r"row & kind & solved & fastest on & ties on \\" in text
    assert r"cp & tuned & 5 of 5 & 1 & 1 \\" in text


def test_published_figures_are_a_table(tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text(SWEEP)
    (tmp_path / "records.jsonl").write_text(lines_text(lines()))
    text = to_latex(read(tmp_path))
    assert r"Source: A. Nonym, 1999 One computer is not like another.}" in text
    assert r"n=7 & 1,234 & 0.5 & 84.0 ms & 90.0 ms & timeout \\" in text


def test_a_table_with_more_rows_than_instances_is_transposed() -> None:
    text = latex(rows_named(15)).partition("Scores")[0]
    assert r"row & n=4 & n=5 & n=6 & n=7 & n=8 \\" in text
    assert r"solutions & 2 & 10 & 4 & 40 & 92 \\" in text
    assert "sat:row14 & " in text


def test_a_table_that_is_too_wide_is_split_and_its_first_column_is_in_each_part() -> None:
    named = [replace(each, parameters={"n": f"a-long-name-{each.parameters['n']}"}) for each in rows_named(15)]
    text = latex(named).partition("Scores")[0]
    assert text.count("(Part 1 of 2.)") == text.count("(Part 2 of 2.)") == 1
    assert text.count("sat:row14 & ") == 2


def test_a_table_that_is_too_long_is_split() -> None:
    many = [
        replace(each, parameters={"n": place}, key=f"{place}{each.key}")
        for place in range(100)
        for each in lines()
        if each.parameters["n"] == 4
    ]
    parts = latex(many).partition("Scores")[0].split(r"\begin{table}")[1:]
    assert max(part.count("\n") for part in parts) < 90
    assert all(r"instance & solutions & sat & cp & ilp \\" in part for part in parts[:-1])


def test_of_a_single_row_or_of_single_runs_none_is_marked_as_the_fastest() -> None:
    assert "textbf" in latex(lines(spread=0.01))
    for records in ([each for each in lines(spread=0.01) if each.row == "cp"], lines(repetitions=1)):
        text = latex(records)
        assert "textbf" not in text
        assert "bold: the fastest" not in text


def test_the_caption_says_of_what_the_median_is() -> None:
    assert "Median CPU time of 3 runs, and below it the range of their CPU times;" in latex(lines())
    seeds = [replace(each, seed=each.repetition, repetition=0) for each in lines()]
    assert "Median CPU time of 3 runs with the seeds 0, 1, 2, and below it the range of their CPU times;" in latex(
        seeds
    )
    assert "CPU time of one run. Limit: 60 s." in latex(lines(repetitions=1))


def test_the_caption_of_more_than_eight_runs_names_the_interval_of_the_median() -> None:
    expected = "Median CPU time of 9 runs, and below it the 95 \\% interval of the median CPU time;"
    assert expected in latex(lines(repetitions=9))

"""What is a sample and what is a ladder: medians and tests over draws of a random family, growth and crossings over sizes."""

from dataclasses import replace
from math import inf

import pytest

from tests.reporting.families import family
from tests.reporting.reports import about, lines, of
from tests.sweeps.lines import changed
from threefold.reporting.estimates import growth_of
from threefold.reporting.figures import pictures
from threefold.reporting.latex import to_latex
from threefold.reporting.paired import comparisons
from threefold.reporting.samples import growth, ladders, points, satisfiable
from threefold.reporting.statistics import standings
from threefold.reporting.write import files
from threefold.sweeps.record_line import Line


def test_instances_that_differ_in_their_seed_only_are_a_point() -> None:
    [section] = of(family()).sections
    assert [(point.text, point.x, len(point.draws)) for point in points(section)] == [
        ("n=30 holes=40", 40.0, 10),
        ("n=30 holes=42", 42.0, 10),
        ("n=30 holes=44", 44.0, 10),
    ]
    assert [satisfiable(section, point) for point in points(section)] == [(0, 10), (5, 10), (10, 10)]
    assert ladders(section) == []
    assert points(of(lines()).sections[0]) == []
    assert points(of(family(draws=1)).sections[0]) == []


def test_the_median_of_a_point_is_over_its_instances_and_unsolved_ones_take_longer_than_all_others() -> None:
    [section] = of(family(stopped=3)).sections
    last = points(section)[-1]
    found = last.median(section, "cp")
    assert found is not None
    times = sorted([inf] * 3 + [(0.05 + 0.01 * seed) * (2 + 0.1 * seed) for seed in range(3, 10)])
    assert found.value == pytest.approx((times[4] + times[5]) / 2)
    assert found.ends == (times[1], inf)
    assert "to > 10 s; 7 of 10 solved) |" in files(of(family(stopped=3)))["report.md"]


def test_the_rows_of_a_point_are_compared_in_pairs_with_the_reference() -> None:
    report = of(family(), "sat")
    [contest] = report.sections[0].contests
    found = comparisons(contest)
    assert [(point.text, each.row, each.other, each.ratio.runs) for point, each in found if point] == [
        (f"n=30 holes={holes}", "sat", "cp", 10) for holes in (40, 42, 44)
    ]
    assert {each.p for _, each in found} == {2 / 2**10}
    low, high = found[0][1].ratio.ends
    assert 2 < low < found[0][1].ratio.value < high < 2.9
    assert "| cp | sat | n=30 holes=42 | 10 | 2.4 (" in files(report)["report.md"]
    assert comparisons(of(family()).sections[0].contests[0]) == []


def test_a_draw_that_only_one_row_solves_counts_in_the_test_and_not_in_the_ratio() -> None:
    [contest] = of(family(factor=0.2, stopped=4), "sat").sections[0].contests
    *_, (_, last) = comparisons(contest)
    assert last.ratio.runs == 6
    assert last.ratio.value < 1
    assert last.p > 0.05


def test_in_a_sample_a_time_below_the_floor_counts_as_the_floor() -> None:
    """Without these draws the sample would be chosen by its outcome; as measured, the start of a run would be compared."""
    [contest] = of(family(factor=0.01), "sat").sections[0].contests
    (_, first), *_ = comparisons(contest)
    assert first.ratio.runs == 10
    assert first.ratio.ends[0] > 0.07  # 10 ms by 140 ms
    easy = [changed(each, seconds={"cpu": 0.001 if each.row == "cp" else 0.009}) for each in family()]
    (_, first), *_ = comparisons(of(easy, "sat").sections[0].contests[0])
    assert (first.ratio.value, first.p) == (1, 1)


def test_a_section_with_seeds_has_means_shares_and_at_most_four_figures() -> None:
    report = of(family(), "sat")
    [section] = report.sections
    first, *_ = standings(section.contests[0])
    assert first.row == "sat"
    assert first.par2 == pytest.approx(0.095)
    assert about(section)[0] == (
        "Of the instances that some row decides, a solution is there for 0% at n=30 holes=40 and 100% at n=30 holes=44."
    )
    assert list(pictures(report)["qcp-first"]) == ["scaling", "cactus", "scatter"]
    text = files(report)["report.md"]
    assert "seed=3" not in text.partition("## Which rows agree")[0]
    assert "fastest" not in text.partition("## Terms")[0]
    paper = to_latex(report)
    assert r"n=30 holes=42 & 10 & 5 of 10 & 95.0 ms &" in paper
    assert r"cp & sat & n=30 holes=42 & 10 & 2.4 & p = 0.002 \\" in paper


def test_no_section_has_more_than_four_figures() -> None:
    counted = [changed(each, statistics={"conflicts": 10 * each.record.verified}) for each in lines()]
    for report in (of(counted, "sat"), of(family(), "sat")):
        assert max(len(figures) for figures in pictures(report).values()) <= 4


def slow(factor: float) -> list[Line]:
    return [
        changed(each, seconds={name: factor * value for name, value in each.record.seconds.items()}) for each in lines()
    ]


def test_instances_that_differ_in_one_number_are_a_ladder_and_those_with_another_k_another_one() -> None:
    two = [replace(each, parameters={**each.parameters, "k": 2}) for each in lines()]
    three = [replace(each, parameters={**each.parameters, "k": 3}, key=each.key[::-1]) for each in lines()]
    [section] = of([*two, *three]).sections
    assert [(ladder.along, ladder.rest, len(ladder.rungs)) for ladder in ladders(section)] == [
        ("n", "k=2", 5),
        ("n", "k=3", 5),
    ]
    together = [
        replace(each, parameters={"m": each.parameters["n"], "l": int(each.parameters["n"]) ** 2}) for each in lines()
    ]
    assert [(ladder.along, ladder.sizes) for ladder in ladders(of(together).sections[0])] == [("m", (4, 5, 6, 7, 8))]
    named = [replace(each, parameters={"grid": f"g{each.parameters['n']}"}) for each in lines()]
    assert ladders(of(named).sections[0]) == []
    few = [each for each in lines() if int(each.parameters["n"]) < 7]
    assert ladders(of(few).sections[0]) == []


def test_the_growth_of_a_ladder_is_fitted_to_the_times_in_which_the_start_matters_little() -> None:
    fits = {
        fit.row: (fit.growth.over(fit.along), fit.first.text, fit.last.text) for fit in growth(of(slow(10)).sections[0])
    }
    assert fits == {"sat": ("2^n", "n=4", "n=8"), "cp": ("3.5^n", "n=5", "n=8")}
    assert growth(of(lines()).sections[0]) == []
    assert "| cp | n=5 to n=8 | 3.5^n | 1.00 times |" in files(of(slow(10)))["report.md"]


def test_a_power_is_found_where_it_fits_better_than_an_exponential() -> None:
    sizes = [4.0, 8.0, 16.0, 32.0]
    power = growth_of(sizes, [0.1 * size**3 for size in sizes])
    assert power.over("n") == "n^3"
    assert power.off == pytest.approx(1)
    rough = growth_of(sizes, [0.1 * 2**4, 0.1 * 2**8, 0.1 * 2**17, 0.1 * 2**31])
    assert rough.exponential
    assert rough.factor == pytest.approx(2, rel=0.05)
    assert 1.5 < rough.off < 3


def test_the_report_says_from_where_on_a_row_passes_the_reference() -> None:
    sentences = about(of(slow(10), "cp").sections[0])
    assert (
        "Of the tuned rows, cadical195 (sat) passes CP-SAT (cp) at n=8 (it is slower up to n=6); "  # they tie at n=7
        "own B&amp;B + CBC (ilp) is slower than CP-SAT (cp) from n=4 to n=7." in sentences
    )
    assert not any("passes" in each for each in about(of(slow(10)).sections[0]))
    five = [
        each for each in lines() if each.row != "ilp"
    ]  # sat and cp tie at n=7, and at n=4 and 5 cp is below the floor
    without = [changed(each, status="error") if each.parameters["n"] == 8 else each for each in five]
    assert "Of the tuned rows, CP-SAT (cp) is faster than cadical195 (sat) at n=6." in about(
        of(without, "sat").sections[0]
    )
    once = [each for each in slow(10) if each.repetition == 0]
    assert not any("passes" in each for each in about(of(once, "cp").sections[0]))


def test_rows_that_change_places_several_times_take_turns() -> None:
    turns = {4: 0.1, 5: 9.0, 6: 0.2, 7: 9.0, 8: 0.3}
    records = [
        changed(each, seconds={"cpu": turns[int(each.parameters["n"])]})
        if each.row == "cp"
        else changed(each, seconds={"cpu": 1.0})
        for each in lines()
        if each.row != "ilp"
    ]
    assert any(
        "CP-SAT (cp) and cadical195 (sat) take turns: the faster one changes 4 times from n=4 to n=8" in each
        for each in about(of(records, "sat").sections[0])
    )

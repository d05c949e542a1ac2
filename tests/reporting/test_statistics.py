"""Who is faster, and whether the runs show it: ties, single runs, means over instances, paired comparisons, starved runs."""

from dataclasses import replace

import pytest

from tests.reporting.reports import about, lines, of, sentences
from tests.sweeps.lines import changed, line, run
from threefold.reporting.caution import starved
from threefold.reporting.estimates import Estimate
from threefold.reporting.latex import to_latex
from threefold.reporting.paired import common, comparisons
from threefold.reporting.report import Report, Section, arranged
from threefold.reporting.statistics import lead, overview, pooled, standings
from threefold.reporting.write import files
from threefold.sweeps.record_line import Line


def section_of(records: list[Line]) -> Section:
    [section] = arranged("Queens", "", records).sections
    return section


def at(n: int, spread: float = 0.05, repetitions: int = 3) -> list[Line]:
    return [each for each in lines(spread, repetitions) if each.parameters["n"] == n]


def several_puzzles(number: int = 3) -> Report:
    names = ["cards", "golomb", "latin", "magic", "schur", "sudoku", "zebra"][:number]
    return arranged(
        "All", "", [replace(each, puzzle=name, key=f"{name}{each.key}") for name in names for each in lines()]
    )


def test_rows_whose_intervals_overlap_tie_and_none_is_the_fastest() -> None:
    section = section_of(at(7))  # sat 80 to 88 ms, cp 86 to 94 ms
    first = lead(section, section.instances[0])
    assert first is not None
    assert first.rows == ("sat", "cp")
    assert first.winner is None
    assert "cadical195 (sat) and CP-SAT (cp) tie at n=7." in about(section)[0]
    narrow = section_of(at(7, spread=0.01))
    clear = lead(narrow, narrow.instances[0])
    assert clear is not None
    assert clear.winner == "sat"


def test_the_time_that_was_limited_is_compared() -> None:
    slow_clock = [changed(each, seconds={"cpu": 0.5, "total": 7.0}) for each in at(4)]
    assert [cell.time for cell in section_of(slow_clock).cells.values()] == [0.5] * 3
    limited = [replace(each, limit="wall") for each in slow_clock]
    section = section_of(limited)
    assert [cell.time for cell in section.cells.values()] == [7.0] * 3
    assert (section.clock, section.time_word) == ("wall", "wall time")


def test_a_ladder_of_sizes_has_no_mean() -> None:
    assert {(each.par2, each.geometric) for each in standings(section_of(lines()))} == {(None, None)}
    report = files(of(lines(), "sat"))["report.md"].partition("**PAR-2**")[0]
    assert "PAR-2" not in report
    assert "geometric" not in report


def test_wins_and_ties_are_counted_apart() -> None:
    found = {standing.row: (standing.wins, standing.ties) for standing in standings(section_of(lines()))}
    assert found == {"cp": (1, 1), "sat": (1, 1), "ilp": (0, 0)}


def test_a_single_run_neither_wins_nor_ties() -> None:
    """The table once counted `fastest on 2` for rows of which no cell was marked."""
    section = section_of(lines(repetitions=1))
    assert [(standing.wins, standing.ties) for standing in standings(section)] == [(0, 0)] * 3
    report = several_puzzles()
    once = [each for each in report.lines if each.repetition == 0]
    assert not [each for each in sentences(arranged("All", "", once)) if "fastest on" in each]
    some = [each for each in report.lines if each.puzzle != "golomb" or each.repetition == 0]
    expected = "**cadical195 (sat)** is fastest on 2 and on 1 a row ran once only."
    assert any(each.endswith(expected) for each in sentences(arranged("All", "", some)))


def test_the_only_row_of_a_section_is_not_the_fastest() -> None:
    """The page of proofs once had every time in bold and green."""
    section = section_of([each for each in lines() if each.row == "cp"])
    assert lead(section, section.instances[0]) is None
    assert "textbf" not in to_latex(arranged("Q", "", [each for each in lines() if each.row == "cp"]))


def test_the_sizes_of_one_puzzle_are_no_sample() -> None:
    """`1.13 times as long, p = 1.00` was a mean over nine sizes, of ratios from 0.57 to 3.82."""
    ladder = [replace(each, parameters={"n": int(each.parameters["n"]) + 5 * more}, key=f"{more}{each.key}")
              for each in lines() for more in range(3)]  # fmt: skip
    [section] = of(ladder, "sat").sections
    assert len(section.whole) == 15
    assert comparisons(section.contests[0]) == []
    assert not [each for each in about(section) if "p = " in each or "typically" in each]


def test_six_puzzles_are_compared_in_pairs_at_the_largest_instance_of_each_that_both_solve() -> None:
    records = [each for each in several_puzzles(6).lines if each.puzzle != "cards" or int(each.parameters["n"]) < 7]
    [pool] = pooled(of(records, "sat"))
    [contest] = pool.contests
    assert [each.text for each in common(contest, "sat", "ilp")][:2] == ["cards n=6", "golomb n=6"]
    (where, cp), (_, ilp) = comparisons(contest)
    assert where is None
    ratios = [0.2 * (3.5 / 2) ** 2, *[0.2 * (3.5 / 2) ** 4] * 5]
    assert (cp.row, cp.other, cp.ratio.runs) == ("sat", "cp", 6)
    assert cp.ratio.ends == pytest.approx((ratios[0], ratios[1]))
    assert cp.p == 2 * 2 / 64  # cp is ahead once, by rank 1: two choices of ranks have a sum up to 1
    assert ilp.ratio.value == pytest.approx(40 * 9)
    assert (ilp.other, ilp.p) == ("ilp", 2 * 2 / 64)  # 2 / 64, corrected for two tests


def test_without_a_reference_in_the_sweep_file_there_is_no_ratio() -> None:
    """It was chosen after looking: the best row."""
    [contest] = pooled(several_puzzles(6))[0].contests
    assert comparisons(contest) == []
    assert not any("times as long (" in each for each in [*about(section_of(lines())), *sentences(several_puzzles(6))])
    assert pooled(several_puzzles(1)) == []
    few = pooled(of(list(several_puzzles(5).lines), "sat"))[0].contests
    assert comparisons(few[0]) == []


def test_a_time_below_the_floor_is_shown_and_is_neither_best_nor_compared() -> None:
    """Backtracking was "fastest from n=4 to n=9": it starts faster."""
    report = of(lines(spread=0.01), "sat")
    [section] = report.sections
    [contest] = section.contests
    first = lead(contest, section.instances[0])
    assert first is not None
    assert (first.easy, first.winner) == (True, None)
    text = files(report)["report.md"]
    assert "| n=4 | 2 | 11.1 ms · 10.1 ms (10.0–10.2 ms) | 2.2 ms · 2.0 ms (&lt; floor) |" in text
    assert about(section)[0].endswith("; from n=4 to n=5 a time is below 10.0 ms, and nothing is compared.")
    small = [changed(each, seconds={"cpu": 0.001}) if each.row == "cp" else each for each in several_puzzles(6).lines]
    assert overview(several_puzzles(), "tuned") != []
    assert overview(arranged("All", "", small), "tuned") == []


def test_the_overview_has_how_many_times_the_best_each_row_takes() -> None:
    first, *others = overview(several_puzzles(), "tuned")
    assert len(others) == 2
    assert (first.section.puzzle, first.instance.text, first.lead.rows) == ("cards", "n=8", ("sat",))
    sat, cp, ilp = first.factors
    assert (sat.row, sat.leads, sat.ratio and sat.ratio.value) == ("sat", True, 1.0)
    assert cp.ratio
    assert not cp.leads
    assert cp.ratio.value == pytest.approx(0.002 * 3.5**4 / (0.01 * 2**4))
    assert (ilp.status, ilp.ratio) == ("skipped", None)


def test_the_report_says_on_how_many_puzzles_each_row_is_fastest_and_how_many_tie() -> None:
    report = several_puzzles()
    where = "Of the tuned rows on 3 puzzles, each at the largest instance that any of them solves"
    expected = f"{where}, **cadical195 (sat)** is fastest on 3."
    assert expected in sentences(report)
    tied = [each for each in report.lines if each.puzzle != "golomb" or each.parameters["n"] != 8]
    expected = expected.replace("on 3.", "on 2 and on 1 the fastest rows tie.")
    assert expected in sentences(arranged("All", "", tied))


def test_what_takes_how_many_times_as_long_is_said_with_its_error_and_the_test() -> None:
    report = of([each for each in several_puzzles(7).lines if int(each.parameters["n"]) < 8], "sat")
    sentence = next(each for each in sentences(report) if each.startswith("7 puzzles: all sol"))
    assert sentence == (
        "7 puzzles: all solutions. Of the tuned rows, on the largest instance of each puzzle that both solve, compared with "
        "cadical195 (sat): CP-SAT (cp) typically takes 1.07 times as long (1.07 to 1.07 over 7 puzzles; p = 0.016); own "
        "B&amp;B + CBC (ilp) typically takes 360 times as long (360 to 360 over 7 puzzles; p = 0.016), and only cadical195 "
        "(sat) solves a larger one of 7 puzzles."
    )
    [section] = of(lines(), "sat").sections
    assert (
        "At n=6, the largest that all tuned rows solve, cadical195 (sat) takes 42.0 ms; CP-SAT (cp) 25.7 ms (0.61 times as long; "
        "0.56 to 0.67); own B&amp;B + CBC (ilp) 15.12 s (360 times as long; 327 to 396)." in about(section)
    )


def test_the_report_says_which_time_is_compared_and_that_there_is_one_run_of_each() -> None:
    first, second = (sentences(arranged("Q", "", lines(repetitions=each))) for each in (1, 3))
    assert any("compared" in each and " by their CPU time, which is limited to 60 s." in each for each in first)
    why = "there are no ranges, no row is called the fastest, and another run may turn out differently"
    once = f"**Every run was made once**: {why}."
    assert once in first
    assert once not in second
    wall = [replace(each, limit="wall", limit_seconds=3600.0) for each in lines()]
    found = sentences(arranged("Q", "", wall))
    assert any(" by their wall time, which is limited to 3,600 s." in each for each in found)


def test_the_report_names_starved_runs_and_runs_that_waited_until_they_were_ended() -> None:
    waiting = [replace(changed(each, seconds={"cpu": 0.9, "total": 3.0}), limit="wall") for each in at(4)]
    worst = "at worst, cp on nqueens n=4 had 900 ms of CPU time in 3.00 s."
    starving = f"**9 runs were starved**, although wall time is limited: {worst}"
    assert starving in sentences(arranged("Q", "", waiting))
    ended = [
        changed(each, status="timeout", seconds={"cpu": 0.1, "total": 660.0}) for each in at(4) if each.row == "cp"
    ]
    sentence = "**3 runs were ended because they waited**, long before their CPU time was used up: cp on nqueens n=4."
    assert sentence in sentences(arranged("Q", "", [*ended, *at(5)]))


def test_a_run_that_waited_for_the_processor_is_starved_if_wall_time_is_limited() -> None:
    waiting = changed(line(run()), seconds={"cpu": 0.9, "total": 3.0})
    assert starved([waiting]) == [waiting]
    assert starved([replace(waiting, limit="cpu")]) == []
    assert starved([changed(waiting, seconds={"cpu": 0.9, "total": 1.0})]) == []
    assert starved([changed(waiting, seconds={"cpu": 0.001, "total": 0.05})]) == []  # starting a process takes time


def test_a_cell_has_phases_memory_counters_and_the_method_of_its_runs() -> None:
    records = [
        changed(each, seconds={"build": 1.0 + each.repetition, "cpu": 3.0}, memory=10_000_000 * each.repetition,
                statistics={"conflicts": 5 * each.repetition}, method="first, integer view")
        for each in at(4)
    ]  # fmt: skip
    cell = section_of(records).along("cp")[0]
    assert cell.phases == {"build": 2.0}
    assert cell.memory == 20.0
    assert cell.statistics == {"conflicts": 5}
    assert cell.method == "first, integer view"
    assert cell.estimate == Estimate(3.0, 3.0, 3.0, 3)


def test_the_change_of_a_method_along_the_instances_is_found() -> None:
    method = {4: "first, integer view", 5: "first, integer view", 6: "first, Boolean view"}
    records = [changed(each, method=method.get(int(each.parameters["n"]), "first, Boolean view")) for each in lines()]
    section = section_of(records)
    assert [(before.instance.text, cell.instance.text) for before, cell in section.changes("cp")] == [("n=5", "n=6")]
    assert "At n=6, cp changes its method from `first, integer view` to `first, Boolean view`." in about(section)


def test_one_run_of_each_is_not_called_a_median_and_some_solved_seeds_are_counted() -> None:
    once = files(arranged("Q", "", lines(repetitions=1)))["report.md"]
    assert "\nWall time · CPU time, which is compared, of one run:\n" in once
    assert "median" not in once.partition("## Terms")[0]
    several = files(arranged("Q", "", lines()))["report.md"]
    assert "\nWall time · CPU time, which is compared, medians of 3 runs;" in several
    seeds = [changed(each, seed=each.repetition, repetition=0) for each in lines()]
    assert "medians of 3 runs with the seeds 0, 1, 2;" in files(arranged("Q", "", seeds))["report.md"]
    some = [changed(each, status="timeout") if each.repetition == 1 and each.row == "cp" else each for each in at(4)]
    assert "time > 60 s, 2 of 3 solved" in files(arranged("Q", "", [*some, *at(5)]))["report.md"]
    assert "$>$ 60 s, 2 of 3 solved" in to_latex(arranged("Q", "", [*some, *at(5)]))

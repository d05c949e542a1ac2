"""Who is faster, and whether the runs show it: ties, single runs, means over instances, paired comparisons, starved runs."""

from dataclasses import replace

import pytest

from tests.reporting.reports import about, lines, sentences
from tests.sweeps.lines import changed, line, run
from threefold.reporting.caution import starved
from threefold.reporting.estimates import Estimate
from threefold.reporting.latex import to_latex
from threefold.reporting.report import Report, Section, arranged
from threefold.reporting.statistics import (
    SHIFT,
    comparisons,
    largest,
    lead,
    overview,
    penalised,
    pooled,
    standings,
)
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
    assert "sat and cp tie at n=7." in about(section)[0]
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


def test_the_shifted_geometric_mean_stands_beside_par2() -> None:
    section = section_of([each for each in lines() if each.row != "ilp"])
    for standing in standings(section):
        product = 1.0
        for cell in section.along(standing.row):
            product *= penalised(cell) + SHIFT
        assert standing.geometric == pytest.approx(product ** (1 / 5) - SHIFT)


def test_wins_and_ties_are_counted_apart() -> None:
    found = {standing.row: (standing.wins, standing.ties) for standing in standings(section_of(lines()))}
    assert found == {"cp": (3, 1), "sat": (1, 1), "ilp": (0, 0)}


def test_a_single_run_neither_wins_nor_ties() -> None:
    """The table once counted `fastest on 2` for rows of which no cell was marked."""
    section = section_of(lines(repetitions=1))
    assert [(standing.wins, standing.ties) for standing in standings(section)] == [(0, 0)] * 3
    report = several_puzzles()
    once = [each for each in report.lines if each.repetition == 0]
    assert not [each for each in sentences(arranged("All", "", once)) if "fastest on" in each]
    some = [each for each in report.lines if each.puzzle != "golomb" or each.repetition == 0]
    expected = "**sat** is fastest on 2 and on 1 a row ran once only."
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
    section = section_of(ladder)
    assert len(section.whole) == 15
    assert comparisons(section) == []
    assert not [each for each in about(section) if "p = " in each or "typically" in each]


def test_six_puzzles_are_compared_in_pairs_at_one_instance_of_each_the_largest_that_any_row_solves() -> None:
    small = [each for each in several_puzzles(6).lines if each.puzzle != "cards" or int(each.parameters["n"]) < 6]
    [section] = pooled(arranged("All", "", small))
    assert [each.text for each in largest(section)][:2] == ["cards n=5", "golomb n=8"]
    [cp] = comparisons(section)  # ilp solves too few of them
    ratios = [0.2 * 3.5 / 2, *[0.2 * (3.5 / 2) ** 4] * 5]
    assert (cp.row, cp.other, cp.ratio.runs) == ("sat", "cp", 6)
    assert cp.ratio.ends == pytest.approx((ratios[0], ratios[1]))
    assert (
        cp.p == 2 * 17 / 64
    )  # cp is ahead by rank 6, sat five times by rank 3: 17 choices of ranks have a sum up to 6
    assert pooled(several_puzzles(1)) == []
    assert comparisons(pooled(several_puzzles(5))[0]) == []


def test_the_overview_has_how_many_times_the_best_each_row_takes() -> None:
    first, *others = overview(several_puzzles())
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
    expected = "Of 3 puzzles, each at the largest instance that any row solves, **sat** is fastest on 3."
    assert expected in sentences(report)
    tied = [each for each in report.lines if each.puzzle != "golomb" or each.parameters["n"] != 8]
    expected = expected.replace("on 3.", "on 2 and on 1 the fastest rows tie.")
    assert expected in sentences(arranged("All", "", tied))


def test_what_takes_how_many_times_as_long_is_said_with_its_error_and_the_test() -> None:
    solved = [each for each in several_puzzles(7).lines if int(each.parameters["n"]) < 7]
    sentence = next(each for each in sentences(arranged("All", "", solved)) if each.startswith("7 puzzles: all sol"))
    assert "the best PAR-2" in sentence
    assert "the best shifted geometric mean" in sentence
    expected = (
        "On one instance of each puzzle, the largest that any row solves, compared with cp: sat typically takes 1.63 times as "
        "long (1.63 to 1.63 on the 7 that both solve; p = 0.016); ilp typically takes 588 times as long (588 to 588 on the 7 "
        "that both solve; p = 0.016)."
    )
    assert sentence.endswith(expected)
    [section] = arranged("Q", "", lines()).sections
    assert "cp takes 25.7 ms and ilp 15.12 s (588 times as long; 534 to 647)." in " ".join(about(section))


def test_the_report_says_which_time_is_compared_and_that_there_is_one_run_of_each() -> None:
    first, second = (sentences(arranged("Q", "", lines(repetitions=each))) for each in (1, 3))
    assert "Rows are compared by their CPU time, which is limited to 60 s." in first
    why = "there are no ranges, no row is called the fastest, and another run may turn out differently"
    once = f"**Every run was made once**: {why}."
    assert once in first
    assert once not in second
    wall = [replace(each, limit="wall", limit_seconds=3600.0) for each in lines()]
    assert "Rows are compared by their wall time, which is limited to 3,600 s." in sentences(arranged("Q", "", wall))


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
    assert "median" not in once
    several = files(arranged("Q", "", lines()))["report.md"]
    assert "\nWall time · CPU time, which is compared, medians of 3 runs;" in several
    seeds = [changed(each, seed=each.repetition, repetition=0) for each in lines()]
    assert "medians of 3 runs with the seeds 0, 1, 2;" in files(arranged("Q", "", seeds))["report.md"]
    some = [changed(each, status="timeout") if each.repetition == 1 and each.row == "cp" else each for each in at(4)]
    assert "time > 60 s, 2 of 3 solved" in files(arranged("Q", "", [*some, *at(5)]))["report.md"]
    assert "$>$ 60 s, 2 of 3 solved" in to_latex(arranged("Q", "", [*some, *at(5)]))

"""What a reader of the times must know: how many runs there are, their seeds, errors and outliers."""

import pytest

from tests.reporting.reports import about, lines, sentences
from tests.sweeps.lines import changed
from threefold.reporting.report import arranged
from threefold.sweeps.record_line import Line


def at(n: int, repetitions: int = 3) -> list[Line]:
    return [each for each in lines(repetitions=repetitions) if each.parameters["n"] == n]


def seeded(records: list[Line]) -> list[Line]:
    """Each repetition becomes the only one of a seed."""
    return [changed(each, seed=each.repetition, repetition=0) for each in records]


def slow(records: list[Line], repetition: int) -> list[Line]:
    """A repetition of cp that takes a second."""
    return [
        changed(each, seconds={"cpu": 1.0}) if (each.row, each.repetition) == ("cp", repetition) else each
        for each in records
    ]


@pytest.mark.parametrize("repetitions", [3, 5])
def test_the_report_says_of_how_many_runs_a_time_is_the_median(repetitions: int) -> None:
    expected = f"Each time is the median of {repetitions} runs; after it stands the range of their CPU times."
    assert expected in sentences(arranged("Q", "", lines(repetitions=repetitions)))


def test_runs_with_other_seeds_are_not_called_repetitions() -> None:
    expected = "Each time is the median of 3 runs with the seeds 0, 1, 2; after it stands the range of their CPU times."
    assert expected in sentences(arranged("Q", "", seeded(lines())))


def test_the_range_of_more_than_eight_runs_is_not_their_interval() -> None:
    many = arranged("Q", "", at(4, repetitions=9))
    expected = "Each time is the median of 9 runs; after it stands the 95 % interval of the median CPU time."
    assert expected in sentences(many)
    some = [each for each in many.lines if each.row != "cp" or each.repetition < 4]
    expected = (
        "of 4 or 9 runs; after it stands the 95 % interval of the median CPU time, or the range of 8 runs or fewer."
    )
    assert expected in " ".join(sentences(arranged("Q", "", some)))


def test_sections_with_other_numbers_of_runs_are_named() -> None:
    first = [changed(each, task="first", key=f"first{each.key}") for each in lines(repetitions=1)]
    text = sentences(arranged("Q", "", [*lines(), *first]))
    assert "nqueens: one solution: each time is of one run." in text
    count = "nqueens: all solutions: each time is the median of 3 runs; after it stands the range of their CPU times."
    assert count in text


def test_a_repetition_that_is_much_slower_is_an_outlier_and_another_seed_is_not() -> None:
    """The spread over seeds belongs to the search; an outlier is the machine's."""
    records = slow(at(4), 2)
    [section] = arranged("Q", "", records).sections
    assert "1 cell with an outlier: cp at n=4: slowest of 3 is 476.2 times the median." in about(section)
    [section] = arranged("Q", "", seeded(records)).sections
    assert "outlier" not in " ".join(about(section))


def test_an_outlier_among_the_repetitions_of_one_of_several_seeds_is_found() -> None:
    both = [changed(each, seed=seed, key=f"{seed}{each.key}") for each in at(4) for seed in (1, 2)]
    records = [changed(each, seconds={"cpu": 1.0}) if each.key == "2" + at(4)[2].key else each for each in both]
    [section] = arranged("Q", "", records).sections
    assert "1 cell with an outlier: sat at n=4: slowest of 3 is 95.2 times the median." in about(section)


def test_the_first_outliers_are_named_and_the_others_counted() -> None:
    [section] = arranged("Q", "", slow(lines(), 2)).sections
    [sentence] = [each for each in about(section) if "outlier" in each]
    assert sentence.startswith("5 cells with an outlier: cp at n=4: ")
    assert sentence.count(" times the median") == 3
    assert sentence.endswith("; and 2 more.")


def test_runs_that_ended_in_an_error_are_reported_with_row_instance_and_reason() -> None:
    """A sweep with three of them said no more than `cp solves up to n=7`."""
    records = [
        changed(each, status="error", reason="the solver crashed.", count=None, count_is="unknown", fingerprint=None)
        if each.row == "cp" and each.parameters["n"] == 8
        else each
        for each in lines()
    ]
    [section] = arranged("Q", "", records).sections
    assert "**3 runs ended in an error**: cp at n=8 (3 runs): the solver crashed." in about(section)
    sizes = [changed(each, task="lower") for each in records]
    [section] = arranged("Q", "", sizes).sections
    assert "**3 runs ended in an error**: cp at n=8 (3 runs): the solver crashed." in about(section)
    [section] = arranged("Q", "", lines()).sections
    assert "error" not in " ".join(about(section))


def test_errors_of_several_rows_and_reasons_are_told_apart() -> None:
    records = [
        changed(each, status="error", reason=f"reason {each.repetition}") if each.row == "ilp" else each
        for each in at(4)
    ]
    [section] = arranged("Q", "", records).sections
    named = "; ".join(f"ilp at n=4: reason {repetition}" for repetition in range(3))
    assert f"**3 runs ended in an error**: {named}." in about(section)

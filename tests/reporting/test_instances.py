"""On which instances a row is the fastest, and which it solves: a sentence says no more than was measured."""

from dataclasses import replace

from tests.reporting.reports import about, lines
from tests.sweeps.lines import changed
from threefold.reporting.report import Section, arranged
from threefold.sweeps.record_line import Line


def section_of(records: list[Line]) -> Section:
    [section] = arranged("Queens", "", records).sections
    return section


def squares(records: list[Line]) -> list[Line]:
    """With two parameters instead of n: 8 queens on 5 squares are not less than 16 queens on 4."""
    parameters = {4: {"n": 5, "k": 3}, 7: {"n": 8, "k": 5}, 8: {"n": 16, "k": 4}}
    return [
        replace(each, parameters=parameters[int(each.parameters["n"])])
        for each in records
        if each.parameters["n"] in parameters
    ]


def faster(row: str, n: int, records: list[Line]) -> list[Line]:
    return [
        changed(each, seconds={"cpu": 0.0101}) if (each.row, each.parameters["n"]) == (row, n) else each
        for each in records
    ]


def stopped(row: str, n: int, repetitions: int, count: int | None = None) -> list[Line]:
    """Some repetitions of a row hit the limit."""
    changes = {"status": "timeout", "count": count, "count_is": "at_least" if count else "unknown", "fingerprint": None}
    return [
        changed(each, **changes)
        if (each.row, each.parameters["n"]) == (row, n) and each.repetition < repetitions
        else each
        for each in lines()
    ]


def test_a_row_is_the_fastest_on_the_instances_that_were_measured_and_on_no_larger_one() -> None:
    """`sat is fastest for n ≥ 8` rested on n=8 alone."""
    first = about(section_of(lines()))[0]
    assert first.endswith(
        ": **cadical195 (sat)** is fastest at n=8; cadical195 (sat) and CP-SAT (cp) tie at n=7; **CP-SAT (cp)** is fastest at "
        "n=6; from n=4 to n=5 a time is below 10.0 ms, and nothing is compared."
    )
    narrow = about(section_of(lines(spread=0.01)))[0]
    assert narrow == (
        "Counting all solutions of nqueens, of the tuned rows: **cadical195 (sat)** is fastest from n=7 to n=8; **CP-SAT (cp)** "
        "is fastest at n=6; from n=4 to n=5 a time is below 10.0 ms, and nothing is compared."
    )


def test_a_row_that_is_always_the_fastest_is_so_on_every_instance() -> None:
    records = [each for each in lines() if each.row != "cp" and int(each.parameters["n"]) < 7]
    [first, *_] = about(section_of(records))
    assert first.endswith(" of the tuned rows: **cadical195 (sat)** is fastest on every instance (n=4 to n=6).")


def test_rows_that_are_never_the_fastest_alone_are_not_said_to_take_turns() -> None:
    turns = faster("ilp", 7, [each for each in lines(spread=0.01) if int(each.parameters["n"]) > 5])
    turns = [changed(each, status="sat") for each in turns if each.parameters["n"] != 8]
    expected = "**own B&amp;B + CBC (ilp)** is fastest at n=7; **CP-SAT (cp)** is fastest at n=6."
    assert about(section_of(turns))[0].endswith(expected)
    ties = [each for each in lines(spread=2.0) if each.row != "ilp"]
    assert "fastest" not in about(section_of(ties))[0]


def test_instances_are_counted_where_there_are_too_many_to_be_named() -> None:
    slow = [changed(each, seconds={"cpu": 10 * each.record.seconds.get("cpu", 1.0)}) for each in lines()]
    others = (
        "of the other 4 instances, **CP-SAT (cp)** is fastest on 2, **own B&amp;B + CBC (ilp)** is fastest on 1 and on 1 the "
        "fastest rows tie."
    )
    assert about(section_of(faster("ilp", 5, slow)))[0].endswith(f"**cadical195 (sat)** is fastest at n=8; {others}")


def test_of_a_tie_of_many_rows_the_number_is_given() -> None:
    """A sentence once named ten of thirteen rows; the table marks them."""
    copies = [
        replace(each, row=f"{each.row}+amo={name}") for each in lines() for name in ("ladder", "bitwise", "product")
    ]
    tied = [each for each in copies if each.parameters["n"] == 7]
    found = about(section_of(tied))
    assert found[0].endswith(" 6 of the 9 rows tie at n=7.")
    assert found[1].startswith("Within the limits, 6 rows solve all; ")


def test_an_instance_that_no_row_solves_is_named() -> None:
    """`ilp is fastest from n=16 k=4 on; before, cp is`: nobody had finished n=8 k=5."""
    records = [changed(each, status="timeout") if each.parameters["n"] == 7 else each for each in lines()]
    first = about(section_of(squares(records)))[0]
    assert first.endswith(
        ": **cadical195 (sat)** is fastest at n=16 k=4; none of them solves n=8 k=5; at n=5 k=3 a time is below 10.0 ms, and "
        "nothing is compared."
    )


def test_one_run_of_each_row_calls_none_the_fastest() -> None:
    assert "fastest" not in about(section_of(lines(repetitions=1)))[0]


def test_a_row_solves_up_to_an_instance_if_all_larger_ones_are_unsolved() -> None:
    text = about(section_of(lines()))[1]
    assert (
        text
        == "Within the limits, cadical195 (sat) and CP-SAT (cp) solve all; own B&amp;B + CBC (ilp) solves up to n=6 (at n=7 its "
        "lower bound is 15 after 60 s)."
    )
    assert about(section_of([each for each in lines() if each.parameters["n"] == 4]))[1] == (
        "Within the limits, every row solves n=4."
    )


def test_a_row_that_solves_a_later_instance_does_not_solve_up_to_it() -> None:
    """`ilp solves up to n=16 k=4 (at n=8 k=5 its lower bound is 997)` contradicted itself."""
    records = squares(stopped("cp", 7, 3, count=9))
    assert (
        "; CP-SAT (cp) solves n=5 k=3 and n=16 k=4 (at n=8 k=5 its lower bound is 9 after 60 s)"
        in about(section_of(records))[1]
    )
    assert "CP-SAT (cp) solves all but n=7 (at n=7 " in about(section_of(stopped("cp", 7, 3)))[1]


def test_instances_that_are_not_ordered_by_size_are_counted() -> None:
    records = [each for each in squares(lines()) if each.row != "ilp" and each.parameters["n"] != 5]
    assert about(section_of(records))[1] == "Within the limits, every row solves all 2 instances."


def test_a_row_of_which_some_runs_solve_an_instance_has_not_found_nothing_there() -> None:
    """Two of three seeds had a solution, and the sentence spoke of the third alone."""
    nothing = about(section_of(stopped("cp", 8, 1)))[1]
    assert "CP-SAT (cp) solves up to n=7 (at n=8 1 of 3 runs found nothing after 60 s)" in nothing
    some = about(section_of(stopped("cp", 8, 2, count=40)))[1]
    assert "CP-SAT (cp) solves up to n=7 (at n=8 for 2 of 3 runs the lower bound is 40 after 60 s)" in some
    assert "(at n=8 it has found nothing after 60 s)" in about(section_of(stopped("cp", 8, 3)))[1]


def test_the_lower_bound_of_a_row_is_the_best_of_its_runs_in_the_sentence_and_in_the_cell() -> None:
    records = [
        changed(each, count=10 + each.repetition) if each.record.status == "timeout" else each for each in lines()
    ]
    section = section_of(records)
    assert "(at n=7 its lower bound is 12 after 60 s)" in about(section)[1]
    assert [cell.record.count for cell in section.along("ilp")][3] == 12


def test_runs_that_were_stopped_by_different_limits_are_said_to_be() -> None:
    records = [
        changed(each, status="memory") if each.record.status == "timeout" and each.repetition else each
        for each in lines()
    ]
    assert "after 60 s or the memory limit)" in about(section_of(records))[1]

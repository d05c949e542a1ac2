"""Contradictions between the records of a sweep: the judge's, one for each row that is wrong."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.sweeps.lines import fingerprint, line, run
from threefold.checker import judge
from threefold.checker.fingerprint import BLAKE2B, Fingerprint
from threefold.sweeps.agreement import conflicts
from threefold.sweeps.record_line import Line


def row(name: str, count: int, *, total: int = 0, repetition: int = 0, **changes: Any) -> Line:
    answer = {"count": count, "verified": count, "status": "sat" if count else "unsat", "known": None}
    asked = run(row=name, repetition=repetition, parameters={"n": 6})
    return line(asked, **(answer | {"fingerprint": fingerprint(count, total)} | changes))


def sentences(*lines: Line) -> list[str]:
    return [conflict.sentence for conflict in conflicts(lines)]


def test_every_row_that_lacks_solutions_is_accused_once_whatever_its_repetitions() -> None:
    right = [row("sat", 4, repetition=repetition) for repetition in range(3)]
    wrong = [row(name, 3, repetition=repetition) for name in ("cp", "ilp") for repetition in range(3)]
    assert sentences(*right, *wrong) == ["sat found 4 solutions, cp found 3", "sat found 4 solutions, ilp found 3"]


def test_a_row_whose_repetitions_differ_is_accused_for_each_wrong_answer() -> None:
    wrong = [row("cp", 3), row("cp", 0, repetition=1), row("cp", 4, repetition=2)]
    assert sentences(row("sat", 4), *wrong) == [
        "cp found 4 solutions, cp found 3",
        "cp found a solution that satisfies the spec, but cp reports that there is none",
    ]


def test_a_row_with_fingerprints_of_two_kinds_is_accused_once() -> None:
    old = Fingerprint([3], [1], kind=BLAKE2B)
    wrong = [row("cp", 3), row("cp", 3, repetition=1, fingerprint=old)]
    assert sentences(row("sat", 4), *wrong) == ["sat found 4 solutions, cp found 3"]


def test_a_model_counter_that_stands_alone_is_accused() -> None:
    counter = row("cp", 5, fingerprint=None, verified=0)
    [conflict] = conflicts([counter, row("sat", 4), row("ilp", 4)])
    assert (conflict.accused, conflict.sentence) == (counter, "cp counted 5 solutions, ilp found 4")


def test_other_sets_other_bounds_and_the_known_number_are_conflicts() -> None:
    assert sentences(row("sat", 4), row("cp", 4, total=1)) == [
        "sat and cp both found 4 solutions, but not the same ones"
    ]
    bound = row("ilp", 5, status="timeout", count_is="at_least")
    assert sentences(row("sat", 4), bound) == ["ilp found at least 5 solutions, sat found 4"]
    assert sentences(row("sat", 4, known=5)) == ["sat found 4 solutions, but 5 is the known number"]
    assert sentences(row("sat", 4, known=5, status="timeout", count_is="at_least")) == []


def test_thousands_of_records_of_one_instance_are_judged_without_comparing_all_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [row(name, 4, repetition=repetition) for name in ("sat", "cp") for repetition in range(2000)]
    wrong = [row("ilp", repetition % 3, total=repetition % 3, repetition=repetition) for repetition in range(2000)]
    calls = Counter[str]()

    def counted(function: str) -> Callable[..., object]:
        original = getattr(judge, function)
        return lambda *given: calls.update([function]) or original(*given)

    for function in ("answer_of", "name", "_contradiction"):
        monkeypatch.setattr(judge, function, counted(function))
    assert len(conflicts([*lines, *wrong])) == 3
    assert calls["answer_of"] < 6 * len([*lines, *wrong])  # once in each of four rounds
    assert calls["name"] + calls["_contradiction"] < 100


@pytest.mark.parametrize("status", ["sat", "timeout"])
def test_a_row_without_a_solution_is_accused_by_one_solution_that_another_found(status: str) -> None:
    """Of a run that looks for the first solution only, or reached its limit."""
    found = row("sat", 1, status=status, count_is="at_least", fingerprint=None)
    [conflict] = conflicts([found, row("cp", 0)])
    assert (conflict.accused.row, conflict.accuser and conflict.accuser.row) == ("cp", "sat")
    assert conflict.sentence == "sat found a solution that satisfies the spec, but cp reports that there is none"


def test_an_answer_without_a_checked_solution_accuses_nobody_of_unsat() -> None:
    assert sentences(row("sat", 0, status="timeout", count_is="unknown"), row("cp", 0)) == []
    assert sentences(row("sat", 0, status="timeout", count_is="at_least"), row("cp", 0)) == []

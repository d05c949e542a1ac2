"""Rows that run several times: in turns, with one seed after the other, and all repetitions must agree."""

from collections.abc import Callable, Generator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

import threefold as tf
from threefold.backends.backend import Configuration, Program, Refused, Search
from threefold.backends.configuration import parse
from threefold.checker.record import Record
from threefold.checker.tally import Fault
from threefold.commands.compare import render
from threefold.commands.output import style_of
from threefold.guard import Limits
from threefold.language import Assignment, Spec
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import Silent
from threefold.runs.repetition import in_turns, repeated
from threefold.runs.worker import describe

RUN = Record(parse("sat", {}), "a solver", "sat", count=2, count_is="exact")


class Rows(Silent):
    def __init__(self) -> None:
        self.planned_runs, self.labels, self.records = 0, list[str](), list[Record]()

    def planned(self, runs: int, **_: object) -> None:
        self.planned_runs = runs

    def started(self, run: str, label: str) -> None:
        self.labels.append(label.partition(":")[0])

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        self.records.append(record)


def plant(monkeypatch: pytest.MonkeyPatch, change: Callable[[Search, int | None], Search]) -> None:
    """What backtracking loads is changed; it gets the seed."""
    backend = import_module("threefold.backends.backtracking").BACKEND

    def lower(spec: Spec, configuration: Configuration) -> Program:
        program: Program = backend.lower(spec, configuration)
        load = program.load

        def changed(*, seed: int | None, **how: Any) -> Search:
            return change(load(seed=seed, **how), seed)

        monkeypatch.setattr(program, "load", changed)
        return program

    monkeypatch.setattr("threefold.backends.backtracking.BACKEND", replace(backend, lower=lower))


def _never(report: object) -> None:
    raise AssertionError(report)


class Loses(Search):
    """A search that does not return its first solution."""

    method = "loses"

    def __init__(self, search: Search) -> None:
        self.search = search

    def __iter__(self) -> Generator[Assignment, None, None]:
        solutions = iter(self.search)
        next(solutions)
        yield from solutions


def test_rows_take_turns_and_all_times_are_kept() -> None:
    rows = Rows()
    result = tf.compare("nqueens", 6, backends="sat,cp", repeat=3, progress=rows)
    assert (rows.labels, rows.planned_runs) == (["sat", "cp"] * 3, 6)
    assert (result.verdict, result.count, len(result.records)) == ("agree", 4, 2)
    for place, record in enumerate(result.records):
        runs = rows.records[place::2]
        assert record.repeated == tuple(run.seconds for run in runs)
        for phase in ("lower", "solve", "total", "cpu"):
            assert record.seconds[phase] == sorted(run.seconds[phase] for run in runs)[1]
        assert record.memory == max(run.memory for run in runs)
    form = result.to_dict()
    assert (form["repeat"], [len(row["repeated"]) for row in form["results"]]) == (3, [3, 3])


@pytest.mark.parametrize(
    ("asked", "seeds"), [({}, ["None"]), ({"repeat": 3}, ["0", "1", "2"]), ({"repeat": 2, "seed": 7}, ["7", "8"])]
)
def test_each_repetition_has_the_next_seed(
    asked: dict[str, int], seeds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(search: Search, seed: int | None) -> Search:
        raise Refused(str(seed))

    plant(monkeypatch, refuse)
    rows = Rows()
    tf.compare("nqueens", 4, backends="backtracking", progress=rows, **asked)  # type: ignore[arg-type]
    assert [record.reason for record in rows.records] == seeds


def test_repetitions_that_differ_are_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, lambda search, seed: Loses(search) if seed == 1 else search)
    result = tf.compare("latin", 3, backends="sat,backtracking", repeat=3)
    assert result.verdict == "disagree"
    sentence = "repetitions of backtracking differ: backtracking found 12 solutions, backtracking found 11."
    assert result.sentence == sentence
    assert tf.compare("latin", 3, backends="backtracking").count == 12


@pytest.mark.parametrize(
    "asked", [{"first": True}, {"up_to_symmetry": True}, {"parallel": True}, {"prove": True}, {"show": 1}]
)
def test_other_questions_may_be_repeated(asked: dict[str, Any]) -> None:
    result = tf.compare("nqueens", 5, backends="sat,cp", repeat=2, **asked)
    assert result.agree
    assert [len(record.repeated) for record in result.records] == [2, 2]


def test_optima_may_be_repeated() -> None:
    result = tf.compare("golomb", 4, backends="sat,cp", repeat=2, optima=True)
    assert (result.agree, result.optimum) == (True, 6)
    assert result.optimal is not None
    assert [len(record.repeated) for record in result.optimal.records] == [2, 2]


@pytest.mark.parametrize(("sense", "verdict"), [("maximize", "incomplete"), ("minimize", "disagree")])
def test_a_bound_of_one_repetition_may_be_worse_than_the_optimum_of_another(sense: str, verdict: str) -> None:
    experiment = Experiment(Instance("any", {}), Question(optimum=True), Limits(), repeat=2)
    best = replace(RUN, optimum=5, optimum_is="exact")
    runs = iter([best, replace(best, status="timeout", optimum=3, optimum_is="bound", reason="time limit")])
    description = replace(describe(_never, Instance("nqueens", {"n": 4})), sense=sense)
    _, found = in_turns(experiment, lambda asked: [next(runs)], description)
    assert found.verdict == verdict


def test_the_worst_answer_of_the_repetitions_is_the_row() -> None:
    late = replace(RUN, status="timeout", count=1, count_is="at_least", seconds={"total": 9.0}, memory=7)
    wrong = replace(RUN, fault=Fault((1,), "violates"), seconds={"lower": 1.0, "total": 1.0})
    right = replace(RUN, seconds={"lower": 3.0, "total": 2.0}, memory=5)
    assert repeated([right, late]).status == "timeout"
    assert repeated([right, late, wrong]).fault == wrong.fault
    both = repeated([right, late, right])
    assert (both.seconds, both.memory) == ({"total": 2.0}, 7)
    assert repeated([wrong, right]).seconds == {"lower": 2.0, "total": 1.5}


@pytest.mark.parametrize(
    ("totals", "spread"),
    [((0.0172, 0.052, 0.03), "17.2–52.0 ms"), ((0.09, 1.5), "90.0 ms–1.50 s"), ((1.0, 2.0), "1.00–2.00 s")],
)
def test_the_spread_is_from_the_shortest_to_the_longest_total(totals: tuple[float, ...], spread: str) -> None:
    assert replace(RUN, repeated=tuple({"total": total} for total in totals)).spread == spread


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_shows_medians_their_spread_and_the_seeds(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = tf.compare("nqueens", 4, backends="sat,cp,backtracking", repeat=2)
    [head] = [line.split() for line in render(result, style_of(True)).splitlines() if line.startswith("  backend")]
    assert {"solve", "total", "spread"} <= set(head)
    ran = "each row ran 2 times, with the seeds 0 to 1 (no seed: backtracking): times are medians, spread is that of total"
    assert ran in " ".join(render(result, style_of(True)).split())
    assert str(result).endswith(f"note: {ran}")
    assert result.records[0].spread in str(result)
    assert "spread" not in str(tf.compare("nqueens", 4, backends="cp"))

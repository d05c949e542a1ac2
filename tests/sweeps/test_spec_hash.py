"""The spec is part of a run's key: an edited puzzle or instance file makes other runs."""

from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from shutil import copy

import pytest

from tests.sweeps.lines import fingerprint, line, run
from threefold import models
from threefold.language import BadInput, Spec
from threefold.sweeps import plan
from threefold.sweeps.agreement import conflicts, with_witness
from threefold.sweeps.record_line import read_lines
from threefold.sweeps.spec_hash import identified, take_over
from threefold.sweeps.store import Store
from threefold.sweeps.sweep_file import read_sweep

PUZZLE = """
from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Spec

def build(n):
    {first}
    spec = Spec("rooks", n=n)
    rook = spec.integers("rook", range(1, n + 1), domain=range(1, n + 1))
    spec.group("columns").add(AllDifferent(rook))
    {more}
    return spec

known = (KnownCounts("me", {known}),)
PUZZLE = Puzzle("rooks", "rooks", (Parameter("n", "size", 1, 9),), build, str, known, (4,))
"""
SWEEP = """
[limits]
seconds = {seconds}
[[runs]]
puzzle = "{puzzle}"
parameters = {{ n = "3..5" }}
givens = {givens}
configurations = ["sat"]
"""


def keys(folder: Path, *, seconds: float = 20.0, givens: str = "[]", **parts: str) -> list[str]:
    puzzle = folder / "rooks.py"
    puzzle.write_text(PUZZLE.format(**({"first": "", "more": "", "known": "{}"} | parts)))
    (folder / "sweep.toml").write_text(SWEEP.format(puzzle=puzzle, seconds=seconds, givens=givens))
    return [run.key for run in identified(read_sweep(folder)).runs()]


def test_an_edited_puzzle_has_other_runs_only_where_its_spec_is_another(tmp_path: Path) -> None:
    before = keys(tmp_path)
    assert keys(tmp_path, first="# a comment") == before
    assert not set(keys(tmp_path, more='spec.group("more").add(rook[1] != 1)')) & set(before)
    only_four = keys(tmp_path, more='if n == 4: spec.group("more").add(rook[1] != 1)')
    assert [mine == theirs for mine, theirs in zip(only_four, before, strict=True)] == [True, False, True]


def test_a_published_number_that_was_corrected_makes_another_run(tmp_path: Path) -> None:
    assert keys(tmp_path, known="{(3,): 7}")[0] != keys(tmp_path, known="{(3,): 6}")[0]


def test_a_puzzle_that_fails_or_hangs_at_some_sizes_is_left_to_its_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "LEAST", 0.5)
    good = keys(tmp_path)
    failing = keys(tmp_path, first="assert n != 4")
    assert [mine == theirs for mine, theirs in zip(failing, good, strict=True)] == [True, False, True]
    good = keys(tmp_path, seconds=0.5)
    hanging = keys(tmp_path, first="while n > 3: pass", seconds=0.5)
    assert [mine == theirs for mine, theirs in zip(hanging, good, strict=True)] == [True, False, False]


@pytest.mark.parametrize(
    ("givens", "message"),
    [
        ('["rook[4]=1"]', r"rooks has no variable rook\[4\]; .* \(n=3\)"),
        ('["rook[1]=4"]', r"rook\[1\] cannot be 4: its domain is 1..3 \(n=3\)"),
        ('["rook"]', r"given 'rook': expected NAME\[INDEX\]=VALUE"),
    ],
)
def test_givens_are_checked_before_anything_is_run(tmp_path: Path, givens: str, message: str) -> None:
    with pytest.raises(BadInput, match=rf"sweep.toml:7: givens: .*{message}"):
        keys(tmp_path, givens=givens)


def test_a_row_that_another_contradicts_has_not_failed_its_own_check() -> None:
    wrong = line(
        run(parameters={"n": 4}), count=1, verified=1, known=None, fingerprint=fingerprint(1, 1), verdict="alone"
    )
    right = [
        line(run(parameters={"n": 4}, row=row), count=2, verified=2, known=None, fingerprint=fingerprint(2, 2))
        for row in ("cp", "backtracking")
    ]
    [conflict] = conflicts([wrong, *right])
    again = with_witness(conflict)
    assert again.witness
    assert [each.sentence for each in conflicts([again, *right])] == [conflict.sentence]


QUEENS = """\
[limits]
seconds = 30
memory = "2G"
[[runs]]
puzzle = "nqueens"
parameters = {{ n = [4, {last}] }}
configurations = ["sat", "cp", "ilp", "backtracking"]
"""
OLD = (Path(__file__).with_name("schema_1.jsonl")).read_text()


def test_records_of_schema_1_are_taken_over_where_their_run_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text(OLD)
    (tmp_path / "sweep.toml").write_text(QUEENS.format(last=6))
    before = {each.content: each for each in read_lines(tmp_path / "records.jsonl")}
    sweep = identified(read_sweep(tmp_path))
    keys = {run.key: run.spec for run in sweep.runs()}
    for _ in range(2):  # records.jsonl still has the old keys when it is read again
        with Store(tmp_path) as store:
            take_over(store, sweep)
            after = {each.content: each for each in store.lines()}
            assert len(store.lines()) == len(before) == 13
        assert after.keys() == before.keys()
        taken = {each.key: each.record.spec for each in after.values() if each.key != before[each.content].key}
        assert taken == keys
        assert len(taken) == 8


def test_a_record_of_schema_1_stays_where_the_spec_says_something_else_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "records.jsonl").write_text(OLD)
    (tmp_path / "sweep.toml").write_text(QUEENS.format(last=6))
    puzzle = models.find("nqueens")

    def build(n: int) -> Spec:
        spec: Spec = puzzle.build(n=n)
        if n == 6:
            del spec.groups["one queen per column"]
        return spec

    monkeypatch.setattr(import_module("threefold.models.nqueens"), "PUZZLE", replace(puzzle, build=build))
    with Store(tmp_path) as store:
        take_over(store, identified(read_sweep(tmp_path)))
        queens = [(each.parameters["n"], len(each.key)) for each in store.lines() if each.puzzle == "nqueens"]
        assert Counter(queens) == {(4, 20): 4, (6, 16): 4, (28, 16): 2}


def test_a_run_that_has_a_new_record_keeps_its_old_one_too(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text(OLD)
    (tmp_path / "sweep.toml").write_text(QUEENS.format(last=4))
    sweep = identified(read_sweep(tmp_path))
    with Store(tmp_path) as store:
        store.add(line(next(sweep.runs())))
        take_over(store, sweep)
        assert len(store.lines()) == 14


@pytest.mark.parametrize(
    "name",
    [
        "cards",
        "classroom",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("encodings", "gallery", "nqueens")),
    ],
)
def test_every_committed_record_is_of_a_run_that_its_sweep_file_asks_for(name: str, tmp_path: Path) -> None:
    folder = Path(__file__).parents[2] / "reports" / name
    copy(folder / "records.jsonl", tmp_path)
    sweep = identified(read_sweep(folder))
    with Store(tmp_path) as store:
        take_over(store, sweep)
        assert store.done() == {run.key for run in sweep.runs() if run.repetition >= 0}

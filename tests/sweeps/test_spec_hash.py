"""The spec is part of a run's key: an edited puzzle or instance file makes other runs."""

from pathlib import Path
from shutil import copy

import pytest

from tests.sweeps.lines import fingerprint, line, run
from threefold.language import BadInput
from threefold.sweeps import plan
from threefold.sweeps.agreement import conflicts, with_witness
from threefold.sweeps.spec_hash import identified
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
        assert store.done() == {run.key for run in sweep.runs() if run.repetition >= 0}

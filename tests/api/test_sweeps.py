"""sweep and report from Python."""

import json
from pathlib import Path

import pytest

import threefold as tf
from threefold.checker.record import Record
from threefold.sweeps.record_line import parse_line
from threefold.sweeps.store import Store

SWEEP = """
title = "small"
description = "two sizes"

[limits]
seconds = 20
memory = "1G"

[[runs]]
puzzle = "nqueens"
parameters = { n = [4, 5] }
configurations = ["sat", "cp"]
repetitions = 1
"""


class Observer(tf.Callbacks):
    def __init__(self) -> None:
        self.plan: tuple[int, int] | None = None
        self.labels: list[str] = []
        self.counts: list[int | None] = []

    def planned(self, runs: int, *, done: int = 0, known: int | None = None) -> None:
        self.plan = runs, done

    def started(self, run: str, label: str) -> None:
        self.labels.append(label)

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        self.counts.append(record.count)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "sweep.toml").write_text(SWEEP)
    return tmp_path / "small"


def test_a_sweep_runs_what_is_missing(folder: Path) -> None:
    first, second = Observer(), Observer()
    result = tf.sweep(folder, progress=first)
    assert (first.plan, first.counts) == ((4, 0), [2, 2, 10, 10])
    assert first.labels[0] == "nqueens 4 sat"
    assert (result.wanted, len(result.lines), result.failed, result.exit_code) == (4, 4, 0, 0)
    assert str(result) == f"small: 4 of 4 runs have a record (4 sat); wrote {folder}/records.jsonl"
    assert tf.sweep(str(folder), progress=second).lines == result.lines
    assert (second.plan, second.counts) == ((4, 4), [])
    third = Observer()
    tf.sweep(folder, fresh=True, progress=third)
    assert len(third.counts) == 4


def test_records_that_are_not_asked_for_any_more_are_counted(folder: Path) -> None:
    tf.sweep(folder)
    (folder / "sweep.toml").write_text(SWEEP.replace("[4, 5]", "[4]"))
    result = tf.sweep(folder)
    assert (result.wanted, result.older) == (2, 2)


def test_a_disagreement_has_a_sentence(folder: Path) -> None:
    tf.sweep(folder)
    lines = [json.loads(line) for line in (folder / "records.jsonl").read_text().splitlines()]
    wrong = next(line for line in lines if line["record"]["count"] == 10)
    wrong["record"] |= {"count": 11, "verified": 11, "fingerprint": None}
    with Store(folder) as store:
        store.add(parse_line(json.dumps(wrong), "here"))
    result = tf.sweep(folder)
    assert result.exit_code == 1
    assert result.disagreements
    assert all(sentence.startswith("nqueens n=5: ") for sentence in result.disagreements)


def test_the_report_is_written_and_checked(folder: Path) -> None:
    tf.sweep(folder)
    assert tf.report(folder)[:2] == ["report.md", "report.html"]
    assert tf.report(folder, check=True) == []
    (folder / "report.md").write_text("something else")
    assert tf.report(folder, check=True) == ["report.md: is not what the records give (first at line 1)"]


def test_a_wrong_argument_is_found_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(tf.BadInput, match=r"jobs must be between 1 and 256 \(got 0\)"):
        tf.sweep(tmp_path / "absent", jobs=0)


PROOFS = """

[[runs]]
puzzle = "nqueens"
parameters = { n = [4, 6] }
task = "prove"
configurations = ["sat"]
"""


def test_a_report_says_which_counts_are_proved(folder: Path) -> None:
    (folder / "sweep.toml").write_text(SWEEP + PROOFS)
    result = tf.sweep(folder)
    proofs = [line.record for line in result.lines if line.task == "prove"]
    assert {(proof.count, proof.exact, proof.method) for proof in proofs} == {(2, True, "proved"), (4, True, "proved")}
    text = (folder / "report.md").read_text() if tf.report(folder) else ""
    assert "**2 counts are proved**, by certificates that the verifier accepts: nqueens n=4, n=6." in text
    assert "Size of the certificate (steps, kB):" in text


def test_a_proof_in_a_sweep_takes_a_route_only(folder: Path) -> None:
    (folder / "sweep.toml").write_text(SWEEP + PROOFS.replace('["sat"]', '["sat:minisat22"]'))
    with pytest.raises(tf.BadInput, match=r"sweep.toml:\d+: configurations: a proof is by sat"):
        tf.sweep(folder)

"""The stream of solutions: lazy, checked, under limits, and never complete by mistake."""

import os
import threading
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

import pytest

import threefold as tf
from tests.api.made import observed_backend, one_integer, pairs
from threefold.runs.stream import AHEAD


def test_every_solution_comes_once() -> None:
    found = list(tf.solutions(pairs(4), backend="cp"))
    assert len(found) == len(set(found)) == 24
    assert all(sorted(solution.values.values()) == [0, 1, 2, 3] for solution in found)


def test_the_stream_stops_after_the_limit() -> None:
    assert len(list(tf.solutions("nqueens", 8, backend="sat", limit=10))) == 10


def test_nothing_is_enumerated_beyond_a_small_buffer(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    tf.register(observed_backend(notes))
    stream = tf.solutions(one_integer(), backend="observed")
    assert not notes.exists()
    assert [solution["x"] for solution in islice(stream, 3)] == [0, 1, 2]
    sleep(0.3)
    assert 3 <= len(notes.read_text().split()) <= 3 + AHEAD + 1
    stream.close()


def test_closing_the_stream_ends_the_solver(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    tf.register(observed_backend(notes))
    stream = tf.solutions(one_integer(), backend="observed")
    next(stream)
    child = int(notes.read_text().split()[0])
    assert Path(f"/proc/{child}").exists()
    stream.close()
    assert not Path(f"/proc/{child}").exists()
    assert list(stream) == []


def test_an_abandoned_stream_ends_the_solver(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    tf.register(observed_backend(notes))
    for _ in tf.solutions(one_integer(), backend="observed"):
        break
    assert not Path(f"/proc/{notes.read_text().split()[0]}").exists()


def test_a_stream_that_reaches_the_time_limit_says_so_at_its_end() -> None:
    found: list[object] = []
    with pytest.raises(
        tf.LimitReached, match=r"nqueens n=14: [\d,]+ solutions? found, but there may be more: time limit of 0.7 s"
    ):
        found.extend(tf.solutions("nqueens", 14, backend="cp", timeout=0.7))
    assert found


@pytest.mark.slow
def test_the_time_that_the_caller_takes_does_not_count() -> None:
    stream = tf.solutions(pairs(4), backend="sat", timeout=3)
    next(stream)
    sleep(3.2)
    assert len(list(stream)) == 23


def test_a_stream_that_reaches_the_memory_limit_says_so() -> None:
    with pytest.raises(tf.LimitReached, match=r"0 solutions found, but there may be more: memory limit of 40 MiB"):
        list(tf.solutions("nqueens", 400, backend="sat", amo="pairwise", memory="40M"))


def test_an_assignment_that_violates_the_spec_ends_the_stream_with_an_error(tmp_path: Path) -> None:
    tf.register(observed_backend(tmp_path / "notes", "wrong"))
    with pytest.raises(tf.ThreefoldError, match="observed:own reported an assignment that violates"):
        list(tf.solutions(one_integer(9), backend="observed"))


def test_a_solver_that_gives_up_does_not_look_complete() -> None:
    spec = tf.Spec("huge")
    x = spec.integers("x", range(3), domain=range(0, 2**50, 2**49))
    spec.group("sum").add(2**51 * x[0] + 2**51 * x[1] + 2**51 * x[2] == 0)
    with pytest.raises(tf.LimitReached, match="huge: 0 solutions found, but there may be more"):
        list(tf.solutions(spec, backend="cp"))


def test_a_stream_runs_beside_another_and_in_a_thread() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(len(list(tf.solutions(pairs(4), backend="cp")))))
    thread.start()
    both = zip(tf.solutions(pairs(3), backend="sat"), tf.solutions(pairs(3), backend="cp"), strict=True)
    assert len(list(both)) == 6
    thread.join(30)
    assert found == [24]


def test_no_file_is_left_open() -> None:
    before = len(os.listdir("/proc/self/fd"))
    stream = tf.solutions(pairs(4), backend="cp")
    next(stream)
    stream.close()
    deadline = monotonic() + 5
    while len(os.listdir("/proc/self/fd")) > before and monotonic() < deadline:
        sleep(0.05)
    assert len(os.listdir("/proc/self/fd")) == before

"""A worker's helper makes guarded calls, under limits, and ends when nobody needs it: all that works without Dask."""

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sweeps.lines import run
from threefold.runs.cluster import task
from threefold.runs.cluster.task import Killed, Unwanted, answer
from threefold.sweeps.cluster import line_of

HERE = os.getcwd()


@pytest.fixture(autouse=True)
def _no_idle_helpers() -> Iterator[None]:
    yield
    while task._idle:
        task._idle.pop().end()


def call(**changes: Any) -> bytes:
    return pickle.dumps((line_of, (run(**({"parameters": {"n": 6}} | changes)), "queens")))


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_helper_answers_one_call_after_another_with_lines() -> None:
    replies = [pickle.loads(answer(call(row=row), HERE, lambda: True)) for row in ("sat", "backtracking", "sat")]
    assert [(worked, line.row, line.count, line.verdict) for worked, line in replies] == [
        (True, "sat", 4, "agree"),
        (True, "backtracking", 4, "agree"),
        (True, "sat", 4, "agree"),
    ]
    assert len(task._idle) == 1


def test_the_time_limit_holds() -> None:
    worked, line = pickle.loads(answer(call(parameters={"n": 15}, seconds=0.5), HERE, lambda: True))
    assert (worked, line.status, line.reason) == (True, "timeout", "time limit of 0.5 s")


def test_a_helper_that_ended_for_want_of_work_is_replaced() -> None:
    answer(call(), HERE, lambda: True)
    [idle] = task._idle
    idle.process.kill()
    worked, line = pickle.loads(answer(call(), HERE, lambda: True))
    assert (worked, line.count) == (True, 4)
    assert [helper is idle for helper in task._idle] == [False]


def test_what_is_not_wanted_any_more_is_ended() -> None:
    with pytest.raises(Unwanted):
        answer(call(parameters={"n": 15}), HERE, lambda: False)
    assert task._idle == []
    assert children_of(os.getpid(), "threefold.runs.cluster.helper") == []


def test_a_helper_that_is_killed_is_told_from_one_that_fails() -> None:
    def kill() -> None:
        wait_until(lambda: children_of(os.getpid(), "threefold.runs.cluster.helper"))
        time.sleep(1)
        os.kill(children_of(os.getpid(), "threefold.runs.cluster.helper")[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(Killed):
        answer(call(parameters={"n": 15}), HERE, lambda: True)
    killer.join()


def test_a_call_that_cannot_be_made_is_told_in_words() -> None:
    worked, reason = pickle.loads(answer(pickle.dumps((line_of, ("no run", "queens"))), HERE, lambda: True))
    assert (worked, reason) == (False, "AttributeError: 'str' object has no attribute 'configuration'")


def children_of(pid: int, word: str) -> list[int]:
    found = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for child in (thread / "children").read_text().split():
            if word.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found

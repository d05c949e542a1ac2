"""A worker's helper makes guarded calls, under limits, and ends when it is not needed: all of this works without Dask."""

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runs.test_forged_answers import RECORD
from tests.runs.test_forged_answers import file as forging_file
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.errors import ThreefoldError
from threefold.guard import Limits, Outcome
from threefold.runs.cluster import connection, helper
from threefold.runs.cluster.helper import Killed, Unwanted, answer
from threefold.runs.cluster.reply import OtherVersion, Reply
from threefold.runs.cubes import count_cubes
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import Task
from threefold.runs.worker import measure

HERE = os.getcwd()


@pytest.fixture(autouse=True)
def _no_idle_helpers() -> Iterator[None]:
    yield
    while helper._idle:
        helper._idle.pop().end()


def call(row: str = "sat", n: int = 6, seconds: float = 60.0) -> bytes:
    configuration = parse(row, {})
    asked = Instance("nqueens", {"n": n}), configuration, Question()
    preload = find(configuration.backend).preload
    return pickle.dumps(Task(row, measure, asked, Limits(seconds, 2 << 30), preload, os.getcwd))


def answered(payload: bytes, function: Callable[..., object] = measure) -> tuple[list[Any], Outcome]:
    reply = Reply.decoded(payload)
    assert not reply.failure
    *reported, outcome = reply.events(Task("", function, (), Limits()))
    assert isinstance(outcome, Outcome)
    return [event.value for event in reported], outcome


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_cluster_on_this_machine_that_does_not_start_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nread line\n")  # it ends when its input does
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(connection, "TO_START", 0.2)
    with pytest.raises(ThreefoldError, match="the cluster cannot be started here"), connection._local_cluster(1):
        pass


def test_a_helper_answers_one_call_after_another_with_outcomes() -> None:
    replies = [answered(answer(call(row), HERE, lambda: True)) for row in ("sat", "backtracking", "sat")]
    records: list[Any] = [outcome.value for _, outcome in replies]
    assert [(record.configuration.backend, record.count, record.status) for record in records] == [
        ("sat", 4, "sat"),
        ("backtracking", 4, "sat"),
        ("sat", 4, "sat"),
    ]
    assert {outcome.place for _, outcome in replies} == {HERE}
    assert len(helper._idle) == 1


def test_of_the_reported_values_the_last_one_of_each_key_arrives() -> None:
    asked = Instance("nqueens", {"n": 6}), parse("sat", {}), Question(), 4, [0, 1, 2]
    payload = pickle.dumps(Task("cubes", count_cubes, asked, Limits(60.0, 2 << 30)))
    reported, outcome = answered(answer(payload, HERE, lambda: True), count_cubes)
    assert outcome.status == "done"
    assert [(part.key, part.record.exact) for part in reported] == [(0, True), (1, True), (2, True)]


def test_the_time_limit_holds() -> None:
    _, outcome = answered(answer(call(n=15, seconds=0.5), HERE, lambda: True))
    assert (outcome.status, outcome.reason) == ("timeout", "time limit of 0.5 s")


def test_a_helper_that_has_ended_is_replaced() -> None:
    answer(call(), HERE, lambda: True)
    [idle] = helper._idle
    idle.process.kill()
    record: Any = answered(answer(call(), HERE, lambda: True))[1].value
    assert record.count == 4
    assert [each is idle for each in helper._idle] == [False]


def test_a_call_that_is_no_longer_wanted_is_ended() -> None:
    with pytest.raises(Unwanted):
        answer(call(n=15), HERE, lambda: False)
    assert helper._idle == []
    assert children_of(os.getpid(), "threefold.runs.cluster.helper") == []


def test_a_helper_that_is_killed_is_not_confused_with_one_that_fails() -> None:
    def kill() -> None:
        wait_until(lambda: children_of(os.getpid(), "threefold.runs.cluster.helper"))
        time.sleep(1)
        os.kill(children_of(os.getpid(), "threefold.runs.cluster.helper")[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(Killed):
        answer(call(n=15), HERE, lambda: True)
    killer.join()


def test_a_call_that_cannot_be_made_is_answered_with_the_reason() -> None:
    reply = Reply.decoded(answer(pickle.dumps("not a task"), HERE, lambda: True))
    assert reply.failure == "AttributeError: 'str' object has no attribute 'preload'"


def test_a_value_that_is_none_of_the_tasks_function_is_an_outcome_that_cannot_be_read() -> None:
    task = Task("", measure, (), Limits())
    for reply in (Reply.of([], Outcome("done", 92, None)), Reply.of(["x"], Outcome("done", None, None))):
        [outcome] = Reply.decoded(reply.encoded()).events(task)
        assert isinstance(outcome, Outcome)
        assert outcome.status == "crashed"
        assert "its answer cannot be read: " in str(outcome.reason)


def test_what_a_puzzle_file_forges_on_a_worker_is_read_by_the_types_of_its_function_too(tmp_path: Path) -> None:
    asked = Instance(forging_file(tmp_path, RECORD)), parse("sat", {}), Question()
    _, outcome = answered(answer(pickle.dumps(Task("forging", measure, asked, Limits(60.0))), HERE, lambda: True))
    assert outcome.status == "crashed"
    assert "its answer cannot be read: " in str(outcome.reason)


def test_a_reply_of_other_code_is_not_read() -> None:
    with pytest.raises(OtherVersion):
        Reply.decoded(pickle.dumps((True, ([], Outcome("done", None, None), "digest"))))


def children_of(pid: int, word: str) -> list[int]:
    found = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for child in (thread / "children").read_text().split():
            if word.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found

"""A pool of guarded children: every task ends once, and a guard that is killed costs nothing but time."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Never

import pytest

from tests.guard.looking import server_pid
from threefold.guard import Limits, Outcome, Progress, Report, Server
from threefold.guard.outcome import Killed
from threefold.runs.pool import Event, LocalPool, Pool, Silent, Task, run_tasks


def double(report: Report[int], number: int) -> int:
    report(number)
    return 2 * number


def wait_for_a_signal(report: Report[Never]) -> None:
    signal.pause()


def kill_the_guard(report: Report[Never], mark: str, times: int) -> str:
    """The guard is the parent of the child; each attempt leaves a letter in the file."""
    with open(mark, "a") as file:
        file.write("x")
    if os.path.getsize(mark) <= times:
        os.kill(os.getppid(), signal.SIGKILL)
        signal.pause()
    return "done"


def kill_itself_once(report: Report[Never], mark: str) -> str:
    if not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def run_a_program_that_is_killed(report: Report[Never], mark: str) -> str:
    if not os.path.exists(mark):
        Path(mark).touch()
        Killed.check("sleep", subprocess.run(["sh", "-c", "kill -9 $$"], check=False).returncode)
    return "done"


def need_the_temporary_folder(report: Report[Never], mark: str) -> str:
    """Somebody removes it once."""
    if not os.path.exists(mark):
        Path(mark).touch()
        shutil.rmtree(os.path.dirname(os.environ["TMPDIR"]))
    with open(os.path.join(os.environ["TMPDIR"], "model"), "w"):
        return "done"


def carried_out(tasks: list[Task], width: int) -> tuple[dict[str, Outcome], list[tuple[str, object]]]:
    outcomes: dict[str, Outcome] = {}
    reported: list[tuple[str, object]] = []

    def on_event(task: Task, event: Event) -> None:
        if isinstance(event, Progress):
            reported.append((task.key, event.value))
        else:
            assert task.key not in outcomes
            outcomes[task.key] = event

    with LocalPool(width) as pool:
        run_tasks(pool, tasks, on_event, Silent())
        assert not pool.busy
    return outcomes, reported


def test_every_task_reports_and_ends_once_in_a_pool_of_any_width() -> None:
    tasks = [Task(str(number), double, (number,), Limits(60)) for number in range(7)]
    for width in (1, 3):
        outcomes, reported = carried_out(tasks, width)
        assert {key: outcome.value for key, outcome in outcomes.items()} == {str(n): 2 * n for n in range(7)}
        assert sorted(reported) == [(str(number), number) for number in range(7)]


def test_the_place_of_a_task_is_noted_where_its_child_is_made() -> None:
    outcomes, _ = carried_out([Task("a", double, (1,), Limits(60), place=os.getpid)], 1)
    assert outcomes["a"].place == os.getpid()


def test_a_task_whose_guard_is_killed_is_tried_again_with_a_new_guard(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    tasks = [Task("first", kill_the_guard, (str(mark), 1), Limits(60)), Task("second", double, (4,), Limits(60))]
    outcomes, _ = carried_out(tasks, 1)
    assert (outcomes["first"].value, mark.read_text()) == ("done", "xx")
    assert outcomes["second"].value == 8


@pytest.mark.parametrize("fails", [kill_itself_once, run_a_program_that_is_killed, need_the_temporary_folder])
def test_a_task_that_is_killed_or_whose_folder_is_removed_is_tried_again(
    fails: Callable[..., str], tmp_path: Path
) -> None:
    tasks = [Task("first", fails, (str(tmp_path / "mark"),), Limits(60)), Task("second", double, (4,), Limits(60))]
    outcomes, _ = carried_out(tasks, 1)
    assert (outcomes["first"].value, outcomes["second"].value) == ("done", 8)


def test_a_call_whose_guard_is_killed_is_tried_again(tmp_path: Path) -> None:
    with LocalPool() as pool:
        assert pool.call(kill_the_guard, str(tmp_path / "mark"), 1, limits=Limits(60)).value == "done"
        assert pool.call(double, 4, limits=Limits(60)).value == 8


def test_all_idle_guards_that_are_killed_are_replaced(tmp_path: Path) -> None:
    with LocalPool(3) as pool:
        pool.prepare((), wait=True)
        for server in pool._idle[()]:
            os.kill(server_pid(server), signal.SIGKILL)
        assert pool.call(double, 4, limits=Limits(60)).value == 8


def test_the_second_attempt_has_a_new_guard_because_the_idle_ones_may_be_dying_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that was killed just now is still alive to those who ask."""
    with LocalPool(3) as pool:
        pool.prepare((), wait=True)
        for server in pool._idle[()]:
            os.kill(server_pid(server), signal.SIGKILL)
        monkeypatch.setattr(Server, "alive", True)
        assert pool.call(double, 4, limits=Limits(60)).value == 8


def test_a_task_that_kills_two_guards_is_not_tried_a_third_time(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    tasks = [Task("first", kill_the_guard, (str(mark), 9), Limits(60)), Task("second", double, (4,), Limits(60))]
    outcomes, _ = carried_out(tasks, 1)
    assert (outcomes["first"].status, outcomes["first"].reason) == ("lost", "the guard itself died")
    assert (outcomes["second"].value, mark.read_text()) == (8, "xx")


def test_an_idle_guard_that_is_killed_is_replaced_before_the_next_task() -> None:
    outcomes: list[Event] = []
    with LocalPool(1) as pool:
        for number in (1, 2):
            task = Task(str(number), double, (number,), Limits(60))
            run_tasks(pool, [task], lambda task, event: outcomes.append(event), Silent())
            os.kill(server_pid(pool._server(())), signal.SIGKILL)
    assert [event.value for event in outcomes if isinstance(event, Outcome)] == [2, 4]


def test_a_number_that_is_not_drawn_yet_stays_in_the_pipe_for_others() -> None:
    with LocalPool(2) as pool, pool.shares(range(4), single=False) as shares:
        one, other = map(iter, shares)
        assert [next(one), next(other), next(one), next(other)] == [0, 1, 2, 3]
        assert list(one) == list(other) == []


class Elsewhere(LocalPool):
    """A pool that is left as every pool is, unless it says otherwise."""

    __exit__ = Pool.__exit__


def test_a_pool_that_is_left_ends_the_tasks_that_were_submitted() -> None:
    pool = Elsewhere(1)
    try:
        with pool:
            pool.submit(Task("long", wait_for_a_signal, (), Limits(60)))
            assert pool.busy
        assert not pool.busy
    finally:
        LocalPool.__exit__(pool)


def test_each_of_two_equal_tasks_is_tried_again(tmp_path: Path) -> None:
    with LocalPool(1) as pool:
        for mark in ("first", "second"):
            place = str(tmp_path / "mark")
            assert (mark, pool.call(kill_the_guard, place, 1, limits=Limits(seconds=20)).value) == (mark, "done")
            os.remove(place)

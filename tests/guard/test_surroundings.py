"""What a run finds around it, and what it leaves: nothing."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Never

import pytest

from tests.guard.looking import MIB, SLEEP, UNUSED_PID, children_of, folders_of, server_pid
from tests.guard.runs import (
    echo,
    fail,
    leave,
    leave_a_program_behind,
    loop_after_reporting,
    show_surroundings,
)
from threefold.guard import Limits, Report, Server, default_memory, guarded, processes
from threefold.guard import server as serving
from threefold.guard.scratch import MARKER


def test_a_run_has_its_own_session_temporary_folder_and_standard_files(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    seen = guarded(server, show_surroundings, limits=Limits()).value
    assert isinstance(seen, dict)
    assert seen["TMPDIR"].startswith(str(Path(tempfile.gettempdir()) / f"threefold-{server_pid(server)}-"))
    assert seen["file"].startswith(seen["TMPDIR"])
    assert not os.path.exists(seen["file"])
    assert (seen["stdin"], seen["session"], seen["SIGTERM"]) == ("", True, True)
    assert sum("socket" in file for file in seen["files"]) == 1  # its channel, and neither the server's nor ours
    assert capfd.readouterr() == ("", "")


def test_a_preloaded_module_is_imported_in_the_server_only() -> None:
    assert "colorsys" not in sys.modules
    with Server(preload=["colorsys", "no_such_module"]) as server:
        assert guarded(server, has_module, "colorsys", limits=Limits()).value is True
    assert "colorsys" not in sys.modules


def test_a_run_that_imports_numpy_has_one_thread() -> None:
    """In a new process, which has not imported it. Threads for matrices would spend CPU time for nothing."""
    script = (
        "from tests.guard.runs import threads_with_numpy; from threefold.guard import Limits, Server, guarded\n"
        "with Server() as server: print(guarded(server, threads_with_numpy, limits=Limits()).value)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "1\n"


def test_a_server_that_was_waited_for_has_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_to_load.py").write_text(
        "import pathlib, time\ntime.sleep(0.3)\npathlib.Path(__file__ + '.loaded').touch()"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with Server(preload=["slow_to_load"]) as server:
        assert not (tmp_path / "slow_to_load.py.loaded").exists()
        server.wait()
        server.wait()
        assert (tmp_path / "slow_to_load.py.loaded").exists()
        assert guarded(server, has_module, "slow_to_load", limits=Limits()).value is True


def test_a_server_that_died_while_it_loaded_is_told_of_as_the_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deadly.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)")
    monkeypatch.syspath_prepend(tmp_path)
    with Server(preload=["deadly"]) as server:
        server.wait()
        outcome = guarded(server, has_module, "os", limits=Limits())
    assert (outcome.status, outcome.reason) == ("lost", "the guard itself died")


def test_a_server_that_failed_before_it_was_ready_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "sweep", lambda: 1 / 0)
    with Server() as server:
        outcome = guarded(server, has_module, "os", limits=Limits())
    assert outcome.status == "lost"
    assert "the guard itself failed: ZeroDivisionError" in str(outcome.reason)


def has_module(report: Report[Never], name: str) -> bool:
    return name in sys.modules


def test_folders_of_dead_servers_are_swept_and_those_of_living_processes_are_not() -> None:
    temporary = Path(tempfile.gettempdir())
    stale, living = temporary / f"threefold-{UNUSED_PID}-old", temporary / f"threefold-{os.getpid()}-mine"
    for folder in (stale, living):
        folder.mkdir()
        (folder / MARKER).touch()
        (folder / "model.mps").write_text("NAME")
    try:
        with Server() as server:
            guarded(server, echo, 1, limits=Limits())
            assert not stale.exists()
            assert living.exists()
    finally:
        subprocess.run(["rm", "-rf", stale, living], check=True)


def test_the_empty_folder_of_a_server_that_was_killed_before_it_marked_it_is_removed() -> None:
    folder = Path(tempfile.mkdtemp(prefix=f"threefold-{UNUSED_PID}-"))
    with Server() as server:
        guarded(server, echo, 1, limits=Limits())
    assert not folder.exists()


def test_a_server_writes_no_trial_file_into_the_temporary_folder(tmp_path: Path) -> None:
    """`tempfile` writes one to find its folder; a kill at that moment would leave it."""
    script = (
        "import sys\nfrom threefold.guard import scratch\n"
        "sys.addaudithook(lambda event, arguments: event == 'open' and print(arguments[0]))\n"
        "scratch.sweep()\nscratch.Scratch()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    [folder] = tmp_path.iterdir()
    written = [line for line in done.stdout.splitlines() if line.startswith(str(tmp_path))]
    assert written == [str(folder), str(folder / MARKER)]


def test_a_folder_without_our_marker_is_never_removed() -> None:
    """`threefold-20261116-results` is somebody's work, and 20261116 is not the pid of a living process."""
    stranger = Path(tempfile.gettempdir()) / f"threefold-{UNUSED_PID}-results"
    stranger.mkdir()
    try:
        with Server() as server:
            guarded(server, echo, 1, limits=Limits())
        assert stranger.exists()
    finally:
        stranger.rmdir()


def test_a_server_whose_temporary_folder_was_removed_makes_a_new_one(server: Server) -> None:
    guarded(server, echo, 0, limits=Limits())
    [folder] = folders_of(server_pid(server))
    subprocess.run(["rm", "-rf", folder], check=True)
    assert guarded(server, echo, 1, limits=Limits()).value == 1
    assert folders_of(server_pid(server)) == [folder]


@pytest.mark.slow
def test_fifty_runs_leave_no_zombie_no_file_and_no_open_descriptor(server: Server) -> None:
    guarded(server, echo, 0, limits=Limits())
    pid = server_pid(server)
    before = [os.listdir("/proc/self/fd"), os.listdir(f"/proc/{pid}/fd")]
    calls: list[tuple[Callable[..., object], object]]
    calls = [(echo, 1), (fail, "x"), (leave, 3), (leave_a_program_behind, "pass"), (loop_after_reporting, 1)]
    for function, argument in calls * 10:
        guarded(server, function, argument, limits=Limits(seconds=0.1))
    assert [os.listdir("/proc/self/fd"), os.listdir(f"/proc/{pid}/fd")] == before
    assert children_of(pid) == []
    [folder] = folders_of(pid)
    assert [entry.name for entry in folder.iterdir()] == [MARKER]


def test_descendants_are_the_same_on_a_kernel_that_does_not_list_children(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEP]) as program:
        listed = processes.descendants(os.getpid())
        monkeypatch.setattr(os.path, "exists", lambda path: False)
        scanned = processes.descendants(os.getpid())
        program.kill()
    assert program.pid in listed
    assert sorted(listed) == sorted(scanned)


def test_default_memory_is_positive_and_at_most_four_gibibytes() -> None:
    assert MIB < default_memory() <= 4096 * MIB


def test_many_runs_at_once_share_the_free_memory() -> None:
    assert default_memory(runs=1000) < default_memory() / 2

"""Ctrl-C, kill and kill -9 in the middle of a comparison: nothing is left."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.terminal import ROOT, assert_nothing_is_left, processes, wait_until
from threefold.commands.main import run
from threefold.commands.progress import Progress


@pytest.mark.parametrize(
    ("number", "code", "backend"),
    [
        (signal.SIGINT, 130, "sat"),
        (signal.SIGINT, 130, "ilp"),
        (signal.SIGTERM, 143, "cp"),
        pytest.param(signal.SIGINT, 130, "cp", marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, 143, "sat", marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, 143, "ilp", marks=pytest.mark.slow),
    ],
)
def test_an_interrupt_leaves_no_process_and_no_temp_file(
    number: signal.Signals, code: int, backend: str, tmp_path: Path
) -> None:
    process = _start_long_count(backend, tmp_path)
    process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (code, f"threefold: {'interrupted' if code == 130 else 'terminated'}\n")
    assert_nothing_is_left(tmp_path)


@pytest.mark.parametrize("name", ["SIGHUP", "SIGQUIT", "SIGUSR1"])
def test_any_signal_that_ends_a_command_leaves_no_process_and_no_unfinished_file(name: str, tmp_path: Path) -> None:
    number = signal.Signals[name]
    for _ in range(5):  # on a busy machine the signal may come too late
        process = _start(tmp_path, "cnf", "nqueens", "400", "--amo", "pairwise", "-o", str(tmp_path / "x.cnf"))
        wait_until(lambda: bool(list(tmp_path.glob("x.cnf*"))))
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        if process.returncode:
            break
        (tmp_path / "x.cnf").unlink()
    assert (process.returncode, errors) == (128 + number, f"threefold: terminated by {name}\n")
    assert_nothing_is_left(tmp_path)


def test_a_second_interrupt_ends_the_command_at_once_with_the_same_line(tmp_path: Path) -> None:
    process = _start_long_count("ilp", tmp_path)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (130, "threefold: interrupted\n")
    assert_nothing_is_left(tmp_path)


# Sends the signal when a module is looked up, as if it came by chance at that moment.
EARLY = """
import os, signal, sys
from threefold.commands.start import main
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
main()
"""


@pytest.mark.parametrize("module", ["typer", "threefold.commands.compare", "threefold.api", "threefold.runs.compare"])
def test_an_interrupt_while_modules_are_loaded_is_one_line(module: str, tmp_path: Path) -> None:
    script = EARLY.format(module)
    done = subprocess.run(
        [sys.executable, "-c", script, "compare", "nqueens", "4"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "threefold: interrupted\n")


def test_an_interrupt_that_python_would_drop_ends_the_command(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys, threefold.commands.start as start\n"
        "class Late:\n    def __del__(self): os.kill(os.getpid(), signal.SIGINT)\n"
        "def work():\n    Late()\n    return 0\n"
        "import threefold.commands.main as main\n"
        "main.carry_out = lambda words, within: within(work)\n"
        "start.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "threefold: interrupted\n")


def test_an_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    script = (
        "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); from threefold.commands.start import main; "
    )
    script += "main.__globals__['atexit'].register(lambda: print(signal.getsignal(signal.SIGHUP).name)); main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "--version"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.endswith("SIG_IGN\n")


def test_an_interrupted_comparison_shows_the_rows_that_are_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted_at_the_second(progress: Progress, run: str, label: str) -> None:
        if label.startswith("cp"):
            raise KeyboardInterrupt
        started(progress, run, label)

    started = Progress.started
    monkeypatch.setattr(Progress, "started", interrupted_at_the_second)
    assert run(["compare", "nqueens", "6", "--backends", "sat,cp"], "threefold") == 130
    output, errors = capsys.readouterr()
    assert errors == "threefold: interrupted: 1 of 2 rows are finished\n"
    assert re.search(r"^  sat +cadical195 +sat +4 ", output, re.MULTILINE)
    assert "agree" not in output


def test_an_interrupted_count_says_how_many_solutions_were_found_and_how_many_parts_are_kept(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    process = _start(tmp_path, "count", "nqueens", "13", "--resume", str(ledger))
    wait_until(lambda: ledger.exists() and ledger.read_text().count("\n") > 2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    kept = ledger.read_text().count("\n") - 1
    text = f"threefold: interrupted: {kept} of 64 parts are kept in {ledger}; the same command goes on; at least "
    match = re.fullmatch(re.escape(text) + r"([\d,]+) solutions so far\n", errors)
    assert process.returncode == 130
    assert match, errors
    assert 0 < int(match[1].replace(",", "")) < 73_712


def test_an_interrupted_count_in_one_go_is_a_lower_bound(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(progress: Progress) -> None:
        if progress.so_far:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "ticked", interrupted)
    assert run(["count", "nqueens", "12", "--backend", "cp"], "threefold") == 130
    output, errors = capsys.readouterr()
    assert output == ""
    assert re.fullmatch(r"threefold: interrupted: at least [\d,]+ solutions? so far\n", errors)


@pytest.mark.parametrize(("route", "queens"), [("sat", "12"), pytest.param("ilp", "11", marks=pytest.mark.slow)])
def test_an_interrupted_proof_keeps_its_finished_parts(route: str, queens: str, tmp_path: Path) -> None:
    parts = tmp_path / "parts"
    process = _start(tmp_path, "prove", "nqueens", queens, "--by", route, "--parts", "128", "--resume", str(parts))
    wait_until(lambda: parts.exists() and len(list(parts.glob("*.proof"))) > 2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    message = rf"threefold: interrupted: (\d+) parts are kept in {parts}; the same command goes on\n"
    match = re.fullmatch(message, errors)
    assert process.returncode == 130
    assert match
    assert 2 < int(match[1]) <= len(list(parts.iterdir())) == len(list(parts.glob("*.proof")))


@pytest.mark.parametrize("backend", ["sat", pytest.param("cp", marks=pytest.mark.slow), "ilp"])
def test_kill_9_leaves_no_process_and_no_temp_file(backend: str, tmp_path: Path) -> None:
    process = _start_long_count(backend, tmp_path)
    process.kill()
    process.communicate(timeout=10)
    assert_nothing_is_left(tmp_path)


@pytest.mark.parametrize("backend", ["ilp", "sat"])
def test_kill_9_of_the_command_and_its_guard_at_once_leaves_no_solver(backend: str, tmp_path: Path) -> None:
    """Then no process is left that could clean up: a solver program must end with the run that started it."""
    stubborn = tmp_path / "stubborn.sh"
    stubborn.write_text("#!/bin/sh\nexec sleep 100\n")
    stubborn.chmod(0o755)
    words = ("sat", "nqueens", "8", "--solver-command", f"{stubborn} {{cnf}}", "--timeout", "90")
    command = _start(tmp_path, *words) if backend == "sat" else _start_long_count("ilp", tmp_path)
    wait_until(lambda: len(processes(tmp_path)) >= 4)  # the command, the guard, the run, the program
    for pid in processes(tmp_path)[:2]:  # in the order of their start
        os.kill(int(pid), signal.SIGKILL)
    command.communicate(timeout=10)
    wait_until(lambda: not processes(tmp_path))


def _start(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, ROOT / "cli.py", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder), "THREEFOLD_TEST": str(folder)},
    )


def _start_long_count(backend: str, folder: Path) -> subprocess.Popen[str]:
    process = _start(folder, "compare", "nqueens", "14", "--backends", backend)
    wait_until(lambda: len(processes(folder)) >= 3)  # the command, the guard, the run
    time.sleep(0.4)  # well into the solving
    return process

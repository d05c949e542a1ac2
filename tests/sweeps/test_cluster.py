"""A sweep on a real Dask cluster: a scheduler and workers on loopback, some of which are killed."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.runs.cluster.dask_here import ROOT, ended, processes, running, threefold, wait_until

QUICK = """\
[limits]
seconds = 20
[[runs]]
puzzle = "nqueens"
parameters = {{ n = "4..5" }}
configurations = ["backtracking", "sat"]
seeds = {seeds}
"""
LONG = """\
[[runs]]
puzzle = "nqueens"
parameters = { n = "14..16" }
configurations = ["sat"]
"""
KILLER = """
import os, signal
from threefold.language import Parameter, Puzzle, Spec

def parent(pid):
    return int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1])

def build(n):
    worker = parent(parent(os.getppid()))  # above the guard and the helper
    if b"CLUSTER_TEST" in open(f"/proc/{worker}/environ", "rb").read():
        open("killed", "a").write(f"{worker}\\n")
        os.kill(worker, signal.SIGKILL)
        signal.pause()
    return Spec("killer", n=n)

PUZZLE = Puzzle("killer", "kills its worker", (Parameter("n", "any", 1, 9),), build, str, (), (1,))
"""
KEPT = "threefold: interrupted: {} runs are kept; the same command goes on\n"
LETHAL = '[[runs]]\npuzzle = "./killer.py"\nparameters = {{ n = 1 }}\nconfigurations = ["sat"]\n{quick}'


def sweep(folder: Path, *options: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    return threefold(folder, "sweep", str(folder), *options, start_new_session=start_new_session)


def written(folder: Path, text: str) -> Path:
    (folder / "sweep.toml").write_text(text)
    return folder


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in (folder / "records.jsonl").read_text().splitlines()]


def finished(folder: Path) -> int:
    import sqlite3

    with suppress(sqlite3.OperationalError):
        connection = sqlite3.connect(f"file:{folder / 'store.sqlite'}?mode=ro", uri=True, timeout=10)
        try:
            return int(connection.execute("SELECT count(*) FROM records").fetchone()[0])
        finally:
            connection.close()
    return 0


@pytest.mark.slow
def test_a_worker_that_is_killed_in_the_middle_loses_no_record(tmp_path: Path) -> None:
    folder = written(tmp_path, QUICK.format(seeds=list(range(25))))
    with running(folder, 2) as (dask, [first, _]):
        command = sweep(folder, "--cluster", dask.address)
        wait_until(lambda: finished(folder) >= 20)
        first.kill()
        assert finished(folder) < 100
        code, output, errors = ended(command)
    assert (code, errors) == (0, "")
    assert "100 of 100 runs have a record (100 sat)" in output
    assert len({line["key"] for line in lines(folder)}) == len(lines(folder)) == 100
    assert {(line["parameters"]["n"], line["record"]["count"]) for line in lines(folder)} == {(4, 2), (5, 10)}


@pytest.mark.slow
def test_limits_hold_on_the_workers_and_hopeless_runs_are_skipped(tmp_path: Path) -> None:
    folder = written(tmp_path, LONG.replace("14..16", "14..18") + "[limits]\nseconds = 1\n")
    with running(folder, 1) as (dask, _):
        assert ended(sweep(folder, "--cluster", dask.address))[0] == 0
    by_size = {line["parameters"]["n"]: line for line in lines(folder)}
    assert (by_size[14]["record"]["status"], by_size[14]["record"]["reason"]) == ("timeout", "time limit of 1 s")
    assert by_size[14]["record"]["count"] == by_size[14]["record"]["verified"] > 0
    assert (by_size[18]["record"]["status"], by_size[18]["record"]["reason"]) == (
        "skipped",
        "hit the time limit at n=14",
    )


@pytest.mark.slow
def test_a_run_that_kills_its_worker_twice_is_an_error_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    folder = written(tmp_path, LETHAL.format(quick=QUICK.format(seeds=[1, 2]).partition("seconds = 20\n")[2]))
    with running(folder, 2) as (dask, workers):
        command = sweep(folder, "--cluster", dask.address)
        wait_until(lambda: all(worker.poll() is not None for worker in workers))
        wait_until(lambda: finished(folder) >= 1)  # no worker is left for the rest
        dask.worker()
        code, _, _ = ended(command)
    assert code == 4
    assert Counter(line["record"]["status"] for line in lines(folder)) == {"error": 1, "sat": 8}
    [error] = [line for line in lines(folder) if line["record"]["status"] == "error"]
    assert error["record"]["reason"] == "its worker was lost 2 times while it was running"
    assert len((folder / "killed").read_text().split()) == 2


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_command_ends_its_runs_on_the_workers(tmp_path: Path, number: signal.Signals) -> None:
    folder = written(tmp_path, QUICK.format(seeds=[1]) + LONG)
    with running(folder, 1) as (dask, _):
        command = sweep(folder, "--cluster", dask.address)
        wait_until(lambda: finished(folder) == 4 and processes(folder, "threefold-run"))
        command.send_signal(number)
        code, _, errors = ended(command)
        wait_until(lambda: not processes(folder, "threefold-run", "threefold-guard"), 20)
    assert (code, errors) == ((130, KEPT.format("4 of 7")) if number == signal.SIGINT else (-9, ""))
    assert finished(folder) == 4


@pytest.mark.slow
def test_a_scheduler_that_dies_is_reported_in_one_line_and_what_is_finished_is_kept(tmp_path: Path) -> None:
    folder = written(tmp_path, QUICK.format(seeds=[1]) + LONG)
    with running(folder, 1) as (dask, _):
        command = sweep(folder, "--cluster", dask.address)
        wait_until(lambda: finished(folder) == 4)
        dask.scheduler.kill()
        code, _, errors = ended(command)
    gone = "the scheduler is gone or was restarted; what is finished is kept"
    assert (code, errors) == (4, f"threefold: --cluster {dask.address}: {gone}\n")
    assert len(lines(folder)) == 4


@pytest.mark.slow
def test_a_sweep_waits_for_workers_and_says_so(tmp_path: Path) -> None:
    folder = written(tmp_path, QUICK.format(seeds=[1]))
    with running(folder, 0) as (dask, _):
        command = sweep(folder, "--cluster", dask.address)
        assert command.stderr is not None
        assert command.stderr.readline() == "note: the cluster has no workers yet: waiting for them\n"
        dask.worker()
        assert ended(command)[::2] == (0, "")


@pytest.mark.slow
def test_a_cluster_made_here_replaces_dead_workers_and_is_taken_down(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    (tmp_path / "killer.py").write_text(KILLER)
    folder = written(tmp_path, LETHAL.format(quick=QUICK.format(seeds=[1, 2]).partition("seconds = 20\n")[2]))
    code, output, errors = ended(sweep(folder, "--cluster", "local", "--jobs", "2"))
    assert (code, errors) == (4, "")
    assert "9 of 9 runs have a record (1 error, 8 sat)" in output
    assert len((folder / "killed").read_text().split()) == 2
    wait_until(lambda: not processes(folder), 10)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_command_takes_down_the_cluster_made_here(tmp_path: Path, number: signal.Signals) -> None:
    pytest.importorskip("distributed")
    folder = written(tmp_path, LONG)
    command = sweep(folder, "--cluster", "local", start_new_session=True)
    # Before the store is made, guarded processes build the specs; they are `threefold-run`, too.
    wait_until(lambda: (folder / "store.sqlite").exists() and processes(folder, "threefold-run"))
    os.killpg(command.pid, number)  # as a terminal does it
    assert ended(command) == ((130, "", KEPT.format("0 of 3")) if number == signal.SIGINT else (-9, "", ""))
    wait_until(lambda: not processes(folder), 20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "code", "complaint"),
    [
        ("tcp://127.0.0.1:9", 4, "no scheduler answers there"),
        ("127.0.0.1:many", 2, "not an address like tcp://host:8786"),
    ],
)
def test_without_a_scheduler_the_command_says_so(tmp_path: Path, address: str, code: int, complaint: str) -> None:
    pytest.importorskip("distributed")
    folder = written(tmp_path, QUICK.format(seeds=[1]))
    status, _, errors = ended(sweep(folder, "--cluster", address))
    assert status == code
    assert errors.startswith(f"threefold: --cluster {address}: {complaint}")
    assert errors.count("\n") == 1


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    folder = written(tmp_path, QUICK.format(seeds=[1]))
    (tmp_path / "distributed.py").write_text("raise ImportError")
    command = [sys.executable, str(ROOT / "cli.py"), "sweep", str(folder), "--cluster", "local"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert answer.returncode == 2
    assert answer.stderr == "threefold: --cluster needs: pip install 'threefold[cluster]'\n"


def test_workers_of_a_cluster_are_not_jobs_of_this_machine(tmp_path: Path) -> None:
    folder = written(tmp_path, QUICK.format(seeds=[1]))
    code, _, errors = ended(sweep(folder, "--cluster", "tcp://127.0.0.1:8786", "--jobs", "2"))
    assert (code, errors) == (2, "threefold: --cluster tcp://127.0.0.1:8786 has its own workers: drop --jobs\n")

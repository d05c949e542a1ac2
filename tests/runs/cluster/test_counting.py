"""`count --cluster` with real workers: what a killed one loses is counted again, and nothing twice."""

import json
from pathlib import Path

import pytest

from tests.runs.cluster.dask_here import ended, processes, running, threefold, wait_until


@pytest.mark.slow
def test_a_count_goes_on_when_a_worker_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, 2) as (dask, [first, _]):
        words = ("count", "nqueens", "11", "--cluster", dask.address, "--resume", str(tmp_path / "ledger"), "--json")
        command = threefold(tmp_path, *words)
        wait_until(lambda: (tmp_path / "ledger").exists() and len((tmp_path / "ledger").read_text().splitlines()) > 5)
        first.kill()
        code, output, errors = ended(command)
    [row] = json.loads(output)["results"]
    assert (code, errors, row["count"], row["count_is"], row["verified"]) == (0, "", 2680, "exact", 2680)
    cubes = [json.loads(line)["cube"] for line in (tmp_path / "ledger").read_text().splitlines()[1:]]
    assert sorted(cubes) == list(range(row["statistics"]["cubes"]))


@pytest.mark.slow
def test_what_a_limit_cuts_of_a_count_on_a_cluster_is_a_lower_bound(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    command = threefold(tmp_path, "count", "nqueens", "18", "--cluster", "local", "--timeout", "2", "--json")
    code, output, errors = ended(command)
    [row] = json.loads(output)["results"]
    assert (code, errors, row["status"], row["reason"]) == (3, "", "timeout", "time limit of 2 s")
    assert (row["count_is"], row["verified"]) == ("at_least", row["count"])
    assert row["method"].endswith("workers")
    wait_until(lambda: not processes(tmp_path), 10)


@pytest.mark.slow
def test_a_worker_without_the_package_is_reported_and_goes_on_living(tmp_path: Path) -> None:
    with running(tmp_path, 0) as (dask, _):
        worker = dask.worker_without_the_package()
        code, _, errors = ended(threefold(tmp_path, "count", "nqueens", "6", "--cluster", dask.address))
        message = f"threefold: --cluster {dask.address}: a worker has no threefold; install it there\n"
        assert (code, errors, worker.poll()) == (4, message, None)

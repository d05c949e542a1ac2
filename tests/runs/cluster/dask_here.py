"""A real Dask cluster for tests: a scheduler and workers on loopback, and the commands that use it."""

import json
import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DASK = str(Path(sys.executable).with_name("dask"))
MARK = "THREEFOLD_CLUSTER_TEST"


def threefold(folder: Path, *words: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "cli.py"), *words]
    environment = {**os.environ, MARK: str(folder)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=start_new_session
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """What it printed on stderr but for notes: whether the workers are there in time is a matter of luck."""
    output, errors = process.communicate(timeout=90)
    noted = [line for line in errors.splitlines(keepends=True) if not line.startswith("note: ")]
    return process.returncode, output, "".join(noted)


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def processes(folder: Path, *names: str) -> list[int]:
    """Those of this test, by their names; the guard's and the run's are `threefold-guard` and `threefold-run`."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            mine = f"{MARK}={folder}".encode() in (entry / "environ").read_bytes()
            if mine and (not names or (entry / "comm").read_text().strip() in names):
                found.append(int(entry.name))
    return found


class Dask:
    """A scheduler and its workers, each a process of one thread that is not started again."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self._stack = folder, stack
        file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        wait_until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"]

    def worker(self, **variables: str) -> subprocess.Popen[bytes]:
        """`variables` of its environment."""
        words = ("worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        return self._start(*words, **variables)

    def worker_without_the_package(self) -> subprocess.Popen[bytes]:
        """Without `site`, Python does not read the file that says where the package is."""
        words = ("-S", "-m", "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny")
        return self._start(*words, program=sys.executable, PYTHONPATH=sysconfig.get_path("purelib"))

    def _start(self, *words: str, program: str = DASK, **variables: str) -> subprocess.Popen[bytes]:
        command = [program, *words, "--no-dashboard"]
        environment = {**os.environ, MARK: str(self.folder), **variables}
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, cwd="/", env=environment, stdout=quiet, stderr=quiet)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@contextmanager
def running(folder: Path, workers: int) -> Iterator[tuple[Dask, list[subprocess.Popen[bytes]]]]:
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        dask = Dask(folder, stack)
        yield dask, [dask.worker() for _ in range(workers)]
    wait_until(lambda: not processes(folder), 10)

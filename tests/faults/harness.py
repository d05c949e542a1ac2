"""Random kills of a command, its guards, its runs and its solvers: afterwards nothing is left, lost, repeated or changed.

A *work* is something that a command does, and continues after it was killed: a comparison, a count with a checkpoint, a sweep,
here or on a cluster. It is started and killed again and again until it is done. After every kill no process may be left; when it
is done, no temporary file, and its results must be those that were there after each kill, and the right ones.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.works import Work

ROOT = Path(__file__).parents[2]
MARK = "THREEFOLD_FAULTS"
GONE_WITHIN = 30.0  # seconds after the end of a command; a cluster takes some to close
NAMES = {"guard": "threefold-guard", "run": "threefold-run", "solver": "cbc"}  # of processes
ON_COMMAND = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@dataclass
class Tally:
    kills: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    works: int = 0  # that were done

    def __str__(self) -> str:
        kills = ", ".join(f"{number} {what}" for what, number in sorted(self.kills.items()))
        return f"{self.kills.total()} kills ({kills}); {self.works} works done; {len(self.faults)} faults"


def disturb(kind: type[Work], folder: Path, kills: int, chance: random.Random) -> Tally:
    """Make works of this kind until so many processes were killed."""
    tally, number = Tally(), 0
    while tally.kills.total() < kills:
        number += 1
        _until_done(kind(folder / str(number)), kills, chance, tally)
    return tally


def _until_done(work: Work, kills: int, chance: random.Random, tally: Tally) -> None:
    before: dict[str, str] = {}
    while True:
        more = tally.kills.total() < kills  # the last work is done without disturbance
        code, output, errors, killed = _attempt(work, chance, tally, disturbed=more)
        kept = work.kept()
        tally.faults += [f"{_name(work)} after {killed}: {fault}" for fault in _differences(before, kept)]
        before = kept
        if code == 0:
            break
        if code == 4 and "lost" in errors and killed != "nothing":
            continue  # it says so, and the next attempt makes what was lost
        if not killed.startswith("command"):
            tally.faults.append(
                f"{_name(work)} after {killed}: exit code {code}: {errors.strip()[-300:]} {_reasons(output)}"
            )
            return
    tally.works += 1
    if wrong := work.wrong(output):
        tally.faults.append(f"{_name(work)}: {wrong}")
    if left := [path.name for path in (work.folder / "temporary").iterdir()]:
        tally.faults.append(f"{_name(work)}: temporary files: {left}")


def _reasons(output: str) -> list[str]:
    with suppress(ValueError, KeyError):
        return [row["reason"] for row in json.loads(output)["results"] if row["reason"]]
    return [output[-300:]]


def _name(work: Work) -> str:
    return f"{type(work).__name__} {work.folder.name}"


def _differences(before: dict[str, str], kept: dict[str, str]) -> Iterator[str]:
    for key, line in before.items():
        if key not in kept:
            yield f"{key} was lost"
        elif kept[key] != line:
            yield f"{key} was repeated or changed"


def _attempt(work: Work, chance: random.Random, tally: Tally, *, disturbed: bool) -> tuple[int, str, str, str]:
    """Exit code, output, errors, and what was killed."""
    environment = {
        **os.environ, MARK: str(work.folder), "TMPDIR": str(work.folder / "temporary"),
        "DASK_TEMPORARY_DIRECTORY": str(work.folder),
    }  # fmt: skip
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), *work.words], stdout=pipe, stderr=pipe, text=True, env=environment
    ) as process:
        killed = _kill_something(process, work, chance) if disturbed else "nothing"
        output, errors = process.communicate(timeout=300)
    if killed != "nothing":
        tally.kills[killed] += 1
    deadline = time.monotonic() + GONE_WITHIN
    while (left := processes(work.folder)) and time.monotonic() < deadline:
        time.sleep(0.02)
    if left:
        tally.faults.append(f"{_name(work)} after {killed}: processes left: {sorted(left.values())}")
    return process.returncode, output, errors, killed


def _kill_something(process: subprocess.Popen[str], work: Work, chance: random.Random) -> str:
    with suppress(subprocess.TimeoutExpired):
        process.wait(chance.uniform(0.05, 1.0) * work.seconds)
    target = chance.choice(["command", "command and guards", "guard", "guard", "run", "run", "solver", "solver"])
    if target.startswith("command"):
        number = chance.choice(ON_COMMAND) if target == "command" else signal.SIGKILL
        others = _named(work, "guard") if target != "command" else []
        if process.poll() is not None:
            return "nothing"
        for pid in [process.pid, *others]:
            _kill(pid, number)
        return f"{target} ({number.name})"
    while process.poll() is None:
        if found := _named(work, target):
            _kill(chance.choice(found), signal.SIGKILL)
            return target
        time.sleep(0.01)
    return "nothing"


def _kill(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _named(work: Work, target: str) -> list[int]:
    return [pid for pid, name in processes(work.folder).items() if name == NAMES[target]]


def processes(folder: Path) -> dict[int, str]:
    """The names of the processes that have this folder in their environment, but for those that have ended."""
    found: dict[int, str] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={folder}\0".encode() in (entry / "environ").read_bytes():
                found[int(entry.name)] = (entry / "comm").read_text().strip()
    return found

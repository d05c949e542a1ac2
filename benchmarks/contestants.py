"""Contestants: a configuration of ours, a raw script, or a command as people type it. Each measurement is a process of its own
under the guard, which measures its CPU seconds (children included), wall time and memory, and ends it at the limit.

Ours goes through the library (build, lower, load, the stream, the checker), with a clock of CPU seconds between the phases.
`threefold.runs.worker` does the same with wall time, which the other users of a machine stretch. While CP-SAT runs in its own
thread, the checker's share is this thread's time. What the command around it costs shows where people's words are typed: the
whole CPU seconds of a command are those of all its processes.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from time import thread_time
from typing import Any, Never, Protocol, TypeVar

from benchmarks.measurement import PHASES, Timing
from benchmarks.raw.phases import children_seconds, cpu_seconds
from threefold.backends import find
from threefold.backends.backend import CountingSearch
from threefold.backends.blocks import cut
from threefold.backends.configuration import parse
from threefold.checker.tally import Tally
from threefold.guard import Limits, Outcome, Report, Server, default_memory, guarded
from threefold.runs.instance import Instance

ROOT = Path(__file__).parent.parent
Said = dict[str, Any]  # phases and figures by name, as in raw/phases.py
T = TypeVar("T")


@dataclass(frozen=True)
class Workload:
    instance: Instance
    first: bool
    expected: int | None = None  # number of solutions, where there is one

    @property
    def words(self) -> list[str]:
        return ["find" if self.first else "count", self.instance.puzzle, *map(str, self.instance.parameters.values())]


class Contestant(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def patience(self) -> float: ...  # so many times the usual limit
    def missing(self) -> str | None: ...  # what has to be installed
    def call(self, workload: Workload) -> tuple[Callable[..., Said], Sequence[object]]: ...


@dataclass(frozen=True)
class Ours:
    configuration: str
    name: str = "ours"
    patience: float = 1.0
    needs: tuple[str, ...] = ()  # modules of optional packages

    def missing(self) -> str | None:
        return _missing_module(self.needs)

    def call(self, workload: Workload) -> tuple[Callable[..., Said], Sequence[object]]:
        return solved_by_ours, (workload.instance, self.configuration, workload.first, self.needs)


@dataclass(frozen=True)
class Script:
    name: str
    script: str  # in benchmarks/raw
    settings: tuple[str, ...] = ()
    patience: float = 1.0
    needs: tuple[str, ...] = ()
    python: Callable[[], str | None] = lambda: sys.executable  # None: there is no such environment

    def missing(self) -> str | None:
        return _missing_module(self.needs) if self.python() else "its environment cannot be made"

    def call(self, workload: Workload) -> tuple[Callable[..., Said], Sequence[object]]:
        module = f"benchmarks.raw.{self.script}"
        return run_of_script, ([self.python(), "-m", module, *workload.words, *self.settings],)


@dataclass(frozen=True)
class Command:
    """`threefold …` as people start it; the workload adds the puzzle's name and parameters."""

    name: str
    arguments: tuple[str, ...]
    patience: float = 1.0
    needs: tuple[str, ...] = ()

    def missing(self) -> str | None:
        return _missing_module(self.needs)

    def call(self, workload: Workload) -> tuple[Callable[..., Said], Sequence[object]]:
        command, *options = self.arguments
        return run_of_command, ([sys.executable, "cli.py", command, *workload.words[1:], *options, "--json"],)


def _missing_module(needs: Sequence[str]) -> str | None:
    absent = [name for name in needs if find_spec(name) is None]
    return f"not installed: {', '.join(absent)}" if absent else None


def measured(server: Server, contestant: Contestant, workload: Workload, seconds: float) -> Timing:
    missing = contestant.missing()
    if missing:
        return Timing("missing", missing)
    try:
        function, arguments = contestant.call(workload)
    except subprocess.CalledProcessError as error:  # a file could not be made
        return Timing("failed", failure(error.returncode, str(error.stderr or "")))
    limits = Limits(seconds * contestant.patience, default_memory())
    return judged(guarded(server, function, *arguments, limits=limits), workload.expected)


def judged(outcome: Outcome, expected: int | None) -> Timing:
    """The run's own report, judged by the guard's outcome and the known count."""
    said: Mapping[str, Any] = outcome.value if isinstance(outcome.value, dict) else {}
    status, reason = {"done": "done", "timeout": "timeout"}.get(outcome.status, "failed"), outcome.reason or ""
    if status == "done" and said.get("count") != expected is not None:
        status, reason = "wrong", f"counted {said.get('count')}, right is {expected}"
    return Timing(
        status,
        reason,
        said.get("count"),
        {phase: said[phase] for phase in (*PHASES, "total") if phase in said},
        said.get("whole", outcome.cpu),
        outcome.wall,
        outcome.memory,
        (int(said["variables"]), int(said["constraints"])) if "variables" in said and "constraints" in said else None,
        str(said.get("method", "")),
        int(said.get("nonzeros", 0)),
    )


def solved_by_ours(report: Report[Said], instance: Instance, text: str, first: bool, needs: Sequence[str] = ()) -> Said:
    said: Said = {}

    def phase(name: str, action: Callable[[], T]) -> T:
        start = cpu_seconds()
        result = action()
        said[name] = cpu_seconds() - start
        report(dict(said))
        return result

    configuration = parse(text, {})
    backend = find(configuration.backend)
    phase("import", lambda: [import_module(module) for module in (*backend.preload, *needs)])
    _, spec = phase("build", instance.load)
    program = phase("lower", lambda: backend.lower(spec, configuration))
    search = phase("load", lambda: program.load(seed=None, first=first))
    size = program.size
    said |= {"method": search.method, "variables": size.variables + size.auxiliary}
    said |= {"constraints": size.constraints, "nonzeros": size.literals}
    if isinstance(search, CountingSearch):
        return said | {"count": phase("solve", search.count)}
    tally, start, checking = Tally(spec, keep=1), cpu_seconds(), 0.0
    with closing(cut(iter(search), 1) if first else search.blocks()) as blocks:
        for block in blocks:
            said.setdefault("first", cpu_seconds() - start)
            began = thread_time()
            tally.extend(block)
            checking += thread_time() - began
    said |= {
        "solve": cpu_seconds() - start - checking,
        "check": checking,
        "method": search.method,
    }  # it may have changed
    right = tally.verified == tally.count and tally.fault is None
    return said | {"count": tally.count if right else -1}


def run_of_script(report: Report[Said], command: Sequence[str]) -> Said:
    said: Said = {}
    before = children_seconds()
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            name, _, value = line.partition(" ")
            said[name] = float(value)
            report(dict(said))
        if process.wait():
            errors.seek(0)
            raise RuntimeError(failure(process.returncode, errors.read()))
    return said | {"whole": children_seconds() - before}


def failure(status: int, errors: str) -> str:
    last = errors.strip().splitlines()[-1:]
    return ": ".join([f"exit status {status}", *last])


def run_of_command(report: Report[Never], command: Sequence[str]) -> Said:
    before = children_seconds()
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    whole = children_seconds() - before
    if done.returncode:
        raise RuntimeError(failure(done.returncode, done.stderr))
    answer = json.loads(done.stdout)
    counts = {result["count"] for result in answer["results"]}
    agreed = answer["verdict"] == "agree" and len(counts) == 1
    total = sum(result["seconds"]["total"] for result in answer["results"])
    return {"count": counts.pop() if agreed else -1, "total": total, "whole": whole}

"""Commands as people type them, beside those that compare and count: how long it takes to start, to relate, to report.

The CPU seconds are those of all processes of the command.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Never

from benchmarks.contestants import ROOT, Said, Workload, failure
from benchmarks.outside import exported, folder
from benchmarks.raw.phases import children_seconds
from threefold.guard import Report
from threefold.runs.instance import Instance

NOTHING = Workload(Instance("nqueens", {"n": 8}), first=False)  # these commands are not about a count
RECORDS = ROOT / "reports" / "nqueens" / "records.jsonl"
INSTANCES = 10_000


@dataclass(frozen=True)
class Typed:
    name: str
    words: Callable[[], Sequence[str]]  # after the interpreter's name
    patience: float = 1.0

    def missing(self) -> str | None:
        return None

    def call(self, workload: Workload) -> tuple[Callable[..., Said], Sequence[object]]:
        return run_of_words, ([sys.executable, *self.words()],)


def run_of_words(report: Report[Never], command: Sequence[str]) -> Said:
    before = children_seconds()
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    whole = children_seconds() - before
    if done.returncode:
        raise RuntimeError(failure(done.returncode, done.stderr))
    return {"solve": whole, "whole": whole}


def ours(line: str) -> Callable[[], Sequence[str]]:
    return lambda: ["cli.py", *line.split()]


def relate(n: int) -> Sequence[str]:
    return ["cli.py", "relate", "nqueens", str(n), str(exported("cnf", "nqueens", str(n))), "--timeout", "600"]


def report() -> Sequence[str]:
    return ["cli.py", "report", str(large_report())]


@cache
def large_report() -> Path:
    """A report of two rows on 10,000 instances, made of two records of ours."""
    place = folder() / "large"
    place.mkdir()
    sweep = ['title = "Many"', "[[runs]]", 'puzzle = "nqueens"', f'parameters = {{ n = "1..{INSTANCES}" }}']
    (place / "sweep.toml").write_text("\n".join([*sweep, 'configurations = ["sat", "cp"]', ""]))
    lines = [json.loads(line) for line in RECORDS.read_text().splitlines()]
    models = [next(line for line in lines if (line["row"], line["task"]) == (row, "count")) for row in ("sat", "cp")]
    with open(place / "records.jsonl", "w") as file:
        for n in range(1, INSTANCES + 1):
            for model in models:
                print(json.dumps(model | {"parameters": {"n": n}, "key": f"{model['row']}{n}"}), file=file)
    return place


NO_WORK = Typed("python -c pass", lambda: ["-c", "pass"])
START = (NO_WORK, Typed("threefold list", ours("list")), Typed("compare --help", ours("compare --help")))
RELATE = Typed("threefold relate nqueens 100", lambda: relate(100), patience=5)
ENCODINGS = Typed("threefold encodings nqueens 8", ours("encodings nqueens 8"), patience=7)
REPORT = Typed("threefold report, 20,000 records", report, patience=5)
LONG = (RELATE, ENCODINGS, REPORT)

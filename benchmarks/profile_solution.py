"""What one solution costs, and the share of checking: CPU time of the solver, reading, blocking, `holds` and the fingerprint.

    python -m benchmarks.profile_solution                     # latin 5 and 12 queens, sat and cp
    python -m benchmarks.profile_solution --before FOLDER     # the same beside another checkout, in turns
    python -m benchmarks.profile_solution --shares            # the share of checking for the instances of the gallery's report

Every run is a process of its own, with compiled modules. The solver's thread of cp is told apart by its CPU time; within a thread
the time is divided by sampling the stack. Where cp's callback is a chain of built-in functions, it counts as the solver.
"""

import argparse
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from compileall import compile_dir
from contextlib import closing, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from random import random
from statistics import median
from time import process_time, thread_time
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5
SAMPLE_EVERY = 0.00025  # seconds
LIMIT = 20.0  # CPU seconds, after which a count is cut
PARTS = ("solver", "reading", "blocking", "stream", "holds", "fingerprint")
PROFILED = [(row, *instance) for instance in (("latin", "5"), ("nqueens", "12")) for row in ("sat", "cp")]
MORE = [("nqueens", "12"), ("cards", "11", "2")]  # besides the gallery's report
SMALL = 0.05  # CPU seconds of a run that is not judged

# Where a sample belongs: file and function of the innermost frame that is listed.
PLACES = [
    (r"(solvers|clasp)\.py (solve|attempt|_start|delete|__init__|_stream)", "solver"),
    (r"(solvers|projection|cube_formula)\.py (add|blocking|differs)", "blocking"),
    (r"(solvers|clasp|projection|cube_formula|variable_maps)\.py (model|_read|\w*assignment\w*|decode)", "reading"),
    (r"cube_formula\.py ", "solver"),
    (r"(enumeration|blocks|search)\.py ", "stream"),
    (r"(block_forms|constraints)\.py |tally\.py _satisfies", "holds"),
    (r"(fingerprint|hashing|seen|tally)\.py ", "fingerprint"),
]


class Samples(Counter[str]):
    @contextmanager
    def taken(self) -> Iterator[None]:
        signal.signal(signal.SIGALRM, self._take)
        signal.setitimer(signal.ITIMER_REAL, max(1e-6, random() * SAMPLE_EVERY))
        try:
            yield
        finally:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)

    def _take(self, _: int, frame: FrameType | None) -> None:
        while frame and not (part := _part(frame.f_code)):
            frame = frame.f_back
        if frame and part:
            self[part] += 1
        signal.setitimer(signal.ITIMER_REAL, SAMPLE_EVERY)  # only now: a sample must not interrupt a sample

    def divide(self, seconds: float, parts: Sequence[str]) -> dict[str, float]:
        total = sum(self[part] for part in parts)
        return {part: seconds * self[part] / total for part in parts} if total else {parts[0]: seconds}


@cache
def _part(code: CodeType) -> str | None:
    place = f"{Path(code.co_filename).name} {code.co_name}"
    return next((part for pattern, part in PLACES if re.match(pattern, place)), None)


# One run, in a process of its own; the package may be that of another checkout


def run(row: str, puzzle: str, *arguments: str, sampled: bool) -> dict[str, Any]:
    from threefold import models
    from threefold.backends import find
    from threefold.backends.configuration import parse
    from threefold.checker.tally import Tally

    resource.setrlimit(resource.RLIMIT_CPU, (int(2 * LIMIT), int(2 * LIMIT)))  # if no solution comes
    configuration = parse(row, {})
    spec = models.find(puzzle).build(*(int(each) if re.fullmatch(r"-?\d+", each) else each for each in arguments))
    program = find(configuration.backend).lower(spec, configuration)
    import numpy  # noqa: F401  # the import is no part of a run's times

    program.load(seed=None, first=True)  # imports the solver
    callback, tally, samples = _timed_callback() if row == "cp" else [], Tally(spec, keep=1), Samples()
    start, own, checking = process_time(), thread_time(), 0.0
    search = program.load(seed=None, first=False)
    sampling = samples.taken if sampled else nullcontext
    # A sample wakes the thread that waits for cp's solver, which would cost more than what is measured.
    with sampling() if row != "cp" else nullcontext(), closing(search.blocks()) as blocks:
        for block in blocks:
            with sampling() if row == "cp" else nullcontext():
                arrived = thread_time()
                tally.extend(block)
                checking += thread_time() - arrived
            if process_time() - start > LIMIT:
                break
    own = thread_time() - own
    total = process_time() - start
    assert tally.fault is None, tally.fault
    parts = samples.divide(checking, PARTS[4:])
    if row == "cp":
        parts |= {"solver": total - own - sum(callback), "reading": own - checking + sum(callback)}
    else:
        parts |= samples.divide(total - checking, PARTS[:4])
    return {
        "count": tally.count,
        "total": total,
        "check": checking,
        "fingerprint": str(tally.fingerprint),
        "parts": parts,
    }


def _timed_callback() -> list[float]:
    from threefold.backends.cp import search

    spent: list[float] = []
    original = search._Stream.OnSolutionCallback

    def timed(stream: Any) -> None:
        start = thread_time()
        original(stream)
        spent.append(thread_time() - start)

    search._Stream.OnSolutionCallback = timed  # type: ignore[method-assign,assignment]
    return spent


# The tables


def measured(tree: Path, case: Sequence[str], *, sampled: bool = True) -> dict[str, Any] | None:
    command = [sys.executable, __file__, *(["--plain"] * (not sampled)), "--run", *case]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"{' '.join(case)}: exit {done.returncode} {done.stderr.strip()[-100:]}", file=sys.stderr)
        return None
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def profile(trees: Sequence[Path]) -> Iterator[str]:
    yield f"| µs of CPU time per solution | | {' | '.join(PARTS)} | all | check |"
    yield f"|---|---|{'--:|' * (len(PARTS) + 2)}"
    for case in PROFILED:
        answers: list[list[dict[str, Any]]] = [[] for _ in trees]
        for _ in range(ROUNDS):
            for tree, several in zip(trees, answers, strict=True):
                several += filter(None, [measured(tree, case)])
        assert all(len({each["fingerprint"] for each in several}) == 1 for several in answers), "other solutions"
        assert len({each["count"] for several in answers for each in several}) == 1, (
            "another count"
        )  # fingerprints have changed
        for tree, several in zip(trees, answers, strict=True):
            cells = [_cell([1e6 * each["parts"].get(part, 0) / each["count"] for each in several]) for part in PARTS]
            cells += [_cell([1e6 * each["total"] / each["count"] for each in several])]
            share = median(each["check"] / each["total"] for each in several)
            yield f"| {' '.join(case[1:])}, {case[0]} | {_name(tree)} | {' | '.join(cells)} | {share:.1%} |"


def _cell(figures: Sequence[float]) -> str:
    return f"{median(figures):.2f}"


def _name(tree: Path) -> str:
    return "now" if tree == ROOT else "before"


def shares(trees: Sequence[Path], rows: Sequence[str]) -> Iterator[str]:
    yield f"| instance | solutions | {' | '.join(f'{_name(tree)}: CPU s | check' for tree in trees)} |"
    yield f"|---|--:|{'--:|--:|' * len(trees)}"
    for row in rows:
        for instance in _instances():
            answers = [measured(tree, (row, *instance), sampled=False) for tree in trees]
            if any(each is None or each["total"] > SMALL for each in answers):
                cells = [
                    f"{each['total']:.2f} | {each['check'] / each['total']:.1%}" if each else "– | –"
                    for each in answers
                ]
                number = max((each["count"] for each in answers if each), default=0)
                yield f"| {' '.join(instance)}, {row} | {number:,} | {' | '.join(cells)} |"


def _instances() -> list[tuple[str, ...]]:
    sweep = tomllib.loads((ROOT / "reports" / "gallery" / "sweep.toml").read_text())
    listed = [(runs["puzzle"], *map(str, values)) for runs in sweep["runs"] for values in runs["parameters"]]
    return [*listed, *(more for more in MORE if more not in listed)]


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--before", type=Path, help="another checkout to measure beside this one")
    parser.add_argument("--shares", action="store_true", help="the share of checking for the gallery's instances")
    parser.add_argument("--rows", default="sat,cp", help="of the shares (default: sat,cp)")
    parser.add_argument("--run", nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run:
        print(json.dumps(run(*asked.run, sampled=not asked.plain)))
        return
    trees = [*([asked.before.resolve()] if asked.before else []), ROOT]
    for tree in trees:
        compile_dir(tree / "threefold", quiet=1)  # else checking compiles the modules that it imports
    for line in shares(trees, asked.rows.split(",")) if asked.shares else profile(trees):
        print(line, flush=True)


if __name__ == "__main__":
    main()

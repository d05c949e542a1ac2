"""Ours beside hand-written scripts, clasp, Gecode, C and CPMpy, in one run.

    uv run --group bench python -m benchmarks               all rows, some 15 minutes if it is quiet; writes benchmarks/results.md
    uv run --group bench python -m benchmarks --quick       a few rows, less than a minute once CPMpy is installed
    uv run --group bench python -m benchmarks --only q200   the rows whose name has this in it, a regular expression

Without uv: pip install 'clingo<6' highspy pyscipopt pyganak, then python -m benchmarks.

Contestants take turns (A B C A B C …), because the speed of a shared machine changes within minutes; each run is a guarded
process of its own.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from compileall import compile_dir
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import TextIO

from benchmarks import machine
from benchmarks.contestants import ROOT, measured
from benchmarks.goals import GOALS
from benchmarks.measurement import Timing
from benchmarks.render import page
from benchmarks.rounds import Effort, undecided
from benchmarks.rows import Contest, rows
from threefold.guard import Server

RESULTS = ROOT / "benchmarks" / "results.md"
FULL, QUICK = Effort(rounds=5, seconds=20, often=4, most=120), Effort(rounds=2, seconds=4, often=1, most=2)


def main(arguments: Sequence[str] | None = None) -> None:
    asked = _parser().parse_args(arguments)
    usual = QUICK if asked.quick else FULL
    effort = Effort(asked.rounds or usual.rounds, asked.limit or usual.seconds, usual.often, usual.most)
    chosen = [row for row in rows() if re.search(asked.only, row.name) and (row.quick or not asked.quick)]
    partly = asked.quick or bool(asked.only)
    if not chosen:
        sys.exit(f"no row's name matches {asked.only!r}; there are: {', '.join(row.name for row in rows())}")
    started, facts = perf_counter(), machine.description()  # the load, before it is our own
    _compile()
    results: dict[tuple[str, str], list[Timing]] = {}
    with Server() as server, open(asked.json, "w") if asked.json else nullcontext() as lines:
        for row, name, run in measurements(server, chosen, effort):
            results.setdefault((row.name, name), []).append(run)
            _write({"row": row.name, "contestant": name, **asdict(run)}, lines)
        taken = f"{effort.rounds} rounds, limit {effort.seconds:g} s; took {perf_counter() - started:.0f} s"
        facts += [*machine.versions(), taken]
        _write({"facts": facts}, lines)
    text = page(results, chosen, facts, _command(asked), whole=not partly)
    output = asked.output or (None if partly else RESULTS)
    if output:
        Path(output).write_text(text)
    print(text)


def _compile() -> None:
    """Our byte code, as installed packages have theirs: where Python may not write it, every run would compile again."""
    folders = [entry for entry in ROOT.iterdir() if (entry / "__init__.py").exists()]
    for folder in folders:
        compile_dir(folder, quiet=1)


def measurements(server: Server, chosen: Sequence[Contest], effort: Effort) -> Iterator[tuple[Contest, str, Timing]]:
    """Round by round, until a contestant has run often enough."""
    for row in chosen:
        taken: dict[tuple[str, str], list[Timing]] = {(row.name, each.name): [] for each in row.contestants}
        for number in range(max(effort.most, effort.often * effort.rounds)):
            more = undecided(GOALS, taken, row.name)
            for contestant in row.contestants:
                runs = taken[row.name, contestant.name]
                if effort.again(runs, number, contestant.name in more):
                    run = measured(server, contestant, row.workload, effort.seconds)
                    runs.append(run)
                    _print(f"{row.name:<24} round {number + 1}  {contestant.name:<42} {_in_short(run)}")
                    yield row, contestant.name, run


def _write(said: dict[str, object], lines: TextIO | None) -> None:
    if lines:
        print(json.dumps(said), file=lines, flush=True)


def _in_short(run: Timing) -> str:
    return f"{run.cpu:8.3f} s" if run.status == "done" else f"{run.status}: {run.reason}"


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _command(asked: argparse.Namespace) -> str:
    """Without the files that it writes to."""
    given = [f"--{name} {value}" for name in ("only", "rounds", "limit") if (value := getattr(asked, name))]
    return " ".join(["python -m benchmarks", *["--quick"] * asked.quick, *given])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Ours beside raw scripts, other solvers and CPMpy."
    )
    parser.add_argument("--quick", action="store_true", help="a few small rows, two rounds")
    parser.add_argument("--only", default="", metavar="REGEX", help="rows whose name matches, like 'sat find'")
    parser.add_argument("--rounds", type=int, metavar="N", help="how often each contestant runs (5; quick: 2)")
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="time limit of a run (20; quick: 4)")
    parser.add_argument("--json", metavar="FILE", help="every measurement as a line of JSON")
    parser.add_argument(
        "--output", metavar="FILE", help="where to write (all rows: benchmarks/results.md; else: nowhere)"
    )
    return parser


if __name__ == "__main__":
    main()

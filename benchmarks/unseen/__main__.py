"""Rows of our own on puzzles of kinds that no row was tuned on, one row after the other; the table is benchmarks/unseen.md.

    python -m benchmarks.unseen sat+plain,sat,cp+plain,cp       all 20 puzzles; the others are compared with the first row
    python -m benchmarks.unseen sat,cp --only route --limit 5   some of them; nothing is written

Each run counts all solutions in a guarded process of its own. A figure is what is inside `total` in CPU seconds: building,
lowering, loading, solving, checking, without imports. The limit is on the time of the run.
"""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from math import exp, log

from benchmarks import machine
from benchmarks.contestants import ROOT, Ours, Workload, measured
from benchmarks.measurement import Timing, everything
from threefold import models
from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.configuration import parse
from threefold.guard import Server
from threefold.runs.instance import Instance

FOLDER = ROOT / "benchmarks" / "unseen"
PAGE = FOLDER.with_suffix(".md")
Results = Mapping[tuple[str, str], Timing]  # by puzzle and row
READING = """\
No row is tuned on these puzzles, and none may be: they are of kinds that are in neither models/, examples/, tests/ nor the
other benchmarks. Each is counted once by each row, in CPU seconds of building, lowering, loading, solving and checking;
imports are outside. Where the time limit ended a run, its time is a bound (≥), and it is in no mean. *Times the first* is
the geometric mean of the ratios to the first row, over the puzzles that both finish (their number in brackets): above 1 the
first is faster."""


def main(arguments: Sequence[str] | None = None) -> None:
    asked = _parser().parse_args(arguments)
    puzzles = [path for path in sorted(FOLDER.glob("[a-z]*.py")) if re.search(asked.only, path.stem)]
    results: dict[tuple[str, str], Timing] = {}
    facts = machine.description()  # the load, before it is our own
    rows, absent = usable(asked.rows)
    with Server() as server:
        for path in puzzles:
            instance = Instance(str(path), models.find(str(path)).parse([]))
            for row, configuration in rows.items():
                ours = Ours(str(configuration), needs=(*find(configuration.backend).late, "numpy"))
                timing = results[path.stem, row] = measured(server, ours, Workload(instance, False), asked.limit)
                print(f"{path.stem:<20} {row:<20} {shown(timing)} {timing.reason}", file=sys.stderr, flush=True)
    engines = [find(row.backend).version(row.solver) for row in rows.values()]
    facts += [", ".join(dict.fromkeys(engines)), f"limit {asked.limit:g} s a run", *absent]
    text = page(results, [path.stem for path in puzzles], list(rows), facts)
    if not asked.only:
        PAGE.write_text(text)
    print(text)


def usable(text: str) -> tuple[dict[str, Configuration], list[str]]:
    """The rows whose packages are there, as they were typed, and a line for each other one."""
    rows = {each: parse(each, {}) for each in text.replace(" ", "").split(",")}
    missing = {name: find(row.backend).missing(row.solver) for name, row in rows.items()}
    absent = [f"left out: {name}: {reason}" for name, reason in missing.items() if reason]
    return {name: row for name, row in rows.items() if not missing[name]}, absent


def shown(timing: Timing) -> str:
    if not timing.timed:
        return timing.status
    return f"{'≥ ' * (timing.status == 'timeout')}{everything(timing):.2f}"


def page(results: Results, puzzles: Sequence[str], rows: Sequence[str], facts: Sequence[str]) -> str:
    lines = [["puzzle", "solutions", *rows], ["---"] * (len(rows) + 2)]
    lines += [[name, count(results, name, rows), *(shown(results[name, row]) for row in rows)] for name in puzzles]
    lines.append(["times the first", "", *(mean(results, puzzles, rows[0], row) for row in rows)])
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    listed = "\n".join(f"- {fact}" for fact in facts)
    command = f"`python -m benchmarks.unseen {','.join(rows)}`"
    return f"# Puzzles that no row was tuned on\n\n{READING}\n\nWritten whole by {command}.\n\n{listed}\n\n{table}\n"


def count(results: Results, name: str, rows: Sequence[str]) -> str:
    """The number that all rows agree on that ended."""
    counts = {results[name, row].count for row in rows if results[name, row].status == "done"}
    return "disagree" if len(counts) > 1 else f"{counts.pop():,}" if counts else "?"


def mean(results: Results, puzzles: Sequence[str], first: str, row: str) -> str:
    both = [(results[name, first], results[name, row]) for name in puzzles]
    ratios = [everything(b) / everything(a) for a, b in both if a.status == b.status == "done"]
    return f"{exp(sum(map(log, ratios)) / len(ratios)):.2f} ({len(ratios)})" if ratios else "–"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.unseen", description="Rows on puzzles not tuned on.")
    parser.add_argument("rows", help="configurations, separated by commas")
    parser.add_argument("--only", default="", metavar="REGEX", help="puzzles whose name matches; nothing is written")
    parser.add_argument("--limit", type=float, default=20.0, metavar="SECONDS", help="time limit of a run (20)")
    return parser


if __name__ == "__main__":
    main()

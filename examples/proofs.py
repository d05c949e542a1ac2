"""Proves the puzzles of the gallery by every route, and writes the report of what that took.

    python -m examples.proofs     # writes reports/proofs.md

Every route is tried once, under a time limit. The times are CPU seconds. It takes about 12 minutes, most of them for the routes
that end at the limit.
"""

import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import threefold as tf
from examples.gallery import PICTURED, ROOT, alias_of, call
from threefold import models
from threefold.backends import find
from threefold.backends.sat.solvers import PROVING
from threefold.files import write_text
from threefold.format import many, seconds
from threefold.language import LimitReached, Puzzle, Value
from threefold.models.sudoku import SHIPPED
from threefold.proofs.prove import ROUTES
from threefold.sweeps.circumstances import commit, machine, machine_text, version_text

LIMIT = 60.0  # seconds of wall time to prove
Instance = tuple[Puzzle, tuple[Value, ...]]
BY_EVERY_ROUTE: dict[str, list[tuple[Value, ...]]] = {
    "nqueens": [(n,) for n in range(4, 11)],
    "cards": [(7, 2), (8, 2)],
    "zebra": [(0,)],
    "sudoku": [(name,) for name in SHIPPED],
    "pigeonhole": [(9, 8)],
}
LARGER: dict[str, list[tuple[Value, ...]]] = {"nqueens": [(12,)]}
NOT_PROVED = ["–", "–", "–"]

HEAD = """# Proved counts

The default instance of every puzzle of [the gallery](../docs/gallery.md), the instance of its picture, and some more:
proved by `threefold prove`, and accepted by `threefold verify`, see [certificates](../docs/certificates.md). The two routes stand
side by side: clauses and steps (sat), rows and a tree (ilp).
Times are CPU times, of one run each. A dash: the route was tried, and had no proof after {limit:g} s or at the limit of memory.

This page is written by `python -m examples.proofs`.

- {machine}
- {versions}
- {date}

| instance | solutions | sat: prove | verify | size | ilp: prove | verify | size |
|---|---:|---:|---:|---:|---:|---:|---:|
"""


def instances() -> Iterator[Instance]:
    for name in models.names():
        puzzle = models.find(name)
        shown = [] if alias_of(puzzle) else [PICTURED.get(name, puzzle.example)]
        more = BY_EVERY_ROUTE.get(name, []) + LARGER.get(name, [])
        yield from ((puzzle, key) for key in dict.fromkeys([puzzle.example, *shown, *more]))


def proved(puzzle: Puzzle, key: tuple[Value, ...], route: str) -> tuple[str, list[str]]:
    """The number of solutions, and the cells of the route."""
    print(f"{call(puzzle, key)} by {route}", file=sys.stderr, flush=True)
    try:
        proof = tf.prove(puzzle.name, *key, by=route, timeout=LIMIT)
    except LimitReached:
        return "", NOT_PROVED
    spent = [seconds(proof.seconds[phase]) for phase in ("prove", "verify")]
    return f"{proof.verification.count:,}", [*spent, f"{proof.size / 1e3:,.0f} kB"]


def facts() -> dict[str, str]:
    """Where it is made, before it is made: the load is then that of others."""
    here = machine()
    solvers = [find("sat").version(PROVING), find("ilp").version("cbc")]
    own = [f"threefold {version_text(tf.__version__, commit())}", f"Python {platform.python_version()}"]
    return {
        "machine": f"{machine_text(here)}; load at the start {here['load']}",
        "versions": ", ".join([*own, *solvers]),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }


def page() -> str:
    head = HEAD.format(limit=LIMIT, **facts())
    lines, proofs = list[str](), 0
    for puzzle, key in instances():
        counts, cells = zip(*(proved(puzzle, key, route) for route in ROUTES), strict=True)
        proofs += sum(map(bool, counts))
        row = [f"`{call(puzzle, key)}`", max(counts), *(cell for each in cells for cell in each)]
        lines.append(f"| {' | '.join(row)} |\n")
    return f"{head}{''.join(lines)}\n{many(proofs, 'proof')}.\n"


if __name__ == "__main__":
    write_text(ROOT / "reports" / "proofs.md", page())

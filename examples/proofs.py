"""Proves the puzzles of the gallery and writes the table of what that took.

    python -m examples.proofs > reports/proofs.md

Each instance is proved and verified by every route, under a time limit. The times are CPU seconds.
"""

import sys
from collections.abc import Iterator

import threefold as tf
from examples.gallery import PICTURED, alias_of, call
from threefold import models
from threefold.format import many, seconds
from threefold.language import LimitReached, Puzzle, ThreefoldError, Value
from threefold.models.sudoku import SHIPPED
from threefold.proofs.prove import ROUTES

LIMIT = 120.0  # seconds to prove
Instance = tuple[Puzzle, tuple[Value, ...]]
BY_EVERY_ROUTE: dict[str, list[tuple[Value, ...]]] = {
    "nqueens": [(n,) for n in range(4, 11)],
    "cards": [(7, 2), (8, 2)],
    "zebra": [(0,)],
    "sudoku": [(name,) for name in SHIPPED],
    "pigeonhole": [(9, 8)],
}
LARGER: dict[str, list[tuple[Value, ...]]] = {"nqueens": [(12,)]}
TOO_MANY = ["golfers 3 3 4", "latin 5", "pentominoes 6x10"]  # solutions or steps: by sat not within 300 s

HEAD = """# Proved counts

The default instance of every puzzle of [the gallery](../docs/gallery.md), the instance of its picture, and some more:
proved by `threefold prove`, and accepted by `threefold verify`, see [certificates](../docs/certificates.md).
Times are CPU times; the limit is {limit:g} s of time to prove. Left out, as sat does not prove them within 300 s: {too_many}.

This page is the output of `python -m examples.proofs`.

| instance | solutions | by | prove | verify | size |
|---|---|---|---|---|---|
"""


def instances() -> Iterator[Instance]:
    for name in models.names():
        puzzle = models.find(name)
        shown = [] if alias_of(puzzle) else [PICTURED.get(name, puzzle.example)]
        more = BY_EVERY_ROUTE.get(name, []) + LARGER.get(name, [])
        keys = dict.fromkeys([puzzle.example, *shown, *more])
        yield from ((puzzle, key) for key in keys if call(puzzle, key) not in TOO_MANY)


def row(puzzle: Puzzle, key: tuple[Value, ...], route: str) -> str:
    print(f"{call(puzzle, key)} by {route}", file=sys.stderr, flush=True)
    try:
        proof = tf.prove(puzzle.name, *key, by=route, timeout=LIMIT)
    except LimitReached as error:
        return f"| `{call(puzzle, key)}` | | {route} | {str(error).partition('not proved: ')[2]} | | |"
    except ThreefoldError as error:
        return f"| `{call(puzzle, key)}` | | {route} | {error} | | |"
    spent = [seconds(proof.seconds[phase]) for phase in ("prove", "verify")]
    cells = [f"`{call(puzzle, key)}`", f"{proof.verification.count:,}", route, *spent, f"{proof.size / 1e3:,.0f} kB"]
    return f"| {' | '.join(cells)} |"


def table() -> Iterator[str]:
    yield HEAD.format(limit=LIMIT, too_many=", ".join(TOO_MANY))
    proved = 0
    for puzzle, key in instances():
        for route in ROUTES:
            line = row(puzzle, key, route)
            proved += "limit" not in line
            yield f"{line}\n"
    yield f"\n{many(proved, 'proof')}.\n"


if __name__ == "__main__":
    for part in table():
        sys.stdout.write(part)
        sys.stdout.flush()

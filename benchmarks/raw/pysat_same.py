"""PySAT as our backend uses it: the same clauses in the same order, the same solver and settings, no nested list of all clauses.

python -m benchmarks.raw.pysat_same find nqueens 100 '{"prefix": "cadical195", "settings": {"phase": 0, "lucky": 0},
                                                       "amo": [[32, "pairwise"], [1000000, "groups"]]}'

`amo`: pairwise up to 32 cells, groups of eight up to a million; there is also native, the solver's own at-most-one. With native
there is also a clause per column, that it has a queen: without it the solver takes far longer.
"""

import json
import sys
from itertools import combinations
from typing import Any

from benchmarks.raw.phases import Phases, say

phases = Phases()

import pysolvers  # noqa: E402  # timed

from benchmarks.raw.cells import PUZZLES, Cells  # noqa: E402

PAIRWISE, EIGHT = 32, 8


class Writer:
    """Clauses go straight to the solver."""

    def __init__(self, top: int, chosen: dict[str, Any]) -> None:
        self.top, self.constraints, self.prefix, self.encodings = top, 0, chosen["prefix"], chosen["amo"]
        self.solver = self.call("new")()
        for option, value in chosen["settings"].items():
            self.call("set")(self.solver, option, value)
        self.add_clause = self.call("add_cl")
        self.has_native = any(name == "native" for _, name in self.encodings)
        self.at_most: list[list[int]] = []  # native, after all clauses

    def call(self, name: str) -> Any:
        return getattr(pysolvers, f"{self.prefix}_{name}")

    def add(self, *clauses: list[int]) -> None:
        for clause in clauses:
            self.add_clause(self.solver, clause)
        self.constraints += len(clauses)

    def fresh(self, number: int) -> list[int]:
        self.top += number
        return list(range(self.top - number + 1, self.top + 1))

    def at_most_one(self, group: list[int]) -> None:
        if len(group) < 2:
            return
        encoding = next(name for up_to, name in self.encodings if len(group) <= up_to)
        getattr(self, encoding)(group)

    def pairwise(self, group: list[int]) -> None:
        add, solver = self.add_clause, self.solver
        for a, b in combinations(group, 2):
            add(solver, [-a, -b])
        self.constraints += len(group) * (len(group) - 1) // 2

    def groups(self, group: list[int]) -> None:
        """Groups of eight, each with a commander (the negation of a new number), down to what is said pairwise."""
        while len(group) > PAIRWISE:
            parts = [group[i : i + EIGHT] for i in range(0, len(group), EIGHT)]
            alone = parts.pop() if len(parts[-1]) == 1 else []
            numbers = self.fresh(len(parts))
            for number, part in zip(numbers, parts, strict=True):
                self.pairwise(part)
                self.add(*([-cell, -number] for cell in part))
            self.add(*([number, *part] for number, part in zip(numbers, parts, strict=True)))
            group = [-number for number in numbers] + alone
        self.pairwise(group)

    def native(self, group: list[int]) -> None:
        self.at_most.append(group)

    def add_native(self) -> None:
        for group in self.at_most:
            self.call("add_am")(self.solver, group, 1)
        self.constraints += len(self.at_most)


def write(writer: Writer, cells: Cells) -> None:
    for group in cells.exactly_one:
        writer.add(group)
        writer.at_most_one(group)
    for number, group in enumerate(cells.at_most_one):
        if number < cells.taken and writer.has_native:
            writer.add(group)
        writer.at_most_one(group)
    writer.add(*([-a, b] if b else [-a] for a, b in cells.implies))
    writer.add_native()


def main() -> None:
    question, puzzle, *rest, settings = sys.argv[1:]
    phases.over("import")
    cells = PUZZLES[puzzle](*map(int, rest))
    writer = Writer(cells.number, json.loads(settings))
    write(writer, cells)
    phases.over("build")
    solve, model = writer.call("solve"), writer.call("model")
    count = 0
    while solve(writer.solver, [], 1):
        count += 1
        values = model(writer.solver)[: cells.number]
        if question == "find":
            break
        writer.add_clause(writer.solver, [-literal for literal in values if literal > 0])
    phases.over("solve")
    say("variables", writer.top)
    say("constraints", writer.constraints)
    say("count", count)


if __name__ == "__main__":
    main()

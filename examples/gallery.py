"""Writes the page of all puzzles: rules, a picture, known numbers of solutions, and the sizes of the three programs.

    python -m examples.gallery > docs/gallery.md     # and the pictures into docs/gallery/

A picture shows the first solution of an instance, values compared in order of declaration. It does not depend on the solver, and
nothing on the page depends on times.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from threefold import backends, models
from threefold.backends.backend import Cube, Program
from threefold.backends.configuration import parse
from threefold.language import Assignment, KnownCounts, Puzzle, Solution, Spec, Value

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "gallery"
MOST_COUNTS = 12  # of one source; the puzzle's file has them all

# Instances for pictures, if the default instance has no solution or is too small.
PICTURED: Mapping[str, tuple[Value, ...]] = {
    "bibd": (9, 3, 1), "costas": (8,), "domination": (8, 5), "golfers": (3, 3, 4), "golomb": (7, 25),
    "knapsack": ("p01", 309), "knights": (6, 6),
    "latin": (5,), "magic": (4,), "pentominoes": ("6x10",), "pigeonhole": (4, 5), "ramsey": (3, 4, 8),
    "vanderwaerden": (3, 3, 26),
}  # fmt: skip

HEAD = """# The gallery

{puzzles} puzzles, each in one file of `models/` that reads like its definition. `compare NAME` counts the default instance with
all three paradigms, `compare NAME --help` has the rules and parameters, `threefold show NAME` the constraints in words, and
`threefold solve NAME --svg FILE` writes a picture like those below.

A picture shows the first solution of its instance, values compared in order of declaration. Sizes are those of the default
instance with the default encodings: the variables of the puzzle itself plus auxiliary ones, and clauses, constraints or rows.

This page is the output of `python -m examples.gallery`.

| puzzle | | default | CNF | CP | ILP |
|---|---|---|---|---|---|
"""


def first_solution(spec: Spec) -> Assignment:
    """The smallest one, values compared in order of declaration, found variable by variable."""
    program = backends.find("sat").lower(spec, parse("sat", {}))
    best, fixed = _solution(program, {}), dict[int, list[int]]()
    assert best is not None, f"{spec.name} {spec.parameters} has no solution"
    for x in spec.decisions:
        while smaller := [value for value in x.domain if value < best[x.position]]:
            found = _solution(program, {**fixed, x.position: smaller})
            if found is None:
                break
            best = found
        fixed[x.position] = [best[x.position]]
    return best


def _solution(program: Program, cube: Cube) -> Assignment | None:
    search = iter(program.load(seed=None, first=True, cube=cube))
    found = next(search, None)
    search.close()
    return found


def picture(puzzle: Puzzle) -> str:
    assert puzzle.picture is not None, f"{puzzle.name} has no picture"
    spec = puzzle.build(*PICTURED.get(puzzle.name, puzzle.example))
    return puzzle.picture(Solution(spec, first_solution(spec)))


def sizes(puzzle: Puzzle) -> list[str]:
    """`64 + 0 · 736 clauses` for CNF, CP and ILP."""
    shown = []
    for row, unit in (("sat", "clauses"), ("cp", "constraints"), ("ilp", "rows")):
        size = backends.find(row).lower(puzzle.build(*puzzle.example), parse(row, {})).size
        shown.append(f"{size.variables:,} + {size.auxiliary:,} variables, {size.constraints:,} {unit}")
    return shown


def alias_of(puzzle: Puzzle) -> str | None:
    """An earlier puzzle with the same text."""
    same = [name for name in models.names() if models.find(name).description == puzzle.description]
    return same[0] if same[0] != puzzle.name else None


def page() -> Iterator[str]:
    puzzles = [models.find(name) for name in models.names()]
    yield HEAD.format(puzzles=len(puzzles))
    sized = {puzzle.name: sizes(puzzle) for puzzle in puzzles}
    for puzzle in puzzles:
        cells = [f"[{puzzle.name}](#{puzzle.name})", puzzle.summary, f"`{call(puzzle, puzzle.example)}`"]
        short = [size.replace(" variables,", " ·").rpartition(" ")[0] for size in sized[puzzle.name]]
        yield f"| {' | '.join([*cells, *short])} |\n"
    for puzzle in puzzles:
        yield from section(puzzle, sized[puzzle.name])


def section(puzzle: Puzzle, sized: list[str]) -> Iterator[str]:
    yield f"\n## {puzzle.name}\n\n"
    if other := alias_of(puzzle):
        yield f"Another name for [{other}](#{other}).\n"
        return
    yield f"{puzzle.description.strip().partition(chr(10) * 2)[0]}\n\n"
    shown = call(puzzle, PICTURED.get(puzzle.name, puzzle.example))
    yield f"![{shown}](gallery/{puzzle.name}.svg)\n\n`{shown}`\n\n"
    yield from known_table(puzzle, "known numbers of solutions", puzzle.known)
    if puzzle.optima:
        yield "\n"
        yield from known_table(puzzle, "known optima", puzzle.optima)
    yield f"\n| `{call(puzzle, puzzle.example)}` | size |\n|---|---|\n"
    yield from (f"| {name} | {size} |\n" for name, size in zip(("CNF", "CP", "ILP"), sized, strict=True))


def known_table(puzzle: Puzzle, title: str, tables: Sequence[KnownCounts]) -> Iterator[str]:
    yield f"| {title} | source |\n|---|---|\n"
    for known in tables:
        numbers = [f"`{' '.join(map(str, key)) or puzzle.name}` {count:,}" for key, count in known.counts.items()]
        more = f", … ({len(numbers)} in all)" if len(numbers) > MOST_COUNTS else ""
        yield f"| {', '.join(numbers[:MOST_COUNTS])}{more} | {known.source} |\n"


def call(puzzle: Puzzle, key: tuple[Value, ...]) -> str:
    return " ".join([puzzle.name, *map(str, key)])


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    PICTURES.mkdir(exist_ok=True)
    for name in models.names():
        if not alias_of(models.find(name)):
            (PICTURES / f"{name}.svg").write_text(picture(models.find(name)), encoding="utf-8")
    sys.stdout.write("".join(page()))

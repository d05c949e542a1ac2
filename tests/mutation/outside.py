"""Mutants by cosmic-ray, a tool that was not written here: `pip install cosmic-ray`, then

    python -m tests.mutation.outside draw --mutants 60 --seed 31 threefold/language/constraints … > tests/mutation/LIST.txt
    python -m tests.mutation.outside run tests/mutation/LIST.txt tests/language tests/outside …

A line of a list is a mutant: the file, cosmic-ray's operator and its occurrence in the file, the line before and after. `run`
prints the lines with their verdict. A file that has changed since has other occurrences: draw again.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.mutation.__main__ import copy_of_the_tree, judged_by
from tests.mutation.mutants import ROOT

LEFT_ALONE = (
    "__repr__",
    "text",
    "inner_text",
    "formula",
    "abridged",
    "run",
    "__getattr__",
)  # texts, and what only saves time
# An annotation is no code, and `|` between two types is an annotation here.
NOT_MADE = ("RemoveDecorator", "ReplaceBinaryOperator_BitOr", "ExceptionReplacer")


class Outside(NamedTuple):
    path: Path
    operator: str
    occurrence: int
    line: int

    def source(self) -> str:
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        mutated: str = mutate_code((ROOT / self.path).read_text(), get_operator(self.operator)(), self.occurrence)
        return mutated

    def __str__(self) -> str:
        before, after = ((ROOT / self.path).read_text().splitlines(), self.source().splitlines())
        changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]][:1] or [("", "")]
        shown = "  →  ".join(text.strip() for text in changed[0])
        return f"{self.path}\t{self.operator}\t{self.occurrence}\t{self.line}\t{shown}"


def mutants(path: Path) -> Iterator[tuple[tuple[int, int], Outside]]:
    """Each with its place."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.ast.ast_query import ASTQuery
    from cosmic_ray.plugins import get_operator, operator_names

    lines = (ROOT / path).read_text().splitlines()
    nodes: list[Any] = list(ast_nodes(get_ast_from_path(ROOT / path)))
    names = {id(node): ASTQuery(node).get_definition_name() for node in nodes}
    for name in operator_names():
        kind = get_operator(name)
        if kind.arguments() or any(part in name for part in NOT_MADE):
            continue
        found = [(node, start) for node in nodes for start, _ in kind().mutation_positions(node)]
        for occurrence, (node, start) in enumerate(found):
            inside = names[id(node)]
            strict = "strict=" in lines[start[0] - 1] and "TrueWithFalse" in name  # of a zip: it only guards
            if inside is not None and inside not in LEFT_ALONE and not strict:
                yield start, Outside(path, name, occurrence, start[0])


def draw(paths: Sequence[Path], number: int, seed: int) -> Iterator[Outside]:
    """So many places, evenly over the files, and one mutant of each."""
    random = Random(seed)
    waiting = []
    for path in paths:
        places = defaultdict[tuple[int, int], list[Outside]](list)
        for place, mutant in mutants(path):
            places[place].append(mutant)
        waiting.append(random.sample(sorted(places.values()), len(places)))
    while number and any(waiting):
        for each in waiting:
            if each and number:
                number -= 1
                yield random.choice(each.pop())


def read(line: str) -> Outside:
    path, operator, occurrence, place, *_ = line.split("\t")
    return Outside(Path(path), operator, int(occurrence), int(place))


def run(listed: Sequence[str], tests: Sequence[str], timeout: float) -> None:
    killed = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        copy_of_the_tree(folder)
        for line in listed:
            mutant = read(line)
            original, source = (folder / mutant.path).read_text(), mutant.source()
            (folder / mutant.path).write_text(source)
            verdict, _ = judged_by(folder, tests, timeout)
            (folder / mutant.path).write_text(original)
            killed += verdict != "survived"
            print(f"{verdict}\t{mutant}", flush=True)
    print(f"{killed} of {len(listed)} mutants were killed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "run"))
    parser.add_argument(
        "paths", nargs="+", help="draw: files or folders of ours; run: the list, then the tests that judge"
    )
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=300, help="seconds for the tests of a mutant")
    asked = parser.parse_args()
    if asked.what == "run":
        run(Path(asked.paths[0]).read_text().splitlines(), asked.paths[1:], asked.timeout)
        return
    places = [Path(each) for each in asked.paths]
    files = [file for place in places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]
    sys.stdout.writelines(f"{mutant}\n" for mutant in draw(files, asked.mutants, asked.seed))


if __name__ == "__main__":
    main()

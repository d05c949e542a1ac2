"""What happens in the guarded child of `threefold relate`: a foreign formula is read, related to the spec, and what shows that
it is wrong is drawn. Each step that is known is reported at once: where a limit cuts it off, that is the answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from threefold.backends.backend import Refused
from threefold.backends.sat.formula import Formula
from threefold.cnf.messages import File
from threefold.cnf.relation import UNDECIDED, Relation, read_names, relate
from threefold.cnf.sat_problem import read
from threefold.guard import Report
from threefold.language import BadInput, Puzzle, Solution, Spec
from threefold.runs.instance import Instance
from threefold.runs.worker import witness

EMPTY = " .·_-"  # characters that drawings show for an empty place


@dataclass(frozen=True)
class Related:
    variables: int  # of the formula
    clauses: int
    warnings: tuple[str, ...]
    relation: Relation
    wrong: str  # drawings, empty where there is none
    lost: str


NOTHING = Related(0, 0, (), Relation("unknown", UNDECIDED, ""), "", "")  # where a limit cut even the reading off


def relate_file(report: Report, instance: Instance, file: File, names: File | None) -> Related:
    try:
        puzzle, spec = instance.load()
        formula = read(file)
        given = read_names(names.path, names.name) if names else None
        relation = relate(spec, formula, given, lambda so_far: report(_drawn(puzzle, spec, formula, so_far)))
        return _drawn(puzzle, spec, formula, relation)
    except Refused as refusal:
        raise BadInput(f"{instance.puzzle}: the spec cannot be written as CNF: {refusal}") from None


def _drawn(puzzle: Puzzle, spec: Spec, formula: Formula, relation: Relation) -> Related:
    return Related(
        variables=formula.variables,
        clauses=len(formula),
        warnings=formula.warnings,
        relation=relation,
        wrong=overlaid(puzzle, spec, relation.wrong.values) if relation.wrong else "",
        lost=witness(puzzle, spec, relation.lost.assignment, "").drawing if relation.lost else "",
    )


def overlaid(puzzle: Puzzle, spec: Spec, values: Sequence[Sequence[int]]) -> str:
    """A drawing also where a variable has no value or several: one per value, laid over each other.

    A variable without a value gets one that its domain lacks. A drawing may refuse that, or rely on what is violated: then
    there is none, and the values are shown in any case.
    """
    try:
        blank, *layers = (puzzle.draw(Solution(spec, layer)).splitlines() for layer in _layers(spec, values))
    except Exception:
        return ""
    for layer in layers:
        blank = [
            "".join(map(_upper, zip_longest(*lines, fillvalue=" ")))
            for lines in zip_longest(blank, layer, fillvalue="")
        ]
    return "\n".join(blank)


def _layers(spec: Spec, values: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """First only the variables that have one value, then every other with its first value, its second, …"""
    absent = [x.domain[0] - 1 for x in spec.variables]
    yield [taken[0] if len(taken) == 1 else none for taken, none in zip(values, absent, strict=True)]
    for place in range(max(map(len, values), default=0)):
        if any(place < len(taken) != 1 for taken in values):
            yield [taken[place] if place < len(taken) else none for taken, none in zip(values, absent, strict=True)]


def _upper(characters: tuple[str, str]) -> str:
    """What an upper layer shows, unless it shows an empty place."""
    below, above = characters
    return below if above in EMPTY else above

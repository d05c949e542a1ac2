"""A foreign DIMACS file against the specification of a puzzle.

The work is done in a guarded child. It reports each result at once, so that a limit loses only what was not yet found.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import zip_longest

from threefold.backends.backend import Refused
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.cnf.files import File, Path, call_within, reachable
from threefold.cnf.relation import UNDECIDED, Relation, read_names, relate
from threefold.guard import Limits, Report
from threefold.language import BadInput, Puzzle, Solution, Spec
from threefold.runs.instance import Instance
from threefold.runs.witness import witness

EMPTY = " .·_-"  # characters that drawings show for an empty place


def relate_file(
    instance: Instance, file: Path, names: Path | None = None, *, lenient: bool = False, limits: Limits
) -> Relation:
    """How a DIMACS file relates to the puzzle; `names` is a file of lines `NUMBER NAME`, and `-` is the standard input.

    A `lenient` reader accepts a wrong number of clauses in the header. BadInput if a decision literal has no number.
    """
    with reachable(file) as formula, nullcontext() if names is None else reachable(names) as mapped:
        outcome = call_within(limits, _related, instance, formula, mapped, lenient)
    found = outcome.value if isinstance(outcome.value, Relation) else Relation("unknown", UNDECIDED)
    return replace(found, file=formula.name, reason=outcome.reason)


def _related(report: Report, instance: Instance, file: File, names: File | None, lenient: bool) -> Relation:
    try:
        puzzle, spec = instance.load()
        formula = read_dimacs(file.path, file.name, lenient=lenient)
        given = read_names(names) if names else None
        found = relate(spec, formula, given, lambda so_far: report(with_drawings(so_far, puzzle, spec)))
        return with_drawings(found, puzzle, spec)
    except Refused as refusal:
        raise BadInput(f"{instance.puzzle}: the spec cannot be written as CNF: {refusal}") from None


def with_drawings(relation: Relation, puzzle: Puzzle, spec: Spec) -> Relation:
    wrong, lost = relation.wrong, relation.lost
    return replace(
        relation,
        wrong=wrong and replace(wrong, drawing=overlaid(puzzle, spec, wrong.values)),
        lost=lost and replace(lost, drawing=witness(puzzle, spec, lost.assignment, "").drawing),
    )


def overlaid(puzzle: Puzzle, spec: Spec, values: Sequence[Sequence[int]]) -> str:
    """A drawing that also shows variables without a value, or with several: one layer per value, on top of each other."""
    try:
        lines, *layers = (puzzle.draw(Solution(spec, layer)).splitlines() for layer in _layers(spec, values))
    except Exception:  # the puzzle cannot draw a value outside the domain, which stands for none
        return ""
    for layer in layers:
        stacked = (zip_longest(*pair, fillvalue=" ") for pair in zip_longest(lines, layer, fillvalue=""))
        lines = ["".join(below if above in EMPTY else above for below, above in pairs) for pairs in stacked]
    return "\n".join(lines)


def _layers(spec: Spec, values: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """First the variables that have one value; then every other one with its first value, its second, …"""
    absent = [x.domain[0] - 1 for x in spec.variables]
    yield [taken[0] if len(taken) == 1 else none for taken, none in zip(values, absent, strict=True)]
    for place in range(max(map(len, values), default=0)):
        if any(place < len(taken) != 1 for taken in values):
            yield [taken[place] if place < len(taken) else none for taken, none in zip(values, absent, strict=True)]

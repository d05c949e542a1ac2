"""A file of other people against the specification of a puzzle.

The ending of its name tells what it is: a 0/1 program (.lp, .mps, .opb), Python code (.py: an encoder or a spec), else DIMACS.

The work is done in a guarded child. It reports each result at once, so that a limit loses only what was not yet found. Python
code runs in a child of its own before: it cannot change the comparison.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import product, zip_longest
from os import PathLike, fspath

from threefold.backends.backend import Refused
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.cnf.files import File, Path, call_within, in_memory, reachable
from threefold.cnf.python_file import CODE, Written, written
from threefold.cnf.relation import UNDECIDED, Relation, read_names, relate
from threefold.cnf.rows.columns import read_column_names
from threefold.cnf.rows.relation import READERS, relate_program
from threefold.guard import Limits, Report
from threefold.language import BadInput, LimitReached, Puzzle, Solution, Spec
from threefold.runs.instance import Instance
from threefold.runs.witness import witness

EMPTY = " .·_-"  # characters that drawings show for an empty place


def relate_file(
    instance: Instance, file: Path, names: Path | None = None, *, lenient: bool = False, limits: Limits
) -> Relation:
    """How a file relates to the puzzle; `-` is the standard input.

    `names` is a file of lines `NUMBER NAME`, or `COLUMN NAME` for a 0/1 program. A `lenient` reader accepts a wrong or
    missing header and a missing last 0. BadInput if a decision literal has no number.
    """
    opened, form = _opened(instance, file, limits)
    with opened as formula, nullcontext() if names is None else reachable(names) as mapped:
        outcome = call_within(limits, related, instance, formula, mapped, lenient)
    found = outcome.value if isinstance(outcome.value, Relation) else Relation("unknown", UNDECIDED)
    found = replace(found, file=formula.name, reason=outcome.reason)
    return found.in_form("spec", "the other spec") if form == "spec" else found


def _opened(instance: Instance, file: Path, limits: Limits) -> tuple[AbstractContextManager[File], str]:
    """The file, or the formula that its code writes; and "spec" where the code is a spec."""
    if isinstance(file, str | PathLike) and kind_of(fspath(file)) == CODE:
        made = call_within(limits, written, instance, fspath(file))
        if not isinstance(made.value, Written):
            raise LimitReached(f"{fspath(file)}: {made.reason} before the formula was written")
        return in_memory(made.value.dimacs, fspath(file)), made.value.form
    return reachable(file), ""


def kind_of(name: str) -> str:
    """`.lp`, `.mps`, `.opb` or `.py`; `.cnf` for everything else. A compressed file counts as what is in it."""
    stem = name.lower().removesuffix(".gz")
    return next((kind for kind in (*READERS, CODE) if stem.endswith(kind)), ".cnf")


def related(report: Report[Relation], instance: Instance, file: File, names: File | None, lenient: bool) -> Relation:
    """In the child. A file of Python code is the formula that it has written."""
    try:
        puzzle, spec = instance.load()

        def known(so_far: Relation) -> None:
            report(with_drawings(so_far, puzzle, spec))

        if reader := READERS.get(kind_of(file.name)):
            columns = read_column_names(names) if names else None
            found = relate_program(spec, reader(file), columns, known)
        else:
            formula = read_dimacs(file.path, file.name, lenient=lenient)
            found = relate(spec, formula, read_names(names) if names else None, known, _neighbours(instance))
        return with_drawings(replace(found, repaired=None), puzzle, spec)
    except Refused as refusal:
        raise BadInput(f"{instance.puzzle}: the spec cannot be written as CNF: {refusal}") from None


def _neighbours(instance: Instance) -> Iterator[tuple[str, Spec]]:
    """The same puzzle with one parameter larger or smaller by one."""
    whole = [(name, value) for name, value in instance.parameters.items() if isinstance(value, int)]
    for (name, value), by in product(whole, (-1, 1)):
        other = replace(instance, parameters={**instance.parameters, name: value + by})
        try:
            _, spec = other.load()
        except Exception:  # the puzzle does not exist for that value
            continue
        yield str(other), spec


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

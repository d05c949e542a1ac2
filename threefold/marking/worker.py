"""In the guarded child: one submission related to the puzzle, its witnesses drawn, and its formula's fingerprint taken.

It reads no file that a student's code could have changed: the contents of all come with the call.
"""

import os
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Never

from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.backends.sat.catalogue import NATIVE, names
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.backends.sat.lowering import lower
from threefold.cnf.files import File, in_memory
from threefold.cnf.python_file import Written, written
from threefold.cnf.relate import kind_of, related
from threefold.cnf.relation import Relation, read_names
from threefold.cnf.relation.entailment import canonical
from threefold.cnf.relation.formulas import Reference
from threefold.cnf.relation.naming import Naming, naming_of
from threefold.cnf.rows.bounds import intervals
from threefold.cnf.rows.clauses import translated
from threefold.cnf.rows.columns import meaning, read_column_names
from threefold.cnf.rows.relation import READERS
from threefold.guard import Report
from threefold.language import BadInput, Puzzle, Solution, Spec
from threefold.language.canonical import digest
from threefold.language.files import files_from
from threefold.marking.alike import Fingerprint, fingerprint, of_clauses
from threefold.plugins import is_path
from threefold.runs.instance import Instance


@dataclass(frozen=True)
class Examined:
    """What is known of a submission; a run that reaches a limit has reported the first fields."""

    relation: Relation
    fingerprint: Fingerprint | None = None
    usual: bool = False  # right, and nothing in it was free to choose: equal submissions say nothing
    wrong_picture: str = ""  # SVG of the wrong model
    lost_picture: str = ""


@dataclass(frozen=True)
class Prepared:
    """What marking needs to know of a puzzle."""

    digest: str
    files: tuple[str, ...]  # that were read for it
    fingerprints: frozenset[str] = frozenset()  # of the spec's own CNF in every encoding
    note: str = ""  # why these are missing


class Content(NamedTuple):
    """A file that was read before."""

    name: str
    content: bytes


Contents = Mapping[str, bytes]  # of files, by name


def prepare(report: Report[Prepared], instance: Instance) -> Prepared:
    with files_from({}) as files:
        _, spec = instance.load()
    modules = map(str, Path(instance.puzzle).absolute().parent.glob("*.py")) if is_path(instance.puzzle) else ()
    known = Prepared(digest(spec), tuple(dict.fromkeys([*files.read, *modules])))
    report(known)
    try:
        return replace(known, fingerprints=frozenset(_own_fingerprints(spec)))
    except Refused as refusal:
        return replace(known, note=str(refusal))


def digest_from(report: Report[Never], instance: Instance, files: Contents) -> str:
    """Of the spec, where the puzzle's files have these contents."""
    with files_from(files):
        return digest(instance.load()[1])


def write(report: Report[Never], instance: Instance, name: str, code: Contents, files: Contents) -> Written:
    """What the student's code with this name writes; it stands in a folder of its own, with its helpers."""
    with TemporaryDirectory() as folder, files_from(files):
        for place, content in code.items():
            path = Path(folder, place)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        try:
            return written(report, instance, os.path.join(folder, name))
        except (BadInput, MemoryError) as error:
            raise type(error)(str(error).replace(folder + os.sep, "")) from None


def _own_fingerprints(spec: Spec) -> "chain[str]":
    reference = Reference(spec)
    numbers = {number: number for number in reference.shared}
    found = []
    for encoding in (name for name in names("amo") if name != NATIVE):
        program = lower(spec, parse(f"sat+amo={encoding}+ints=direct", {}))
        found.append(fingerprint(of_clauses(clause for _, clause in program.clauses()), numbers).renamed)
    return chain(found)


def examine(
    report: Report[Examined],
    instance: Instance,
    submission: Content,
    names: Content | None,
    lenient: bool,
    files: Contents,
) -> Examined:
    """The content is the formula; of a file of code it is what this has written."""
    named = in_memory(names.content, names.name) if names else nullcontext()
    with files_from(files), in_memory(submission.content, submission.name) as file, named as mapped:
        return _examined(report, instance, file, mapped, lenient)


def _examined(report: Report[Examined], instance: Instance, file: File, names: File | None, lenient: bool) -> Examined:
    relation = related(lambda so_far: report(Examined(so_far)), instance, file, names, lenient)
    report(Examined(relation))
    puzzle, spec = instance.load()
    formula, naming, taken = _formula(spec, file, names, lenient)
    usual = relation.exit_code == 0 and _is_usual(spec, formula, naming)
    return Examined(relation, taken, usual, *_pictures(puzzle, spec, relation))


def _formula(spec: Spec, file: File, names: File | None, lenient: bool) -> tuple[Formula, Naming, Fingerprint]:
    reader = READERS.get(kind_of(file.name))
    if reader is None:
        formula = read_dimacs(file.path, file.name, lenient=lenient)
        naming = naming_of(spec, formula, read_names(names) if names else None)
        return formula, naming, fingerprint(of_clauses(formula.clauses()), _known(naming))
    program = reader(file)
    values = intervals(program)
    made = translated(program, values, meaning(spec, program, values, read_column_names(names) if names else None))
    naming = naming_of(spec, made.formula, None)
    rows = []
    for row in program.rows:
        sign = -1 if row.sense == ">=" else 1
        terms = tuple((sign * a, made.columns[column]) for column, a in row.terms.items())
        rows.append((("=" if row.sense == "=" else "<=", str(sign * row.bound)), terms))
    return made.formula, naming, fingerprint(rows, _known(naming))


def _known(naming: Naming) -> Mapping[int, int | str]:
    return {**{number: naming.texts[number] for number in naming.indirect}, **naming.meaning}


def _is_usual(spec: Spec, formula: Formula, naming: Naming) -> bool:
    """Only clauses of the spec's CNF, or of "exactly one" in the rows and columns of a grid: the sheets write just these."""
    reference = Reference(spec)
    usual = {*reference.groups, *chain.from_iterable(grid.exactly_one() for grid in reference.grids)}
    for clause in formula.clauses():
        if any(abs(literal) not in naming.meaning for literal in clause):
            return False
        if canonical((1 if n > 0 else -1) * naming.meaning[abs(n)] for n in clause) not in usual:
            return False
    return True


def _pictures(puzzle: Puzzle, spec: Spec, relation: Relation) -> tuple[str, str]:
    """The wrong model and the lost solution as SVG, where the puzzle can draw them."""
    wrong, lost = relation.wrong, relation.lost
    assigned = wrong.assignment if wrong else None, lost.assignment if lost else None
    return _picture(puzzle, spec, assigned[0]), _picture(puzzle, spec, assigned[1])


def _picture(puzzle: Puzzle, spec: Spec, assignment: tuple[int, ...] | None) -> str:
    if puzzle.picture is None or assignment is None:
        return ""
    try:
        return puzzle.picture(Solution(spec, assignment))
    except Exception:  # it may rely on what the assignment violates; there is the drawing
        return ""

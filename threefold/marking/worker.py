"""In the guarded child: one submission related to the puzzle, its witnesses drawn, and its formula's fingerprint taken."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.backends.sat.catalogue import NATIVE, names
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.backends.sat.lowering import lower
from threefold.cnf.files import File, in_memory
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
from threefold.language import Puzzle, Solution, Spec
from threefold.language.canonical import digest
from threefold.marking.alike import Fingerprint, fingerprint, of_clauses
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
    fingerprints: frozenset[str]  # of the spec's own CNF in every encoding
    note: str = ""  # why these are missing


def prepare(report: Report[Prepared], instance: Instance) -> Prepared:
    _, spec = instance.load()
    known = Prepared(digest(spec), frozenset())
    report(known)
    try:
        return Prepared(known.digest, frozenset(_own_fingerprints(spec)))
    except Refused as refusal:
        return Prepared(known.digest, frozenset(), str(refusal))


def _own_fingerprints(spec: Spec) -> "chain[str]":
    reference = Reference(spec)
    numbers = {number: number for number in reference.shared}
    found = []
    for encoding in (name for name in names("amo") if name != NATIVE):
        program = lower(spec, parse(f"sat+amo={encoding}+ints=direct", {}))
        found.append(fingerprint(of_clauses(clause for _, clause in program.clauses()), numbers).renamed)
    return chain(found)


def examine(
    report: Report[Examined], instance: Instance, file: File, text: str | None, names: File | None, lenient: bool
) -> Examined:
    """`text` is the formula that a file of code has written."""
    if text is not None:
        with in_memory(text, file.name) as written:
            return _examined(report, instance, written, names, lenient)
    return _examined(report, instance, file, names, lenient)


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

"""The answer of a SAT solver as a solution of a puzzle: decoded, checked and drawn."""

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Never

from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.backends.sat.solver_output import Answer, parse_answer
from threefold.cnf.files import STDIN, File, Path, call_within, reachable, reading
from threefold.cnf.relation.naming import Naming, default_naming, miscounted, naming_of, values_of
from threefold.guard import Limits, Report
from threefold.language import BadInput, Puzzle, Spec
from threefold.runs.instance import Instance
from threefold.runs.witness import witness

HINT = "if the formula has other numbers (names, or integers in order or binary encoding), give it with --cnf FILE"


@dataclass(frozen=True)
class Decoded:
    verdict: str  # solution, violates, no solution, unknown
    sentence: str
    drawing: str = ""
    assignment: tuple[int, ...] | None = None  # the value of each variable of the spec, where each has one

    @property
    def exit_code(self) -> int:
        return {"violates": 1, "unknown": 3}.get(self.verdict, 0)


def decode_answer(instance: Instance, answer: Path, cnf: Path | None = None, *, limits: Limits) -> Decoded:
    """`-` is the standard input. The dictionary of `cnf`, or else the default numbering, names the variables."""
    if answer == STDIN == cnf:
        raise BadInput("the answer and the formula cannot both be the standard input")
    with reachable(answer) as file, nullcontext() if cnf is None else reachable(cnf) as formula:
        outcome = call_within(limits, _decoded, instance, file, formula)
    return outcome.value if isinstance(outcome.value, Decoded) else Decoded("unknown", f"unknown: {outcome.reason}")


def _decoded(report: Report[Never], instance: Instance, file: File, cnf: File | None) -> Decoded:
    puzzle, spec = instance.load()
    named = (cnf.name, read_dimacs(cnf.path, cnf.name)) if cnf else None
    naming = _naming(spec, *named) if named else default_naming(spec)
    variables = named[1].variables if named else len(naming.own)
    with reading(file), open(file.path, "rb") as stream:
        answer = parse_answer(stream, file.name, variables=variables, auxiliaries=named is None)
    if answer.status != "sat":
        return _without_values(instance, puzzle, answer)
    true = naming.true_literals(lambda number: answer.signs[number] > 0)
    values = values_of(spec, naming.own, true.__contains__)
    if wrong := miscounted(dict(zip(spec.variables, values, strict=True))):
        return _violation(wrong[1], answer, named)
    assignment = tuple(value for [value] in values)
    shown = witness(puzzle, spec, assignment, "")
    drawing = shown.drawing or shown.values
    if violated := spec.violated(assignment):
        violation = _violation(f"it violates {violated}", answer, named)
        return replace(violation, drawing=drawing, assignment=assignment)
    return Decoded("solution", f"a solution: every constraint holds{_notes(answer)}.", drawing, assignment)


def _violation(reason: str, answer: Answer, named: tuple[str, Formula] | None) -> Decoded:
    return Decoded("violates", f"not a solution: {reason}{_notes(answer)}{_blame(answer, named)}.")


def _naming(spec: Spec, name: str, formula: Formula) -> Naming:
    try:
        return naming_of(spec, formula, None, derived=True)
    except BadInput as error:
        raise BadInput(f"{name}: {error.args[0]}") from None


def _without_values(instance: Instance, puzzle: Puzzle, answer: Answer) -> Decoded:
    if answer.status == "unknown":
        return Decoded("unknown", "the answer is UNKNOWN: the solver gave up, and there is nothing to draw.")
    known = None if instance.givens else puzzle.known_count(instance.parameters)
    if known and known[0]:
        return Decoded("violates", f"the answer is UNSATISFIABLE, but there are {known[0]} solutions ({known[1]}).")
    agrees = f" That is known ({known[1]})." if known else ""
    return Decoded("no solution", f"the answer is UNSATISFIABLE: there is no solution to draw.{agrees}")


def _notes(answer: Answer) -> str:
    notes = []
    if answer.unmentioned:
        notes.append(f"{answer.unmentioned} variables without a value were taken as false")
    if answer.beyond:
        notes.append(f"{answer.beyond} literals above {len(answer.signs) - 1} were taken for auxiliary ones")
    return f" ({'; '.join(notes)})" if notes else ""


def _blame(answer: Answer, named: tuple[str, Formula] | None) -> str:
    """Which is wrong, the solver or the formula?"""
    if named is None:
        return f"; {HINT}" if answer.beyond or answer.unmentioned else ""
    name, formula = named
    false = next(filter(set(answer.model()).isdisjoint, formula.clauses()), None)
    if false is None:
        return f"; it satisfies every clause of {name}, which is therefore too weak"
    return f"; it does not satisfy {name} either, whose clause {' '.join(map(str, false)) or '(empty)'} is false"

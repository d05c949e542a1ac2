"""The answer of a SAT solver as a solution of a puzzle: decoded, checked and drawn.

decode_answer(instance, answer, cnf=None, *, limits) -> Decoded
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from threefold.backends.backend import BrokenAnswer
from threefold.backends.sat.dimacs_writer import own_literals
from threefold.backends.sat.formula import Formula
from threefold.backends.sat.solver_output import Answer, parse_answer
from threefold.backends.variable_maps import View, decode, direct_views, views_of
from threefold.cnf.files import STDIN, File, Path, call_within, reachable, read_formula, reading
from threefold.cnf.relation.naming import naming_of
from threefold.guard import Limits, Report
from threefold.language import BadInput, Puzzle, Spec
from threefold.runs.instance import Instance
from threefold.runs.witness import witness

OTHER_NUMBERS = (
    "if the formula has other numbers (names, or integers in order or binary encoding), give it with --cnf FILE"
)


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
    """The solution in a file with a solver's answer (`-` is the standard input), or why it is not one.

    The dictionary of the formula `cnf` names the variables; without it they have the default numbering.
    """
    if answer == STDIN == cnf:
        raise BadInput("the answer and the formula cannot both be the standard input")
    with ExitStack() as stack:
        file = stack.enter_context(reachable(answer))
        formula = None if cnf is None else stack.enter_context(reachable(cnf))
        outcome = call_within(limits, _decoded, instance, file, formula)
    return outcome.value if isinstance(outcome.value, Decoded) else Decoded("unknown", f"unknown: {outcome.reason}")


def _decoded(report: Report, instance: Instance, file: File, cnf: File | None) -> Decoded:
    puzzle, spec = instance.load()
    named = (cnf.name, read_formula(cnf)) if cnf else None
    numbering = _default(spec) if named is None else _named(spec, *named)
    with reading(file), open(file.path, "rb") as stream:
        answer = parse_answer(stream, file.name, variables=numbering.variables, auxiliaries=named is None)
    if answer.status != "sat":
        return _without_values(instance, puzzle, answer)
    try:
        theirs = numbering.theirs
        assignment = decode(spec, numbering.views, lambda own: int(own in theirs and answer.signs[theirs[own]] > 0))
    except BrokenAnswer as broken:
        return _violation(str(broken), answer, named)
    shown = witness(puzzle, spec, assignment, "")
    drawing = shown.drawing or shown.values
    if violated := spec.violated(assignment):
        violation = _violation(f"it violates {violated}", answer, named)
        return replace(violation, drawing=drawing, assignment=assignment)
    return Decoded("solution", f"a solution: every constraint holds{_notes(answer)}.", drawing, assignment)


def _violation(reason: str, answer: Answer, named: tuple[str, Formula] | None) -> Decoded:
    return Decoded("violates", f"not a solution: {reason}{_notes(answer)}{_blame(answer, named)}.")


@dataclass(frozen=True)
class Numbering:
    views: Sequence[View]
    theirs: Mapping[int, int]  # from the views' numbers to the answer's
    variables: int  # that the answer is about


def _default(spec: Spec) -> Numbering:
    views, first_free = direct_views(spec, 1)
    return Numbering(views, {number: number for number in range(1, first_free)}, first_free - 1)


def _named(spec: Spec, name: str, formula: Formula) -> Numbering:
    """By the dictionary, if there is one; our own has integers in order or binary encoding, too."""
    numbers = {text: number for number, text in formula.names.items()}
    direct = {text for _, text, _ in own_literals(spec, direct_views(spec, 1)[0])}
    for encoding in ("order", "binary"):
        views, _ = views_of(spec, 1, encoding)
        texts = {number: text for number, text, _ in own_literals(spec, views)}
        if not direct.issuperset(texts.values()) and numbers.keys() >= set(texts.values()):
            return Numbering(views, {own: numbers[text] for own, text in texts.items()}, formula.variables)
    try:
        meaning = naming_of(spec, formula, None).meaning
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    theirs = {own: number for number, own in meaning.items()}
    return Numbering(direct_views(spec, 1)[0], theirs, formula.variables)


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
    """Who is wrong, the solver or the formula?"""
    if named is None:
        return f"; {OTHER_NUMBERS}" if answer.beyond or answer.unmentioned else ""
    name, formula = named
    false = next(filter(set(answer.model()).isdisjoint, formula.clauses()), None)
    if false is None:
        return f"; it satisfies every clause of {name}, which is therefore too weak"
    return f"; it does not satisfy {name} either, whose clause {' '.join(map(str, false)) or '(empty)'} is false"

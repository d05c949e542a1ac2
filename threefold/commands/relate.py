"""`relate`: is my CNF right? `decode`: is the answer of my solver right? Both against a puzzle's specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import Options, argument, as_json, option
from threefold.commands.output import fitted, style_of
from threefold.format import indented, many

if TYPE_CHECKING:
    from threefold.cnf.relation import NamedClause, Relation
    from threefold.runs.instance import Instance

SHOWN = 8  # clauses of a list
NOUNS = {"rows": "row"}  # by the form of the file
SUBJECTS = {"rows": "the program", "spec": "the other spec"}

FILE = "The puzzle's parameters, then the file: .cnf, .lp, .mps, .opb, .py (- is DIMACS on stdin)."
MEANING = "What the numbers mean: lines `3 queen[1, 3]` or `queen[1, 3]=3`; of columns `x_1_3 queen[1, 3]`."
ANSWER = "The puzzle's parameters, then the answer's file (- is stdin)."
FORMULA = "The formula that was solved: its dictionary names the variables."


class RelateOptions(Options):
    parameters: Annotated[list[str] | None, argument(FILE, "PARAMETERS… FILE")] = None
    names: Annotated[str | None, option("--names", "MAP", MEANING)] = None


class DecodeOptions(Options):
    parameters: Annotated[list[str] | None, argument(ANSWER, "PARAMETERS… ANSWER")] = None
    cnf: Annotated[str | None, option("--cnf", "FILE", FORMULA)] = None


@RelateOptions.command("puzzle parameters names lenient given timeout memory json quiet no_color")
def relate(asked: RelateOptions) -> int:
    """Is my CNF right? Relate a file to a puzzle: equal, equivalent, too weak, too strong, or both.

    The file is a formula in DIMACS form, a 0/1 program (.lp, .mps, .opb), or Python code (.py): an encoder or a puzzle file. Code
    runs with a limit of time and memory, but not in a sandbox.

    The numbers are read by the file's dictionary (`c START DICTIONARY`), by --names, or as the puzzle's literals in order; the
    columns of a program by their names, like x_1_3.

    Example: threefold relate nqueens 4 mine.cnf

    Exit code: 0 equal or equivalent, 1 too weak or too strong, 2 bad input, 3 unknown (a limit was hit), 4 error.
    """
    from threefold.cnf.relate import relate_file  # it loads the whole SAT backend

    file = asked.take_file("the DIMACS file", "FILE.cnf")
    instance, limits = asked.instance()
    relation = relate_file(instance, file, asked.names, lenient=asked.lenient, limits=limits)
    if asked.json:
        print(as_json(instance, relation.to_dict()))
    elif asked.quiet:
        print(f"{relation.word}: {relation.explained}")
    else:
        verdict = f"{style_of(asked.no_color).word(relation.word)}: {relation.explained}."
        print(fitted("\n\n".join(_parts(instance, relation, verdict))))
    return relation.exit_code


def _parts(instance: Instance, relation: Relation, verdict: str) -> Iterator[str]:
    """The parts of the answer, to be separated by empty lines."""
    if relation.variables:
        auxiliary = f" ({relation.auxiliaries:,} auxiliary)" if relation.auxiliaries else ""
        rows = relation.form == "rows"
        variables = many(relation.variables, "column" if rows else "variable")
        clauses = many(relation.clauses, "row" if rows else "clause")
        size = f"{variables}{auxiliary} · {clauses} · {'columns' if rows else 'numbers'} by {relation.naming}"
        yield f"{instance}    {relation.file}: {size}"
    if relation.warnings:
        yield "\n".join(f"warning: {warning}" for warning in relation.warnings)
    yield verdict
    if wrong := relation.wrong:
        yield f"a model that is not a solution: it violates '{wrong.group}': {wrong.violated}\n  {wrong.text}"
        if wrong.drawing not in ("", wrong.text):  # a puzzle without `draw` has its values as drawing
            yield indented(wrong.drawing)
    if lost := relation.lost:
        yield f"a solution that the formula excludes:\n  {lost.text}"
        if lost.drawing not in ("", lost.text):
            yield indented(lost.drawing)
        number, together = len(lost.blamed), "all together" if lost.jointly else "each alone"
        noun = NOUNS.get(relation.form, "clause")
        heading = f"the {noun} to blame" if number == 1 else f"the {number} {noun}s to blame, {together}"
        yield _listed(heading, lost.blamed, relation.form)
    yield from _lists(relation)
    if relation.causes:
        heading = "worth knowing:" if relation.exit_code == 0 else "likely cause:"
        yield "\n".join([heading, *(f"  {cause}" for cause in relation.causes)])


def _lists(relation: Relation) -> Iterator[str]:
    if relation.missing:
        number = len(relation.missing)
        missing = f"{many(number, 'clause')} of the spec's CNF {'does' if number == 1 else 'do'}"
        subject = SUBJECTS.get(relation.form, "the formula")
        yield _listed(f"missing: {missing} not follow from {subject}", relation.missing, "reference")
    if relation.unwritten and not relation.auxiliaries:
        number = relation.unwritten
        implied = f"{many(number, 'clause')} of the spec's CNF {'is' if number == 1 else 'are'}"
        yield f"{implied} not written but implied: harmless"
    if relation.extras:
        extras = many(len(relation.extras), NOUNS.get(relation.form, "clause"))
        what = f"{extras} with a clause" if relation.form == "rows" else extras
        yield _listed(
            f"extra but harmless: {what} that the spec's CNF lacks but implies", relation.extras, relation.form
        )


def _listed(heading: str, clauses: Sequence[NamedClause], form: str) -> str:
    lines = [f"{heading}:"]
    for clause in clauses[:SHOWN]:
        numbers = " ".join(map(str, (*clause.literals, 0)))
        own = {"clauses": f"clause {clause.index:,}: {numbers}    ", "reference": f"'{clause.group}': "}
        lines.append(f"  {own.get(form, '')}{clause.text}")
    if len(clauses) > SHOWN:
        lines.append(f"  … and {len(clauses) - SHOWN:,} more")
    return "\n".join(lines)


@DecodeOptions.command("puzzle parameters cnf timeout memory given")
def decode(asked: DecodeOptions) -> int:
    """Check the answer of a SAT solver, and draw it as a solution of the puzzle.

    Example: cadical queens.cnf > answer; threefold decode nqueens 8 answer --cnf queens.cnf

    The answer has s and v lines, or is MiniSat's result file. Without --cnf the variables have the default numbering: those of
    the puzzle first, in order, value by value.

    Exit code: 0 a solution (or the answer is that there is none), 1 it violates the puzzle, 2 bad input, 3 unknown, 4 error.
    """
    from threefold.cnf.decode import decode_answer

    answer = asked.take_file("the answer's file", "ANSWER")
    instance, limits = asked.instance()
    decoded = decode_answer(instance, answer, asked.cnf, limits=limits)
    print(f"{decoded.drawing}\n\n{decoded.sentence}" if decoded.drawing else decoded.sentence)
    return decoded.exit_code

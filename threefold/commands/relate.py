"""`relate`: is my CNF right? A DIMACS file against a puzzle's specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from threefold.commands import options
from threefold.commands.arguments import as_json, file_after, helped, instance_of, words_of
from threefold.commands.terminal import Style, fitted, style_of
from threefold.format import indented, many

if TYPE_CHECKING:
    from threefold.cnf.relation import LostSolution, NamedClause, Relation, WrongModel
    from threefold.runs.instance import Instance

SHOWN = 8  # clauses of a list
WORDS = {"both": "too weak and too strong"}

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PARAMETERS… FILE", help="The puzzle's parameters, and a DIMACS file (- is stdin).", show_default=False
    ),
]
Names = Annotated[
    str | None,
    typer.Option(
        "--names",
        metavar="MAP",
        help="What the numbers mean: lines `3 queen[1, 3]` or `queen[1, 3]=3`.",
        show_default=False,
    ),
]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Accept a file with a wrong number of clauses, with a warning.")
]


def relate(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    words: Words = None,
    names: Names = None,
    lenient: Lenient = False,
    given: options.Given = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    no_color: options.NoColor = False,
    help: options.Help = False,
) -> int:
    """Is my CNF right? Relate a DIMACS file to a puzzle: equal, equivalent, too weak, too strong, or both.

    The numbers are read by the file's dictionary (`c START DICTIONARY`), by --names, or as the puzzle's literals in order.

    Example: threefold relate nqueens 4 mine.cnf

    Exit code: 0 equal or equivalent, 1 too weak or too strong, 2 bad input, 3 unknown (a limit was hit), 4 error.
    """
    if helped(context, help, puzzle):
        return 0
    from threefold.cnf.relate import relate_file  # it loads the whole SAT backend

    name, words = words_of(context, puzzle, words)
    parameters, file = file_after(context, name, words, "the DIMACS file", "FILE.cnf")
    instance, limits = instance_of(context, name, parameters, given, timeout, memory)
    relation = relate_file(instance, file, names, lenient=lenient, limits=limits)
    if json:
        print(as_json(instance, relation.to_dict()))
    elif quiet:
        print(_verdict(relation))
    else:
        print(fitted("\n\n".join(_parts(instance, relation, style_of(no_color)))))
    return relation.exit_code


def _verdict(relation: Relation) -> str:
    stopped = f" ({relation.reason})" if relation.reason else ""
    return f"{_word(relation)}: {relation.sentence}{stopped}"


def _word(relation: Relation) -> str:
    return WORDS.get(relation.verdict, relation.verdict)


def _parts(instance: Instance, relation: Relation, style: Style) -> Iterator[str]:
    """The parts of the answer, to be separated by empty lines."""
    word = _word(relation)
    if relation.variables:
        auxiliary = f" ({relation.auxiliaries:,} auxiliary)" if relation.auxiliaries else ""
        variables, clauses = many(relation.variables, "variable"), many(relation.clauses, "clause")
        size = f"{variables}{auxiliary} · {clauses} · numbers by {relation.naming}"
        yield f"{instance}    {relation.file}: {size}"
    if relation.warnings:
        yield "\n".join(f"warning: {warning}" for warning in relation.warnings)
    yield style.word(word) + _verdict(relation).removeprefix(word) + "."
    if relation.wrong:
        yield from _wrong(relation.wrong)
    if relation.lost:
        yield from _lost(relation.lost)
    yield from _lists(relation)
    if relation.causes:
        heading = "worth knowing:" if relation.exit_code == 0 else "likely cause:"
        yield "\n".join([heading, *(f"  {cause}" for cause in relation.causes)])


def _wrong(wrong: WrongModel) -> Iterator[str]:
    yield f"a model that is not a solution: it violates '{wrong.group}': {wrong.violated}\n  {wrong.text}"
    if wrong.drawing:
        yield indented(wrong.drawing)


def _lost(lost: LostSolution) -> Iterator[str]:
    yield f"a solution that the formula excludes:\n  {lost.text}"
    if lost.drawing:
        yield indented(lost.drawing)
    number = len(lost.blamed)
    if number == 1:
        heading = "the clause to blame"
    else:
        heading = f"the {number} clauses to blame, {'all together' if lost.jointly else 'each alone'}"
    yield _listed(heading, lost.blamed)


def _lists(relation: Relation) -> Iterator[str]:
    if relation.missing:
        number = len(relation.missing)
        heading = (
            f"missing: {many(number, 'clause')} of the spec's CNF {_verb(number, 'do')} not follow from the formula"
        )
        yield _listed(heading, relation.missing, with_numbers=False)
    if relation.unwritten and not relation.auxiliaries:
        number = relation.unwritten
        yield f"{many(number, 'clause')} of the spec's CNF {_verb(number, 'are')} not written but implied: harmless"
    if relation.extras:
        number = len(relation.extras)
        heading = f"extra but harmless: {many(number, 'clause')} that the spec's CNF lacks but implies"
        yield _listed(heading, relation.extras)


def _listed(heading: str, clauses: Sequence[NamedClause], *, with_numbers: bool = True) -> str:
    lines = [f"{heading}:"]
    for clause in clauses[:SHOWN]:
        numbers = " ".join(map(str, (*clause.literals, 0)))
        place = f"clause {clause.index:,}: {numbers}    " if with_numbers else f"'{clause.group}': "
        lines.append(f"  {place}{clause.text}")
    if len(clauses) > SHOWN:
        lines.append(f"  … and {len(clauses) - SHOWN:,} more")
    return "\n".join(lines)


def _verb(count: int, plural: str) -> str:
    return {"do": "does", "are": "is"}[plural] if count == 1 else plural

"""The answer of `relate`, for people and for programs."""

import json
from collections.abc import Iterator, Sequence

from threefold.cnf.relation import LostSolution, NamedClause, Relation, WrongModel
from threefold.commands.arguments import title
from threefold.commands.terminal import GREEN, RED, YELLOW, Style
from threefold.format import indented, many
from threefold.runs.instance import Instance

SCHEMA = 1
SHOWN = 8  # clauses of a list
WORDS = {"both": "too weak and too strong"}
COLOURS = {"equal": GREEN, "equivalent": GREEN, "unknown": YELLOW}


def verdict(relation: Relation) -> str:
    stopped = f" ({relation.reason})" if relation.reason else ""
    return f"{_word(relation)}: {relation.sentence}{stopped}"


def _word(relation: Relation) -> str:
    return WORDS.get(relation.verdict, relation.verdict)


def render(instance: Instance, relation: Relation, style: Style) -> Iterator[str]:
    """The parts of the answer, to be separated by empty lines."""
    word = _word(relation)
    if relation.variables:
        auxiliary = f" ({relation.auxiliaries:,} auxiliary)" if relation.auxiliaries else ""
        variables, clauses = many(relation.variables, "variable"), many(relation.clauses, "clause")
        size = f"{variables}{auxiliary} · {clauses} · numbers by {relation.naming}"
        yield f"{title(instance)}    {relation.file}: {size}"
    if relation.warnings:
        yield "\n".join(f"warning: {warning}" for warning in relation.warnings)
    yield style.paint(word, COLOURS.get(relation.verdict, RED)) + verdict(relation).removeprefix(word) + "."
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


def as_json(instance: Instance, relation: Relation) -> str:
    asked = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "givens": list(instance.givens),
    }
    return json.dumps({"schema": SCHEMA, **asked, **relation.to_dict()}, ensure_ascii=False)

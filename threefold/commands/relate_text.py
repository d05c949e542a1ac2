"""The answer of `relate`, for people and for programs."""

import json
from collections.abc import Iterator, Sequence

from threefold.cnf.relate import Related
from threefold.cnf.relation import LostSolution, NamedClause, WrongModel
from threefold.commands.arguments import title
from threefold.commands.terminal import GREEN, RED, YELLOW, Style
from threefold.runs.instance import Instance

SCHEMA = 1
SHOWN = 8  # clauses of a list
LISTED = 100  # of a list in JSON; its count is that of all
WORDS = {"both": "too weak and too strong"}
COLOURS = {"equal": GREEN, "equivalent": GREEN, "unknown": YELLOW}


def verdict(related: Related, reason: str | None) -> str:
    stopped = f" ({reason})" if reason else ""
    return f"{_word(related)}: {related.relation.sentence}{stopped}"


def _word(related: Related) -> str:
    return WORDS.get(related.relation.verdict, related.relation.verdict)


def render(instance: Instance, file: str, related: Related, reason: str | None, style: Style) -> Iterator[str]:
    """The parts of the answer, to be set apart by empty lines."""
    relation, word = related.relation, _word(related)
    if related.variables:
        auxiliary = f" ({relation.auxiliaries:,} auxiliary)" if relation.auxiliaries else ""
        variables, clauses = _many(related.variables, "variable"), _many(related.clauses, "clause")
        size = f"{variables}{auxiliary} · {clauses} · numbers by {relation.naming}"
        yield f"{title(instance)}    {file}: {size}"
    if related.warnings:
        yield "\n".join(f"warning: {warning}" for warning in related.warnings)
    yield style.paint(word, COLOURS.get(relation.verdict, RED)) + verdict(related, reason).removeprefix(word) + "."
    if relation.wrong:
        yield from _wrong(relation.wrong, related.wrong)
    if relation.lost:
        yield from _lost(relation.lost, related.lost)
    yield from _lists(related)
    if relation.causes:
        heading = "worth knowing:" if relation.exit_code == 0 else "likely cause:"
        yield "\n".join([heading, *(f"  {cause}" for cause in relation.causes)])


def _wrong(wrong: WrongModel, drawing: str) -> Iterator[str]:
    yield f"a model that is no solution: it violates '{wrong.group}': {wrong.violated}\n  {wrong.text}"
    if drawing:
        yield _indented(drawing)


def _lost(lost: LostSolution, drawing: str) -> Iterator[str]:
    yield f"a solution that the formula excludes:\n  {lost.text}"
    if drawing:
        yield _indented(drawing)
    many = len(lost.blamed)
    if many == 1:
        heading = "the clause to blame"
    else:
        heading = f"the {many} clauses to blame, {'all together' if lost.jointly else 'each by itself'}"
    yield _listed(heading, lost.blamed)


def _lists(related: Related) -> Iterator[str]:
    relation = related.relation
    if relation.missing:
        many = len(relation.missing)
        heading = f"missing: {_many(many, 'clause')} of the spec's CNF {_verb(many, 'do')} not follow from the formula"
        yield _listed(heading, relation.missing, with_numbers=False)
    if relation.unwritten and not relation.auxiliaries:
        many = relation.unwritten
        yield f"{_many(many, 'clause')} of the spec's CNF {_verb(many, 'are')} not written but implied: harmless"
    if relation.extras:
        many = len(relation.extras)
        heading = (
            f"extra but harmless: {_many(many, 'clause')} that the spec's CNF lacks {_verb(many, 'are')} implied by it"
        )
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


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _verb(count: int, plural: str) -> str:
    return {"do": "does", "are": "is"}[plural] if count == 1 else plural


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def as_json(instance: Instance, file: str, related: Related, reason: str | None) -> str:
    relation = related.relation
    return json.dumps(
        {
            "schema": SCHEMA,
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "givens": list(instance.givens),
            "file": file,
            "variables": related.variables,
            "clauses": related.clauses,
            "warnings": list(related.warnings),
            "naming": relation.naming,
            "verdict": relation.verdict,
            "sentence": relation.sentence,
            "reason": reason,
            "wrong_model": relation.wrong and _wrong_as_json(relation.wrong, related.wrong),
            "lost_solution": relation.lost and _lost_as_json(relation.lost, related.lost),
            "extras": _clauses_as_json(relation.extras),
            "missing": _clauses_as_json(relation.missing),
            "unwritten": relation.unwritten,
            "duplicates": relation.duplicates,
            "auxiliaries": relation.auxiliaries,
            "causes": list(relation.causes),
        },
        ensure_ascii=False,
    )


def _wrong_as_json(wrong: WrongModel, drawing: str) -> dict[str, object]:
    return {"values": wrong.text, "group": wrong.group, "violated": wrong.violated, "drawing": drawing}


def _lost_as_json(lost: LostSolution, drawing: str) -> dict[str, object]:
    return {
        "values": lost.text,
        "blamed": _clauses_as_json(lost.blamed),
        "jointly": lost.jointly,
        "drawing": drawing,
    }


def _clauses_as_json(clauses: Sequence[NamedClause]) -> dict[str, object]:
    listed = [
        {"clause": clause.index, "literals": list(clause.literals), "text": clause.text, "group": clause.group}
        for clause in clauses[:LISTED]
    ]
    return {"count": len(clauses), "clauses": listed}

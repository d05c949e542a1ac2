"""Check mine: a formula that was pasted or dropped, against the specification. Only its text is sent; no code of it is run."""

import re
from collections.abc import Sequence

from threefold.cnf.files import in_memory
from threefold.cnf.python_file import CODE
from threefold.cnf.relate import kind_of, related
from threefold.cnf.relation import NamedClause, Relation
from threefold.guard import Report
from threefold.lab.asked import Asked
from threefold.lab.folder import BadField
from threefold.lab.mentions import shown
from threefold.language import BadInput, Spec

LISTED = 100  # clauses of a list
LONGEST_NAME = 200


def check(report: Report[object], asked: Asked) -> dict[str, object]:
    """Events with what is known so far, and the result: a limit loses only what was not found yet."""
    text, name = asked.text("text"), asked.text("name").strip()[:LONGEST_NAME] or "the formula"
    if kind_of(name) == CODE:
        raise BadField(
            f"{name} is Python code, which is not run here: run it, and send the DIMACS file that it writes", "text"
        )
    if not text.strip():
        raise BadField("the formula is missing: paste a DIMACS file, or choose one", "text")
    instance = asked.instance()
    _, spec = instance.load()

    def tell(relation: object) -> None:
        assert isinstance(relation, Relation)
        report({"event": "known", "relation": _form(relation, spec)})

    try:
        with in_memory(text, name) as file:
            relation = related(tell, instance, file, None, asked.flag("lenient"))
    except BadInput as error:
        raise BadField(re.sub(rf"^{re.escape(name)}:(?=\d+: )", "line ", str(error)), "text") from None
    return {"event": "result", "relation": _form(relation, spec)}


def _form(relation: Relation, spec: Spec) -> dict[str, object]:
    wrong, lost = relation.wrong, relation.lost
    model = wrong and {
        "values": _values(spec, wrong.values),
        "group": wrong.group,
        "violated": wrong.violated,
        "text": wrong.text,
    }
    solution = lost and {
        "values": _values(spec, [(value,) for value in lost.assignment]),
        "blamed": _listed(lost.blamed),
        "jointly": lost.jointly,
        "text": lost.text,
    }
    return {
        "verdict": relation.verdict,
        "sentence": relation.sentence,
        "naming": relation.naming,
        "variables": relation.variables,
        "auxiliaries": relation.auxiliaries,
        "clauses": relation.clauses,
        "form": relation.form,
        "warnings": relation.warnings,
        "wrong": model,
        "lost": solution,
        "missing": _listed(relation.missing),
        "extras": _listed(relation.extras),
        "unwritten": relation.unwritten,
        "duplicates": relation.duplicates,
        "causes": relation.causes,
    }


def _values(spec: Spec, values: Sequence[Sequence[int]]) -> list[str]:
    """The literals that are true."""
    return [f"{x}={value}" for x, taken in zip(spec.variables, values, strict=True) for value in taken]


def _listed(clauses: Sequence[NamedClause]) -> dict[str, object]:
    shown_clauses = [
        {"text": each.text, "group": each.group, "index": each.index, "mentions": shown(each.mentions)}
        for each in clauses[:LISTED]
    ]
    return {"count": len(clauses), "clauses": shown_clauses}

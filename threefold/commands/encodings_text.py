"""The catalogue of encodings and the audit of them, as text of 80 columns (fewer in a narrow terminal) and as JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING

from threefold.backends.sat.catalogue import KINDS, Encoding
from threefold.commands.arguments import title
from threefold.commands.table import count, seconds
from threefold.commands.terminal import BOLD, Style, width
from threefold.format import large
from threefold.runs.instance import Instance

if TYPE_CHECKING:
    from threefold.cnf.encoding_audit import Audit, AuditRow

SCHEMA = 1
WIDTH = 80
LEGEND = {"first": "lowering, loading and solving up to a solution", "factor": "models per solution"}
LEFT_OUT = ("literals", "factor", "clauses", "models", "first")  # of the table, until it fits the terminal
MANY = 10  # rows; more are not named one by one


def catalogue(encodings: Sequence[Encoding]) -> str:
    parts = ["Encodings of the sat backend, by option: sat+amo=ladder, or --amo ladder"]
    for kind, meaning in KINDS.items():
        lines = [
            fill(f"{kind}: {meaning}", width(WIDTH)),
            f"\n  {'':<12}{'clauses':<24}{'auxiliaries':<22}keeps counts",
        ]
        for each in (encoding for encoding in encodings if encoding.kind == kind):
            keeps = ", ".join(each.keeps) or "never"
            lines.append(f"  {each.name:<12}{each.clauses:<24}{each.auxiliaries:<22}{keeps}")
            lines.append(fill(each.reference, width(WIDTH), initial_indent=" " * 14, subsequent_indent=" " * 14))
        parts.append("\n".join(lines))
    parts.append(
        "An encoding keeps counts where a formula has as many models as solutions.\n"
        "`threefold encodings PUZZLE PARAMETERS…` measures all of this on a puzzle."
    )
    return "\n\n".join(parts)


def catalogue_as_json(encodings: Sequence[Encoding]) -> str:
    return json.dumps({"schema": SCHEMA, "encodings": [asdict(each) for each in encodings]}, ensure_ascii=False)


def audit(instance: Instance, result: "Audit", style: Style) -> str:
    word = result.comparison.verdict.verdict
    columns = _columns(result.rows)
    legend = "; ".join(f"{name}: {meaning}" for name, meaning in LEGEND.items() if name in columns)
    painted = style.word(word) + fill(result.sentence, width(WIDTH), break_on_hyphens=False).removeprefix(word)
    notes = "\n".join([*([fill(legend, width(WIDTH))] if legend else []), *_notes(result.rows)])
    parts = [title(instance), _table(columns, result.rows, style), notes, painted, *_witness(result)]
    return "\n\n".join(part for part in parts if part)


def _columns(rows: Sequence["AuditRow"]) -> dict[str, tuple[str, ...]]:
    """By title, those that the terminal has room for."""
    titles = ["", "variables", "clauses", "literals", "first", "count", "models", "factor"]
    cells = [titles, *map(_cells, rows)]
    columns = {column[0]: column for column in zip(*cells, strict=True)}
    for name in LEFT_OUT if width(WIDTH) < WIDTH else ():
        if _wide(columns, " ") > width(WIDTH):
            del columns[name]
    return columns


def _table(columns: Mapping[str, Sequence[str]], rows: Sequence["AuditRow"], style: Style) -> str:
    gap = "  " if _wide(columns, "  ") <= width(WIDTH) else " "
    padded = [[cell.rjust(max(map(len, column))) for cell in column] for column in columns.values()]
    padded[0] = [cell.ljust(len(padded[0][0])) for cell in columns[""]]
    lines = [gap.join(row) for row in zip(*padded, strict=True)]
    shown = [style.paint(lines[0], BOLD)]
    for kind, of_kind in groupby(zip(rows, lines[1:], strict=True), key=lambda pair: pair[0].encoding.kind):
        shown += [style.paint(f"{kind}: {KINDS[kind].partition(':')[0]}", BOLD), *(line for _, line in of_kind)]
    return "\n".join(shown)


def _wide(columns: Mapping[str, Sequence[str]], gap: str) -> int:
    return sum(max(map(len, column)) for column in columns.values()) + len(gap) * (len(columns) - 1)


def _cells(row: "AuditRow") -> list[str]:
    size = row.record.size
    sizes = [f"{size.variables:,} + {size.auxiliary:,}", f"{size.constraints:,}", f"{size.literals:,}"] if size else []
    return [
        f"  {row.encoding.name}",
        *(sizes or ["–"] * 3),
        seconds(row.first_seconds),
        count(row.record),
        "unknown" if row.models is None else large(row.models),
        _factor(row),
    ]


def _factor(row: "AuditRow") -> str:
    solutions = row.solutions
    if row.models is None or not solutions:
        return "–"
    whole, rest = divmod(row.models, solutions)
    return f"{row.models / solutions:.2f}" if rest and whole < 100 else large(whole)


def _notes(rows: Sequence["AuditRow"]) -> Iterable[str]:
    """Why something is unknown or not complete; rows with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        name = f"{row.encoding.kind} {row.encoding.name}"
        if not row.record.complete:
            reasons.setdefault(f"solutions: {row.record.reason}", []).append(name)
        if row.contradicted:
            reasons.setdefault(f"the model counter has {row.counted} solutions", []).append(name)
        if row.unknown:
            reasons.setdefault(f"models unknown: {row.unknown}", []).append(name)
    for reason, named in reasons.items():
        who = ", ".join(named) if len(named) < MANY else f"{len(named)} rows"
        yield fill(f"{who}: {reason}", width(WIDTH), break_on_hyphens=False)


def _witness(result: "Audit") -> list[str]:
    witness = result.comparison.witness
    return [f"witness: {witness.sentence}\n  {witness.values}", witness.drawing] if witness else []


def audit_as_json(instance: Instance, result: "Audit") -> str:
    asked = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "givens": list(instance.givens),
    }
    return json.dumps({"schema": SCHEMA, **asked, **result.to_dict()}, ensure_ascii=False)

"""`encodings`: the catalogue of the sat backend's encodings, or all of them tried on one puzzle."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import groupby
from json import dumps
from typing import TYPE_CHECKING

from threefold.backends.sat.catalogue import ENCODINGS, KINDS
from threefold.commands.options import SCHEMA, Options, as_json
from threefold.commands.output import BOLD, Style, fitted, style_of, width, wrapped
from threefold.commands.progress import Progress
from threefold.format import Column, Table, large, seconds
from threefold.runs.instance import Instance

if TYPE_CHECKING:  # it loads much of the sat backend, which the catalogue does not need
    from threefold.cnf.encoding_audit import Audit, AuditRow

WIDTH = 80
RANKS = {"": 0, "variables": 0, "clauses": 3, "literals": 5, "first": 1, "count": 0, "models": 2, "factor": 4}
COLUMNS = [Column(title, left=not title, rank=rank) for title, rank in RANKS.items()]
LEGEND = {"first": "lowering, loading and solving up to a solution", "factor": "models per solution"}
CATALOGUE = (
    Column("", left=True, least=11),
    Column("clauses", left=True, least=21),
    Column("auxiliaries", left=True, rank=2, least=20),
    Column("keeps counts", left=True, rank=1),
)
MANY = 10  # rows; more are not named one by one


@Options.command("puzzle parameters first timeout memory seed given json no_color", timeout=20)
def encodings(asked: Options) -> int:
    """List the encodings of the sat backend, or try every one on a puzzle.

    With a puzzle: its size in each encoding, the time to the first solution, the number of solutions (which must be the same in
    all) and of models, auxiliaries included, by pyganak (an extra), and the factor between them. Limits hold for each run.

    Example: threefold encodings nqueens 8

    Exit code: 0 the counts agree, 1 they do not, 2 bad input, 3 incomplete (a limit was hit), 4 error.
    """
    if asked.puzzle is None:
        asked.refuse("is for a puzzle: encodings PUZZLE PARAMETERS…", "first", "timeout", "memory", "seed", "given")
        as_data = {"schema": SCHEMA, "encodings": [asdict(each) for each in ENCODINGS]}
        print(dumps(as_data, ensure_ascii=False) if asked.json else fitted(_catalogue()))
        return 0
    from threefold.api.arguments import Request
    from threefold.cnf.encoding_audit import AuditRow, audit, relevant

    puzzle, words = asked.words()
    request = Request(puzzle, tuple(words), "sat", {}, **asked.for_api())
    experiment = request.experiment([request.row()])
    instance, style, rows, chosen = (
        experiment.instance,
        style_of(asked.no_color),
        list[AuditRow](),
        relevant(experiment),
    )
    with Progress(asked.timeout, silent=asked.json) as progress:
        try:
            result = audit(experiment, chosen, progress, rows)
        except (KeyboardInterrupt, SystemExit) as stop:
            searched = list(zip(chosen, progress.records, strict=False))
            rows += [AuditRow(*pair, unknown="interrupted") for pair in searched[len(rows) :]]
            if rows and not asked.json:
                progress.erase()
                stop.add_note(f"{len(rows)} of {len(chosen)} rows are finished")
                print(_table(instance, rows, style), flush=True)
            raise
    print(as_json(instance, result.to_dict()) if asked.json else _audit(instance, result, style))
    return result.exit_code


def _catalogue() -> str:
    table = Table(CATALOGUE, width=width(), gap=2)
    parts = ["Encodings of the sat backend, by option: sat+amo=ladder, or --amo ladder"]
    for kind, meaning in KINDS.items():
        lines = [wrapped(f"{kind}: {meaning}", WIDTH), "", table.head]
        for each in (encoding for encoding in ENCODINGS if encoding.kind == kind):
            lines.append(table.line([each.name, each.clauses, each.auxiliaries, ", ".join(each.keeps) or "never"]))
            lines.append(wrapped(each.reference, WIDTH, " " * 15))
        parts.append("\n".join(lines))
    parts.append(
        "An encoding keeps counts where a formula has as many models as solutions.\n"
        "`threefold encodings PUZZLE PARAMETERS…` measures all of this on a puzzle."
    )
    return "\n\n".join(parts)


def _audit(instance: Instance, result: "Audit", style: Style) -> str:
    word = result.comparison.verdict.verdict
    witness = result.comparison.witness
    parts = [
        _table(instance, result.rows, style),
        style.verdict(word, result.sentence.removeprefix(f"{word}: "), WIDTH),
        *([f"witness: {witness.sentence}\n  {witness.values}", witness.drawing] if witness else []),
    ]
    return "\n\n".join(part for part in parts if part)


def _table(instance: Instance, rows: Sequence["AuditRow"], style: Style) -> str:
    table = Table(COLUMNS, [_cells(row) for row in rows], width=width(), margin=0, gap=2)
    legend = "; ".join(f"{name}: {meaning}" for name, meaning in LEGEND.items() if name in table.titles)
    notes = "\n".join([*([wrapped(legend, WIDTH)] if legend else []), *_notes(rows)])
    parts = [str(instance), "\n".join(_lines(table, rows, style)), notes]
    return "\n\n".join(part for part in parts if part)


def _lines(table: Table, rows: Sequence["AuditRow"], style: Style) -> Iterable[str]:
    """The head, then the rows of each kind below its name."""
    yield style.paint(table.head, BOLD)
    for kind, of_kind in groupby(zip(rows, table.lines, strict=True), key=lambda pair: pair[0].encoding.kind):
        yield style.paint(f"{kind}: {KINDS[kind].partition(':')[0]}", BOLD)
        yield from (line for _, line in of_kind)


def _cells(row: "AuditRow") -> list[str]:
    size = row.record.size
    sizes = [f"{size.variables:,} + {size.auxiliary:,}", f"{size.constraints:,}", f"{size.literals:,}"] if size else []
    return [
        f"  {row.encoding.name}",
        *(sizes or ["–"] * 3),
        seconds(row.first_seconds),
        row.record.counted,
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
    """Why something is unknown or incomplete; rows with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        name = f"{row.encoding.kind} {row.encoding.name}"
        if not row.record.complete:
            reasons.setdefault(f"solutions: {row.record.reason}", []).append(name)
        if row.contradicted:
            reasons.setdefault(f"the second count has {row.counted} solutions", []).append(name)
        if row.unknown:
            reasons.setdefault(f"models unknown: {row.unknown}", []).append(name)
    for reason, named in reasons.items():
        rows_named = ", ".join(named) if len(named) < MANY else f"{len(named)} rows"
        yield wrapped(f"{rows_named}: {reason}", WIDTH)

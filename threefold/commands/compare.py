"""`compare`: one puzzle, several configurations, the table and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from typing import TYPE_CHECKING

from threefold.commands.options import Options
from threefold.commands.output import BOLD, DIM, Style, style_of, width, wrapped
from threefold.commands.progress import Progress
from threefold.format import Table, indented, many

if TYPE_CHECKING:  # the API is loaded when the command runs, and not for its help
    from threefold.api import Record, Result


@Options.command(
    "puzzle parameters backends first limit timeout memory seed given amo card pb ints show parallel jobs repeat "
    "prove optimum optima break_symmetry up_to_symmetry json quiet no_color"
)
def compare(asked: Options) -> int:
    """Solve a puzzle in several ways and say whether the answers agree.

    Example: compare nqueens 8 --backends sat,cp,ilp

    Times are of building, lowering, loading, solving and checking; starts of processes, imports and drawing are outside.

    Exit code: 0 agree, 1 disagree, 2 bad input, 3 incomplete (a limit was hit), 4 error, 130 interrupted.
    """
    from threefold import api

    puzzle, words = asked.words()
    if asked.quiet:
        asked.refuse("has no effect with --quiet, which prints the verdict only", "show")
    style, silent = style_of(asked.no_color), asked.quiet or asked.json
    with Progress(asked.timeout, silent=silent) as progress:
        try:
            result = api.compare(puzzle, *words, progress=progress, **asked.for_api())
        except (KeyboardInterrupt, SystemExit) as stop:
            if progress.records and not silent:
                progress.erase()
                stop.add_note(f"{len(progress.records)} of {progress.runs} rows are finished")
                print(f"{' '.join([puzzle, *words])}\n\n{_table(progress.records, style)}", flush=True)
            raise
    if asked.json:
        print(dumps(result.to_dict(), ensure_ascii=False))
    else:
        print(f"{result.word}: {result.sentence}" if asked.quiet else render(result, style))
    return result.exit_code


def render(result: Result, style: Style) -> str:
    drawings = next((record.drawings for record in result.records if record.drawings), ())
    parts = [
        _headline(result, style),
        _table(result.records, style),
        _methods(result, style),
        result.classes_sentence,
        _reasons(result),
        style.verdict(result.word, result.sentence),
        _optimal(result, style),
        *_witness(result),
        *map(indented, drawings),
    ]
    return "\n\n".join(filter(None, parts))


def _headline(result: Result, style: Style) -> str:
    title, spec = str(result.experiment.instance), result.comparison.description
    if spec is None:
        return title
    derived = f" ({spec.derived} derived)" if spec.derived else ""
    constraints = f"{many(spec.constraints, 'constraint')} in {many(spec.groups, 'group')}"
    size = f"{many(spec.variables, 'variable')}{derived} · {constraints}"
    columns = width()
    gap = "    " if columns is None or len(title) + 4 + len(size) <= columns else "\n"
    return title + gap + style.paint(wrapped(size), DIM)


def _table(records: Sequence[Record], style: Style) -> str:
    from threefold.api.result import cells, columns

    rows = [cells(record, records) for record in records]
    shown = columns(records)
    status = [column.title for column in shown].index("status")
    for row in rows:
        row[status] = style.word(row[status])
    table = Table(shown, rows, width=width())
    return "\n".join([style.paint(table.head, BOLD), *table.lines])


def _methods(result: Result, style: Style) -> str:
    """How each row was counted."""
    texts = [wrapped(text, first="  ", rest="    ") for text in [*result.methods, result.repetitions] if text]
    return style.paint("\n".join(texts), DIM) if texts else ""


def _reasons(result: Result) -> str:
    """Why rows are incomplete, where the verdict does not mention it."""
    if result.verdict != "disagree":
        return ""
    return "\n".join(f"  {row}: {r.reason}" for row, r in result.rows.items() if r.reason and not r.complete)


def _optimal(result: Result, style: Style) -> str:
    """All optimal solutions, where they were asked for."""
    optimal = result.optimal
    if optimal is None:
        return ""
    return f"optimal solutions\n\n{_table(optimal.records, style)}\n\n{style.verdict(optimal.word, optimal.sentence)}"


def _witness(result: Result) -> list[str]:
    if result.witness is None:
        return []
    return [f"witness: {result.witness.sentence}\n  {result.witness.values}", indented(result.witness.drawing or "")]

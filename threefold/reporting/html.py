"""report.html: the whole report as one page that opens from disk."""

import re
from collections.abc import Mapping, Sequence
from html import escape

from threefold.reporting.agreement_matrix import matrix, witnesses
from threefold.reporting.environment import environment
from threefold.reporting.format import STATUS_WORDS, count, counted, seconds
from threefold.reporting.statistics import fastest, standings, virtual_best
from threefold.reporting.summary import about, sentences
from threefold.reporting.table import Td, table
from threefold.reporting.tables import Cell, Question, Report
from threefold.reporting.theme import CSS, JS
from threefold.sweeps.record_line import Line

MOST_BOARDS = 6


def page(report: Report, figures: Mapping[str, str]) -> str:
    """`figures` has the pictures by the question's slug and the kind."""
    questions = [_question(question, figures) for question in report.questions]
    links = [f'<a href="#{question.slug}">{escape(question.title)}</a>' for question in report.questions]
    links += [
        '<a href="#agreed">who agreed</a>',
        '<a href="#boards">solutions</a>',
        '<a href="#runs">all runs</a>',
        '<a href="#where">where it ran</a>',
    ]
    parts = [
        f"<h1>{escape(report.title)}</h1>",
        f"<p>{escape(report.description)}</p>" if report.description else "",
        _list(sentences(report)),
        f"<nav>{' '.join(links)}</nav>",
        *questions,
        '<h2 id="agreed">Who agreed</h2>', _matrix(report), *_witnesses(report),
        '<h2 id="boards">Solutions</h2>', _boards(report),
        '<h2 id="runs">All runs</h2>', _runs(report),
        '<h2 id="where">Where it ran</h2>', _where(report),
    ]  # fmt: skip
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{CSS}</style></head><body>"
    )
    return "\n".join([head, *filter(None, parts), f"<script>{JS}</script></body></html>", ""])


def _question(question: Question, figures: Mapping[str, str]) -> str:
    pictures = [svg for name, svg in figures.items() if name.startswith(f"{question.slug}-")]
    drawn = "".join(f"<figure>{svg.strip()}</figure>" for svg in pictures)
    parts = [f'<h2 id="{question.slug}">{escape(question.title)}</h2>', _list(about(question))]
    parts += [f'<div class="figures">{drawn}</div>' if drawn else ""]
    if question.task != "lower":
        parts += [
            "<h3>CPU time</h3>",
            "<p>Median of the repetitions, with the least and the most; the fastest is bold.</p>",
        ]
        parts += [_times(question), *(["<h3>Standings</h3>", _standings(question)] if len(question.rows) > 1 else [])]
    return "\n".join(filter(None, parts))


def _times(question: Question) -> str:
    rows = []
    for instance in question.instances:
        best = fastest(question, instance)
        cells = [question.cell(row, instance) for row in question.rows]
        known = counted(cells)
        total = [Td(count(known), value=known.line.record.count if known else None)] if question.task == "count" else []
        timed = [_time(cell, bool(best and cell and cell.row == best[0])) for cell in cells]
        rows.append([Td(instance.text, value=instance.x), *total, *timed])
    counts = ["solutions"] if question.task == "count" else []
    return table([question.axis, *counts, *question.rows], rows, name=f"times-{question.slug}")


def _time(cell: Cell | None, best: bool) -> Td:
    spread = cell.spread() if cell and cell.solved else None
    if cell is None:
        return Td("")
    if spread is None:
        status = cell.line.record.status
        return Td(STATUS_WORDS.get(status, status), value=2 * cell.line.limit_seconds, kind="bad")
    apart = f"{seconds(spread.least)}–{seconds(spread.most)}" if spread.size > 1 else ""
    return Td(seconds(spread.middle), small=apart, value=spread.middle, kind="best" if best else "")


def _standings(question: Question) -> str:
    rows = [
        [Td(s.row), Td(s.share, value=s.solved), Td(seconds(s.par2), value=s.par2), Td(str(s.wins))]
        for s in [*standings(question), virtual_best(question)]
    ]
    return table(["row", "solved", "PAR-2", "fastest on"], rows, name=f"standings-{question.slug}")


def _matrix(report: Report) -> str:
    header, body = matrix(report)
    if not body:
        return "<p>No row has an exact count.</p>"
    rows = [[Td(cell, kind="bad" if "✗" in cell else "") for cell in row] for row in body]
    return "<p>Instances that both counted exactly; ✗ where they differ about one.</p>" + table(header, rows)


def _witnesses(report: Report) -> list[str]:
    return [
        f"<h3>Witness: {escape(f'{line.puzzle} {line.instance}, {line.row}')}</h3><pre>{escape(line.witness or '')}</pre>"
        for line in witnesses(report)
    ]


def _boards(report: Report) -> str:
    """A first solution of the smaller instances, once each."""
    drawn: dict[tuple[str, str], Line] = {}
    for line in report.lines:
        if line.record.drawings:
            drawn.setdefault((line.puzzle, line.instance), line)
    boards = [
        f"<figure><figcaption>{escape(f'{line.puzzle} {line.instance}, by {line.row}')}</figcaption>"
        f"<pre>{escape(line.record.drawings[0])}</pre></figure>"
        for line in list(drawn.values())[:MOST_BOARDS]
    ]
    return f'<div class="boards">{"".join(boards)}</div>' if boards else "<p>No run has drawn one.</p>"


RUN_COLUMNS = ("puzzle", "instance", "task", "row", "seed", "rep.", "status", "solutions", "CPU", "wall", "solve", "memory",
               "variables", "auxiliary", "constraints", "method", "reason")  # fmt: skip


def _runs(report: Report) -> str:
    return table(RUN_COLUMNS, [_run(line) for line in report.lines], name="all-runs", filtered=True)


def _run(line: Line) -> list[Td]:
    record = line.record
    shown = "" if record.count is None else f"{record.count:,}" if record.exact else f"≥ {record.count:,}"
    times = [(seconds(value), value) for value in map(record.seconds.get, ("cpu", "total", "solve"))]
    size, memory = record.size, record.memory / 1e6
    sizes = [(f"{n:,}", n) for n in (size.variables, size.auxiliary, size.constraints)] if size else [("", None)] * 3
    return [
        Td(line.puzzle), Td(line.instance, left=True), Td(line.task, left=True), Td(line.row, left=True),
        Td("" if line.seed is None else str(line.seed)), Td(str(line.repetition)), Td(record.status, left=True),
        Td(shown, value=record.count), *(Td(text, value=value) for text, value in times),
        Td(f"{memory:.0f} MB", value=memory), *(Td(text, value=value) for text, value in sizes),
        Td(record.method or "", left=True), Td(record.reason or "", left=True),
    ]  # fmt: skip


def _where(report: Report) -> str:
    return table(["", ""], [[Td(name), Td(value, left=True)] for name, value in environment(report)])


def _list(texts: Sequence[str]) -> str:
    """Sentences are written with Markdown's **bold**."""
    items = (re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text)) for text in texts)
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>" if texts else ""

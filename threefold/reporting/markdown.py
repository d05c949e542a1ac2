"""report.md: what the records say, as a code host shows it."""

from collections.abc import Mapping, Sequence

from threefold.reporting.agreement_matrix import matrix, witnesses
from threefold.reporting.environment import environment
from threefold.reporting.format import count, counted, outcome, seconds
from threefold.reporting.statistics import standings, virtual_best
from threefold.reporting.summary import about, sentences
from threefold.reporting.tables import Question, Report

# Without the folder's name: it may be moved, and a copy is as good.
FOOTER = "Made from `records.jsonl` by `threefold report` of this folder; run again by `threefold sweep --fresh` of it."


def markdown(report: Report, figures: Mapping[str, str]) -> str:
    """`figures` has the file names of the pictures that exist, by the question's slug and the kind."""
    parts = [f"# {report.title}", report.description, _bullets(sentences(report)), *_disagreements(report)]
    for question in report.questions:
        parts += _question(question, figures)
    parts += [
        "## Who agreed",
        _matrix(report),
        "## Where it ran",
        _table(["", ""], environment(report)),
        FOOTER,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _question(question: Question, figures: Mapping[str, str]) -> list[str]:
    pictures = [
        f"![{question.title}, {name.removeprefix(question.slug + '-')}](figures/{file})"
        for name, file in figures.items()
        if name.startswith(question.slug + "-")
    ]
    parts = [f"## {question.title}", _bullets(about(question)), *pictures]
    if question.task != "lower":
        parts += ["CPU time · wall time, medians of the repetitions:", _times(question), _standings(question)]
    return [*parts, "Size of the lowered program (variables + auxiliaries, constraints):", _sizes(question)]


def _times(question: Question) -> str:
    """With the counts in the first column where all are counted: they are the same in every row, or the report says so."""
    header = (
        [question.axis, "solutions", *question.rows] if question.task == "count" else [question.axis, *question.rows]
    )
    body = []
    for instance in question.instances:
        cells = [question.cell(row, instance) for row in question.rows]
        counts = [count(counted(cells))] if question.task == "count" else []
        body.append([instance.text, *counts, *map(outcome, cells)])
    return _table(header, body)


def _standings(question: Question) -> str:
    if len(question.rows) == 1:
        return ""
    rows = [*standings(question), virtual_best(question)]
    body = [[each.row, each.share, seconds(each.par2), str(each.wins)] for each in rows]
    return _table(["row", "solved", "PAR-2", "fastest on"], body)


def _sizes(question: Question) -> str:
    body = []
    for instance in question.instances:
        cells = [question.cell(row, instance) for row in question.rows]
        sizes = [
            f"{size.variables:,} + {size.auxiliary:,}, {size.constraints:,}"
            if cell and (size := cell.line.record.size)
            else ""
            for cell in cells
        ]
        body.append([instance.text, *sizes])
    return _table([question.axis, *question.rows], body)


def _matrix(report: Report) -> str:
    header, body = matrix(report)
    if not body:
        return "No row has an exact count."
    return _table(header, body) + "\n\nInstances that both counted exactly; ✗ where they differ about one."


def _disagreements(report: Report) -> list[str]:
    return [
        f"Witness for {line.puzzle} {line.instance}, {line.row}:\n\n```\n{line.witness}\n```"
        for line in witnesses(report)
    ]


def _bullets(texts: Sequence[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)

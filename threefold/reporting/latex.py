"""The tables of a report in LaTeX, with the rules of booktabs, to be put into a paper.

They are those of the page, with one time in each cell: the one that is compared. A table that is too wide for a page is
transposed; one that is still too large is split, and its first column stands in every part.
"""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from threefold.format import latex, visible
from threefold.reporting.caution import ONCE, runs_of, spread_of
from threefold.reporting.document import times_table
from threefold.reporting.published import published_table
from threefold.reporting.report import Report, Section
from threefold.reporting.sample_tables import paired_table, points_table, standings_table
from threefold.reporting.samples import points
from threefold.reporting.statistics import has_ties, leads
from threefold.reporting.table import Entry, Rows

HEAD = "% In the preamble: \\usepackage{booktabs}\n"
WIDTH = 80  # characters of \footnotesize in the width of a page, in the mean
GAP = 2  # characters between two columns
HEADING = 10  # characters: a longer heading is broken where its words end
LINES = 44  # of a table on a page
SIGNS = {"≈": r"$\approx$", "≥": r"$\geq$", "·": r"$\cdot$", "µ": r"$\mu$", ">": "$>$", "<": "$<$", "–": "--"}
Grid = Sequence[Sequence[Entry]]  # with the headings as its first line


def to_latex(report: Report) -> str:
    sections = [section for section in report.sections if section.task != "lower"]
    return "\n".join([HEAD, *(table for section in sections for table in _section(report, section))])


def _section(report: Report, section: Section) -> Iterator[str]:
    if points(section):
        caption = f"{section.title}. Median {section.time_word} over the instances of a point, and below it its 95 % interval."
        yield from _tables(caption, section.slug, *points_table(section))
        caption = f"{section.title}. In pairs, by {section.time_word}, against the reference."
        yield from _tables(caption, f"{section.slug}-paired", *paired_table(section))
    else:
        yield from _tables(_caption(section), section.slug, *times_table(section, both=False))
    if len(section.rows) > 1:
        caption = f"{section.title}. Scores by {section.time_word}."
        yield from _tables(caption, f"{section.slug}-standings", *standings_table(section))
    for place, each in enumerate(report.beside(section), 1):
        caption = f"{section.title}. Published figures beside ours. Source: {each.source} {each.differs}".strip()
        yield from _tables(caption, f"{section.slug}-published-{place}", *published_table(each, section))


def _caption(section: Section) -> str:
    limits = " or ".join(
        f"{each:,g} s" for each in sorted({cell.line.limit_seconds for cell in section.cells.values()})
    )
    runs = runs_of(section)
    if runs == ONCE:
        return f"{section.title}. {_capital(section.time_word)} of one run. Limit: {limits}."
    bold = "; bold: the fastest of its kind" if _has_winner(section) else ""
    tie = "; ≈: cannot be told apart from the fastest of its kind" if has_ties(section) else ""
    what = f"Median {section.time_word} of {runs}, and below it {spread_of(section)}{bold}{tie}"
    return f"{section.title}. {what}. Limit: {limits}."


def _has_winner(section: Section) -> bool:
    return any(lead.winner for contest in section.contests for lead in leads(contest).values())


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _tables(caption: str, label: str, header: Sequence[str], rows: Rows) -> Iterator[str]:
    grid: Grid = [[Entry(title) for title in header], *rows]
    if sum(_widths(grid)) > WIDTH and len(header) > len(rows):
        [_, *instances], *columns = zip(*grid, strict=True)
        grid = [[Entry("row"), *instances], *columns]
    parts = [part for columns in _by_width(grid) for part in _by_length(columns)]
    for place, part in enumerate(parts, 1):
        of_all = f" (Part {place} of {len(parts)}.)" if len(parts) > 1 else ""
        yield _table(f"{caption}{of_all}", label if place == 1 else f"{label}-{place}", part)


def _widths(grid: Grid) -> list[int]:
    """Of the columns, in characters, with the gap after each."""
    header, *rows = grid
    headings = [_broken(entry.text) for entry in header]
    columns = zip(headings, *([(entry.text, entry.small) for entry in row] for row in rows), strict=True)
    return [max(_width(text) for texts in column for text in texts) + GAP for column in columns]


def _width(text: str) -> int:
    """Capital letters are wider."""
    return len(text) + sum(map(str.isupper, text)) // 2


def _by_width(grid: Grid) -> Iterator[Grid]:
    """Parts of the columns that fit a page, each with the first column."""
    first, *widths = _widths(grid)
    parts, room = [list[int]()], WIDTH - first
    for place, width in enumerate(widths, 1):
        if width > room and parts[-1]:
            parts, room = [*parts, []], WIDTH - first
        parts[-1].append(place)
        room -= width
    yield from ([[line[place] for place in (0, *part)] for line in grid] for part in parts)


def _by_length(grid: Grid) -> Iterator[Grid]:
    header, *rows = grid
    lines = 2 if any(entry.small for row in rows for entry in row) else 1
    most = LINES // lines
    yield from ([header, *rows[start : start + most]] for start in range(0, len(rows), most))


def _table(caption: str, label: str, grid: Grid) -> str:
    header, *rows = grid
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering\footnotesize\setlength{\tabcolsep}{4pt}",
            rf"\caption{{{_text(caption)}}}",
            rf"\label{{tab:{label}}}\medskip",
            rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
            r"\toprule",
            _line(map(_heading, header)),
            r"\midrule",
            *(line for row in rows for line in _row(row)),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _row(row: Sequence[Entry]) -> Iterator[str]:
    """The intervals stand below the times."""
    yield _line(map(_entry, row))
    if any(entry.small for entry in row):
        yield _line(rf"{{\scriptsize {_text(entry.small)}}}" if entry.small else "" for entry in row)
        yield r"\addlinespace"


def _line(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} " + r"\\"


def _entry(entry: Entry) -> str:
    return rf"\textbf{{{_text(entry.text)}}}" if entry.kind == "best" else _text(entry.text)


def _heading(entry: Entry) -> str:
    lines = [*map(_text, _broken(entry.text))]
    return lines[0] if len(lines) == 1 else r"\shortstack[r]{" + r"\\".join(lines) + "}"


def _broken(text: str) -> list[str]:
    return wrap(visible(text), HEADING, break_long_words=False, break_on_hyphens=False) or [""]


def _text(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in latex(visible(text)))

"""report.md: the report as a code host shows it."""

from collections.abc import Collection, Iterable
from typing import assert_never

from threefold.reporting.document import Block, Figures, Grid, Heading, Listing, Sentences, Text, document
from threefold.reporting.report import Report


def markdown(report: Report, figures: Collection[str]) -> str:
    """`figures`: the names of those that exist, without `.svg`."""
    parts = (_block(block, figures) for block in document(report, page=False))
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block, figures: Collection[str]) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {text}"
        case Text(text):
            return text
        case Sentences(texts):
            return "\n".join(f"- {text}" for text in texts)
        case Figures(slug, title):
            kinds = [name.removeprefix(f"{slug}-") for name in figures if name.startswith(f"{slug}-")]
            return "\n\n".join(f"![{title}, {kind}](figures/{slug}-{kind}.svg)" for kind in kinds)
        case Listing(title, text):
            return f"{title}:\n\n```\n{text}\n```"
        case Grid(header, rows):
            return _table(
                [header, ["---", *["---:"] * (len(header) - 1)], *([each.text for each in row] for row in rows)]
            )
        case _:
            assert_never(block)


def _table(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows)

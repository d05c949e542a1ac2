"""report.md: the report as a code host shows it."""

from collections.abc import Collection, Mapping, Sequence

from threefold.reporting.document import Medium, Rows, document
from threefold.reporting.report import Report, Section


def markdown(report: Report, figures: Collection[str]) -> str:
    """`figures`: the names of those that exist, without `.svg`."""
    return "\n\n".join(filter(None, document(report, Markdown(figures)))) + "\n"


class Markdown(Medium):
    whole = False

    def __init__(self, figures: Collection[str]) -> None:
        self._figures = figures

    def heading(self, text: str, level: int = 2, anchor: str = "") -> str:
        return f"{'#' * level} {text}"

    def contents(self) -> str:
        return ""

    def paragraph(self, text: str) -> str:
        return text

    def sentences(self, texts: Sequence[str]) -> str:
        return "\n".join(f"- {text}" for text in texts)

    def figures(self, section: Section) -> str:
        start = f"{section.slug}-"
        kinds = [name.removeprefix(start) for name in self._figures if name.startswith(start)]
        return "\n\n".join(f"![{section.title}, {kind}](figures/{start}{kind}.svg)" for kind in kinds)

    def listings(self, texts: Mapping[str, str]) -> str:
        return "\n\n".join(f"{title}:\n\n```\n{text}\n```" for title, text in texts.items())

    def table(self, header: Sequence[str], rows: Rows, name: str = "", *, filtered: bool = False) -> str:
        lines = [header, ["---", *["---:"] * (len(header) - 1)], *([entry.text for entry in row] for row in rows)]
        return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)

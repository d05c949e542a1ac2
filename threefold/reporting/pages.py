"""report.md, as a code host shows it, and report.html: one page that opens from disk, with everything in it."""

import re
from collections.abc import Collection, Mapping, Sequence
from html import escape
from importlib.resources import files

from threefold.reporting.document import Entry, Medium, Rows, document
from threefold.reporting.report import Report, Section

NAVIGATION = "<nav></nav>"
SEARCH = '<input type="search" data-for="{}" placeholder="filter, like: cp timeout" aria-label="filter the rows">'


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


def page(report: Report, figures: Mapping[str, str]) -> str:
    """`figures`: the SVG by name."""
    html = Html(figures)
    parts = "\n".join(filter(None, document(report, html)))
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{_file('report.css')}</style></head><body>"
    )
    body = parts.replace(NAVIGATION, f"<nav>{' '.join(html.links)}</nav>", 1)
    return "\n".join([head, body, f"<script>{_file('report.js')}</script></body></html>", ""])


def _file(name: str) -> str:
    return files("threefold.reporting").joinpath(name).read_text(encoding="utf-8").strip()


class Html(Medium):
    whole = True

    def __init__(self, figures: Mapping[str, str]) -> None:
        self._figures = figures
        self.links: list[str] = []  # to the headings so far

    def heading(self, text: str, level: int = 2, anchor: str = "") -> str:
        if not anchor:
            return f"<h{level}>{escape(text)}</h{level}>"
        self.links.append(f'<a href="#{anchor}">{escape(text)}</a>')
        return f'<h{level} id="{anchor}">{escape(text)}</h{level}>'

    def contents(self) -> str:
        return NAVIGATION

    def paragraph(self, text: str) -> str:
        return f"<p>{_inline(text)}</p>" if text else ""

    def sentences(self, texts: Sequence[str]) -> str:
        return f"<ul>{''.join(f'<li>{_inline(text)}</li>' for text in texts)}</ul>" if texts else ""

    def figures(self, section: Section) -> str:
        drawn = [svg.strip() for name, svg in self._figures.items() if name.startswith(f"{section.slug}-")]
        return f'<div class="figures">{"".join(f"<figure>{svg}</figure>" for svg in drawn)}</div>' if drawn else ""

    def listings(self, texts: Mapping[str, str]) -> str:
        shown = (
            f"<figure><figcaption>{escape(title)}</figcaption><pre>{escape(text)}</pre></figure>"
            for title, text in texts.items()
        )
        return f'<div class="boards">{"".join(shown)}</div>' if texts else ""

    def table(self, header: Sequence[str], rows: Rows, name: str = "", *, filtered: bool = False) -> str:
        form = "<th><button>{}</button></th>" if name else "<th>{}</th>"
        heads = "".join(form.format(escape(text)) for text in header)
        body = "\n".join(f"<tr>{''.join(map(_entry, row))}</tr>" for row in rows)
        named = f' id="{name}" class="sortable"' if name else ""
        search = SEARCH.format(name) + "<output></output>" if filtered else ""
        return f'{search}<div class="wide"><table{named}><thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def _inline(text: str) -> str:
    """Markdown's **bold** and `code`."""
    bold = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", bold)


def _entry(entry: Entry) -> str:
    classes = " ".join(filter(None, [entry.kind, "left" if entry.left else ""]))
    kind = f' class="{classes}"' if classes else ""
    value = "" if entry.value is None else f' data-v="{entry.value:.10g}"'
    small = f" <small>{escape(entry.small)}</small>" if entry.small else ""
    return f"<td{kind}{value}>{escape(entry.text)}{small}</td>"

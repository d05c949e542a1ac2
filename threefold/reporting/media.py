"""How the parts of a report are written in Markdown and in HTML. An empty text is a part that is left out."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from threefold.reporting.report import Section

SEARCH = '<input type="search" data-for="{}" placeholder="filter, like: cp timeout" aria-label="filter the rows">'


@dataclass(frozen=True)
class Entry:
    """The content of one cell of a table."""

    text: str
    small: str = ""  # in smaller print after it
    value: float | None = None  # the key for sorting, where it is not the text
    kind: str = ""  # best or bad
    left: bool = False


Rows = Sequence[Sequence[Entry]]


@dataclass(frozen=True)
class Markdown:
    pictures: Collection[str]  # their names, without `.svg`
    whole = False  # the boards and the table of all runs are too long

    def heading(self, text: str, level: int = 2, anchor: str = "") -> str:
        return f"{'#' * level} {text}"

    def contents(self, titles: Mapping[str, str]) -> str:
        return ""

    def paragraph(self, text: str) -> str:
        return text

    def sentences(self, texts: Sequence[str]) -> str:
        return "\n".join(f"- {text}" for text in texts)

    def figures(self, section: Section) -> str:
        start = f"{section.slug}-"
        kinds = [name.removeprefix(start) for name in self.pictures if name.startswith(start)]
        return "\n\n".join(f"![{section.title}, {kind}](figures/{start}{kind}.svg)" for kind in kinds)

    def listings(self, texts: Mapping[str, str]) -> str:
        return "\n\n".join(f"{title}:\n\n```\n{text}\n```" for title, text in texts.items())

    def table(self, header: Sequence[str], rows: Rows, name: str = "", *, filtered: bool = False) -> str:
        lines = [header, ["---", *["---:"] * (len(header) - 1)], *([entry.text for entry in row] for row in rows)]
        return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


@dataclass(frozen=True)
class Html:
    pictures: Mapping[str, str]  # the SVG by name
    whole = True

    def heading(self, text: str, level: int = 2, anchor: str = "") -> str:
        named = f' id="{anchor}"' if anchor else ""
        return f"<h{level}{named}>{escape(text)}</h{level}>"

    def contents(self, titles: Mapping[str, str]) -> str:
        links = (f'<a href="#{anchor}">{escape(title)}</a>' for anchor, title in titles.items())
        return f"<nav>{' '.join(links)}</nav>"

    def paragraph(self, text: str) -> str:
        return f"<p>{_inline(text)}</p>" if text else ""

    def sentences(self, texts: Sequence[str]) -> str:
        return f"<ul>{''.join(f'<li>{_inline(text)}</li>' for text in texts)}</ul>" if texts else ""

    def figures(self, section: Section) -> str:
        drawn = [svg.strip() for name, svg in self.pictures.items() if name.startswith(f"{section.slug}-")]
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


Medium = Markdown | Html

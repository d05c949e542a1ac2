"""How the parts of a report are written in Markdown and in HTML. An empty text is a part that is left out.

Titles, names and parameters come from files of others: a reader of the report must see them as they are, and neither a script nor
a table of theirs. So every text is escaped, and what is bold or code is marked by `bold` and `code`.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from threefold.format import visible
from threefold.reporting.figures.svg import STYLE
from threefold.reporting.table import LARGEST, Entry, Rows, data_table

SEARCH = '<input type="search" data-for="{}" placeholder="filter, like: cp timeout" aria-label="filter the rows">'


FIRST = 50  # rows of a long table that are there without a script
_MARKED = re.compile("\x02([^\x02\x03]*)\x03|\x0e([^\x0e\x0f]*)\x0f")
_MARKDOWN = re.compile(r"[\\`*_\[\]|~$]")
_BLOCK = re.compile(r"[-+#=>]|[0-9]+(?=[.)])")  # at the beginning of a paragraph


def bold(text: str) -> str:
    return f"\x02{text}\x03"


def code(text: str) -> str:
    return f"\x0e{text}\x0f"


def inline(
    text: str, plain: Callable[[str], str], strong: str, fixed: str, verbatim: Callable[[str], str] | None = None
) -> str:
    """A mark in a text of others could make it bold, and nothing worse. `verbatim` escapes code, if it differs."""
    form = {0: "{}", 1: strong, 2: fixed}
    escapes = {0: plain, 1: plain, 2: verbatim or plain}
    pieces = enumerate(_MARKED.split(text))
    return "".join(form[place % 3].format(escapes[place % 3](piece)) for place, piece in pieces if piece is not None)


ELSEWHERE = (
    f"A script shows and filters all of them. Without it: all records are in {code('records.jsonl')} beside this page, and "
    f"{code('threefold records . --csv')} in its folder writes them as a table."
)


@dataclass(frozen=True)
class Markdown:
    pictures: Mapping[str, Collection[str]]  # their kinds by section
    whole = False  # the boards and the table of all runs are too long

    def heading(self, text: str, level: int = 2, anchor: str = "") -> str:
        return f"{'#' * level} {_markdown(text)}"

    def terms(self, meanings: Mapping[str, str]) -> str:
        return self.sentences([f"{bold(term)}: {meaning}" for term, meaning in meanings.items()])

    def contents(self, titles: Mapping[str, str]) -> str:
        return ""

    def paragraph(self, text: str) -> str:
        begin = _BLOCK.match(text.strip())
        escaped = inline(text, _markdown, "**{}**", "`{}`", _code_span).strip()
        if begin is None:
            return escaped
        return f"{begin[0]}\\{escaped.removeprefix(begin[0])}" if begin[0].isdigit() else f"\\{escaped}"

    def sentences(self, texts: Sequence[str]) -> str:
        return "\n".join(f"- {self.paragraph(text)}" for text in texts)

    def figures(self, slug: str, title: str) -> str:
        kinds = self.pictures.get(slug, ())
        return "\n".join(f"![{_markdown(title)}, {kind}](figures/{slug}-{kind}.svg)" for kind in kinds)

    def listings(self, texts: Mapping[str, str]) -> str:
        return "\n\n".join(f"{self.paragraph(title)}:\n\n{fenced(text)}" for title, text in texts.items())

    def long_table(self, header: Sequence[str], rows: Rows, name: str) -> str:
        rest = f"The first {FIRST} of {len(rows):,} rows; report.html has them all." if len(rows) > FIRST else ""
        return "\n\n".join(filter(None, [self.table(header, rows[:FIRST]), rest]))

    def table(self, header: Sequence[str], rows: Rows, name: str = "", *, filtered: bool = False) -> str:
        cells = [
            header,
            *([f"{each.text} ({each.small})" if each.small else each.text for each in row] for row in rows),
        ]
        lines = [f"| {' | '.join(map(_markdown, line))} |" for line in cells]
        return "\n".join([lines[0], f"| {' | '.join(['---', *['---:'] * (len(header) - 1)])} |", *lines[1:]])


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\g<0>", visible(text).replace("&", "&amp;").replace("<", "&lt;"))


def _code_span(text: str) -> str:
    """In a code span of Markdown a backslash is a backslash."""
    return visible(text).replace("`", "'")


def fenced(text: str) -> str:
    """Between fences that are longer than any in the text."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return "\n".join([fence, *map(visible, text.split("\n")), fence])


@dataclass(frozen=True)
class Html:
    pictures: Mapping[str, Mapping[str, str]]  # the SVG by section and kind
    whole = True

    def heading(self, text: str, level: int = 2, anchor: str = "") -> str:
        named = f' id="{anchor}"' if anchor else ""
        return f"<h{level}{named}>{_html(text)}</h{level}>"

    def terms(self, meanings: Mapping[str, str]) -> str:
        listed = (f"<dt>{_html(term)}</dt><dd>{marked(meaning)}</dd>" for term, meaning in meanings.items())
        return f"<dl>{''.join(listed)}</dl>"

    def contents(self, titles: Mapping[str, str]) -> str:
        links = (f'<a href="#{anchor}">{_html(title)}</a>' for anchor, title in titles.items())
        return f"<nav>{' '.join(links)}</nav>"

    def paragraph(self, text: str) -> str:
        return f"<p>{marked(text)}</p>" if text else ""

    def sentences(self, texts: Sequence[str]) -> str:
        return f"<ul>{''.join(f'<li>{marked(text)}</li>' for text in texts)}</ul>" if texts else ""

    def figures(self, slug: str, title: str) -> str:
        """Their style is the same in all: it holds for the whole page, which has it once."""
        drawn = [svg.strip().replace(f"<style>{STYLE}</style>\n", "") for svg in self.pictures.get(slug, {}).values()]
        return (
            f'<div class="figures {slug}">{"".join(f"<figure>{svg}</figure>" for svg in drawn)}</div>' if drawn else ""
        )

    def listings(self, texts: Mapping[str, str]) -> str:
        shown = (
            f"<figure><figcaption>{_html(title)}</figcaption><pre>{_lines(text)}</pre></figure>"
            for title, text in texts.items()
        )
        return f'<div class="boards">{"".join(shown)}</div>' if texts else ""

    def long_table(self, header: Sequence[str], rows: Rows, name: str) -> str:
        """Without scripts its first rows are there, and a word on where the others are."""
        first = self.table(header, rows[:FIRST])
        rest = f"The first {FIRST} of {len(rows):,} rows. " if len(rows) > FIRST else ""
        return f"{data_table(header, rows, name)}<noscript>{first}<p>{rest}{marked(ELSEWHERE)}</p></noscript>"

    def table(self, header: Sequence[str], rows: Rows, name: str = "", *, filtered: bool = False) -> str:
        form = "<th><button>{}</button></th>" if name else "<th>{}</th>"
        heads = "".join(form.format(_html(text)) for text in header)
        body = "\n".join(f"<tr>{''.join(map(_entry, row))}</tr>" for row in rows)
        named = f' id="{name}" class="sortable"' if name else ""
        search = SEARCH.format(name) + "<output></output>" if filtered else ""
        return f'{search}<div class="wide"><table{named}><thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def image(svg: str, alt: str) -> str:
    """As an image, because the style of an inline SVG would hold for the whole page."""
    return f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'


def _html(text: str) -> str:
    return escape(visible(text))


def _lines(text: str) -> str:
    return "\n".join(map(_html, text.split("\n")))


def marked(text: str) -> str:
    return inline(text, _html, "<strong>{}</strong>", "<code>{}</code>")


def _entry(entry: Entry) -> str:
    classes = " ".join(filter(None, [entry.kind, "left" if entry.left else ""]))
    kind = f' class="{classes}"' if classes else ""
    value = "" if entry.value is None else f' data-v="{min(entry.value, LARGEST):.10g}"'
    small = f" <small>{_html(entry.small)}</small>" if entry.small else ""
    return f"<td{kind}{value}>{_html(entry.text)}{small}</td>"


Medium = Markdown | Html

"""report.html: the report as one page that opens from disk, with everything in it."""

import re
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import assert_never

from threefold.reporting.document import Block, Entry, Figures, Grid, Heading, Listing, Sentences, Text, document
from threefold.reporting.report import Report

SEARCH = '<input type="search" data-for="{}" placeholder="filter, like: cp timeout" aria-label="filter the rows">'


def page(report: Report, figures: Mapping[str, str]) -> str:
    """`figures`: the SVG by name."""
    blocks = list(document(report, page=True))
    headings = [block for block in blocks if isinstance(block, Heading) and block.anchor]
    links = " ".join(f'<a href="#{heading.anchor}">{escape(heading.text)}</a>' for heading in headings)
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{_file('report.css')}</style></head><body>"
    )
    start = next(place for place, block in enumerate(blocks) if block in headings)
    before, after = _body(blocks[:start], figures), _body(blocks[start:], figures)
    return "\n".join(
        [head, *before, f"<nav>{links}</nav>", *after, f"<script>{_file('report.js')}</script></body></html>", ""]
    )


def _file(name: str) -> str:
    return files("threefold.reporting").joinpath(name).read_text(encoding="utf-8").strip()


def _body(blocks: Iterable[Block], figures: Mapping[str, str]) -> Iterable[str]:
    for kind, group in groupby(blocks, type):
        parts = [part for block in group if (part := _block(block, figures))]
        yield from [f'<div class="boards">{"".join(parts)}</div>'] if kind is Listing else parts


def _block(block: Block, figures: Mapping[str, str]) -> str:
    match block:
        case Heading(text, level, anchor):
            identified = f' id="{anchor}"' if anchor else ""
            return f"<h{level}{identified}>{escape(text)}</h{level}>"
        case Text(text):
            return f"<p>{_inline(text)}</p>" if text else ""
        case Sentences(texts):
            return f"<ul>{''.join(f'<li>{_inline(text)}</li>' for text in texts)}</ul>" if texts else ""
        case Figures(slug):
            drawn = [svg.strip() for name, svg in figures.items() if name.startswith(f"{slug}-")]
            return f'<div class="figures">{"".join(f"<figure>{svg}</figure>" for svg in drawn)}</div>' if drawn else ""
        case Listing(title, text):
            return f"<figure><figcaption>{escape(title)}</figcaption><pre>{escape(text)}</pre></figure>"
        case Grid():
            return _table(block)
        case _:
            assert_never(block)


def _inline(text: str) -> str:
    """Markdown's **bold** and `code`."""
    bold = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", bold)


def _table(grid: Grid) -> str:
    form = "<th><button>{}</button></th>" if grid.name else "<th>{}</th>"
    heads = "".join(form.format(escape(text)) for text in grid.header)
    body = "\n".join(f"<tr>{''.join(map(_entry, row))}</tr>" for row in grid.rows)
    named = f' id="{grid.name}" class="sortable"' if grid.name else ""
    search = SEARCH.format(grid.name) + "<output></output>" if grid.filtered else ""
    return f'{search}<div class="wide"><table{named}><thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def _entry(entry: Entry) -> str:
    classes = " ".join(filter(None, [entry.kind, "left" if entry.left else ""]))
    kind = f' class="{classes}"' if classes else ""
    value = "" if entry.value is None else f' data-v="{entry.value:.10g}"'
    small = f" <small>{escape(entry.small)}</small>" if entry.small else ""
    return f"<td{kind}{value}>{escape(entry.text)}{small}</td>"

"""The files of a report, as bytes: written by `report`, compared by `report --check`.

report.md is shown by code hosts; report.html is one page that opens from disk, with everything in it.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from itertools import zip_longest
from pathlib import Path

from threefold.language import ThreefoldError
from threefold.reporting.document import Entry, Medium, Rows, document
from threefold.reporting.figures import figures
from threefold.reporting.report import Report, Section
from threefold.sweeps.agreement import conflicts
from threefold.sweeps.record_line import RECORDS

NAVIGATION = "<nav></nav>"
SEARCH = '<input type="search" data-for="{}" placeholder="filter, like: cp timeout" aria-label="filter the rows">'


def files(report: Report) -> dict[str, str]:
    """By their path in the report's folder."""
    pictures = {f"{each.slug}-{kind}": svg for each in report.sections for kind, svg in figures(each).items()}
    return {
        "report.md": markdown(report, pictures),
        "report.html": page(report, pictures),
        **{f"figures/{name}.svg": svg for name, svg in pictures.items()},
    }


def write(report: Report, folder: Path) -> list[str]:
    """Write the files; figures that no record gives are deleted."""
    wanted = files(report)
    try:
        (folder / "figures").mkdir(exist_ok=True)
        for old in _figures(folder) - wanted.keys():
            (folder / old).unlink()
        for name, text in reversed(wanted.items()):  # the pages last: no link is broken
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ThreefoldError(f"{error.filename}: cannot be written: {error.strerror}") from None
    return list(wanted)


def problems(report: Report, folder: Path) -> list[str]:
    """For `--check`: files that differ from what the records give, and records that contradict each other."""
    wanted = files(report)
    differing = [problem for name, text in wanted.items() for problem in _difference(folder, name, text)]
    surplus = [f"{name}: no record gives this figure" for name in sorted(_figures(folder) - wanted.keys())]
    return [*differing, *surplus, *(f"{RECORDS}: {conflict}" for conflict in conflicts(report.lines))]


def _difference(folder: Path, name: str, text: str) -> Iterator[str]:
    try:
        theirs = (folder / name).read_bytes().decode("utf-8", errors="replace").split("\n")
    except OSError:
        yield f"{name}: is missing"
        return
    pairs = enumerate(zip_longest(theirs, text.split("\n")), 1)
    if line := next((number for number, (their, our) in pairs if their != our), None):
        yield f"{name}: is not what the records give (first at line {line})"


def _figures(folder: Path) -> set[str]:
    return {f"figures/{path.name}" for path in (folder / "figures").glob("*.svg")}


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
    return resources.files("threefold.reporting").joinpath(name).read_text(encoding="utf-8").strip()


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

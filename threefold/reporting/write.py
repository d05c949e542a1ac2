"""The files of a report: report.md for code hosts, report.html as one page with everything in it, and the figures."""

from collections.abc import Iterable, Iterator
from html import escape
from importlib import resources
from itertools import zip_longest
from pathlib import Path

from threefold.files import refuse_link, write_text
from threefold.format import visible
from threefold.language import ThreefoldError
from threefold.reporting.document import document
from threefold.reporting.figures import pictures
from threefold.reporting.figures.svg import STYLE
from threefold.reporting.media import Html, Markdown
from threefold.reporting.report import Report
from threefold.sweeps.record_line import RECORDS


def files(report: Report) -> dict[str, str]:
    """By their path in the report's folder."""
    drawn, parts = pictures(report), list(document(report))
    text, html = ([part(medium) for part in parts] for medium in (Markdown(drawn), Html(drawn)))
    return {
        "report.md": "\n\n".join(filter(None, text)) + "\n",
        "report.html": page(report.title, html, style=STYLE),
        **{f"figures/{slug}-{kind}.svg": svg for slug, found in drawn.items() for kind, svg in found.items()},
    }


def write(report: Report, folder: Path) -> list[str]:
    """Write the files; figures that no record gives are deleted."""
    wanted = files(report)
    for name in ("figures", *wanted):
        refuse_link(folder / name)
    try:
        (folder / "figures").mkdir(exist_ok=True)
        for old in _figures(folder) - wanted.keys():
            (folder / old).unlink()
    except OSError as error:
        raise ThreefoldError(f"{error.filename}: cannot be written: {error.strerror}") from None
    for name, text in reversed(wanted.items()):  # the pages last: no link is broken
        write_text(folder / name, text)
    return list(wanted)


def problems(report: Report, folder: Path) -> list[str]:
    """For `--check`: files that differ from what the records give, and records that contradict each other."""
    wanted = files(report)
    differing = [problem for name, text in wanted.items() for problem in _difference(folder, name, text)]
    surplus = [f"{name}: no record gives this figure" for name in sorted(_figures(folder) - wanted.keys())]
    return [*differing, *surplus, *(f"{RECORDS}: {conflict}" for conflict in report.conflicts)]


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


def page(title: str, parts: Iterable[str], *, lang: str = "en", style: str = "") -> str:
    """A page with everything in it; `style` is added to that of the reports."""
    head = (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(visible(title))}</title><style>{_file('report.css')}{style}</style></head><body>"
    )
    return "\n".join([head, *filter(None, parts), f"<script>{_file('report.js')}</script></body></html>", ""])


def _file(name: str) -> str:
    return resources.files("threefold.reporting").joinpath(name).read_text(encoding="utf-8").strip()

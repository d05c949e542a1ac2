"""Texts of others are shown as they are: in Markdown, in HTML and in figures, no script, no markup and no broken table."""

from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.reporting.reports import lines
from tests.sweeps.lines import changed
from threefold.reporting.report import arranged
from threefold.reporting.write import files
from threefold.sweeps.record_line import Line

EVIL = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a | b\n\n# c\r\n| d | e |",
    "![x](javascript:alert(1)) [y](javascript:alert(2))",
    "**bold** `code` _it_ ~~no~~ $x$ &lt;b&gt; \\",
    "- one\n- two",
    "1. one",
    "> quoted",
    "```\n</pre><b>",
    "\x01\x1b[31m\x07\x00\u2028\u202e",
)


@cache
def report_files(evil: str) -> dict[str, str]:
    """With the text in every place that a file of others fills."""

    def spoilt(line: Line) -> Line:
        parameters = {**line.parameters, "name": evil}
        line = replace(line, puzzle=evil, row=f"{line.row}{evil}", parameters=parameters, givens=[evil], witness=evil)
        return changed(line, reason=evil, method=evil, solver=evil, drawings=(evil,), verified=0)

    return files(arranged(evil, evil, [spoilt(each) for each in lines()]))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.tags: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.found |= {tag, *(name for name, _ in attrs)}


@cache
def rendered(evil: str) -> str:
    """The Markdown page as a code host shows it, HTML in it included."""
    renderer = (
        pytest.importorskip("markdown_it").MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    )
    page = renderer.render(report_files(evil)["report.md"])
    assert isinstance(page, str)
    return page


@pytest.mark.parametrize("evil", EVIL)
def test_markdown_shows_no_markup_of_others(evil: str) -> None:
    """No tag but those of a harmless report, and as many of each: no list, no heading and no column more."""
    ours, theirs = Tags(), Tags()
    ours.feed(rendered("harmless"))
    theirs.feed(rendered(evil))
    assert theirs.found == ours.found
    assert theirs.tags == ours.tags


@pytest.mark.parametrize("evil", EVIL)
def test_markdown_has_no_control_characters(evil: str) -> None:
    assert all(line.isprintable() for line in report_files(evil)["report.md"].split("\n"))


@pytest.mark.parametrize("evil", EVIL)
def test_the_page_has_only_our_tags_and_attributes(evil: str) -> None:
    ours, theirs = Tags(), Tags()
    ours.feed(report_files("harmless")["report.html"])
    theirs.feed(report_files(evil)["report.html"])
    assert theirs.found <= ours.found


@pytest.mark.parametrize("evil", EVIL)
def test_figures_are_valid_and_stay_in_their_folder(evil: str) -> None:
    for name, text in report_files(evil).items():
        if name.endswith(".svg"):
            assert Path(name).parent == Path("figures")
            assert not {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(text).iter()} & {
                "script",
                "img",
                "b",
            }

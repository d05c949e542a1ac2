"""The documentation site: it builds without a warning, has every page and every name, and loads nothing from outside."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import threefold as tf
from tests.pages import ROOT, pages
from tests.site.conftest import needs_mkdocs
from tests.test_reference import DOCUMENTED

pytestmark = [pytest.mark.slow, needs_mkdocs]
LOADED = {
    "script": "src",
    "link": "href",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "object": "data",
    "use": "href",
}


class Resources(HTMLParser):
    """What a browser loads for a page. A link that a reader may click is not loaded."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        loaded = named.get(LOADED.get(tag, ""))  # a script may stand in the page itself
        if loaded and named.get("rel") not in ("canonical", "prev", "next"):
            self.found.append(loaded)


def test_no_page_loads_anything_from_outside(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert [each for each in Resources(page).found if re.match("(https?:)?//", each)] == [], page


def test_no_stylesheet_loads_anything_from_outside(site: Path) -> None:
    for sheet in site.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//[^)]*", sheet.read_text(encoding="utf-8")) == [], (
            sheet
        )


def test_what_a_page_loads_is_there(site: Path) -> None:
    for page in site.rglob("*.html"):
        for each in Resources(page).found:
            assert each.startswith(("data:", "#")) or file_of(each, page, site).is_file(), (page, each)


def file_of(resource: str, page: Path, site: Path) -> Path:
    """The file that a server of the site sends: `/docs/x.css` lies below the site itself."""
    path = resource.partition("?")[0].partition("#")[0]
    return site / path.removeprefix("/") if path.startswith("/") else page.parent / path


def test_every_page_of_the_repository_is_on_the_site(site: Path) -> None:
    for page in pages():
        name = page.relative_to(ROOT).with_suffix(".html")
        assert (site / (name if name.stem != "README" else name.with_name("index.html"))).exists(), page


def test_the_search_finds_pages_by_their_words(site: Path) -> None:
    entries = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    assert [each["location"] for each in entries if "parsimonious" in each["text"]]
    assert (site / "search/search_index.js").read_text(encoding="utf-8").startswith("var __index = ")


def test_every_exported_name_has_a_place_on_the_page_of_the_reference(site: Path) -> None:
    page = (site / "docs/reference.html").read_text(encoding="utf-8")
    assert [name for name in tf.__all__ if name in DOCUMENTED and f'id="{DOCUMENTED[name]}"' not in page] == []

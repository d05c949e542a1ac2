"""The site in a real browser, opened from disk: search, narrow and dark. Needs Debian's chromium."""

from pathlib import Path

import pytest

from tests.browser.chrome import themed
from tests.browser.test_report_page import browser, phone  # noqa: F401  (fixtures)
from tests.site.conftest import needs_mkdocs

pytest.importorskip("selenium")

from selenium.webdriver import Chrome

from tests.browser.page import Page

pytestmark = [pytest.mark.slow, needs_mkdocs]


def test_the_search_finds_a_page_without_a_server(browser: Chrome, site: Path) -> None:  # noqa: F811
    browser.set_window_size(1280, 900)
    browser.get((site / "index.html").as_uri())
    page = Page(browser)
    page.click(".md-search__input")
    page.press(".md-search__input", "totalizer")
    page.until(lambda: "Notes on the solvers" in page.texts(".md-search-result__item h1"))
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    "name", ["index", "docs/tutorial", "docs/reference", "docs/commands", "reports/gallery/report"]
)
def test_a_page_loads_without_an_error_where_no_other_host_exists(browser: Chrome, site: Path, name: str) -> None:  # noqa: F811
    browser.get((site / f"{name}.html").as_uri())
    assert browser.execute_script("return getComputedStyle(document.querySelector('.md-header')).position") == "sticky"
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("name", ["index", "docs/tutorial", "docs/language", "docs/reference", "docs/measurements"])
def test_on_a_phone_the_page_does_not_scroll_sideways(phone: Chrome, site: Path, name: str) -> None:  # noqa: F811
    phone.get((site / f"{name}.html").as_uri())
    assert phone.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")


def test_in_the_dark_the_paper_is_dark(browser: Chrome, site: Path) -> None:  # noqa: F811
    papers = []
    for scheme in ("light", "dark"):
        themed(browser, scheme)
        browser.get((site / "index.html").as_uri())
        browser.execute_script("localStorage.clear()")  # the theme keeps the choice of an earlier visit
        browser.refresh()
        papers.append(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert papers[0] == "rgb(255, 255, 255)" != papers[1]

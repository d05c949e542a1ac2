"""The report's page in a real browser: opened from disk, sorted, filtered, on a phone, in the dark. Needs Debian's chromium."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("selenium")

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.chrome import chrome, themed
from tests.browser.page import Page
from tests.reporting.reports import lines
from tests.sweeps.lines import changed
from threefold.reporting.report import arranged
from threefold.reporting.write import files
from threefold.sweeps.record_line import Line


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chrome(tmp_path_factory.mktemp("profile")) as started:
        yield started


def opened(browser: Chrome, path: Path, records: Sequence[Line]) -> Chrome:
    path.write_text(files(arranged("Queens", "All boards.", records))["report.html"])
    themed(browser, "light")
    browser.set_window_size(1200, 900)
    browser.get(path.as_uri())
    return browser


@pytest.fixture
def page(browser: Chrome, tmp_path: Path) -> Chrome:
    return opened(browser, tmp_path / "report.html", lines())


@pytest.fixture
def phone(browser: Chrome) -> Iterator[Chrome]:
    size = {"width": 400, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def column(page: Chrome, table: str, number: int) -> list[str]:
    """In one step: a table that scrolls replaces its rows."""
    cells = f"document.querySelectorAll('#{table} tbody tr td:nth-child({number})')"
    return list(
        page.execute_script(
            f"return [...{cells}].filter((cell) => cell.checkVisibility()).map((cell) => cell.innerText)"
        )
    )


def test_it_opens_from_disk_without_an_error(page: Chrome) -> None:
    assert page.title == "Queens"
    assert page.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_the_plots_are_not_empty(page: Chrome) -> None:
    figures = page.find_elements(By.CSS_SELECTOR, "figure svg")
    assert len(figures) == 4
    for figure in figures:
        assert figure.size["width"] > 300
        assert len(figure.find_elements(By.CSS_SELECTOR, "path[transform], rect.bar")) >= 3


def test_a_heading_sorts_up_and_down_by_value_and_not_by_text(page: Chrome) -> None:
    read, heading = Page(page), "#times-nqueens-count th:nth-of-type(2)"
    read.click(f"{heading} > button")
    read.soon(lambda: column(page, "times-nqueens-count", 2), ["2", "4", "10", "40", "92"])
    read.click(f"{heading} > button")
    read.soon(lambda: column(page, "times-nqueens-count", 2), ["92", "40", "10", "4", "2"])
    read.soon(lambda: read.attribute(heading, "aria-sort"), "descending")


def test_the_keyboard_sorts_too(page: Chrome) -> None:
    read = Page(page)
    read.press("#times-nqueens-count th:nth-of-type(2) > button", Keys.ENTER)
    read.soon(lambda: column(page, "times-nqueens-count", 2), ["2", "4", "10", "40", "92"])


def test_the_filter_shows_the_rows_that_have_all_its_words(page: Chrome) -> None:
    read = Page(page)
    read.press("input[type=search]", "ilp timeout")
    read.soon(lambda: column(page, "all-runs", 4), ["ilp"] * 3)
    read.soon(lambda: read.text("output"), "3 of 45 rows")


def test_at_phone_width_only_tables_scroll_and_not_the_page(page: Chrome) -> None:
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    try:
        assert page.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_in_the_dark_the_paper_is_dark(page: Chrome) -> None:
    def paper() -> str:
        return str(page.execute_script("return getComputedStyle(document.body).backgroundColor"))

    assert paper() == "rgb(255, 255, 255)"
    themed(page, "dark")
    assert paper() == "rgb(22, 22, 22)"


def test_in_the_dark_figures_are_dark_and_their_marks_lighter(page: Chrome) -> None:
    def fill(selector: str) -> str:
        return str(page.execute_script(f"return getComputedStyle(document.querySelector('{selector}')).fill"))

    assert [fill("svg .paper"), fill("svg .f0")] == ["rgb(255, 255, 255)", "rgb(0, 114, 178)"]
    themed(page, "dark")
    assert [fill("svg .paper"), fill("svg .f0")] == ["rgb(22, 22, 22)", "rgb(63, 159, 214)"]


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        ({"row": "ilp"}, 15),
        ({"row": "ilp", "status": "timeout"}, 3),
        ({"row": "ilp", "status": "= sat"}, 9),
        ({"instance": "=n=4"}, 9),
        ({"row": "= il"}, 0),
        ({"CPU": "> 1 s"}, 9),
        ({"CPU": "<= 50 ms"}, 18),
        ({"solutions": "10..40"}, 15 + 3),  # and a lower bound of 15
        ({"solutions": "= 92"}, 6),
        ({"memory": "> 1 GB"}, 0),
    ],
)
def test_each_column_has_a_filter_for_words_or_numbers(page: Chrome, by: dict[str, str], rows: int) -> None:
    read = Page(page)
    for heading, text in by.items():
        read.press(f"input[aria-label='filter {heading}']", text)
    read.soon(lambda: read.text("output"), f"{rows} of 45 rows")
    read.soon(lambda: len(column(page, "all-runs", 2)), rows)


def test_the_table_of_all_runs_sorts_by_value_and_what_is_empty_comes_last(page: Chrome) -> None:
    heading = page.find_element(By.XPATH, "//table[@id='all-runs']//th[9]/button")
    page.execute_script("arguments[0].click()", heading)
    assert column(page, "all-runs", 9)[:2] == ["2.0 ms", "2.1 ms"]
    page.execute_script("arguments[0].click()", heading)
    assert column(page, "all-runs", 9)[0] == "95.04 s"


def test_on_a_phone_no_board_is_wider_than_the_page_and_the_first_column_stays(phone: Chrome, tmp_path: Path) -> None:
    wide = [changed(each, drawings=("Q . " * 60,)) for each in lines()]
    page = opened(phone, tmp_path / "report.html", wide)
    assert page.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    moved = "const box = document.querySelector('.wide'); box.scrollLeft = 500; return box.scrollLeft"
    assert page.execute_script(moved) > 0
    cell = page.find_element(By.CSS_SELECTOR, ".wide tbody td")
    assert page.execute_script("return arguments[0].getBoundingClientRect().left", cell) >= 0


def many(instances: int) -> list[Line]:
    """Two rows on so many instances."""
    found = {each.row: each for each in lines() if each.parameters["n"] == 5 and each.row != "ilp"}
    return [
        replace(each, key=f"{row} {number}", parameters={"n": 5, "seed": number})
        for number in range(instances)
        for row, each in found.items()
    ]


@pytest.mark.parametrize(("instances", "found"), [(1_000, 2), pytest.param(10_000, 22, marks=pytest.mark.slow)])
def test_of_many_records_only_the_rows_that_are_seen_are_in_the_page(
    browser: Chrome, tmp_path: Path, instances: int, found: int
) -> None:
    page = opened(browser, tmp_path / "report.html", many(instances))
    assert (tmp_path / "report.html").stat().st_size < 400 * instances
    rows = page.find_element(By.CSS_SELECTOR, "[id=all-runs]").get_attribute("aria-rowcount")
    assert rows == str(2 * instances + 2)
    assert page.execute_script("return document.querySelectorAll('tr').length") < 250
    scroll = "const seen = document.querySelector('#all-runs').parentElement; seen.scrollTop = seen.scrollHeight"
    page.execute_script(scroll)
    read = Page(page)
    read.until(lambda: f"seed={instances - 1}" in column(page, "all-runs", 2)[-1])
    assert page.execute_script("return document.querySelectorAll('tr').length") < 250
    last = page.find_elements(By.CSS_SELECTOR, "input[aria-label='filter instance']")[-1]
    page.execute_script("arguments[0].value = 'seed=777'; arguments[0].dispatchEvent(new Event('input'))", last)
    read.soon(lambda: read.texts("output")[-1], f"{found} of {2 * instances:,} rows")


def test_without_scripts_the_summaries_are_there_and_the_page_says_where_the_records_are(
    browser: Chrome, tmp_path: Path
) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page = opened(browser, tmp_path / "report.html", many(300))
        said = page.find_element(By.TAG_NAME, "body").text
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "PAR-2" in said
    assert "The first 50 of 600 rows." in said
    assert "threefold records . --csv" in said
    assert "rep." in said

"""The report's page in a real browser: opened from disk, sorted, filtered, on a phone, in the dark. Needs Debian's chromium."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from tests.reporting.reports import lines
from threefold.reporting.report import arranged
from threefold.reporting.write import files

selenium = pytest.importorskip("selenium")
if not which("chromedriver"):
    pytest.skip("chromium-driver is not installed", allow_module_level=True)

from selenium.webdriver import Chrome, ChromeOptions  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

QUIET = ("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
         "disable-component-update", "disable-sync", "host-resolver-rules=MAP * ~NOTFOUND")  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    options = ChromeOptions()
    for argument in (*QUIET, f"user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options=options, service=Service(which("chromedriver")))
    yield chrome
    chrome.quit()


@pytest.fixture
def page(browser: Chrome, tmp_path: Path) -> Chrome:
    path = tmp_path / "report.html"
    path.write_text(files(arranged("Queens", "All boards.", lines()))["report.html"])
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light"}]}
    )
    browser.set_window_size(1200, 900)
    browser.get(path.as_uri())
    return browser


def column(page: Chrome, table: str, number: int) -> list[str]:
    cells = page.find_elements(By.CSS_SELECTOR, f"#{table} tbody tr td:nth-child({number})")
    return [cell.text for cell in cells if cell.is_displayed()]


def test_it_opens_from_disk_without_an_error(page: Chrome) -> None:
    assert page.title == "Queens"
    assert page.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_the_plots_are_not_empty(page: Chrome) -> None:
    figures = page.find_elements(By.CSS_SELECTOR, "figure svg")
    assert len(figures) == 7
    for figure in figures:
        assert figure.size["width"] > 300
        assert len(figure.find_elements(By.CSS_SELECTOR, "path[transform], rect.bar")) >= 3


def test_a_heading_sorts_up_and_down_by_value_and_not_by_text(page: Chrome) -> None:
    heading = page.find_element(By.XPATH, "//table[@id='times-nqueens-count']//th[2]/button")
    heading.click()
    assert column(page, "times-nqueens-count", 2) == ["2", "4", "10", "40", "92"]
    heading.click()
    assert column(page, "times-nqueens-count", 2) == ["92", "40", "10", "4", "2"]
    assert heading.find_element(By.XPATH, "..").get_attribute("aria-sort") == "descending"


def test_the_keyboard_sorts_too(page: Chrome) -> None:
    heading = page.find_element(By.XPATH, "//table[@id='times-nqueens-count']//th[2]/button")
    page.execute_script("arguments[0].focus()", heading)
    heading.send_keys(Keys.ENTER)
    assert column(page, "times-nqueens-count", 2) == ["2", "4", "10", "40", "92"]


def test_the_filter_shows_the_rows_that_have_all_its_words(page: Chrome) -> None:
    page.find_element(By.CSS_SELECTOR, "input[type=search]").send_keys("ilp timeout")
    assert column(page, "all-runs", 4) == ["ilp"] * 3
    assert page.find_element(By.TAG_NAME, "output").text == "3 of 45 rows"


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
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    )
    assert paper() == "rgb(22, 22, 22)"

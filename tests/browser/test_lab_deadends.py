"""The part "Dead ends" of the lab in a real browser: the same conclusions as in Python, a contradiction, a phone, the dark."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("selenium")

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser import chrome as browser
from threefold import models
from threefold.language.givens import add_givens
from threefold.propagation.views import parse_views

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
T = TypeVar("T")


@pytest.fixture(scope="module")
def link() -> Iterator[str]:
    command = [sys.executable, str(ROOT / "cli.py"), "lab", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as lab:
        assert lab.stdout is not None
        found = re.search(r"http://\S+", lab.stdout.readline())
        assert found is not None
        yield found[0]
        lab.terminate()


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser.chrome(tmp_path_factory.mktemp("profile")) as started:
        yield started


def sized(chrome: Chrome, width: int, scheme: str) -> None:
    size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.themed(chrome, scheme)


@pytest.fixture
def page(chrome: Chrome, link: str) -> Iterator[Chrome]:
    """The part is open, with 8 queens and no givens."""
    sized(chrome, 1280, "light")
    chrome.get(link)
    until(chrome, lambda: chrome.find_elements(By.CSS_SELECTOR, "#board .cell"))
    chrome.find_element(By.ID, "tab-deadends").click()
    until(chrome, lambda: "can be completed" in text(chrome, "deadends-completion"))
    yield chrome
    assert [entry for entry in chrome.get_log("browser") if "422" not in entry["message"]] == []  # type: ignore[no-untyped-call]


def until(chrome: Chrome, found: Callable[[], T]) -> T:
    return WebDriverWait(chrome, 60, ignored_exceptions=[StaleElementReferenceException]).until(lambda _: found())


def text(chrome: Chrome, element: str) -> str:
    return chrome.find_element(By.ID, element).text


def click(page: Chrome, literal: str) -> None:
    page.find_element(By.CSS_SELECTOR, f'#board [data-literals="{literal}"]').click()
    until(page, lambda: literal in (page.find_element(By.ID, "givens").get_attribute("value") or ""))


def type_givens(page: Chrome, lines: str) -> None:
    script = "const e = document.getElementById('givens'); e.value = arguments[0]; e.dispatchEvent(new Event('change'))"
    page.execute_script(script, lines)


def marked(page: Chrome, view: str, state: str) -> set[str]:
    """The literals of the cells with this mark."""
    script = (
        "return [...document.querySelectorAll(`#deadends-${arguments[0]} .mark-${arguments[1]}`)]"
        ".map((mark) => mark.closest('.cell').dataset.literals)"
    )
    return set(page.execute_script(script, view, state))


def test_the_three_boards_show_what_the_views_conclude(page: Chrome) -> None:
    click(page, "queen[1]=1")
    click(page, "queen[2]=4")
    until(page, lambda: "cannot be completed. No view sees it." in text(page, "deadends-completion"))
    spec = models.find("nqueens").build(8)
    add_givens(spec, ["queen[1]=1", "queen[2]=4"])
    for view in parse_views("up,cp,lp", {}):
        left = view.prepare(spec).conclude().left
        gone = {f"{x}={v}" for x in spec.variables for v in x.domain if v not in left[x.position]}
        forced = {f"{x}={left[x.position][0]}" for x in spec.variables[2:] if len(left[x.position]) == 1}
        assert marked(page, view.name, "gone") == gone
        assert marked(page, view.name, "forced") == forced
        assert marked(page, view.name, "given") == {"queen[1]=1", "queen[2]=4"}
    assert "22 values ruled out, 0 forced." in text(page, "deadends-up")
    assert "39 values ruled out, 3 forced." in text(page, "deadends-lp")


def test_a_contradiction_is_a_sentence_that_names_the_group(page: Chrome) -> None:
    type_givens(page, "queen[1]=1\nqueen[2]=1")
    until(page, lambda: "cannot be completed. Seen by: Unit propagation" in text(page, "deadends-completion"))
    told = text(page, "deadends-up")
    assert "Contradiction" in page.execute_script(
        "return getComputedStyle(document.querySelector('#deadends-up .told'), '::before').content"
    )
    assert "the clause ¬queen[1]=1 ∨ ¬queen[2]=1 of 'one queen per column' is false." in told
    assert "no values satisfy 'one queen per column': AllDifferent(" in text(page, "deadends-cp")
    assert "not even a fractional one" in text(page, "deadends-lp")


def test_a_bad_given_is_a_sentence_and_the_next_good_one_is_answered(page: Chrome) -> None:
    type_givens(page, "queen[1]=9")
    until(page, lambda: "queen[1] cannot be 9: its domain is 1..8." in text(page, "deadends-problem"))
    type_givens(page, "queen[1]=8")
    until(page, lambda: "queen[1]=8" in marked(page, "lp", "given"))
    assert not page.find_element(By.ID, "deadends-problem").is_displayed()


def test_on_a_phone_the_boards_stand_below_each_other(page: Chrome) -> None:
    sized(page, 400, "light")
    boxes = [page.find_element(By.ID, f"deadends-{view}").rect for view in ("up", "cp", "lp")]
    assert len({box["x"] for box in boxes}) == 1
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] < boxes[2]["y"]
    assert page.execute_script("return document.documentElement.scrollWidth") <= 400
    sized(page, 1280, "light")
    assert len({page.find_element(By.ID, f"deadends-{view}").rect["y"] for view in ("up", "cp", "lp")}) == 1


def test_marks_have_other_colours_in_the_dark(page: Chrome) -> None:
    click(page, "queen[1]=1")
    until(page, lambda: marked(page, "up", "gone"))
    script = "return getComputedStyle(document.querySelector('#deadends-up .mark-gone')).color"
    light = page.execute_script(script)
    sized(page, 1280, "dark")
    assert page.execute_script(script) != light


def test_the_values_left_are_also_a_table(page: Chrome) -> None:
    click(page, "queen[3]=5")
    until(page, lambda: "queen[3]=5" in marked(page, "lp", "given"))
    page.find_element(By.CSS_SELECTOR, "#deadends summary").click()
    rows = [row.text for row in page.find_elements(By.CSS_SELECTOR, "#deadends table.left tbody tr")]
    assert rows[2] == "queen[3] 5 5 5"

"""The part "Dead ends" of the lab in a real browser: the same conclusions as in Python, a contradiction, a phone, the dark."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("selenium")

from tests.browser.lab_page import LabPage, opened_lab
from threefold import models
from threefold.guard import Limits
from threefold.lab.routes import ROUTES
from threefold.language.givens import add_givens
from threefold.propagation.views import parse_views

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPage]:
    with opened_lab(tmp_path_factory.mktemp("lab")) as page:
        yield page


@pytest.fixture
def page(lab: LabPage) -> Iterator[LabPage]:
    """The part is open, with 8 queens and no givens."""
    lab.open().part("deadends")
    lab.shows("#deadends-completion", "can be completed")
    yield lab
    assert lab.errors() == []


def click(page: LabPage, literal: str) -> None:
    page.cell(literal)
    page.until(lambda: literal in page.value("#givens"))


def marked(page: LabPage, view: str, state: str) -> set[str]:
    """The literals of the cells with this mark."""
    script = (
        "return [...document.querySelectorAll(`#deadends-${arguments[0]} .mark-${arguments[1]}`)]"
        ".map((mark) => mark.closest('.cell').dataset.literals)"
    )
    return set(page.script(script, view, state))


def test_the_three_boards_show_what_the_views_conclude(page: LabPage) -> None:
    click(page, "queen[1]=1")
    click(page, "queen[2]=4")
    page.shows("#deadends-completion", "cannot be completed. No view sees it.")
    spec = models.find("nqueens").build(8)
    add_givens(spec, ["queen[1]=1", "queen[2]=4"])
    for view in parse_views("up,cp,lp", {}):
        left = view.prepare(spec).conclude().left
        gone = {f"{x}={v}" for x in spec.variables for v in x.domain if v not in left[x.position]}
        forced = {f"{x}={left[x.position][0]}" for x in spec.variables[2:] if len(left[x.position]) == 1}
        assert marked(page, view.name, "gone") == gone
        assert marked(page, view.name, "forced") == forced
        assert marked(page, view.name, "given") == {"queen[1]=1", "queen[2]=4"}
    page.shows("#deadends-up", "22 values ruled out, 0 forced.")
    page.shows("#deadends-lp", "39 values ruled out, 3 forced.")


def test_a_contradiction_is_a_sentence_that_names_the_group(page: LabPage) -> None:
    page.fill("#givens", "queen[1]=1\nqueen[2]=1")
    page.shows("#deadends-completion", "cannot be completed. Seen by: Unit propagation")
    page.wait(
        "getComputedStyle(document.querySelector('#deadends-up .told'), '::before').content.includes('Contradiction')"
    )
    page.shows("#deadends-up", "the clause ¬queen[1]=1 ∨ ¬queen[2]=1 of 'one queen per column' is false.")
    page.shows("#deadends-cp", "no values satisfy 'one queen per column': AllDifferent(")
    page.shows("#deadends-lp", "not even a fractional one")


def test_a_bad_given_is_a_sentence_and_the_next_good_one_is_answered(page: LabPage) -> None:
    page.fill("#givens", "queen[1]=9")
    page.shows("#deadends-problem", "queen[1] cannot be 9: its domain is 1..8.")
    page.fill("#givens", "queen[1]=8")
    page.until(lambda: "queen[1]=8" in marked(page, "lp", "given"))
    page.hides("#deadends-problem")


@pytest.mark.parametrize(("path", "views"), [("/deadends", ["up", "cp", "lp"]), ("/deadends/lp", ["lp"])])
def test_after_a_time_limit_no_mark_of_the_last_board_stays(
    page: LabPage, monkeypatch: pytest.MonkeyPatch, path: str, views: list[str]
) -> None:
    click(page, "queen[1]=1")
    page.until(lambda: marked(page, "lp", "gone"))
    monkeypatch.setitem(ROUTES, path, replace(ROUTES[path], limits=Limits(0.001)))
    click(page, "queen[2]=4")
    page.shows("#deadends-problem", "time limit")
    page.soon(lambda: page.count("#deadends [aria-busy=true]"), 0)
    assert [view for view in ("up", "cp", "lp") if not marked(page, view, "gone")] == views
    for view in views:
        page.shows(f"#deadends-{view} .told", "No answer.")


def boxes(page: LabPage) -> list[dict[str, float]]:
    """Of the three boards."""
    script = (
        "return [...document.querySelectorAll('#deadends .view')].map((each) => each.getBoundingClientRect().toJSON())"
    )
    return list(page.script(script))


def test_on_a_phone_the_boards_stand_below_each_other(page: LabPage) -> None:
    page.sized(400, "light")
    page.soon(lambda: len({box["left"] for box in boxes(page)}), 1)
    first, second, third = boxes(page)
    assert first["bottom"] <= second["top"] < second["bottom"] <= third["top"]
    page.until(page.fits)
    page.sized(1280, "light")
    page.soon(lambda: len({box["top"] for box in boxes(page)}), 1)


def test_marks_have_other_colours_in_the_dark(page: LabPage) -> None:
    click(page, "queen[1]=1")
    page.until(lambda: marked(page, "up", "gone"))
    script = "return getComputedStyle(document.querySelector('#deadends-up .mark-gone')).color"
    light = page.script(script)
    page.sized(1280, "dark")
    page.until(lambda: page.script(script) != light)


def test_the_values_left_are_also_a_table(page: LabPage) -> None:
    click(page, "queen[3]=5")
    page.until(lambda: "queen[3]=5" in marked(page, "lp", "given"))
    page.click("#deadends summary")
    page.soon(lambda: page.texts("#deadends table.left tbody tr")[2], "queen[3] 5 5 5")

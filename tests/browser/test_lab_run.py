"""The lab's board and its runs in a real browser: clicks, keys, stop, limits, a phone, the dark, two pages."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium")

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.browser.lab_page import LabPage, opened_lab
from tests.lab.test_questions import below, until

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPage]:
    folder = tmp_path_factory.mktemp("lab")
    (folder / "pairs.py").write_text((ROOT / "examples/pairs.py").read_text())
    with opened_lab(folder) as page:
        yield page


@pytest.fixture
def page(lab: LabPage) -> Iterator[LabPage]:
    yield lab.open()
    assert lab.errors() == []


def runs() -> int:
    """Processes in which the lab works for a page."""
    names = [Path(f"/proc/{pid}/comm") for pid in below(os.getpid())]
    return sum(name.exists() and name.read_text().strip() == "threefold-run" for name in names)


def value(page: LabPage, selector: str) -> str:
    return page.one(selector).get_attribute("value") or ""


def click(page: LabPage, literal: str) -> None:
    page.one(f'#board [data-literals="{literal}"]').click()


def choose(page: LabPage, puzzle: str, cells: int) -> None:
    """With its default parameters."""
    Select(page.one("#puzzle")).select_by_visible_text(puzzle)
    page.wait(f"document.querySelectorAll('#board .cell').length === {cells}")


def typed(page: LabPage, selector: str, text: str) -> None:
    field = page.one(selector)
    field.clear()
    field.send_keys(text, Keys.TAB)


def run(page: LabPage, rows: str) -> str:
    """The verdict's text."""
    typed(page, "#rows", rows)
    page.one("#start").click()
    return page.one("#result .verdict").text


def forever(page: LabPage) -> None:
    """A run that takes as long as its limit."""
    page.parameter("15", 225)
    typed(page, "#rows", "sat,cp")
    page.one("#start").click()
    page.wait("document.querySelector('#progress progress') !== null")


class TestBoard:
    def test_a_click_sets_a_value_the_next_rules_it_out_and_the_third_opens_it(self, page: LabPage) -> None:
        seen = []
        for _ in range(3):
            click(page, "queen[2]=5")
            seen.append(value(page, "#givens"))
        assert seen == ["queen[2]=5", "queen[2]!=5", ""]

    def test_the_picture_and_the_commands_follow_the_givens(self, page: LabPage) -> None:
        click(page, "queen[1]=3")
        page.wait("document.querySelector('#shell').textContent === \"compare nqueens 8 --given 'queen[1]=3'\"")
        page.wait("decodeURIComponent(document.querySelector('#board img').src).includes('♛')")
        assert "givens=['queen[1]=3']" in page.one("#python").text
        page.one("#clear").click()
        page.wait("document.querySelector('#shell').textContent === 'compare nqueens 8'")

    def test_a_second_value_of_a_variable_replaces_the_first(self, page: LabPage) -> None:
        click(page, "queen[1]=3")
        click(page, "queen[1]=4")
        assert value(page, "#givens") == "queen[1]=4"

    def test_a_cell_with_several_values_has_a_menu_and_takes_digits(self, page: LabPage) -> None:
        choose(page, "sudoku", 81)
        page.parameter("four", 16)
        cell = next(
            each for each in page.all("#board .cell") if "cell[1, 1]=4" in (each.get_attribute("data-literals") or "")
        )
        cell.click()
        page.one("#board .menu button.value-open[aria-label='cell[1, 1]=4 open']").click()
        assert value(page, "#givens") == "cell[1, 1]=4"
        page.one("#board .menu button.value-set").send_keys(Keys.ESCAPE)
        page.wait("document.querySelector('.menu').hidden")
        cell.send_keys("3")
        assert value(page, "#givens") == "cell[1, 1]=3"
        cell.send_keys(Keys.DELETE)
        assert value(page, "#givens") == ""

    def test_a_value_that_the_puzzle_gives_stays(self, page: LabPage) -> None:
        choose(page, "sudoku", 81)
        page.parameter("four", 16)
        next(
            each for each in page.all("#board .cell") if "cell[1, 2]=2" in (each.get_attribute("data-literals") or "")
        ).click()
        assert value(page, "#givens") == ""

    def test_the_board_works_with_the_keyboard_alone(self, page: LabPage) -> None:
        assert len(page.all('#board .cell[tabindex="0"]')) == 1
        page.one('#board .cell[tabindex="0"]').send_keys(Keys.ARROW_RIGHT)
        page.chrome.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
        page.chrome.switch_to.active_element.send_keys(Keys.ENTER)
        assert value(page, "#givens") == "queen[2]=2"
        assert page.chrome.switch_to.active_element.get_attribute("aria-label") == "queen[2]=2 given"

    def test_a_puzzle_file_of_the_folder_is_offered_and_has_a_table(self, page: LabPage) -> None:
        choose(page, "./pairs.py", 36)
        assert page.one("#board table thead th").text == "variable"
        page.all("#board .cell")[0].click()
        assert value(page, "#givens").endswith("=1")

    def test_a_bad_parameter_is_a_sentence_beside_its_field(self, page: LabPage) -> None:
        typed(page, "#parameters input", "0")
        page.wait("document.querySelector('#puzzle-problem').textContent.includes('n must be at least 1')")
        assert page.one("#parameters input").get_attribute("aria-invalid") == "true"
        typed(page, "#parameters input", "100000000")
        page.wait("document.querySelector('#puzzle-problem').textContent.includes('n must be at most')")
        page.parameter("4", 16)
        assert not page.one("#puzzle-problem").is_displayed()

    def test_a_bad_given_is_a_sentence_beside_its_field(self, page: LabPage) -> None:
        typed(page, "#givens", "queen[9]=1")
        page.wait("document.querySelector('#givens-problem').textContent.includes('no variable queen[9]')")
        typed(page, "#givens", "queen[8]=1")
        page.wait("document.querySelector('#givens-problem').hidden")

    def test_a_click_on_a_large_board_is_answered(self, page: LabPage) -> None:
        page.parameter("20", 400)
        script = """
            const [literal, done] = arguments;
            const image = document.querySelector("#board img"), before = image.src, start = performance.now();
            new MutationObserver(() => image.src !== before && done(performance.now() - start))
                .observe(image, {attributes: true});
            document.querySelector(`#board [data-literals="${literal}"]`).click();
        """
        times = sorted(page.chrome.execute_async_script(script, f"queen[{row}]=7") for row in range(1, 20, 2))
        print(f"a click on 20×20: median {times[len(times) // 2]:.0f} ms, slowest {times[-1]:.0f} ms")
        assert len(times) == 10


class TestRun:
    def test_a_run_ends_in_a_table_a_verdict_and_solutions_to_leaf_through(self, page: LabPage) -> None:
        assert "agree: two backends found the same 92 solutions" in run(page, "sat,backtracking").replace("✓ ", "")
        assert [row.text.split()[0] for row in page.all("#result tbody tr")] == ["sat", "backtracking"]
        page.wait("decodeURIComponent(document.querySelector('#result .solution img').src).split('♛').length === 9")
        first = page.one("#result .solution img").get_attribute("src")
        assert page.one("#result .where").text == "1 of 92"
        page.one("#result [aria-label='Next solution']").click()
        page.wait("document.querySelector('#result .where').textContent === '2 of 92'")
        page.until(lambda: [img for img in page.all("#result .solution img") if img.get_attribute("src") != first])

    def test_givens_hold_in_the_run_and_an_old_result_is_marked(self, page: LabPage) -> None:
        click(page, "queen[1]=3")
        assert "16 solutions" in run(page, "backtracking")
        click(page, "queen[2]=5")
        assert "old" in (page.one("#result").get_attribute("class") or "")

    def test_up_to_symmetry_and_the_optimum_are_offered_where_the_puzzle_has_them(self, page: LabPage) -> None:
        def offered() -> list[str]:
            return [each.text for each in Select(page.one("#question")).options if each.is_enabled()]

        assert offered() == ["all solutions", "the first solution", "up to symmetry"]
        Select(page.one("#question")).select_by_value("classes")
        run(page, "backtracking")
        assert "12 classes of 92 solutions" in page.one("#result").text
        choose(page, "knapsack", 10)
        page.wait("!document.querySelector('#question option[value=optimum]').disabled")
        assert offered()[-2:] == ["the optimum", "all optimal solutions"]
        Select(page.one("#question")).select_by_value("optimum")
        assert "309" in run(page, "cp")  # the published value, without the goal of the default instance

    def test_stop_ends_the_run_and_its_processes(self, page: LabPage) -> None:
        forever(page)
        page.wait("document.querySelector('#progress').textContent.includes(' of 60 s')")
        page.one("#stop").click()
        assert "stopped" in page.one("#result .verdict").text
        assert until(lambda: runs() == 0)
        page.parameter("4", 16)
        assert "2 solutions" in run(page, "backtracking")

    def test_a_time_limit_is_shown_as_one(self, page: LabPage) -> None:
        page.parameter("15", 225)
        typed(page, "#seconds", "1")
        assert "incomplete" in run(page, "cp")
        assert "time limit of 1 s" in page.one("#result").text

    def test_bad_rows_are_a_sentence_beside_their_field(self, page: LabPage) -> None:
        typed(page, "#rows", "sat,nonsense")
        page.one("#start").click()
        page.wait("document.querySelector('#rows-problem').textContent.includes(\"no backend 'nonsense'\")")
        assert page.one("#start").is_enabled()

    def test_a_row_is_added_with_its_options(self, page: LabPage) -> None:
        page.one("#run details summary").click()
        for text in ("sat:minisat22", "+amo=ladder"):
            next(each for each in page.all("#run .chips button") if each.text == text).click()
        assert value(page, "#rows") == "sat,cp,ilp,sat:minisat22+amo=ladder"


def test_closing_the_page_stops_its_runs_and_not_those_of_another(page: LabPage) -> None:
    chrome, first = page.chrome, page.chrome.current_window_handle
    forever(page)
    chrome.switch_to.new_window("tab")
    page.open()
    forever(page)
    assert until(lambda: runs() >= 4)  # of each page: what compares, and the row
    chrome.close()
    chrome.switch_to.window(first)
    assert until(lambda: runs() <= 2)
    page.wait("document.querySelector('#progress').textContent.includes('so far')")
    assert page.one("#stop").is_enabled()
    page.one("#stop").click()
    assert until(lambda: runs() == 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_phone_and_has_enough_contrast(lab: LabPage, scheme: str) -> None:
    page = lab.open(400, scheme)
    run(page, "backtracking")
    for part in ("run", "deadends", "inside", "check", "watch"):
        page.part(part)
        assert page.fits(), part
    script = """
        const light = (colour) => {
          const part = (x) => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
          const [r, g, b] = colour.match(/[0-9.]+/g).map(Number);
          return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
        };
        const ink = getComputedStyle(document.querySelector(".summary")).color;
        const paper = getComputedStyle(document.querySelector(".part")).backgroundColor;
        return Math.max(light(ink) / light(paper), light(paper) / light(ink));
    """
    assert page.chrome.execute_script(script) > 4.5


def test_every_field_has_a_label_and_every_button_a_name(page: LabPage) -> None:
    script = """
        return [...document.querySelectorAll("input, select, textarea, button")]
          .filter((each) => !each.labels?.length && !each.ariaLabel && !each.textContent.trim() && !each.title)
          .map((each) => each.outerHTML)
    """
    assert page.chrome.execute_script(script) == []


def test_the_tabs_follow_the_arrow_keys(page: LabPage) -> None:
    page.one("#tab-run").send_keys(Keys.ARROW_RIGHT)
    assert page.one("#deadends").is_displayed()
    assert not page.one("#run").is_displayed()
    page.chrome.switch_to.active_element.send_keys(Keys.END)
    assert page.one("#watch").is_displayed()

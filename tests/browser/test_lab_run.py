"""The lab's board and its runs in a real browser: clicks, keys, stop, limits, a phone, the dark, two pages."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium")

from selenium.webdriver.common.keys import Keys

from tests.browser.lab_page import LabPage, opened_lab
from tests.browser.lab_pictures import PARTS
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


def run(page: LabPage, rows: str, *verdict: str) -> None:
    """Run the rows; the verdict has these parts."""
    page.fill("#rows", rows)
    page.click("#start")
    page.shows("#result .verdict", *verdict)


def forever(page: LabPage) -> None:
    """A run that takes as long as its limit."""
    page.parameter("15", 225)
    page.fill("#rows", "sat,cp")
    page.click("#start")
    page.wait("document.querySelector('#progress progress') !== null")


class TestBoard:
    def test_a_click_sets_a_value_the_next_rules_it_out_and_the_third_opens_it(self, page: LabPage) -> None:
        for givens in (["queen[2]=5"], ["queen[2]!=5"], []):
            page.cell("queen[2]=5")
            page.givens(*givens)

    def test_the_picture_and_the_commands_follow_the_givens(self, page: LabPage) -> None:
        page.cell("queen[1]=3")
        page.soon(lambda: page.text("#shell"), "compare nqueens 8 --given 'queen[1]=3'")
        page.wait("decodeURIComponent(document.querySelector('#board img').src).includes('♛')")
        page.shows("#python", "givens=['queen[1]=3']")
        page.click("#clear")
        page.soon(lambda: page.text("#shell"), "compare nqueens 8")

    @pytest.mark.parametrize("name", ["shell", "python"])
    def test_the_same_question_is_copied(self, page: LabPage, name: str) -> None:
        granted = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
        page.chrome.execute_cdp_cmd("Browser.grantPermissions", granted)
        page.chrome.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        page.cell("queen[1]=3")
        page.shows(f"#{name}", "queen[1]=3")
        page.click(f".copied:has(#{name}) button", "Copy")
        page.wait("document.querySelector('#said').textContent === 'Copied'")
        copied = page.chrome.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        assert copied == page.script("return document.getElementById(arguments[0]).textContent", name)

    def test_a_second_value_of_a_variable_replaces_the_first(self, page: LabPage) -> None:
        page.cell("queen[1]=3")
        page.cell("queen[1]=4")
        page.givens("queen[1]=4")

    def test_a_cell_with_several_values_has_a_menu_and_takes_digits(self, page: LabPage) -> None:
        page.puzzle("sudoku", 81)
        page.parameter("four", 16)
        cell = '#board [data-literals*="cell[1, 1]=4"]'
        page.click(cell)
        page.click("#board .menu button.value-open[aria-label='cell[1, 1]=4 open']")
        page.givens("cell[1, 1]=4")
        page.press("#board .menu button.value-set", Keys.ESCAPE)
        page.hides("#board .menu")
        page.press(cell, "3")
        page.givens("cell[1, 1]=3")
        page.press(cell, Keys.DELETE)
        page.givens()

    def test_a_value_that_the_puzzle_gives_stays(self, page: LabPage) -> None:
        page.puzzle("sudoku", 81)
        page.parameter("four", 16)
        page.click('#board [data-literals*="cell[1, 2]=2"]')
        page.wait("document.querySelector('#said').textContent === 'given by the puzzle'")
        page.givens()

    def test_the_board_works_with_the_keyboard_alone(self, page: LabPage) -> None:
        assert page.count('#board .cell[tabindex="0"]') == 1
        page.press('#board .cell[tabindex="0"]', Keys.ARROW_RIGHT)
        for key in (Keys.ARROW_DOWN, Keys.ENTER):
            page.press_focused(key)
        page.givens("queen[2]=2")
        page.wait("document.activeElement.ariaLabel === 'queen[2]=2 given'")

    def test_a_puzzle_file_of_the_folder_is_offered_and_has_a_table(self, page: LabPage) -> None:
        page.puzzle("./pairs.py", 36)
        assert page.text("#board table thead th") == "variable"
        page.click("#board .cell")
        page.until(lambda: page.value("#givens").endswith("=1"))

    def test_a_bad_parameter_is_a_sentence_beside_its_field(self, page: LabPage) -> None:
        page.fill("#parameters input", "0")
        page.shows("#puzzle-problem", "n must be at least 1")
        page.soon(lambda: page.attribute("#parameters input", "aria-invalid"), "true")
        page.fill("#parameters input", "100000000")
        page.shows("#puzzle-problem", "n must be at most")
        page.parameter("4", 16)
        page.hides("#puzzle-problem")

    def test_a_bad_given_is_a_sentence_beside_its_field(self, page: LabPage) -> None:
        page.fill("#givens", "queen[9]=1")
        page.shows("#givens-problem", "no variable queen[9]")
        page.fill("#givens", "queen[8]=1")
        page.hides("#givens-problem")

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
        run(page, "sat,backtracking", "agree: two backends found the same 92 solutions")
        assert [row.split()[0] for row in page.texts("#result tbody tr")] == ["sat", "backtracking"]
        page.wait("decodeURIComponent(document.querySelector('#result .solution img')?.src).split('♛').length === 9")
        first = page.attribute("#result .solution img", "src")
        page.shows("#result .where", "1 of 92")
        page.click("#result [aria-label='Next solution']")
        page.shows("#result .where", "2 of 92")
        page.until(lambda: page.attribute("#result .solution img", "src") != first)

    def test_givens_hold_in_the_run_and_an_old_result_is_marked(self, page: LabPage) -> None:
        page.cell("queen[1]=3")
        run(page, "backtracking", "16 solutions")
        page.cell("queen[2]=5")
        page.until(lambda: page.count("#result.old"))

    def test_up_to_symmetry_and_the_optimum_are_offered_where_the_puzzle_has_them(self, page: LabPage) -> None:
        def offered() -> list[str]:
            script = "return [...document.querySelectorAll('#question option:enabled')].map((each) => each.text)"
            return list(page.script(script))

        page.soon(offered, ["all solutions", "the first solution", "up to symmetry"])
        page.choose("#question", "classes")
        run(page, "backtracking")
        page.shows("#result", "12 classes of 92 solutions")
        page.puzzle("knapsack", 10)
        page.soon(lambda: offered()[-2:], ["the optimum", "all optimal solutions"])
        page.choose("#question", "optimum")
        run(page, "cp", "309")  # the published value, without the goal of the default instance

    def test_stop_ends_the_run_and_its_processes(self, page: LabPage) -> None:
        forever(page)
        page.shows("#progress", " of 60 s")
        page.click("#stop")
        page.shows("#result .verdict", "stopped")
        assert until(lambda: runs() == 0)
        page.parameter("4", 16)
        run(page, "backtracking", "2 solutions")

    def test_a_time_limit_is_shown_as_one(self, page: LabPage) -> None:
        page.parameter("15", 225)
        page.fill("#seconds", "1")
        run(page, "cp", "incomplete")
        page.shows("#result", "time limit of 1 s")

    def test_bad_rows_are_a_sentence_beside_their_field(self, page: LabPage) -> None:
        page.fill("#rows", "sat,nonsense")
        page.click("#start")
        page.shows("#rows-problem", "no backend 'nonsense'")
        page.until(lambda: page.count("#start:enabled"))

    def test_a_row_is_added_with_its_options(self, page: LabPage) -> None:
        page.click("#run details summary")
        for text in ("sat:minisat22", "+amo=ladder"):
            page.click("#run .chips button", text)
        page.soon(lambda: page.value("#rows"), "sat,cp,ilp,sat:minisat22+amo=ladder")


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
    page.shows("#progress", "so far")
    page.click("#stop")
    assert until(lambda: runs() == 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_phone_and_has_enough_contrast(lab: LabPage, scheme: str) -> None:
    page = lab.open(400, scheme)
    run(page, "backtracking")
    for part, drawn in PARTS.items():
        page.part(part)
        page.wait(drawn)
        page.until(page.fits, part)
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
    assert page.script(script) > 4.5


def test_every_field_has_a_label_and_every_button_a_name(page: LabPage) -> None:
    script = """
        return [...document.querySelectorAll("input, select, textarea, button")]
          .filter((each) => !each.labels?.length && !each.ariaLabel && !each.textContent.trim() && !each.title)
          .map((each) => each.outerHTML)
    """
    assert page.script(script) == []


def test_the_tabs_follow_the_arrow_keys(page: LabPage) -> None:
    page.press("#tab-run", Keys.ARROW_RIGHT)
    page.until(lambda: page.visible("#deadends"))
    page.hides("#run")
    page.press_focused(Keys.END)
    page.until(lambda: page.visible("#watch"))

"""Look inside, Check mine and Watch it search, in a real browser. Needs Debian's chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium")

from selenium.webdriver.common.keys import Keys

from tests.browser.lab_page import LabPage, opened_lab

pytestmark = pytest.mark.slow
MISTAKES = Path(__file__).parents[2] / "examples" / "mistakes"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPage]:
    with opened_lab(tmp_path_factory.mktemp("lab")) as page:
        yield page


@pytest.fixture
def page(lab: LabPage) -> Iterator[LabPage]:
    yield lab.open()
    assert lab.errors() == []


def marked(page: LabPage, part: str) -> dict[str, str]:
    """The marks on the board of a part: the sign of each literal."""
    cells = page.all(f"#{part} .board .cell")
    found = {cell.get_attribute("data-literals") or "": cell.text for cell in cells}
    return {literal: text for literal, text in found.items() if text}


class TestLookInside:
    def opened(self, page: LabPage) -> LabPage:
        page.parameter("4", 16)
        page.part("inside")
        page.wait(
            "document.querySelectorAll('#inside section[data-row]').length === 4 && !document.querySelector('#inside[aria-busy]')"
        )
        return page

    def choose(self, page: LabPage, group: str) -> None:
        [button] = [each for each in page.all("#inside table.sizes button") if each.text == group]
        button.click()
        page.wait("document.querySelectorAll('#inside section[data-row=cp] button.clause').length === 1")
        page.wait("!document.querySelector('#inside[aria-busy]')")

    def test_a_group_is_shown_in_each_paradigm_with_its_size(self, page: LabPage) -> None:
        self.choose(self.opened(page), "one queen per column")
        assert "∀ i < j ∈ {1, …, 4}" in page.one("#inside ul.formulas").text
        shown = {row: page.one(f"#inside section[data-row='{row}'] button.clause").text for row in ("sat", "cp", "ilp")}
        assert shown == {
            "sat": "¬queen[1]=1 ∨ ¬queen[2]=1",
            "cp": "all_diff(queen[1], queen[2], queen[3], queen[4])",
            "ilp": "[queen[1]=1] + [queen[2]=1] + [queen[3]=1] + [queen[4]=1] = 1",
        }
        assert "64 clauses, over 20 auxiliary variables" in page.one("#inside tr.chosen").text

    def test_a_clause_lights_up_its_cells_and_arrows_choose_the_next(self, page: LabPage) -> None:
        self.choose(self.opened(page), "one queen per column")
        first = page.one("#inside section[data-row=sat] button.clause")
        first.click()
        assert marked(page, "inside") == {"queen[1]=1": "¬", "queen[2]=1": "¬"}
        first.send_keys(Keys.ARROW_DOWN)
        assert marked(page, "inside") == {"queen[1]=1": "¬", "queen[3]=1": "¬"}
        page.one("#inside section[data-row=ilp] button.clause").click()
        assert marked(page, "inside") == {f"queen[{row}]=1": "+" for row in (1, 2, 3, 4)}
        page.one("#inside section[data-row=cp] button.clause").click()
        assert len(page.all("#inside .board .cell.bright")) == 16, "whole variables"
        assert len(page.all("#inside button.clause[aria-pressed=true]")) == 1

    def test_a_group_is_read_page_by_page(self, page: LabPage) -> None:
        self.choose(self.opened(page), "one queen per column")
        assert "1–20 of 24" in page.one("#inside section[data-row=sat] .pager").text
        page.one("#inside section[data-row=sat] .pager button:last-child").click()
        page.wait("document.querySelectorAll('#inside section[data-row=sat] button.clause').length === 4")
        assert "21–24 of 24" in page.one("#inside section[data-row=sat] .pager").text
        focused = "document.querySelector('#inside section[data-row=sat]').contains(document.activeElement)"
        assert page.chrome.execute_script(f"return {focused}"), "the focus stays in the list"

    def test_another_configuration_is_shown_beside_and_a_wrong_one_is_a_sentence(self, page: LabPage) -> None:
        self.opened(page)
        field = page.one("#inside-row")
        field.clear()
        field.send_keys("cp+view=bool", Keys.ENTER)
        page.wait("document.querySelector('#inside thead th:last-child').textContent === 'cp+view=bool'")
        page.wait("!document.querySelector('#inside[aria-busy]')")
        assert "18 constraints over 16 variables" in page.one("#inside tfoot").text
        field.clear()
        field.send_keys("sat+amo=laddder", Keys.ENTER)
        page.wait("!document.querySelector('#inside-row-problem').hidden")
        assert "did you mean 'ladder'" in page.one("#inside-row-problem").text
        page.wait("document.querySelectorAll('#inside thead th').length === 4")


class TestCheckMine:
    def check(self, page: LabPage, text: str) -> None:
        page.part("check")
        page.chrome.execute_script("document.querySelector('#check-text').value = arguments[0]", text)
        page.one("#check button.main").click()

    def test_a_missing_group_is_named_and_its_clauses_light_up(self, page: LabPage) -> None:
        page.parameter("4", 16)
        self.check(page, (MISTAKES / "forgotten_diagonals.cnf").read_text())
        page.wait("document.querySelector('#check')?.textContent.includes('Likely cause')")
        assert page.one("#check .verdict").text == "✗ too weak: the formula has a model that is not a solution."
        assert "the group 'one queen per ascending diagonal' is missing" in page.one("#check ul").text
        assert list(marked(page, "check").values()) == ["●"] * 4, "the counter-board"
        page.one("#check button.clause").click()
        signs = marked(page, "check")
        assert (signs["queen[1]=3"], signs["queen[2]=2"]) == ("●¬", "●¬")

    def test_a_file_is_chosen_in_the_browser(self, page: LabPage) -> None:
        page.parameter("5", 25)
        page.part("check")
        page.one("#check-file").send_keys(str(MISTAKES / "reused_numbers.cnf"))
        page.wait("document.querySelector('#check')?.textContent.includes('Likely cause')")
        assert page.one("#check .verdict").text.startswith("✗ ")

    def test_a_wrong_line_is_a_sentence_with_its_number(self, page: LabPage) -> None:
        self.check(page, "p cnf 2 1\n1 x 0\n")
        page.wait("!document.querySelector('#check-problem').hidden")
        assert page.one("#check-problem").text == "line 2: a literal is an integer (got 'x')."
        chosen = (
            "const t = document.querySelector('#check-text'); return t.value.slice(t.selectionStart, t.selectionEnd)"
        )
        assert page.chrome.execute_script(chosen) == "1 x 0"
        self.check(page, "  ")
        page.wait("document.querySelector('#check-problem').textContent.includes('missing')")

    def test_python_code_is_not_run(self, page: LabPage, tmp_path: Path) -> None:
        code, proof = tmp_path / "mine.py", tmp_path / "ran"
        code.write_text(f"open({str(proof)!r}, 'w')\n")
        page.part("check")
        page.one("#check-file").send_keys(str(code))
        page.wait("!document.querySelector('#check-problem').hidden")
        assert "is Python code, which is not run here" in page.one("#check-problem").text
        assert not proof.exists()


class TestWatchItSearch:
    def start(self, page: LabPage, row: str = "backtracking") -> None:
        page.parameter("4", 16)
        page.part("watch")
        page.one(f"#watch-solver option[value='{row}']").click()
        page.one("#watch button.main").click()
        page.wait("!document.querySelector('#watch .player').hidden && document.querySelector('#watch-stop').hidden")

    def sentence(self, page: LabPage) -> str:
        return page.one("#watch .sentence").text

    def test_the_keys_go_forward_and_back(self, page: LabPage) -> None:
        self.start(page)
        slider = page.one("#watch-slider")
        slider.send_keys(Keys.ARROW_RIGHT)
        assert self.sentence(page) == "Decision 1: queen[1] = 1."
        assert marked(page, "watch") == {"queen[1]=1": "●"}
        slider.send_keys(Keys.ARROW_RIGHT)
        assert "queen[2] = 1 is ruled out by 'one queen per column'" in self.sentence(page)
        assert marked(page, "watch") == {"queen[1]=1": "●", "queen[2]=1": "×"}
        slider.send_keys(Keys.ARROW_LEFT)
        assert marked(page, "watch") == {"queen[1]=1": "●"}
        slider.send_keys("c")
        assert self.sentence(page).startswith("Conflict: queen[3] has no value left")
        assert marked(page, "watch")["queen[3]=2"] == "!"
        assert [each.text for each in page.all("#watch ol.decisions li")] == ["queen[1]=1", "queen[2]=3"]
        slider.send_keys("s")
        solved = {literal for literal, sign in marked(page, "watch").items() if sign == "★"}
        assert solved == {"queen[1]=2", "queen[2]=4", "queen[3]=1", "queen[4]=3"}
        assert "1 solution found, as asked" in page.one("#watch .player").text

    def test_dpll_names_the_clause(self, page: LabPage) -> None:
        self.start(page, "sat:dpll")
        page.one("#watch [aria-label='Next conflict']").click()
        assert self.sentence(page).startswith("Conflict: all literals are false in 'one queen per ")
        assert "!" in marked(page, "watch").values()

    def test_it_plays_and_pauses(self, page: LabPage) -> None:
        self.start(page)
        page.one("#watch [aria-label=Play]").click()
        page.wait("document.querySelector('#watch-slider').value >= 2")
        page.one("#watch [aria-label=Pause]").click()
        at = page.one("#watch-slider").get_attribute("value")
        assert page.one("#watch [aria-label=Play]").is_displayed()
        assert page.one("#watch-slider").get_attribute("value") == at

    def test_a_long_search_is_stopped(self, page: LabPage) -> None:
        page.parameter("60", 3600)
        page.part("watch")
        page.one("#watch button.main").click()
        page.one("#watch-stop").click()
        page.wait("document.querySelector('#watch-stop').hidden")
        assert not page.one("#watch-problem").is_displayed()

    def test_bad_input_is_a_sentence(self, page: LabPage) -> None:
        page.part("watch")
        page.one("#watch-solver option[value='sat:dpll']").click()
        page.one("#watch-options").send_keys("+amo=nothing")
        page.one("#watch button.main").click()
        page.wait("!document.querySelector('#watch-problem').hidden")
        assert "amo" in page.one("#watch-problem").text
        page.one("#watch-options").clear()
        page.chrome.execute_script("document.querySelector('#watch form').noValidate = true")
        steps = page.one("#watch-steps")
        steps.clear()
        steps.send_keys("1000000")
        page.one("#watch button.main").click()
        page.wait("document.querySelector('#watch-problem').textContent.includes('from 1 to 20000')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_parts_fit_a_narrow_window(lab: LabPage, scheme: str) -> None:
    page = lab.open(400, scheme)
    TestWatchItSearch().start(page)
    assert page.fits()
    TestLookInside().opened(page)
    assert page.fits()
    TestCheckMine().check(page, (MISTAKES / "forgotten_diagonals.cnf").read_text())
    page.wait("document.querySelector('#check')?.textContent.includes('Likely cause')")
    assert page.fits()
    assert page.errors() == []

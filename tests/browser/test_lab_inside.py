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


class TestLookInside:
    SECTIONS = "document.querySelectorAll('#inside section[data-row]')"
    CLAUSES = "document.querySelectorAll('#inside section[data-row=cp] button.clause')"
    READY = "!document.querySelector('#inside[aria-busy]')"

    def opened(self, page: LabPage) -> LabPage:
        page.parameter("4", 16)
        page.part("inside")
        page.wait(f"{self.SECTIONS}.length === 4 && {self.READY}")
        return page

    def choose(self, page: LabPage, group: str) -> None:
        page.click("#inside table.sizes button", group)
        page.soon(lambda: page.texts("#inside table.sizes button[aria-pressed=true]"), [group])
        page.wait(f"{self.CLAUSES}.length === 1 && {self.READY}")

    def test_a_group_is_shown_in_each_paradigm_with_its_size(self, page: LabPage) -> None:
        self.choose(self.opened(page), "one queen per column")
        page.shows("#inside ul.formulas", "∀ i < j ∈ {1, …, 4}")
        shown = {row: page.text(f"#inside section[data-row='{row}'] button.clause") for row in ("sat", "cp", "ilp")}
        assert shown == {
            "sat": "¬queen[1]=1 ∨ ¬queen[2]=1",
            "cp": "all_diff(queen[1], queen[2], queen[3], queen[4])",
            "ilp": "[queen[1]=1] + [queen[2]=1] + [queen[3]=1] + [queen[4]=1] = 1",
        }
        page.shows("#inside tr.chosen", "64 clauses, over 20 auxiliary variables")

    def test_a_clause_lights_up_its_cells_and_arrows_choose_the_next(self, page: LabPage) -> None:
        self.choose(self.opened(page), "one queen per column")
        page.click("#inside section[data-row=sat] button.clause")
        page.soon(lambda: page.marks("inside"), {"queen[1]=1": "¬", "queen[2]=1": "¬"})
        page.press("#inside section[data-row=sat] button.clause[aria-pressed=true]", Keys.ARROW_DOWN)
        page.soon(lambda: page.marks("inside"), {"queen[1]=1": "¬", "queen[3]=1": "¬"})
        page.click("#inside section[data-row=ilp] button.clause")
        page.soon(lambda: page.marks("inside"), {f"queen[{row}]=1": "+" for row in (1, 2, 3, 4)})
        page.click("#inside section[data-row=cp] button.clause")
        page.soon(lambda: page.count("#inside .board .cell.bright"), 16)  # whole variables
        page.soon(lambda: page.count("#inside button.clause[aria-pressed=true]"), 1)

    def test_a_group_is_read_page_by_page(self, page: LabPage) -> None:
        self.choose(self.opened(page), "one queen per column")
        page.shows("#inside section[data-row=sat] .pager", "1–20 of 24")
        page.click("#inside section[data-row=sat] .pager button:last-child")
        page.soon(lambda: page.count("#inside section[data-row=sat] button.clause"), 4)
        page.shows("#inside section[data-row=sat] .pager", "21–24 of 24")
        page.wait("document.querySelector('#inside section[data-row=sat]').contains(document.activeElement)")

    def test_another_configuration_is_shown_beside_and_a_wrong_one_is_a_sentence(self, page: LabPage) -> None:
        self.opened(page)
        page.fill("#inside-row", "cp+view=bool")
        page.press("#inside-row", Keys.ENTER)
        page.soon(lambda: page.text("#inside thead th:last-child"), "cp+view=bool")
        page.shows("#inside tfoot", "18 constraints over 16 variables")
        page.fill("#inside-row", "sat+amo=laddder")
        page.press("#inside-row", Keys.ENTER)
        page.shows("#inside-row-problem", "did you mean 'ladder'")
        page.soon(lambda: page.count("#inside thead th"), 4)


class TestCheckMine:
    def check(self, page: LabPage, text: str) -> None:
        page.part("check")
        page.fill("#check-text", text)
        page.click("#check button.main")

    def ended(self, page: LabPage) -> None:
        """The comparison found a cause, and is over."""
        page.shows("#check", "Likely cause")
        page.wait("!document.querySelector('#check .result').textContent.includes('goes on')")

    def test_a_missing_group_is_named_and_its_clauses_light_up(self, page: LabPage) -> None:
        page.parameter("4", 16)
        self.check(page, (MISTAKES / "forgotten_diagonals.cnf").read_text())
        self.ended(page)
        assert page.text("#check .verdict") == "✗ too weak: the formula has a model that is not a solution."
        page.shows("#check ul", "the group 'one queen per ascending diagonal' is missing")
        page.soon(lambda: list(page.marks("check").values()), ["●"] * 4)  # the counter-board
        page.click("#check button.clause")
        page.until(lambda: [page.marks("check").get(name) for name in ("queen[1]=3", "queen[2]=2")] == ["●¬", "●¬"])

    def test_a_file_is_chosen_in_the_browser(self, page: LabPage) -> None:
        page.parameter("5", 25)
        page.part("check")
        page.press("#check-file", str(MISTAKES / "reused_numbers.cnf"))
        self.ended(page)
        assert page.text("#check .verdict").startswith("✗ ")

    def test_a_wrong_line_is_a_sentence_with_its_number(self, page: LabPage) -> None:
        self.check(page, "p cnf 2 1\n1 x 0\n")
        page.soon(lambda: page.text("#check-problem"), "line 2: a literal is an integer (got 'x').")
        chosen = (
            "const t = document.querySelector('#check-text'); return t.value.slice(t.selectionStart, t.selectionEnd)"
        )
        page.soon(lambda: page.script(chosen), "1 x 0")
        self.check(page, "  ")
        page.shows("#check-problem", "missing")

    def test_python_code_is_not_run(self, page: LabPage, tmp_path: Path) -> None:
        code, proof = tmp_path / "mine.py", tmp_path / "ran"
        code.write_text(f"open({str(proof)!r}, 'w')\n")
        page.part("check")
        page.press("#check-file", str(code))
        page.shows("#check-problem", "is Python code, which is not run here")
        assert not proof.exists()


class TestWatchItSearch:
    def start(self, page: LabPage, row: str = "backtracking") -> None:
        page.parameter("4", 16)
        page.part("watch")
        page.choose("#watch-solver", row)
        page.click("#watch button.main")
        page.wait("!document.querySelector('#watch .player').hidden && document.querySelector('#watch-stop').hidden")

    def test_the_keys_go_forward_and_back(self, page: LabPage) -> None:
        self.start(page)
        slider = "#watch-slider"
        page.press(slider, Keys.ARROW_RIGHT)
        page.soon(lambda: page.text("#watch .sentence"), "Decision 1: queen[1] = 1.")
        page.soon(lambda: page.marks("watch"), {"queen[1]=1": "●"})
        page.press(slider, Keys.ARROW_RIGHT)
        page.shows("#watch .sentence", "queen[2] = 1 is ruled out by 'one queen per column'")
        page.soon(lambda: page.marks("watch"), {"queen[1]=1": "●", "queen[2]=1": "×"})
        page.press(slider, Keys.ARROW_LEFT)
        page.soon(lambda: page.marks("watch"), {"queen[1]=1": "●"})
        page.press(slider, "c")
        page.shows("#watch .sentence", "Conflict: queen[3] has no value left")
        page.soon(lambda: page.marks("watch").get("queen[3]=2"), "!")
        page.soon(lambda: page.texts("#watch ol.decisions li"), ["queen[1]=1", "queen[2]=3"])
        page.press(slider, "s")
        solution = {"queen[1]=2", "queen[2]=4", "queen[3]=1", "queen[4]=3"}
        page.soon(lambda: {literal for literal, sign in page.marks("watch").items() if sign == "★"}, solution)
        page.shows("#watch .player", "1 solution found, as asked")

    def test_dpll_names_the_clause(self, page: LabPage) -> None:
        self.start(page, "sat:dpll")
        page.click("#watch [aria-label='Next conflict']")
        page.shows("#watch .sentence", "Conflict: all literals are false in 'one queen per ")
        page.until(lambda: "!" in page.marks("watch").values())

    def test_it_plays_and_pauses(self, page: LabPage) -> None:
        self.start(page)
        page.click("#watch [aria-label=Play]")
        page.until(lambda: int(page.value("#watch-slider")) >= 2)
        page.click("#watch [aria-label=Pause]")
        at = page.value("#watch-slider")
        page.until(lambda: page.visible("#watch [aria-label=Play]"))
        assert page.value("#watch-slider") == at

    def test_a_long_search_is_stopped(self, page: LabPage) -> None:
        page.parameter("60", 3600)
        page.part("watch")
        page.fill("#watch-steps", "20000")
        page.script(
            "for (const name of ['button.main', '#watch-stop']) document.querySelector(`#watch ${name}`).click()"
        )
        page.hides("#watch-stop")
        assert not page.visible("#watch-problem")

    def test_bad_input_is_a_sentence(self, page: LabPage) -> None:
        page.part("watch")
        page.choose("#watch-solver", "sat:dpll")
        page.fill("#watch-options", "+amo=nothing")
        page.click("#watch button.main")
        page.shows("#watch-problem", "amo")
        page.fill("#watch-options", "")
        page.script("document.querySelector('#watch form').noValidate = true")
        page.fill("#watch-steps", "1000000")
        page.click("#watch button.main")
        page.shows("#watch-problem", "from 1 to 20000")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_parts_fit_a_narrow_window(lab: LabPage, scheme: str) -> None:
    page = lab.open(400, scheme)
    TestWatchItSearch().start(page)
    page.until(page.fits)
    TestLookInside().opened(page)
    page.until(page.fits)
    TestCheckMine().check(page, (MISTAKES / "forgotten_diagonals.cnf").read_text())
    TestCheckMine().ended(page)
    page.until(page.fits)
    assert page.errors() == []

"""Markup in everything that a puzzle file says: the lab's page shows it and runs nothing of it."""

from pathlib import Path
from shutil import which

import pytest

pytest.importorskip("selenium")
if not which("chromedriver"):
    pytest.skip("chromium-driver is not installed", allow_module_level=True)

from tests.browser.lab_page import LabPage, opened_lab

pytestmark = pytest.mark.slow

HOSTILE = """
from threefold import Parameter, Puzzle, Spec
BAD = "<img src=x onerror='window.ran=1;top.ran=1'><script>window.ran=1</script>"
def build(n):
    spec = Spec("own", n=n)
    x = spec.integer("x", [1, 2])
    spec.group(BAD).add(x <= 2 - 1)
    return spec
def draw(solution):
    return BAD
def picture(solution):
    script = "window.ran=1;top.ran=1;parent.ran=1"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1" onload="{script}"><script>{script}</script>'
        f'<foreignObject width="3" height="1"><body xmlns="http://www.w3.org/1999/xhtml" onload="{script}"/></foreignObject>'
        f'<rect x="{solution["x"]}" y="0" width="1" height="1" onclick="{script}"/></svg>\\ud800'
    )
PUZZLE = Puzzle(name="own", summary=BAD, description=BAD, parameters=(Parameter("n", BAD, minimum=1, maximum=9),),
                example=(1,), build=build, draw=draw, picture=picture)
"""


def nothing_ran(page: LabPage) -> bool:
    script = "return window.ran === undefined && !document.querySelector('main script, main img[src=x], main svg')"
    return bool(page.script(script))


def test_markup_of_a_puzzle_file_is_shown_and_not_executed(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(HOSTILE)
    with opened_lab(tmp_path) as page:
        page.open()
        page.puzzle("./own.py", 2)
        page.wait("document.querySelectorAll('#board .picture .cell').length === 2")
        page.click("#start")
        page.wait("document.querySelector('#run').innerText.includes('agree')")
        page.part("inside")
        page.wait("document.querySelector('#inside').innerText.includes('<script>')")
        assert nothing_ran(page)
        assert page.errors() == []
        # The policy itself: a script that got into the page would not run.
        page.script(
            "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = 2'}))"
        )
        assert nothing_ran(page)
        page.until(lambda: any("Content Security Policy" in line for line in page.errors()))

"""A run that ends in a disagreement: the lab's page draws the witness. Needs Debian's chromium."""

from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("selenium")

from tests.browser.lab_page import opened_lab
from tests.checker import test_planted_faults as planted

pytestmark = pytest.mark.slow


def test_a_solution_that_a_row_lacks_is_drawn_as_the_witness(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    loses_one = partial(planted.islice_from, start=1)
    planted.plant(
        monkeypatch, "backtracking", lambda lower: lambda *given: planted.FaultyProgram(lower(*given), loses_one)
    )
    with opened_lab(tmp_path) as page:
        page.open().parameter("6", 36)
        page.fill("#rows", "sat,backtracking")
        page.click("#start")
        page.shows("#result .verdict", "✗ disagree")
        page.soon(lambda: page.texts("#result h3"), ["Witness", "Solutions"])
        page.shows("#result .where", "the witness")
        page.wait("decodeURIComponent(document.querySelector('#result .solution img')?.src).split('♛').length === 7")
        assert page.errors() == []

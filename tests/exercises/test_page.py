"""The page "The five exercises" is the output of the script that walks them."""

import pytest

from examples import five_exercises


@pytest.mark.slow
def test_the_page_is_what_the_script_makes() -> None:
    page = five_exercises.ROOT / "docs" / "five-exercises.md"
    made = "".join(five_exercises.walk(markdown=True))
    assert made == page.read_text(encoding="utf-8"), (
        "make it anew: python examples/five_exercises.py --markdown > docs/five-exercises.md"
    )

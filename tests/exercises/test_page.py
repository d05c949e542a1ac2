"""The commands on the page "The five exercises" print what the page shows."""

import pytest

from examples.five_exercises import PAGE, STEP, made

SHOWN = PAGE.read_text(encoding="utf-8")


def test_every_block_of_the_page_is_run() -> None:
    steps = list(STEP.finditer(SHOWN))
    assert len(steps) == SHOWN.count("```console") + SHOWN.count("```python") == 17
    assert [step["command"].split()[1] for step in steps if not step["output"]] == [
        "002",
        "003",
        "003",
    ]  # contain times


@pytest.mark.slow
def test_the_page_shows_the_output_of_today() -> None:
    assert made(timed=False) == SHOWN, "make it anew: python examples/five_exercises.py --write"

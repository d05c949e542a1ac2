"""Every block of commands and of Python in README and the documentation is run, and prints what its page shows.

tests/pages.py says how a page marks a block that is slow or cannot be run, and how to write the output of today.
"""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.page_runs import PageRun
from tests.pages import DATA, ROOT, RUN, blocks, pages, same
from threefold.commands import main

FILES = {str(page.relative_to(ROOT)): page for page in pages()}
COMMANDS = ("$ ", ">>> ", "compare ", "pip ", "python ", "python3 ", *(f"threefold {name} " for name in main.COMMANDS))


def cases() -> Iterator[object]:
    """A page and the marks of some of its blocks."""
    for name, page in FILES.items():
        for marks in sorted({block.marks for block in blocks(page.read_text(encoding="utf-8")) if block.is_run}):
            needed = [mark.removeprefix("needs ") for mark in marks if mark.startswith("needs ")]
            missing = [each for each in needed if find_spec(each) is None and shutil.which(each) is None]
            skip = pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")
            slow = [pytest.mark.slow] if "slow" in marks else []
            yield pytest.param(name, marks, marks=[skip, *slow], id=" ".join([name, *marks]))


@pytest.mark.parametrize(("name", "marks"), list(cases()))
def test_the_blocks_of_a_page_print_what_it_shows(name: str, marks: tuple[str, ...], tmp_path: Path) -> None:
    with PageRun(FILES[name], tmp_path) as session:
        for block in blocks(FILES[name].read_text(encoding="utf-8")):
            if block.how == "file":
                session.write_file(block)
            elif block.is_run and block.marks == marks:
                assert not (wrong := session.run(block)), wrong


@pytest.mark.parametrize("name", FILES)
def test_every_block_of_a_page_is_run_or_data_or_says_why_not(name: str) -> None:
    for block in blocks(FILES[name].read_text(encoding="utf-8")):
        place = f"{name}:{block.line}: "
        assert block.language in RUN + DATA, place + f"a block of {RUN + DATA} was expected, not {block.language!r}"
        if block.language == "text":
            assert not block.text.startswith(COMMANDS), place + "commands are in a block `console`"
        if block.language == "console":
            assert block.text.startswith("$ "), place + "commands begin with `$ `"
        if block.how == "not run":
            assert len(block.what.split()) > 2, place + "a reason was expected"


def test_measured_figures_and_left_out_lines_do_not_matter() -> None:
    assert same("a   1.5 ms  92\n", "a 20 s 92\n")
    assert not same("a   1.5 ms  92\n", "a 20 s 91\n")
    assert same("first\n…\nlast\n", "first\nsecond\nthird\nlast\n")
    assert not same("first\n…\nlast\n", "first\nlast of all\n")

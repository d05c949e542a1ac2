"""docs/python.md says the truth: its examples are run, in order, and print what the page shows."""

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
MEASURED = re.compile(r"\d+(?:\.\d+)? (?:ms|s|MB)(?= |$)", re.MULTILINE)


class Checker(doctest.OutputChecker):
    """Measured times and memory are replaced, and with them the width of their columns."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(self._replaced(want), self._replaced(got), optionflags)

    def _replaced(self, text: str) -> str:
        return text if "time limit" in text else re.sub(" +", " ", MEASURED.sub("#", text))


@pytest.mark.slow
def test_the_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = ModuleType("python_page")  # a child finds the page's functions by the name of their module
    monkeypatch.setitem(sys.modules, page.__name__, page)
    example = doctest.DocTestParser().get_doctest(PAGE.read_text(), vars(page), PAGE.name, str(PAGE), 0)
    example.globs = vars(page)
    printed: list[str] = []
    runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.ELLIPSIS)
    failed, tried = runner.run(example, out=printed.append)
    assert not failed, "".join(printed)
    assert tried > 40

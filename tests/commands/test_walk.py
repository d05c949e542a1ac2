"""The way of `compare nqueens 8` from the command line to the table: how many of our modules are called in this process."""

import os
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from types import FrameType

import pytest

from tests.commands.terminal import ROOT
from threefold.commands import main as cli

MOST = 21
IS_FUNCTION = 0x1  # CO_OPTIMIZED: neither a module nor the body of a class


class Walk:
    """The functions that are called, by module. Attributes, operators, lambdas and imports are not calls."""

    def __init__(self) -> None:
        self.called: dict[str, set[str]] = {}
        os.register_at_fork(after_in_child=lambda: sys.setprofile(None))

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        code, names = frame.f_code, frame.f_globals.get("__name__", "").split(".")
        if event != "call" or names[0] != "threefold" or not code.co_flags & IS_FUNCTION or self._importing(frame):
            return
        if not code.co_name.startswith(("<", "__")) and not self._is_attribute(frame):
            self.called.setdefault(".".join(names), set()).add(code.co_qualname)

    def _importing(self, frame: FrameType | None) -> bool:
        while frame and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        return frame is not None and frame.f_globals.get("__name__", "").startswith("threefold.")

    def _is_attribute(self, frame: FrameType) -> bool:
        owner = type(frame.f_locals.get("self"))
        return isinstance(getattr(owner, frame.f_code.co_name, None), property)


@pytest.fixture(scope="module")
def called() -> dict[str, set[str]]:
    walk = Walk()
    with redirect_stdout(StringIO()) as output:
        sys.setprofile(walk)
        try:
            code = cli.run(["compare", "nqueens", "8"], "threefold")
        finally:
            sys.setprofile(None)
    assert code == 0
    assert "agree: three backends found the same 92 solutions" in output.getvalue()
    return walk.called


def test_few_modules_are_called_on_the_way_from_the_command_line_to_the_table(called: dict[str, set[str]]) -> None:
    assert len(called) <= MOST, "\n".join(f"{name}: {sorted(called[name])}" for name in sorted(called))


def test_the_page_on_the_architecture_names_each_of_them(called: dict[str, set[str]]) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert f"functions of {len(called)} modules" in page
    assert [name for name in called if f"`{name.removeprefix('threefold.')}:" not in page] == []


def test_a_comparison_loads_nothing_of_sweeps_reports_formulas_and_proofs() -> None:
    command = [sys.executable, "-X", "importtime", str(ROOT / "cli.py"), "compare", "nqueens", "4", "--backends", "sat"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert "threefold.runs.compare" in loaded
    heavy = ("sweeps", "reporting", "cnf", "proofs", "verifier", "marking", "handouts", "exercises")
    assert [name for name in heavy if f"threefold.{name}" in loaded] == []

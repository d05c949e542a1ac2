"""What `import threefold` offers: the names, their documentation, and what the import costs."""

import subprocess
import sys
from pathlib import Path

import pytest

import threefold as tf
from threefold.commands.main import COMMANDS

ROOT = Path(__file__).parents[2]
NAMES = """
    compare count solve solutions prove verify explain deadends from_cpmpy lower relate mark sheet decode sat puzzle puzzles
    backends register sweep report trace
    Callbacks Encoder Lowering Record Result SweepResult
    All AllDifferent Assignment AtLeast AtMost Cardinality Circuit Clause Constraint Cumulative Element Exactly Family
    GlobalCardinality Group Iff Implies Increasing Index Inverse KnownCounts Lexicographic Linear Literal NoOverlap Parameter
    Puzzle Regular Solution Spec Sum Symmetry Table Text Value Variable maximum minimum neighbours_exchanged number_of_values
    occurrences total value_at
    BadInput LimitReached SpecError ThreefoldError
    __version__
"""


def fresh(script: str) -> str:
    """What a script prints in a process that has imported nothing."""
    return subprocess.check_output([sys.executable, "-c", script], text=True)


def test_a_name_is_exported_or_removed_on_purpose() -> None:
    assert sorted(tf.__all__) == sorted(NAMES.split())


@pytest.mark.parametrize("name", NAMES.split())
def test_every_exported_name_is_there(name: str) -> None:
    assert name in dir(tf)
    assert getattr(tf, name) is not None


def test_a_name_that_is_not_exported_raises_an_error_as_of_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'threefold' has no attribute 'solv'"):
        getattr(tf, "solv")  # noqa: B009


def test_every_exported_name_is_on_the_page_about_python() -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    assert [name for name in tf.__all__ if f"tf.{name}" not in page and f"`{name}`" not in page] == []


def test_every_command_is_documented() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "\n".join(page.read_text() for page in pages)
    assert [name for name in COMMANDS if f"threefold {name}" not in text and f"`{name}" not in text] == []


def test_the_import_loads_no_solver_and_nothing_else_of_ours() -> None:
    loaded = fresh("import sys; before = set(sys.modules); import threefold; print(*sorted(set(sys.modules) - before))")
    assert loaded == "threefold\n"


def test_the_language_is_used_without_loading_the_solvers() -> None:
    script = "import sys, threefold as tf; tf.Spec('x'); print('threefold.api' in sys.modules, 'pysat' in sys.modules)"
    assert fresh(script) == "False False\n"


def test_the_import_takes_less_time_than_twice_that_of_json() -> None:
    script = (
        "from time import *; a = perf_counter(); import json; b = perf_counter(); import threefold; c = perf_counter()"
    )
    ratios = [float(fresh(f"{script}; print((c - b) / (b - a))")) for _ in range(7)]
    assert min(ratios) < 2


@pytest.mark.parametrize(
    "code",
    [
        "import threefold; print(threefold.__version__)",
        "from threefold.commands.main import run; run(['--version'], 'threefold')",
    ],
)
def test_a_checkout_that_is_not_installed_has_an_unknown_version(code: str) -> None:
    hidden = "import importlib.metadata as m\ndef none(name): raise m.PackageNotFoundError(name)\nm.version = none\n"
    assert fresh(hidden + code).split()[-1] == "unknown"

"""docs/reference.md: every exported name is on it, and has a docstring of its own."""

import ast
import inspect
import pkgutil
import re
from itertools import pairwise
from pathlib import Path

import pytest

import threefold as tf
from tests.pages import ROOT

PATHS = re.findall(r"^::: ([\w.]+)$", (ROOT / "docs/reference.md").read_text(encoding="utf-8"), re.MULTILINE)
DOCUMENTED = {path.rpartition(".")[2]: path for path in PATHS}


def docstring(path: str) -> str:
    """As it is in the source: also of a type alias, where it follows the assignment."""
    module, _, name = path.rpartition(".")
    thing = pkgutil.resolve_name(path)
    if inspect.ismodule(thing) or inspect.isclass(thing) or inspect.isroutine(thing):
        own = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
        return "" if own is None or own.startswith(f"{name}(") else str(own)  # a dataclass makes one of its own
    source = pkgutil.resolve_name(module).__file__
    body = ast.parse(Path(source).read_text(encoding="utf-8")).body
    for before, after in pairwise(body):
        if isinstance(before, ast.AnnAssign | ast.Assign) and isinstance(after, ast.Expr):
            target = before.target if isinstance(before, ast.AnnAssign) else before.targets[0]
            if isinstance(target, ast.Name) and target.id == name and isinstance(after.value, ast.Constant):
                return str(after.value.value)
    return ""


@pytest.mark.parametrize("name", [name for name in tf.__all__ if name != "__version__"])
def test_an_exported_name_is_in_the_reference_with_a_docstring(name: str) -> None:
    path = DOCUMENTED[name]
    found, exported = pkgutil.resolve_name(path), getattr(tf, name)
    assert found is exported or found is getattr(exported, "__func__", None)
    assert docstring(path), f"{path} has no docstring"


def test_the_reference_has_no_other_names() -> None:
    assert set(DOCUMENTED) == set(tf.__all__) - {"__version__"}
    assert len(PATHS) == len(DOCUMENTED)

"""Every function that a guarded child calls declares what it reports and returns, in types that the codec reads."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

from threefold import codec
from threefold.guard import Answers

INSIDE = ("_prepared", "_report_part", "_report_pieces", "_reporting")  # called by others, in the child
PACKAGE = Path(__file__).parents[2] / "threefold"


def modules() -> Iterator[ModuleType]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if "report: Report[" in path.read_text():
            yield import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))


def called() -> list[Callable[..., object]]:
    found = {each for module in modules() for each in vars(module).values() if "report" in parameters(each)}
    return sorted(
        (each for each in found if each.__name__ not in INSIDE), key=lambda each: (each.__module__, each.__qualname__)
    )


def parameters(thing: object) -> tuple[str, ...]:
    code = getattr(thing, "__code__", None)
    return code.co_varnames[: min(1, code.co_argcount)] if code else ()


def inner(kind: Any, seen: set[Any]) -> None:
    """Every type in this one: those of a class are read when its first value comes."""
    if kind not in seen:
        seen.add(kind)
        codec._build(kind)
        hints = get_type_hints(kind) if is_dataclass(kind) or hasattr(kind, "_fields") else {}
        own = {each.name for each in fields(kind)} if is_dataclass(kind) else hints
        for each in (*get_args(kind), *(hints[name] for name in own)):
            if each is not ... and not isinstance(each, str | int):
                inner(each, seen)


def test_the_functions_are_found() -> None:
    names = {f"{each.__module__.removeprefix('threefold.')}.{each.__name__}" for each in called()}
    assert {
        "runs.worker.measure",
        "cnf.python_file.written",
        "proofs.explain.find_core",
        "lab.routes.answered",
    } <= names
    assert len(names) > 40


@pytest.mark.parametrize("function", called(), ids=lambda each: f"{each.__module__}.{each.__qualname__}")
def test_what_a_guarded_function_hands_over_has_a_form_in_json(function: Callable[..., object]) -> None:
    answers, seen = Answers.of(function), set[Any]()
    inner(answers.reported, seen)
    inner(answers.returned, seen)

"""A puzzle in a file of one's own, as `compare ./mypuzzle.py 8`. What goes wrong in it is told with its own line."""

import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache, wraps
from importlib.util import module_from_spec, spec_from_file_location
from inspect import unwrap
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from threefold.language import BadInput, KnownCounts, Parameter, Puzzle, Spec, Text

Given = ParamSpec("Given")
Made = TypeVar("Made")

# What a field of PUZZLE is a tuple of, and how one of it is written.
TUPLES: dict[str, tuple[tuple[type, ...], str]] = {
    "parameters": ((Parameter, Text), "(Parameter(…),)"),
    "known": ((KnownCounts,), "(KnownCounts(…),)"),
    "example": ((int, str), "(4,)"),
}
FUNCTIONS: dict[str, type] = {"build": Spec, "draw": str, "picture": str, "symmetries": tuple}  # and what they return


def from_file(path: str) -> Puzzle:
    """Read once per command: the same path in another folder, or a changed file, is another puzzle."""
    if not Path(path).is_file():
        raise BadInput(f"{path}: there is no such file; `threefold new NAME` writes one to begin with")
    changed = Path(path).stat()
    return _read(path, str(Path(path).absolute()), changed.st_mtime_ns, changed.st_size)


@cache
def _read(path: str, place: str, *version: int) -> Puzzle:
    puzzle = _located(path, _run)(path)
    if not isinstance(puzzle, Puzzle):
        raise BadInput(f"{path}: the file must end in PUZZLE = Puzzle(…), as `threefold new NAME` shows")
    _check_fields(path, puzzle)
    functions = {name: getattr(puzzle, name) for name in FUNCTIONS if getattr(puzzle, name) is not None}
    located: dict[str, Any] = {name: _located(path, function, FUNCTIONS[name]) for name, function in functions.items()}
    return replace(puzzle, **located)


def _check_fields(path: str, puzzle: Puzzle) -> None:
    """What Python does not ask for. A comma is forgotten easily, and (4) is no tuple."""

    def check(field: str, right: bool, told: str) -> None:
        if not right:
            source = Path(path).read_text(encoding="utf-8-sig")
            written = re.search(rf"^\s*{field}\s*=", source, re.MULTILINE)
            line = source.count("\n", 0, written.end()) + 1 if written else 1
            raise BadInput(f"{path}:{line}: {field} {told}")

    for field, (kinds, like) in TUPLES.items():
        found = getattr(puzzle, field)
        right = isinstance(found, tuple) and all(isinstance(each, kinds) for each in found)
        check(field, right, f"must be a tuple like {like}, with its comma (got {found!r:.60})")
    for field in FUNCTIONS:
        found = getattr(puzzle, field)
        missing = found is None and field not in ("build", "draw")
        check(field, callable(found) or missing, f"must be a function (got {found!r:.60})")
    for key in (key for known in puzzle.known for key in known.counts):
        right = isinstance(key, tuple) and len(key) == len(puzzle.parameters)
        check("known", right, f"has counts by tuples of all parameters, like (4,) (got {key!r})")
    try:
        puzzle.parse([])
    except BadInput as error:
        check("example", False, f"is no instance: {error}")


def _run(path: str) -> object:
    plan = spec_from_file_location(f"own_puzzle_{Path(path).stem}", path)
    assert plan is not None, "a file that ends in .py has a loader"
    assert plan.loader is not None
    module = module_from_spec(plan)
    plan.loader.exec_module(module)
    return getattr(module, "PUZZLE", None)


def _located(path: str, function: Callable[Given, Made], returns: type = object) -> Callable[Given, Made]:
    """The same function, whose errors name the line of the puzzle's file. What it prints is no part of an answer."""

    @wraps(function)
    def checked(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        try:
            with redirect_stdout(sys.stderr):
                made = function(*args, **kwargs)
        except (Exception, SystemExit) as error:
            raise BadInput(f"{path}:{_line(path, error) or _start(path, function)}: {_told(error)}") from None
        if not isinstance(made, returns):
            told = f"{function.__name__} must return a {returns.__name__} (got {made!r:.60})"
            raise BadInput(f"{path}:{_start(path, function)}: {told}")
        return made

    return checked


def _line(path: str, error: BaseException) -> int:
    """The last line of the file that was at work; where its text cannot be read at all, the one that Python names; or 0."""
    if isinstance(error, SyntaxError) and error.lineno:
        return error.lineno
    line, frame = 0, error.__traceback__
    while frame:
        if _is(path, frame.tb_frame.f_code.co_filename):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def _start(path: str, function: Callable[..., object]) -> int:
    """Where the function begins; 1 if it is not of the file."""
    code = getattr(unwrap(function), "__code__", None)
    return int(code.co_firstlineno) if code and _is(path, code.co_filename) else 1


def _is(path: str, filename: str) -> bool:
    return Path(filename) == Path(path).absolute() or filename == path


def _told(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return error.msg
    words = str(error).strip().splitlines()
    return words[0] if isinstance(error, BadInput) and words else f"{type(error).__name__}: {words[0] if words else ''}"

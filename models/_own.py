"""A puzzle in a file of one's own, as `compare ./mypuzzle.py 8`. What goes wrong in it is told with its own line."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, wraps
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import ParamSpec, TypeVar

from language import BadInput, Puzzle

Given = ParamSpec("Given")
Made = TypeVar("Made")


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
    return replace(
        puzzle,
        build=_located(path, puzzle.build),
        draw=_located(path, puzzle.draw),
        picture=puzzle.picture and _located(path, puzzle.picture),
        symmetries=puzzle.symmetries and _located(path, puzzle.symmetries),
    )


def _run(path: str) -> object:
    plan = spec_from_file_location(f"own_puzzle_{Path(path).stem}", path)
    assert plan is not None, "a file that ends in .py has a loader"
    assert plan.loader is not None
    module = module_from_spec(plan)
    plan.loader.exec_module(module)
    return getattr(module, "PUZZLE", None)


def _located(path: str, function: Callable[Given, Made]) -> Callable[Given, Made]:
    """The same function, whose errors name the line of the puzzle's file."""

    @wraps(function)
    def checked(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise BadInput(f"{path}:{_line(path, error)}: {_told(error)}") from None

    return checked


def _line(path: str, error: Exception) -> int:
    """The last line of the file that was at work; where its text cannot be read at all, the one that Python names."""
    if isinstance(error, SyntaxError) and error.lineno:
        return error.lineno
    line, frame = 1, error.__traceback__
    while frame:
        if (
            Path(frame.tb_frame.f_code.co_filename) == Path(path).absolute()
            or frame.tb_frame.f_code.co_filename == path
        ):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def _told(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return error.msg
    words = str(error).strip().splitlines()
    return words[0] if isinstance(error, BadInput) and words else f"{type(error).__name__}: {words[0] if words else ''}"

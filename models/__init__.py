"""Which puzzles there are: one file each, found by its file name; the file ends in `PUZZLE`. A path names a file of your own."""

import os
from functools import cache
from importlib import import_module
from pathlib import Path

from threefold.language import BadInput, Puzzle
from threefold.language.errors import did_you_mean


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_")))


def find(name: str) -> Puzzle:
    if name.endswith(".py") or os.sep in name:
        from threefold.models._own import from_file

        return from_file(name)
    if name not in names():
        raise BadInput(f"no puzzle '{name}'{hint(name)}")
    puzzle: Puzzle = import_module(f"threefold.models.{name}").PUZZLE
    return puzzle


def hint(unknown: str) -> str:
    """What may have been meant, and where all names are: there are too many for one line."""
    own = f"; for a file of your own: ./{unknown}.py" * os.path.exists(f"{unknown}.py")
    return (own or did_you_mean(unknown, names())) + " (threefold list shows all puzzles)"

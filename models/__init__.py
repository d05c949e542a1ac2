"""Which puzzles there are: one file each, found by its file name; the file ends in `PUZZLE`. A path names a file of your own."""

import os
from importlib import import_module
from pathlib import Path

from language import BadInput, Puzzle
from language.errors import did_you_mean


def names() -> list[str]:
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


def find(name: str) -> Puzzle:
    if name.endswith(".py") or os.sep in name:
        from models._own import from_file

        return from_file(name)
    if name not in names():
        hint = did_you_mean(name, names()) or f"; for a file of your own: ./{name}.py" * os.path.exists(f"{name}.py")
        raise BadInput(f"no puzzle '{name}'; known: {', '.join(names())}{hint}")
    puzzle: Puzzle = import_module(f"models.{name}").PUZZLE
    return puzzle

"""Which puzzles there are: one file each, found by its file name; the file ends in `PUZZLE`."""

from importlib import import_module
from pathlib import Path

from language import BadInput, Puzzle
from language.errors import did_you_mean


def names() -> list[str]:
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


def find(name: str) -> Puzzle:
    if name not in names():
        raise BadInput(f"no puzzle '{name}'; known: {', '.join(names())}{did_you_mean(name, names())}")
    puzzle: Puzzle = import_module(f"models.{name}").PUZZLE
    return puzzle

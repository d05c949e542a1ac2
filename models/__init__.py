"""The puzzles by name. Each file here is one, and ends in `PUZZLE`; docs/plugins.md adds others. A path names a file of yours."""

import os
from pathlib import Path

from threefold.errors import did_you_mean
from threefold.language import Puzzle
from threefold.models._puzzle_file import check_fields, from_file
from threefold.plugins import Registry


def hint(unknown: str) -> str:
    """A name that may have been meant, and how to list all: they are too many for one line."""
    own = f"; for a file of your own: ./{unknown}.py" * os.path.exists(f"{unknown}.py")
    return (own or did_you_mean(unknown, all_names())) + " (threefold list shows all puzzles)"


_built_in = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
_registry = Registry(Puzzle, __name__, "threefold.puzzles", _built_in, hint, check_fields, from_file)
names, all_names, find = _registry.names, _registry.all_names, _registry.find
survey, origin = _registry.survey, _registry.origin

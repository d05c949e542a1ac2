"""The files that the lab may read."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from threefold import models
from threefold.flatzinc import MODELS
from threefold.flatzinc.includes import included
from threefold.format import visible
from threefold.language import BadInput

OUTSIDE = "the lab reads no file outside the folder in which it was started"


class BadField(BadInput):
    """A mistake in one field of the page: the message is shown beside it."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message, field)
        self.message, self.field = message, field

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Folder:
    """The files that the lab may read: those below one folder, and those named on the command line."""

    path: Path
    words: tuple[str, ...] = ()  # of the command line: the puzzle with which the page begins, and its parameters
    givens: tuple[str, ...] = ()

    def puzzles(self) -> dict[str, list[str]]:
        """The puzzles that the page offers, each once: the one of the command line, all that have a name, and files."""
        here = (path for path in sorted(self.path.iterdir()) if not self._outside(str(path)))
        files = [f"./{path.name}" for path in here if _may_be_puzzle(path)]
        others = {"built_in": models.all_names(), "files": files}
        return {
            "named": list(self.words[:1]),
            **{kind: [name for name in names if name not in self.words[:1]] for kind, names in others.items()},
        }

    def check(self, text: str, field: str) -> None:
        """Raise BadField where a text names a file, or several with commas between them, that the lab may not read."""
        if text in self.words:
            return
        if any(map(self._outside, (text, *text.split(",")))):
            raise BadField(f"{text:.60}: {OUTSIDE}", field)

    def check_model(self, model: str, data: Sequence[str]) -> None:
        """Raise BadField where minizinc, which compiles the model, would read a file that the lab may not read.

        A name that is no file here is looked up in minizinc's own library.
        """
        for name in (name for text in data for name in text.split(",") if Path(self.path, name).is_file()):
            if name.startswith("-") or not name.endswith((".dzn", ".json")):
                raise BadField(f"{name:.60}: the data of a model are files *.dzn or *.json", "parameters")
            self._check_includes(Path(self.path, name), "parameters")
        self._check_includes(Path(self.path, model), "puzzle")

    def _check_includes(self, file: Path, field: str) -> None:
        waiting, known = [file], {file.resolve()}
        while waiting:
            file = waiting.pop()
            for name in _names_included(file):
                found = self._included(file, name, field) - known
                waiting.extend(found)
                known |= found

    def _included(self, file: Path, name: str, field: str) -> set[Path]:
        """The files here of this name: minizinc looks beside the file that includes it, and in the folder."""
        said = f"{file.name} includes {visible(name):.60}"
        if "\\" in name:
            raise BadField(f"{said}: write the name without backslashes", field)
        try:
            places = [path for path in (Path(folder, name) for folder in (file.parent, self.path)) if path.exists()]
        except (OSError, ValueError):  # too long, a null character
            raise BadField(f"{said}: this cannot be the name of a file", field) from None
        above = Path(name).is_absolute() or ".." in Path(name).parts
        if any(self._outside(str(path)) and str(path) not in self.words for path in places) or (above and not places):
            raise BadField(f"{said}: {OUTSIDE}", field)
        return {path.resolve() for path in places}

    def _outside(self, text: str) -> bool:
        try:
            place = Path(self.path, text.strip()).resolve()
            return (os.sep in text or place.exists()) and not place.is_relative_to(self.path.resolve())
        except (OSError, ValueError, RuntimeError):  # too long, a null character, a loop of links: no file
            return False


def _names_included(file: Path) -> list[str]:
    """None where minizinc cannot read it either."""
    try:
        return list(included(file.read_text(encoding="utf-8", errors="surrogateescape"))) if file.is_file() else []
    except OSError:
        return []


def _may_be_puzzle(path: Path) -> bool:
    """A model, or a program with the word PUZZLE. It is not run: other programs may lie here too."""
    if path.name.startswith("_") or not path.is_file():
        return False
    try:
        return path.name.endswith(MODELS) or (path.suffix == ".py" and b"PUZZLE" in path.read_bytes())
    except OSError:
        return False


def folder_of(path: str, words: Sequence[str], givens: tuple[str, ...] = ()) -> Folder:
    """The folder, and what was typed on the command line, in which a file is named from where the command was started."""
    if not Path(path).is_dir():
        raise BadInput(f"--folder {path}: there is no such folder")
    here = Path(path).resolve()
    elsewhere = here != Path.cwd()
    named = [os.path.abspath(word) if elsewhere and _is_file(word) else word for word in words]
    return Folder(here, tuple(named), givens)


def _is_file(word: str) -> bool:
    return os.path.isfile(word) and word not in models.all_names()

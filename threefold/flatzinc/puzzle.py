"""A MiniZinc or FlatZinc file as a puzzle: `compare model.mzn data.dzn`, `compare model.fzn`."""

import os
from functools import lru_cache
from pathlib import Path

from threefold.errors import BadInput
from threefold.flatzinc import compiler
from threefold.flatzinc.reader import Reader
from threefold.language import Puzzle, Solution, Spec, Text

NO_DATA = "none"


def from_model(path: str) -> Puzzle:
    """Its data is a parameter: one file, or several with commas between them."""
    compiled = path.endswith(".mzn")

    def build(data: str = NO_DATA) -> Spec:
        return _read(path, data, _version(path, data))[0].spec

    def draw(solution: Solution) -> str:
        data = str(solution.parameters.get("data", NO_DATA))
        reader, output = _read(path, data, _version(path, data))
        text = reader.draw(solution)
        return compiler.printed(path, output, text) if compiled else text

    data = Text("data", "the data of the model", f"files *.dzn with commas between them, or '{NO_DATA}'")
    language = "MiniZinc" if compiled else "FlatZinc"
    return Puzzle(
        name=path,
        summary=f"a model in {language}",
        parameters=(data,) if compiled else (),
        example=(NO_DATA,) if compiled else (),
        build=build,
        draw=draw,
    )


@lru_cache(maxsize=4)
def _read(path: str, data: str, version: object) -> tuple[Reader, str]:
    """The model, and its output statement where it is in MiniZinc."""
    files = [] if data == NO_DATA else data.split(",")
    model = compiler.compiled(path, files) if path.endswith(".mzn") else compiler.Compiled(_text(path), "")
    try:
        reader = Reader(model.flat, Path(path).stem)
    except RecursionError:
        raise BadInput(f"{path}: values stand too deep in each other") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    reader.spec.parameters.update({"data": data} if path.endswith(".mzn") else {})
    return reader, model.output


def _version(path: str, data: str) -> tuple[tuple[int, int], ...]:
    """The file is read again where it, or its data, has changed."""
    files = [path, *([] if data == NO_DATA else data.split(","))]
    found = []
    for file in files:
        if not os.path.isfile(file):
            raise BadInput(f"{file}: there is no such file")
        status = os.stat(file)
        found.append((status.st_mtime_ns, status.st_size))
    return tuple(found)


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: the file is not text in UTF-8") from None

"""A MiniZinc or FlatZinc file as a puzzle: `compare model.mzn data.dzn`, `compare model.fzn`.

MiniZinc models are compiled by the program `minizinc`, with a library of ours: AllDifferent, Table and Circuit stay whole.
"""

import json
import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from threefold.errors import BadInput
from threefold.flatzinc.reader import Reader
from threefold.format import visible
from threefold.guard.processes import ends_with_this_process
from threefold.language import Puzzle, Solution, Spec, Text

NO_DATA = "none"
LIBRARY = Path(__file__).parent / "library"
MISSING = (
    "MiniZinc models need the program minizinc, which is not installed (the package minizinc of Debian and Ubuntu)"
)


def from_model(path: str) -> Puzzle:
    """Its data is a parameter: one file, or several with commas between them."""
    compiled = path.endswith(".mzn")

    def build(data: str = NO_DATA) -> Spec:
        return _read(path, data, _version(path, data)).spec

    def draw(solution: Solution) -> str:
        data = str(solution.parameters.get("data", NO_DATA))
        return _read(path, data, _version(path, data)).draw(solution)

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
def _read(path: str, data: str, version: object) -> Reader:
    files = [] if data == NO_DATA else data.split(",")
    text = _compiled(path, files) if path.endswith(".mzn") else _text(path)
    try:
        reader = Reader(text, Path(path).stem)
    except RecursionError:
        raise BadInput(f"{path}: values stand too deep in each other") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    reader.spec.parameters.update({"data": data} if path.endswith(".mzn") else {})
    return reader


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


def _compiled(path: str, data: list[str]) -> str:
    program = shutil.which("minizinc")
    if program is None:
        raise BadInput(f"{path}: {MISSING}")
    with TemporaryDirectory(prefix="threefold-minizinc-") as folder:
        # minizinc lists a solver only if its program exists; it is never started.
        solver = {
            "id": "org.threefold",
            "name": "Threefold",
            "version": "1",
            "mznlib": str(LIBRARY),
            "executable": sys.executable,
        }
        Path(folder, "threefold.msc").write_text(json.dumps(solver))
        out = Path(folder, "model.fzn")
        command = [program, "--solver", "org.threefold", "-c", path, *data, "--fzn", str(out), "--no-output-ozn"]
        ended = subprocess.run(
            command,
            env={**os.environ, "MZN_SOLVER_PATH": folder},
            capture_output=True,
            stdin=subprocess.DEVNULL,
            check=False,
            preexec_fn=ends_with_this_process(),
        )
        if ended.returncode or not out.exists():
            raise BadInput(f"{path}: minizinc cannot compile it: {_first_error(ended.stderr)}")
        return out.read_text(encoding="utf-8")


def _first_error(output: bytes) -> str:
    """Without warnings, which come first."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()]
    wrong = next((place for place, line in enumerate(lines) if "error" in line.lower()), 0)
    return visible(" ".join(lines[wrong : wrong + 3]))[:300] or "it says nothing"

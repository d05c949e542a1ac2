"""The program `minizinc`: it compiles a model to FlatZinc, and prints solutions as the model's output statement says.

Models are compiled with a library of ours: AllDifferent, Table and Circuit stay whole, and a variable that is a set becomes a
Boolean for each element that it may have.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from threefold.errors import BadInput
from threefold.format import visible
from threefold.guard.processes import ends_with_this_process

LIBRARY = Path(__file__).parent / "library"
_PLACE = re.compile(r"\S+:\d+\.[-.\d]+:")  # model.mzn:1.37:
PRINTING = 10  # seconds for the output of one solution
MISSING = (
    "MiniZinc models need the program minizinc, which is not installed (the package minizinc of Debian and Ubuntu)"
)


@dataclass(frozen=True)
class Compiled:
    flat: str  # the model in FlatZinc
    output: str  # its output statement, with all that this needs: another model, the file *.ozn


def compiled(path: str, data: Sequence[str]) -> Compiled:
    with TemporaryDirectory(prefix="threefold-minizinc-") as folder:
        # minizinc lists a solver only if its program exists; it is never started.
        solver = {
            "id": "org.threefold",
            "name": "Threefold",
            "version": "1",
            "mznlib": str(LIBRARY),
            "executable": sys.executable,
        }
        text = json.dumps(solver, ensure_ascii=False)  # minizinc does not understand the escape of a character
        Path(folder, "threefold.msc").write_text(text, encoding="utf-8")
        flat, output = Path(folder, "model.fzn"), Path(folder, "model.ozn")
        written = ["--fzn", str(flat), "--ozn", str(output)]
        command = ["--solver", "org.threefold", "-c", path, *data, *written]
        ended = _minizinc(path, command, {"MZN_SOLVER_PATH": folder})
        if ended.returncode or not flat.exists() or not output.exists():
            raise BadInput(f"{path}: minizinc cannot compile it: {_first_error(ended.stderr)}")
        return Compiled(flat.read_text(encoding="utf-8"), output.read_text(encoding="utf-8"))


def printed(path: str, output: str, solution: str) -> str:
    """A solution in FlatZinc's form, `x = 3;` and a last line of hyphens, as the model prints it."""
    with TemporaryDirectory(prefix="threefold-minizinc-") as folder:
        file = Path(folder, "model.ozn")
        file.write_text(output, encoding="utf-8")
        try:
            ended = _minizinc(path, ["--ozn-file", str(file)], {}, given=f"{solution}\n", seconds=PRINTING)
        except subprocess.TimeoutExpired:
            raise BadInput(f"{path}: its output statement takes longer than {PRINTING} s") from None
        if ended.returncode:
            reason = _first_error(ended.stderr).replace(f"{folder}/", "")
            raise BadInput(f"{path}: minizinc cannot evaluate its output statement: {reason}")
        lines = ended.stdout.decode(errors="replace").rstrip("\n").split("\n")
        return "\n".join(visible(line.expandtabs()) for line in lines)


def _minizinc(
    path: str, arguments: Sequence[str], environment: Mapping[str, str], given: str = "", seconds: int | None = None
) -> "subprocess.CompletedProcess[bytes]":
    program = shutil.which("minizinc")
    if program is None:
        raise BadInput(f"{path}: {MISSING}")
    return subprocess.run(
        [program, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        input=given.encode(),
        timeout=seconds,
        check=False,
        preexec_fn=ends_with_this_process(),
    )


def _first_error(output: bytes) -> str:
    """Without warnings, which come first; with the place, which stands some lines before a syntax error."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()]
    wrong = next((place for place, line in enumerate(lines) if "error" in line.lower()), 0)
    place = [line for line in lines[max(0, wrong - 3) : wrong] if _PLACE.fullmatch(line)]
    return visible(" ".join([*place, *lines[wrong : wrong + 3]]))[:300] or "it says nothing"

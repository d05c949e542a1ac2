"""clasp, through clingo's package, on the pairwise CNF, with its settings for enumeration by backtracking. It only counts.

python -m benchmarks.raw.clasp count nqueens 8
"""

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.raw.cells import PUZZLES
from benchmarks.raw.phases import Phases, say

phases = Phases()

clingo: Any = import_module("clingo.application")  # it is not there where types are checked

OPTIONS = ("--mode=clasp", "--configuration=frumpy", "--enum-mode=bt", "--quiet=2,2,2")


def shown_by_clasp(arguments: list[str], file: Path) -> str:
    """What it writes to stdout: it has no other way to say the number."""
    sys.stdout.flush()
    stdout = os.dup(1)
    with file.open("w") as output:
        os.dup2(output.fileno(), 1)
    clingo.clingo_main(clingo.Application(), arguments)
    os.dup2(stdout, 1)
    return file.read_text()


def main() -> None:
    question, puzzle, *rest = sys.argv[1:]
    phases.over("import")
    cells = PUZZLES[puzzle](*map(int, rest))
    clauses = cells.pairwise_clauses()
    lines = [f"p cnf {cells.number} {len(clauses)}", *(f"{' '.join(map(str, clause))} 0" for clause in clauses)]
    with TemporaryDirectory() as folder:
        cnf = Path(folder, "puzzle.cnf")
        cnf.write_text("\n".join(lines))
        phases.over("build")
        number = "0" if question == "count" else "1"
        text = shown_by_clasp([str(cnf), number, *OPTIONS], Path(folder, "answer"))
    phases.over("solve")
    models = re.search(r"Models\s*: (\d+)(\+?)", text)
    if models is None or (models[2] and question == "count"):
        sys.exit(f"not complete: {text}")
    say("count", int(models[1]))


if __name__ == "__main__":
    main()

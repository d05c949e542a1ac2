"""Where the memory of large boards goes."""

import subprocess
import sys

from benchmarks.measurements.comparing import Rows

BOARDS = (400, 800)
SHOW = """
import sys
n = int(sys.argv[1])
def show(key):
    with open("/proc/self/status") as status:
        print(int(status.read().split(key + ":")[1].split()[0]) // 1024)
"""
OURS = """
from threefold import models
from threefold.backends import find
from threefold.backends.configuration import parse
program = find("cp").lower(models.find("nqueens").build(n), parse("cp", {}))
search = program.load(seed=None, first=True)
"""
# The same model and parameters without any code of ours; {more} are further parameters.
ALONE = """
from ortools.sat.python import cp_model_helper as helper
from threefold.backends.cp.parameters import parameters
model, boolean = helper.CpModelProto(), helper.IntegerVariableProto()
boolean.merge_text_format("domain: [0, 1]")
for row in range(n):
    model.variables.extend([boolean] * n)
    model.constraints.add().exactly_one.literals.extend(range(row * n, (row + 1) * n))
for column in range(n):
    model.constraints.add().at_most_one.literals.extend(range(column, n * n, n))
for shift in range(1 - n, n):
    rows = range(max(0, -shift), min(n, n - shift))
    model.constraints.add().at_most_one.literals.extend([row * n + row + shift for row in rows])
    model.constraints.add().at_most_one.literals.extend([row * n + n - 1 - row - shift for row in rows])
chosen, solver = helper.SatParameters(), helper.SolveWrapper()
assert chosen.parse_text_format(parameters("bool", seed=None, first=True, fixed=False, room=2) + " {more}")
solver.set_parameters(chosen)
"""
SECONDS = "import time\nprint(round(time.process_time()))\n"
PRESOLVE, ROOT = "stop_after_presolve: true", "stop_after_root_propagation: true"


def cp_memory() -> Rows:
    """Megabytes of one solution by cp: the model alone, and the peak until the end; ours, and the same model and parameters in
    CP-SAT without our code, also stopped after presolve (which is off: the model is only copied), and after the first
    propagation. A Boolean takes about 0.1 kB in the model, and in CP-SAT 0.5 kB before the search begins: three quarters of
    the peak are CP-SAT's own. Tried without success: some random values per variable (with half of them 400 queens took 470 to
    more than 2,000 conflicts instead of about 20, three seeds), and integers (400 queens: no end in 60 s, busy machine)."""
    rows = [["", "model", "ours, peak", "CP-SAT alone, peak", "after the first propagation", "after presolve"]]
    for n in BOARDS:
        model, ours = _megabytes(n, OURS + "show('VmRSS')\nnext(iter(search))\n")
        alone = [_megabytes(n, ALONE.format(more=more) + "solver.solve(model)\n")[-1] for more in ("", ROOT, PRESOLVE)]
        rows.append([f"nqueens {n}", *(f"{number:,}" for number in (model, ours, *alone))])
    return rows


def cp_near_a_guess() -> Rows:
    """One solution by cp: megabytes at the peak and CPU seconds of the whole process. From a million Booleans on, CP-SAT gets an
    eighth of them, with the values of a guess; beside it, all of them. The whole model of 3,200 queens reached 10 GB and had
    no solution after ten minutes."""
    rows = [["", "near a guess", "the whole model"]]
    whole = "import threefold.backends.cp.program as p\np.GUESSED_FROM = 1 << 40\n"
    for n, scripts in ((1000, ("", whole)), (1600, ("", whole)), (3200, ("",))):
        cells = [_megabytes(n, f"{script}{OURS}next(iter(search))\n{SECONDS}") for script in scripts]
        shown = [f"{megabytes:,} MB, {seconds} s" for seconds, megabytes in cells]
        rows.append([f"nqueens {n:,}", *shown, *["–"] * (2 - len(shown))])
    return rows


def _megabytes(n: int, script: str) -> list[int]:
    command = [sys.executable, "-c", f"{SHOW}{script}show('VmHWM')\n", str(n)]
    return [int(line) for line in subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()]

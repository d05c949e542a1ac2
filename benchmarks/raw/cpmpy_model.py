"""CPMpy, in an environment of its own: a model as its documentation writes it, given to one of its solvers.

python -m benchmarks.raw.cpmpy_model count nqueens 8 ortools|pysat:cadical195
"""

import sys
from importlib import import_module
from typing import Any

from benchmarks.raw.phases import Phases, say

phases = Phases()

cp: Any = import_module("cpmpy")  # it is not there where types are checked


def nqueens(n: int) -> Any:
    queen = cp.intvar(1, n, shape=n, name="queen")
    return cp.Model(
        cp.AllDifferent(queen),
        cp.AllDifferent([queen[r] - r for r in range(n)]),
        cp.AllDifferent([queen[r] + r for r in range(n)]),
    )


def cards(n: int, k: int) -> Any:
    position = cp.intvar(1, n * k, shape=(n, k), name="position")
    model = cp.Model(cp.AllDifferent(position.flatten()))
    for v in range(n):
        for c in range(k - 1):
            model += position[v, c + 1] == position[v, c] + v + 2
    return model


def latin(n: int) -> Any:
    square = cp.intvar(1, n, shape=(n, n), name="square")
    return cp.Model([cp.AllDifferent(line) for line in square], [cp.AllDifferent(line) for line in square.T])


def pigeonhole(pigeons: int, holes: int) -> Any:
    return cp.Model(cp.AllDifferent(cp.intvar(1, holes, shape=pigeons, name="hole")))


def main() -> None:
    question, puzzle, *rest, name = sys.argv[1:]
    settings = {"num_workers": 1} if name == "ortools" else {}
    phases.over("import")
    model = globals()[puzzle](*map(int, rest))
    phases.over("build")
    solver = cp.SolverLookup.get(name, model)
    phases.over("lower")
    answer = solver.solve(**settings) if question == "find" else solver.solveAll(**settings, call_from_model=True)
    phases.over("solve")
    say("count", int(answer))


if __name__ == "__main__":
    main()

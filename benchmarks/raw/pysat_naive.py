"""PySAT the naive way: pairwise at-most-ones in lists, the solver as it comes, and a blocking clause per solution. Each model is
read to the values of its variables.

python -m benchmarks.raw.pysat_naive count nqueens 8 [glucose4|cadical195|…]
"""

import sys

from benchmarks.raw.phases import Phases, say

phases = Phases()

from pysat.solvers import Solver  # noqa: E402  # timed

from benchmarks.raw.cells import PUZZLES  # noqa: E402


def main() -> None:
    question, puzzle, *rest = sys.argv[1:]
    parameters = [int(text) for text in rest if text.isdigit()]
    [name] = [text for text in rest if not text.isdigit()] or ["glucose4"]
    phases.over("import")
    cells = PUZZLES[puzzle](*parameters)
    clauses = cells.pairwise_clauses()
    phases.over("build")
    width, solutions = len(cells.exactly_one[0]), []
    with Solver(name=name, bootstrap_with=clauses) as solver:
        while solver.solve():
            true = [literal for literal in solver.get_model()[: cells.number] if literal > 0]
            solutions.append([(cell - 1) % width + 1 for cell in true])
            if question == "find":
                break
            solver.add_clause([-cell for cell in true])
    phases.over("solve")
    say("variables", cells.number)
    say("constraints", len(clauses))
    say("count", len(solutions))


if __name__ == "__main__":
    main()

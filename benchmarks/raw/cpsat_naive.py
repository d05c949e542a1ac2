"""CP-SAT the usual way, as its guide shows it: cp_model, AllDifferent, a callback that counts. One worker: it may have no more to
enumerate, and CPU seconds are what is compared. Seed 0, as in the row `cp+plain`.

python -m benchmarks.raw.cpsat_naive count nqueens 8 [fixed|median]        fixed: branch in the order of the variables;
                                                                        median: smallest domain first, its median value first
"""

import sys
from itertools import pairwise

from benchmarks.raw.phases import Phases, say

phases = Phases()

from ortools.sat.python import cp_model  # noqa: E402  # timed

STRATEGIES = {
    "fixed": (cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE),
    "median": (cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MEDIAN_VALUE),
}


def nqueens(model: cp_model.CpModel, n: int) -> list[cp_model.IntVar]:
    queen = [model.new_int_var(1, n, f"queen{r}") for r in range(n)]
    model.add_all_different(queen)
    model.add_all_different(queen[r] - r for r in range(n))
    model.add_all_different(queen[r] + r for r in range(n))
    return queen


def cards(model: cp_model.CpModel, n: int, k: int) -> list[cp_model.IntVar]:
    position = [[model.new_int_var(1, n * k, f"position{v}_{c}") for c in range(k)] for v in range(1, n + 1)]
    model.add_all_different(place for row in position for place in row)
    for v, row in enumerate(position, start=1):
        for here, there in pairwise(row):
            model.add(there == here + v + 1)
    return [place for row in position for place in row]


def latin(model: cp_model.CpModel, n: int) -> list[cp_model.IntVar]:
    square = [[model.new_int_var(1, n, f"cell{r}_{c}") for c in range(n)] for r in range(n)]
    for line in [*square, *zip(*square, strict=True)]:
        model.add_all_different(line)
    return [cell for row in square for cell in row]


def pigeonhole(model: cp_model.CpModel, pigeons: int, holes: int) -> list[cp_model.IntVar]:
    hole = [model.new_int_var(1, holes, f"hole{i}") for i in range(pigeons)]
    model.add_all_different(hole)
    return hole


class Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables, self.count = variables, 0

    def on_solution_callback(self) -> None:
        self.count += 1
        self.values = [self.value(x) for x in self.variables]


def main() -> None:
    question, puzzle, *rest = sys.argv[1:]
    phases.over("import")
    model = cp_model.CpModel()
    variables = globals()[puzzle](model, *(int(text) for text in rest if text.isdigit()))
    solver, counter = cp_model.CpSolver(), Counter(variables)
    solver.parameters.num_workers, solver.parameters.random_seed = 1, 0
    solver.parameters.enumerate_all_solutions = question == "count"
    if rest[-1] in STRATEGIES:
        model.add_decision_strategy(variables, *STRATEGIES[rest[-1]])
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
    phases.over("build")
    status = solver.solve(model, counter)
    phases.over("solve")
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and question == "count":
        sys.exit(f"not complete: {solver.status_name(status)}")
    say("count", counter.count)


if __name__ == "__main__":
    main()

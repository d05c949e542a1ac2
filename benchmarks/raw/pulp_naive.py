"""PuLP and its CBC the usual way: a 0/1 variable per cell, and after each solution a row that forbids it (a no-good cut).

For queens these are the rows of ours, in the same order, and with CBC's defaults CBC gets what the row `ilp+count=cuts` gives it.

python -m benchmarks.raw.pulp_naive count nqueens 6 ['["preprocess off"]']        what follows are options of CBC, none by default
"""

import json
import sys

from benchmarks.raw.phases import Phases, say

phases = Phases()

import pulp  # noqa: E402  # timed

from benchmarks.raw.cells import PUZZLES, Cells  # noqa: E402


def model_of(cells: Cells) -> tuple[pulp.LpProblem, dict[int, pulp.LpVariable]]:
    model = pulp.LpProblem("puzzle", pulp.LpMinimize)
    x = {cell: model.add_variable(f"x{cell - 1}", cat=pulp.LpBinary) for cell in range(1, cells.number + 1)}
    for group in cells.exactly_one + cells.at_most_one[: cells.taken]:
        model += pulp.lpSum(x[cell] for cell in group) == 1
    for group in cells.at_most_one[cells.taken :]:
        if len(group) > 1:
            model += pulp.lpSum(x[cell] for cell in group) <= 1
    for a, b in cells.implies:
        model += x[a] <= (x[b] if b else 0)
    return model, x


def main() -> None:
    question, puzzle, *rest = sys.argv[1:]
    options = json.loads(rest.pop()) if not rest[-1].isdigit() else []
    phases.over("import")
    cells = PUZZLES[puzzle](*map(int, rest))
    model, x = model_of(cells)
    phases.over("build")
    rows = len(model.constraints)
    cbc = pulp.PULP_CBC_CMD(msg=False, options=options)
    count = 0
    while model.solve(cbc) == pulp.LpStatusOptimal:
        count += 1
        if question == "find":
            break
        true = [variable for variable in x.values() if (variable.value() or 0) > 0.5]
        model += pulp.lpSum(true) <= len(true) - 1
    phases.over("solve")
    if question == "count" and model.status != pulp.LpStatusInfeasible:
        sys.exit(f"not complete: {pulp.LpStatus[model.status]}")
    say("variables", cells.number)
    say("constraints", rows)
    say("count", count)


if __name__ == "__main__":
    main()

"""Queens by CP-SAT as our backend does it: the same model and parameters through the compiled part of OR-Tools, without pandas,
its functions bound at their first call, which takes 15 ms from the import.

python -m benchmarks.raw.cpsat_same count nqueens 8 '{"view": "int", "parameters": "num_workers: 1 …", "strategy": "",
                                                      "read": true}'

`read`: take every solution's values out of the solver; false only counts, which shows what reading costs.
"""

import json
import os
import sys

from benchmarks.raw.phases import Phases, say

phases = Phases()

sys.setdlopenflags(os.RTLD_LAZY)
from ortools.sat.python import cp_model_helper as helper  # noqa: E402  # timed

from benchmarks.raw.cells import nqueens  # noqa: E402


def booleans(n: int) -> helper.CpModelProto:
    cells = nqueens(n)
    model, boolean = helper.CpModelProto(), helper.IntegerVariableProto()
    boolean.domain.extend([0, 1])
    model.variables.extend([boolean] * cells.number)
    for group in cells.exactly_one:
        model.constraints.add().exactly_one.literals.extend([cell - 1 for cell in group])
    for group in cells.at_most_one:
        if len(group) > 1:
            model.constraints.add().at_most_one.literals.extend([cell - 1 for cell in group])
    return model


def integers(n: int) -> helper.CpModelProto:
    lines = [f"variables {{ domain: [1, {n}] }}"] * n
    lines += [different([(r, sign * (r + 1)) for r in range(n)]) for sign in (0, -1, 1)]
    model = helper.CpModelProto()
    model.parse_text_format("\n".join(lines))
    return model


def different(terms: list[tuple[int, int]]) -> str:
    expressions = " ".join(f"exprs {{ vars: {x} coeffs: 1 offset: {offset} }}" for x, offset in terms)
    return f"constraints {{ all_diff {{ {expressions} }} }}"


class Counter(helper.SolutionCallback):
    def __init__(self, variables: int, read: bool) -> None:
        super().__init__()
        self.columns, self.count = range(variables if read else 0), 0

    def OnSolutionCallback(self) -> None:
        self.count += 1
        self.values = [self.SolutionIntegerValue(column) for column in self.columns]


def main() -> None:
    _, puzzle, n, settings = sys.argv[1:]
    if puzzle != "nqueens":
        sys.exit("this script is about queens only")
    chosen = json.loads(settings)
    phases.over("import")
    model = (booleans if chosen["view"] == "bool" else integers)(int(n))
    parameters, solver = helper.SatParameters(), helper.SolveWrapper()
    if not (model.merge_text_format(chosen["strategy"]) and parameters.parse_text_format(chosen["parameters"])):
        sys.exit("CP-SAT cannot read this")
    phases.over("build")
    counter = Counter(len(model.variables), chosen["read"])
    solver.set_parameters(parameters)
    solver.add_solution_callback(counter)
    response = solver.solve(model)  # type: ignore[no-untyped-call]  # its stub has no types
    phases.over("solve")
    if response.status not in (helper.CpSolverStatus.OPTIMAL, helper.CpSolverStatus.INFEASIBLE):
        sys.exit(f"not complete: {response.status.name}")
    say("variables", len(model.variables))
    say("constraints", len(model.constraints))
    say("count", counter.count)


if __name__ == "__main__":
    main()

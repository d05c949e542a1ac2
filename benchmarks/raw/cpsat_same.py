"""Queens by CP-SAT as our backend does it: the same model and parameters through the compiled part of OR-Tools, without pandas.

python -m benchmarks.raw.cpsat_same count nqueens 8 '{"view": "int", "parameters": "num_workers: 1 …", "strategy": "",
                                                      "read": true}'

`read`: take every solution's values out of the solver; false only counts, which shows what reading costs.
"""

import json
import sys

from benchmarks.raw.phases import Phases, say

phases = Phases()

from ortools.sat.python import cp_model_helper as helper  # noqa: E402  # timed

from benchmarks.raw.cells import nqueens  # noqa: E402


def booleans(n: int) -> list[str]:
    cells = nqueens(n)
    lines = ["variables { domain: [0, 1] }"] * cells.number
    lines += [_over("exactly_one", group) for group in cells.exactly_one]
    return lines + [_over("at_most_one", group) for group in cells.at_most_one if len(group) > 1]


def _over(kind: str, group: list[int]) -> str:
    return f"constraints {{ {kind} {{ literals: {[cell - 1 for cell in group]} }} }}"


def integers(n: int) -> list[str]:
    lines = [f"variables {{ domain: [1, {n}] }}"] * n
    return lines + [different([(r, sign * (r + 1)) for r in range(n)]) for sign in (0, -1, 1)]


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
    lines = (booleans if chosen["view"] == "bool" else integers)(int(n))
    variables = sum(line.startswith("variables") for line in lines)
    model, parameters, solver = helper.CpModelProto(), helper.SatParameters(), helper.SolveWrapper()
    parsed = model.parse_text_format("\n".join([*lines, chosen["strategy"]]))
    if not (parsed and parameters.parse_text_format(chosen["parameters"])):
        sys.exit("CP-SAT cannot read this")
    phases.over("build")
    counter = Counter(variables, chosen["read"])
    solver.set_parameters(parameters)
    solver.add_solution_callback(counter)
    response = solver.solve(model)  # type: ignore[no-untyped-call]  # its stub has no types
    phases.over("solve")
    if response.status not in (helper.CpSolverStatus.OPTIMAL, helper.CpSolverStatus.INFEASIBLE):
        sys.exit(f"not complete: {response.status.name}")
    say("variables", variables)
    say("constraints", len(lines) - variables)
    say("count", counter.count)


if __name__ == "__main__":
    main()

"""The one door to CBC: a problem goes out through PuLP, an answer comes back tested, or it raises.

PuLP builds the model and writes the MPS file (15 % of a count's time), and brings the binary. The binary is started
and read here, because PuLP's own reading loses what matters: it calls an incumbent at a time limit 'Optimal'.

Nothing is believed. CBC leaves garbage in the variables when it has no solution, honours its time limit late or never,
and is silently wrong with large coefficients. So its limits are never used (the guard kills the whole session, CBC
included), only two kinds of first line count as answers, and a solution is tested for integrality and then, in
integers, row by row. One problem per process: several in one return the first one's solution.
"""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory

import pulp

from backends.backend import BrokenAnswer, Refused
from backends.ilp.binary import path
from backends.ilp.model import Column, Row

TOLERANCE = 1e-6
OPTIMAL = "Optimal - objective value"
INFEASIBLE = ("Infeasible - objective value", "Integer infeasible - objective value")
SENSES = {"<=": pulp.LpConstraintLE, "==": pulp.LpConstraintEQ, ">=": pulp.LpConstraintGE}


@dataclass(frozen=True)
class Problem:
    columns: Sequence[Column]
    rows: Sequence[Row]
    costs: Mapping[int, int] = field(default_factory=dict)  # minimised


def to_pulp(problem: Problem) -> pulp.LpProblem:
    """Columns x0, x1, … and rows r0, r1, …: PuLP changes names that it does not like, so that two may become one."""
    model = pulp.LpProblem("threefold", pulp.LpMinimize)
    x = [
        model.add_variable(f"x{number}", 0, column.upper, pulp.LpInteger if column.integer else pulp.LpContinuous)
        for number, column in enumerate(problem.columns)
    ]
    model.setObjective(pulp.LpAffineExpression([(x[column], cost) for column, cost in problem.costs.items()]))
    for number, row in enumerate(problem.rows):
        left = pulp.LpAffineExpression([(x[column], a) for column, a in row.terms.items()])
        model.addConstraint(pulp.LpConstraint(left, SENSES[row.sense], f"r{number}", row.bound))
    return model


def solve(problem: Problem, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and tested, or None where it is proven that there is none."""
    number = "" if seed is None else str(1 + seed % 2_000_000_000)  # 0 would mean the time of day
    seeded = ("-randomCbcSeed", number, "-randomSeed", number) if number else ()
    with TemporaryDirectory(prefix="cbc-") as folder:
        model, answer = Path(folder, "model.mps"), Path(folder, "answer.txt")
        to_pulp(problem).writeMPS(str(model))
        command = [path(), str(model), *seeded, *options, "-solve", "-solution", str(answer)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0 or not answer.exists():
            raise Refused(f"CBC ended without an answer (exit status {done.returncode})")
        return read(answer.read_text(), problem)


def read(answer: str, problem: Problem) -> list[int] | None:
    status, _, values = answer.partition("\n")
    if status.startswith(INFEASIBLE):
        return None
    if not status.startswith(OPTIMAL):
        raise Refused(f"CBC gave up: {status}")
    solution = _integers(values, len(problem.columns))
    _test(problem, solution)
    return solution


def _integers(lines: str, columns: int) -> list[int]:
    """The values by column; CBC leaves out those that are 0, and PuLP the columns without a row."""
    solution = [0] * columns
    for line in lines.splitlines():
        name, value = line.replace("**", "").split()[1:3]  # ** marks what CBC itself finds infeasible
        number = float(value)
        if not isfinite(number) or abs(number - round(number)) > TOLERANCE:
            raise BrokenAnswer(f"CBC answers {name} = {value}, which is no integer")
        if name.startswith("x"):
            solution[int(name[1:])] = round(number)
    return solution


def _test(problem: Problem, solution: Sequence[int]) -> None:
    for number, (column, value) in enumerate(zip(problem.columns, solution, strict=True)):
        if not 0 <= value <= column.upper:
            raise BrokenAnswer(f"CBC answers x{number} = {value}, outside 0..{column.upper}")
    for row in problem.rows:
        value = sum(a * solution[column] for column, a in row.terms.items())
        if (value > row.bound and row.sense != ">=") or (value < row.bound and row.sense != "<="):
            raise BrokenAnswer(f"CBC answers {value} for a row of '{row.group}' that must be {row.sense} {row.bound}")

"""The race of sheet 003: backtracking, minisat and solve_nSAT, ours and those of a student.

A student's file has `reduce_nqueens_to_SAT(n)`, `solve_nSAT(clauses)` or both; a solver may also be any program. The SAT
solvers get a list of clauses as the sheet describes it; making it is timed apart. A time is from handing over the clauses, or
the spec, to the answer; for a program it includes its start and its files.

Every run is a guarded child, and every answer is checked (answers.py). The student's clauses are compared with the puzzle
(`relate`) for every board. After a limit or a mistake, larger boards are skipped for that contestant.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from shutil import which
from time import perf_counter
from typing import Never

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer
from threefold.backends.configuration import parse
from threefold.backends.sat.external import External
from threefold.backends.sat.solvers import Incremental, new_solver
from threefold.cnf.files import in_memory
from threefold.cnf.relate import relate_file
from threefold.cnf.relation import Relation
from threefold.cnf.student_code import ENCODER, SOLVER, clause_list, formula_of, load_function
from threefold.exercises.answers import Clauses, check_no_model, checked_columns, model_of, plain_clauses, variables
from threefold.exercises.sheet_003 import reduce_nqueens_to_SAT, solve_nSAT
from threefold.exercises.times import REDUCE, Lap
from threefold.guard import Limits, Report, Server, guarded
from threefold.language import LimitReached
from threefold.models import nqueens
from threefold.runs.instance import Instance

Solve = Callable[[], object]  # a model, or a word for "none"
PRELOAD = ("pysolvers", "threefold.backends.backtracking.program")  # their import is not part of a time
MINISAT = ("minisat", "{cnf}", "{out}")


@dataclass(frozen=True)
class Reduction:
    """Ours, or that of a student's file."""

    path: str | None = None

    def function(self) -> Callable[[int], object]:
        return load_function(self.path, ENCODER) if self.path else reduce_nqueens_to_SAT

    def clauses(self, n: int) -> Clauses:
        return clause_list(self.function()(n), f"{self.path}: the reduction of {n} queens")

    @property
    def name(self) -> str:
        return self.named(REDUCE)

    def named(self, name: str) -> str:
        return f"{_stem(self.path)}: {name}" if self.path else name


@dataclass(frozen=True)
class Contestant:
    name: str
    prepare: Callable[[Clauses], Solve]  # gets the clauses, returns the call that is timed
    reduction: Reduction | None  # whose clauses; None: it gets none


@dataclass(frozen=True)
class Entry:
    """What a student brings to the race."""

    reduce: str | None = None  # a file with reduce_nqueens_to_SAT or encode
    solver: str | None = None  # a file with solve_nSAT
    command: tuple[str, ...] = ()  # an external solver

    def reductions(self) -> list[Reduction]:
        return [Reduction(), *([Reduction(self.reduce)] if self.reduce else [])]

    def contestants(self) -> list[Contestant]:
        """Those that can take part here; a student's solvers get the student's clauses, if there are any."""
        theirs = self.reductions()[-1]
        found = [Contestant("backtracking", _backtracking, None)]
        for reduction in self.reductions():
            found += [Contestant(reduction.named(name), make, reduction) for name, make in _ours(reduction).items()]
        if self.solver:
            found.append(Contestant(f"{_stem(self.solver)}: solve_nSAT", partial(_student, self.solver), theirs))
        if self.command:
            name = f"{theirs.named(_stem(self.command[0]))} (command)"
            found.append(Contestant(name, partial(_program, self.command), theirs))
        return found

    @property
    def columns(self) -> list[str]:
        """The names in the order of the laps: the reductions, then the contestants."""
        return [racer.name for racer in self.racers()]

    def racers(self) -> list[Reduction | Contestant]:
        return [*self.reductions(), *self.contestants()]


def _ours(reduction: Reduction) -> Mapping[str, Callable[[Clauses], Solve]]:
    own = {} if reduction.path else {"solve_nSAT": _solve_nsat}
    return {**own, "minisat22": _minisat22, **({"minisat": partial(_program, MINISAT)} if which("minisat") else {})}


def _stem(path: str | None) -> str:
    return os.path.splitext(os.path.basename(path or ""))[0]


def race(sizes: Sequence[int], limits: Limits, entry: Entry | None = None) -> Iterator[list[Lap]]:
    entry, out = entry or Entry(), set[str]()
    with Server(preload=PRELOAD) as server:
        for n in sizes:
            laps = [_lap(server, racer, n, limits, skipped=racer.name in out) for racer in entry.racers()]
            out.update(lap.contestant for lap in laps if not lap.answered)
            yield laps


def _lap(server: Server, racer: Reduction | Contestant, n: int, limits: Limits, *, skipped: bool) -> Lap:
    if skipped:
        return Lap(n, racer.name, "skipped")
    outcome = guarded(server, run_lap, racer, n, limits=limits)
    if outcome.status == "done" and isinstance(outcome.value, Lap):
        return outcome.value
    status = {"timeout": "time limit", "memory": "memory limit"}.get(outcome.status, "failed")
    reason = str(outcome.error) if outcome.error else outcome.reason
    return Lap(n, racer.name, status, reason=reason)


def related(path: str, n: int, limits: Limits) -> Relation:
    """The student's clauses for a board against the puzzle."""
    try:
        text = formula_of(path, {"n": n}, limits)
    except LimitReached as error:
        return Relation("unknown", str(error))
    with in_memory(text, path) as file:
        return relate_file(Instance("nqueens", {"n": n}), file, limits=limits)


# In the guarded child


def run_lap(report: Report[Never], racer: Reduction | Contestant, n: int) -> Lap:
    try:
        return _timed_reduction(racer, n) if isinstance(racer, Reduction) else _timed_solver(racer, n)
    except BrokenAnswer as broken:
        return Lap(n, racer.name, "wrong", reason=str(broken))


def _timed_reduction(reduction: Reduction, n: int) -> Lap:
    function, start = reduction.function(), perf_counter()
    made = function(n)
    taken = perf_counter() - start
    clause_list(made, f"{reduction.path}: the reduction of {n} queens")  # a mistake in it is found here
    return Lap(n, reduction.name, "solved", taken)


def _timed_solver(contestant: Contestant, n: int) -> Lap:
    clauses: Clauses = contestant.reduction.clauses(n) if contestant.reduction else [["p", "cnf", n * n, 0]]
    solve = contestant.prepare(clauses)
    start = perf_counter()
    answer = solve()
    taken = perf_counter() - start
    model = model_of(answer, contestant.name)
    if model is None:
        check_no_model(contestant.name, clauses, n)
        return Lap(n, contestant.name, "no solution", taken)
    return Lap(n, contestant.name, "solved", taken, checked_columns(contestant.name, model, clauses, n))


def _backtracking(clauses: Clauses) -> Solve:
    n = round(int(clauses[0][2]) ** 0.5)
    program = find("backtracking").lower(nqueens.build(n), parse("backtracking", {}))

    def solve() -> list[int] | None:
        found = next(iter(program.load(seed=None, first=True)), None)
        return None if found is None else [row * n + column for row, column in enumerate(found)]

    return solve


def _solve_nsat(clauses: Clauses) -> Solve:
    return partial(solve_nSAT, clauses)


def _student(path: str, clauses: Clauses) -> Solve:
    return partial(load_function(path, SOLVER), [list(clause) for clause in clauses])  # it may change its list


def _minisat22(clauses: Clauses) -> Solve:
    return _incremental(clauses, lambda variables: new_solver("minisat22", variables, None))


def _program(command: Sequence[str], clauses: Clauses) -> Solve:
    return _incremental(clauses, lambda variables: External(command, variables))


def _incremental(clauses: Clauses, make: Callable[[int], Incremental]) -> Solve:
    number, plain = variables(clauses), list(plain_clauses(clauses))

    def solve() -> list[int] | None:
        solver = make(number)
        solver.add(plain)
        return solver.model() if solver.solve() else None

    return solve

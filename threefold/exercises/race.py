"""The race of sheet 003: backtracking, minisat and solve_nSAT, ours and those of a student.

A student's file has `reduce_nqueens_to_SAT(n)`, `solve_nSAT(clauses)` or both; a solver may also be any program. The SAT
solvers get a list of clauses as the sheet describes it; making it is timed apart. A time is CPU time, from handing over the
clauses, or the spec, to the answer: the median of five runs, or of fewer where they take long. A program's start is timed apart
too, as a run on a single clause, and taken off.

Every run is a guarded child, and every answer is checked (answers.py). The student's clauses are compared with the puzzle
(`relate`) for every board. After a limit or a mistake, larger boards are skipped for that contestant.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from statistics import median
from time import perf_counter, process_time
from typing import ClassVar

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
RUNS, ENOUGH = 5, 2.0  # no further run begins after so many seconds
ONE_CLAUSE: Clauses = [["p", "cnf", 1, 1], [1, 0]]


@dataclass(frozen=True)
class Reduction:
    """Ours, or that of a student's file."""

    path: str | None = None
    starts: ClassVar[bool] = False

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
    starts: bool = False  # each call starts a program


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
            found += _ours(reduction)
        if self.solver:
            found.append(Contestant(f"{_stem(self.solver)}: solve_nSAT", partial(_student, self.solver), theirs))
        if self.command:
            name = f"{theirs.named(_stem(self.command[0]))} (command)"
            found.append(Contestant(name, partial(_program, self.command), theirs, starts=True))
        return found

    @property
    def columns(self) -> list[str]:
        """The names in the order of the laps: the reductions, then the contestants, each program with its start."""
        return [name for racer in self.racers() for name in (racer.name, f"{racer.name}: start")[: 1 + racer.starts]]

    def racers(self) -> list[Reduction | Contestant]:
        return [*self.reductions(), *self.contestants()]


def _ours(reduction: Reduction) -> Iterator[Contestant]:
    if not reduction.path:
        yield Contestant("solve_nSAT", _solve_nsat, reduction)
    yield Contestant(reduction.named("minisat22"), _minisat22, reduction)
    if which(MINISAT[0]):
        yield Contestant(reduction.named(MINISAT[0]), partial(_program, MINISAT), reduction, starts=True)


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
    if outcome.status in ("done", "timeout", "memory") and isinstance(outcome.value, Lap):
        return outcome.value  # also where only a repetition reached the limit
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


def run_lap(report: Report[Lap], racer: Reduction | Contestant, n: int) -> Lap:
    try:
        return _timed_reduction(report, racer, n) if isinstance(racer, Reduction) else _timed_solver(report, racer, n)
    except BrokenAnswer as broken:
        return Lap(n, racer.name, "wrong", reason=str(broken))


def _timed_reduction(report: Report[Lap], reduction: Reduction, n: int) -> Lap:
    def checked(made: object) -> Lap:
        clause_list(made, f"{reduction.path}: the reduction of {n} queens")
        return Lap(n, reduction.name, "solved")

    return _median(report, lambda: partial(reduction.function(), n), checked)  # loaded anew: it may keep what it made


def _timed_solver(report: Report[Lap], racer: Contestant, n: int) -> Lap:
    clauses: Clauses = racer.reduction.clauses(n) if racer.reduction else [["p", "cnf", n * n, 0]]
    start = partial(racer.prepare, ONE_CLAUSE) if racer.starts else None
    return _median(report, partial(racer.prepare, clauses), partial(_checked, racer, n, clauses), start)


def _checked(contestant: Contestant, n: int, clauses: Clauses, answer: object) -> Lap:
    model = model_of(answer, contestant.name)
    if model is None:
        check_no_model(contestant.name, clauses, n)
        return Lap(n, contestant.name, "no solution")
    return Lap(n, contestant.name, "solved", columns=checked_columns(contestant.name, model, clauses, n))


def _median(
    report: Report[Lap],
    prepare: Callable[[], Solve],
    checked: Callable[[object], Lap],
    start: Callable[[], Solve] | None = None,
) -> Lap:
    """Reported after every run: the first answer counts also where a later run reaches a limit."""
    begun, lap = perf_counter(), None
    times, starts = list[float](), list[float]()
    while lap is None or (len(times) < RUNS and perf_counter() - begun < ENOUGH):
        answer, taken = _timed(prepare())
        times.append(taken)
        lap = lap or checked(answer)
        if start:
            starts.append(_timed(start())[1])
        once = median(starts) if starts else None
        lap = replace(lap, seconds=max(0.0, median(times) - (once or 0.0)), runs=len(times), start=once)
        report(lap)
    return lap


def _timed(call: Solve) -> tuple[object, float]:
    """The answer and its CPU time, of this process and of the programs that it waited for."""
    before = _cpu_seconds()
    answer = call()
    return answer, _cpu_seconds() - before


def _cpu_seconds() -> float:
    programs = getrusage(RUSAGE_CHILDREN)
    return process_time() + programs.ru_utime + programs.ru_stime


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

"""A DIMACS file or a puzzle, solved by any SAT solver; the answer has the form of the SAT competition.

The lines are made in the guarded child, where the limits hold, and passed on as they come. All models are found as on sheet 001:
a model, a clause that excludes it, the next model, until the solver finds no more.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import chain
from textwrap import wrap
from typing import Never

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Configuration, Refused
from threefold.backends.sat.clause_store import clauses_of
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.backends.sat.external import External
from threefold.backends.sat.solver_output import WIDTH, value_lines
from threefold.backends.sat.solvers import Incremental, new_solver
from threefold.cnf.files import File, Path, call_within, reachable
from threefold.cnf.sat_problem import FileProblem, PuzzleProblem
from threefold.format import many
from threefold.guard import Limits, Report
from threefold.language import BadInput, ThreefoldError
from threefold.runs.instance import Instance

AT_ONCE = 1 << 13  # lines


@dataclass(frozen=True)
class SatJob:
    source: Instance | Path | File  # a puzzle, or a DIMACS file (`-` is the standard input)
    configuration: Configuration  # of the backend sat
    command: Sequence[str] = ()  # an external program with its arguments, in place of the configuration's solver
    most: int | None = 1  # models; None for all
    trace: bool = False  # describe each model, and show its blocking clause
    seed: int | None = None
    lenient: bool = False  # accept a wrong or missing header and a missing last 0


@dataclass(frozen=True)
class SatResult:
    status: str  # sat, unsat or unknown
    models: int = 0  # complete ones
    reason: str | None = None  # why it is unknown

    @property
    def exit_code(self) -> int:
        """As in the SAT competition."""
        return {"sat": 10, "unsat": 20, "unknown": 3}[self.status]


@dataclass(frozen=True)
class SatAnswer:
    """What `tf.sat` returns; `print` shows it in the form of the SAT competition."""

    status: str  # sat, unsat or unknown
    models: tuple[tuple[int, ...], ...] = ()  # every variable's literal, in order
    names: Mapping[int, str] = field(default_factory=dict, repr=False)  # of the variables
    reason: str | None = None  # why it is unknown
    text: str = field(default="", repr=False)

    @property
    def model(self) -> tuple[int, ...] | None:
        return self.models[0] if self.models else None

    @property
    def true(self) -> tuple[tuple[str, ...], ...]:
        """The names of the true variables of each model."""
        return tuple(tuple(self.names[n] for n in model if n in self.names) for model in self.models)

    @property
    def exit_code(self) -> int:
        return SatResult(self.status).exit_code

    def __str__(self) -> str:
        return self.text.rstrip("\n")


@dataclass(frozen=True)
class SatLines:
    """Lines to be printed at once."""

    text: str
    models: int  # complete ones so far


def solve_cnf(job: SatJob, *, limits: Limits, on_text: Callable[[str], None]) -> SatResult:
    """`on_text` gets the lines of the answer. A wrong answer of the solver is a ThreefoldError."""
    models = 0

    def receive(value: object) -> None:
        nonlocal models
        assert isinstance(value, SatLines)
        models = value.models
        on_text(value.text)

    with ExitStack() as stack:
        if not isinstance(job.source, Instance | File):
            job = replace(job, source=stack.enter_context(reachable(job.source)))
        try:
            outcome = call_within(limits, decide, job, on_progress=receive)
        except ThreefoldError as error:
            if not models and not isinstance(error, BadInput):
                on_text("s UNKNOWN\n")
            raise
    if isinstance(outcome.value, SatResult):
        result = outcome.value
    elif models and job.most == 1:
        result = SatResult("sat", models)  # the limit came after the answer
    else:
        found = f": at least {many(models, 'model')}" if models else ""
        result = SatResult("unknown", models, f"{outcome.reason}{found}")
    if result.status == "unknown":
        on_text(f"c {result.reason}\n" + ("" if models else "s UNKNOWN\n"))
    return result


def answer_cnf(job: SatJob, *, limits: Limits) -> SatAnswer:
    """The models of a file or an encoder as data."""
    texts: list[str] = []
    assert not isinstance(job.source, Instance | File)
    with reachable(job.source) as file:
        names = call_within(limits, _names, file, job.lenient).value
        result = solve_cnf(replace(job, source=file), limits=limits, on_text=texts.append)
    text = "".join(texts)
    values = [int(word) for line in text.splitlines() if line.startswith("v ") for word in line.split()[1:]]
    models = tuple(map(tuple, clauses_of(values)))
    return SatAnswer(result.status, models, names if isinstance(names, dict) else {}, result.reason, text)


def _names(report: Report[Never], file: File, lenient: bool) -> dict[int, str]:
    return dict(read_dimacs(file.path, file.name, lenient=lenient).names)


def decide(report: Report[SatLines], job: SatJob) -> SatResult:
    """In the guarded child."""
    try:
        return _Decision(report, job).decide()
    except Refused as refusal:
        return SatResult("unknown", reason=str(refusal))
    except BrokenAnswer as broken:
        raise ThreefoldError(str(broken)) from None


class _Decision:
    def __init__(self, report: Report[SatLines], job: SatJob) -> None:
        self._report, self._job, self._models, self._note = report, job, 0, ""
        self._name = " ".join(job.command) or find("sat").version(job.configuration.solver)
        self._problem: PuzzleProblem | FileProblem
        if isinstance(job.source, Instance):
            self._problem = PuzzleProblem(job.source, job.configuration)
        else:
            assert isinstance(job.source, File)
            self._problem = FileProblem(
                job.source, job.lenient, once=job.most == 1, checked=bool(job.command), traced=job.trace
            )

    def decide(self) -> SatResult:
        job, problem = self._job, self._problem
        self._comment(*problem.headline, f"solver: {self._name}")
        solver: Incremental = (
            External(job.command, problem.variables)
            if job.command
            else new_solver(job.configuration.solver, problem.variables, job.seed)
        )
        problem.feed(solver)
        while solver.solve():
            model = solver.model()[: problem.variables]
            self._found(solver, model)
            if self._models == job.most:
                if job.most != 1:
                    self._comment(f"stopped after {many(self._models, 'model')} (--limit): there may be more")
                return SatResult("sat", self._models)
            blocking, note = problem.blocking(model)
            solver.add([blocking])
            if job.trace:
                self._comment(f"blocking clause: {' '.join(map(str, (*blocking, 0)))}")
                self._comment(*([f"  ({note})"] if note != self._note else []))
                self._note = note
        return self._exhausted(solver)

    def _found(self, solver: Incremental, model: list[int]) -> None:
        if fault := self._problem.fault(model):
            raise BrokenAnswer(f"{self._name} is wrong: its model {fault}")
        if self._models == 0:
            self._print(["s SATISFIABLE"])
        self._comment(*_notes(solver))
        self._print(chain(self._heading(model), value_lines(model)), models=1)

    def _heading(self, model: list[int]) -> Iterator[str]:
        words, drawing = self._problem.described(model) if self._job.trace else ("", "")
        if self._job.most != 1 or self._job.trace:
            yield from _commented(f"model {self._models + 1}" + (f": {words}" if words else ""))
        yield from (f"c   {line}" for line in drawing.splitlines())

    def _exhausted(self, solver: Incremental) -> SatResult:
        self._comment(*_notes(solver))
        known, found = self._problem.known, many(self._models, "model") if self._models else "no model"
        if known and known[0] != self._models:
            wrong = f"it found {found}, but {known[0]:,} is the known number ({known[1]})"
            raise BrokenAnswer(f"{self._name} is wrong: {wrong}")
        if isinstance(solver, External) and not known:
            self._comment("only the solver says that there are no (more) models; this was not checked")
        if not self._models:
            self._print(["s UNSATISFIABLE"])
            return SatResult("unsat")
        source = f"; that is the known number ({known[1]})" if known else ""
        self._comment(f"unsatisfiable now: {found} over {self._problem.counted_over}{source}")
        return SatResult("sat", self._models)

    def _comment(self, *texts: str) -> None:
        for text in texts:
            self._print(_commented(text))

    def _print(self, lines: Iterable[str], models: int = 0) -> None:
        """No limit cuts what is passed on at once. With the last line so many more models are complete."""
        waiting: list[str] = []
        for line in lines:
            waiting.append(f"{line}\n")
            if len(waiting) == AT_ONCE:
                self._report(SatLines("".join(waiting), self._models))
                waiting = []
        self._models += models
        self._report(SatLines("".join(waiting), self._models))


def _notes(solver: Incremental) -> Sequence[str]:
    return solver.notes if isinstance(solver, External) else ()


def _commented(text: str) -> Iterator[str]:
    return (f"c {line}" for line in wrap(text, WIDTH - 2, subsequent_indent="  ", break_on_hyphens=False))

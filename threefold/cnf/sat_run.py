"""What happens in the guarded child of `threefold sat`: read or lower, solve, and answer in the SAT competition's form.

The lines are made here, where the limits hold, and spoken through the guard's channel; the command only prints them. All
models are found as on sheet 001: a model, a clause that forbids it, the next model, until there is none.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from textwrap import wrap

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.sat.external import External
from threefold.backends.sat.solver_output import WIDTH, value_lines
from threefold.backends.sat.solvers import Incremental, new_solver
from threefold.cnf.messages import Decision, Job, Spoken
from threefold.cnf.sat_problem import FileProblem, Problem, PuzzleProblem
from threefold.guard import Report
from threefold.runs.instance import Instance

AT_ONCE = 1 << 13  # lines


def decide(report: Report, job: Job) -> Decision:
    try:
        return _Deciding(report, job).decide()
    except Refused as refusal:
        return Decision("unknown", str(refusal))
    except BrokenAnswer as broken:
        return Decision("error", str(broken))


class _Deciding:
    def __init__(self, report: Report, job: Job) -> None:
        self._report, self._job, self._models = report, job, 0
        self._name = " ".join(job.command) or find("sat").version(job.configuration.solver)

    def decide(self) -> Decision:
        problem = self._problem()
        self._comment(*problem.headline, f"solver: {self._name}")
        solver: Incremental = (
            External(self._job.command, problem.variables)
            if self._job.command
            else new_solver(self._job.configuration.solver, problem.variables, self._job.seed)
        )
        problem.feed(solver)
        while solver.solve():
            model = solver.model()[: problem.variables]
            self._found(problem, solver, model)
            if self._models == self._job.most:
                return self._cut()
            blocking = problem.blocking(model)
            solver.add([blocking])
            if self._job.trace:
                self._comment(f"blocking clause: {' '.join(map(str, (*blocking, 0)))}")
        return self._exhausted(problem, solver)

    def _problem(self) -> Problem:
        if isinstance(self._job.source, Instance):
            return PuzzleProblem(self._job.source, self._job.configuration)
        return FileProblem(self._job.source, once=self._job.most == 1, checked=bool(self._job.command))

    def _found(self, problem: Problem, solver: Incremental, model: list[int]) -> None:
        fault = problem.fault(model)
        if fault:
            raise BrokenAnswer(f"{self._name} is wrong: its model {fault}")
        if self._models == 0:
            self._speak(["s SATISFIABLE"])
        self._note(solver)
        self._speak(chain(self._heading(problem, model), value_lines(model)), models=1)

    def _heading(self, problem: Problem, model: list[int]) -> Iterator[str]:
        if self._job.most != 1 or self._job.trace:
            words = problem.in_words(model) if self._job.trace else ""
            yield from _commented(f"model {self._models + 1}" + (f": {words}" if words else ""))
        if self._job.trace:
            yield from (f"c   {line}" for line in problem.drawing(model).splitlines())

    def _cut(self) -> Decision:
        if self._job.most != 1:
            self._comment(f"stopped after {_models(self._models)} (--limit): there may be more")
        return Decision("sat")

    def _exhausted(self, problem: Problem, solver: Incremental) -> Decision:
        self._note(solver)
        known = problem.known()
        if known and known[0] != self._models:
            found = _models(self._models) if self._models else "no model"
            raise BrokenAnswer(
                f"{self._name} is wrong: it found {found}, but {known[0]} is the known number ({known[1]})"
            )
        if isinstance(solver, External) and not known:
            self._comment("that there are no (more) models is the solver's word alone: nothing here checked it")
        if not self._models:
            self._speak(["s UNSATISFIABLE"])
            return Decision("unsat")
        source = f"; that is the known number ({known[1]})" if known else ""
        self._comment(f"unsatisfiable now: {_models(self._models)} over {problem.counted_over}{source}")
        return Decision("sat")

    def _note(self, solver: Incremental) -> None:
        if isinstance(solver, External):
            self._comment(*solver.notes)

    def _comment(self, *texts: str) -> None:
        for text in texts:
            self._speak(_commented(text))

    def _speak(self, lines: Iterable[str], models: int = 0) -> None:
        """What is spoken at once, as a model is that is not huge, no limit cuts; with its last line so many are complete."""
        waiting: list[str] = []
        for line in lines:
            waiting.append(f"{line}\n")
            if len(waiting) == AT_ONCE:
                self._report(Spoken("".join(waiting), self._models))
                waiting = []
        self._models += models
        self._report(Spoken("".join(waiting), self._models))


def _commented(text: str) -> Iterator[str]:
    return (f"c {line}" for line in wrap(text, WIDTH - 2, subsequent_indent="  ", break_on_hyphens=False))


def _models(count: int) -> str:
    return f"{count} model{'' if count == 1 else 's'}"

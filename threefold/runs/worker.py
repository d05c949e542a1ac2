"""What happens in the guarded child: build, lower, load, and stream the solutions through the tally. Every phase has a name."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from time import perf_counter
from typing import Any, TypeVar

from threefold.backends import find
from threefold.backends.backend import (
    EVERYTHING,
    BrokenAnswer,
    Configuration,
    CountingSearch,
    Cube,
    Program,
    Refused,
    Search,
)
from threefold.checker import brute_force
from threefold.checker.fingerprint import bucket_of
from threefold.checker.judge import Vote
from threefold.checker.record import Record
from threefold.checker.tally import Tally
from threefold.checker.witness import Witness, blame, rejecting_groups
from threefold.language import Assignment, Puzzle, Solution, Spec
from threefold.runs import certify
from threefold.runs.instance import Instance, Question

Report = Callable[[object], None]
T = TypeVar("T")

REPORT_EVERY = 0.1  # seconds; what a killed run has reported is its lower bound
BRUTE_FORCE = 5_000  # assignments that brute force tries in a few milliseconds


@dataclass(frozen=True)
class Description:
    """The spec in numbers, and what is known of it from outside the backends."""

    variables: int
    derived: int
    constraints: int
    groups: int
    votes: tuple[Vote, ...]
    known: int | None


def describe(report: Report, instance: Instance) -> Description:
    puzzle, spec = instance.load()
    known = None if instance.givens or instance.leaders else puzzle.known_count(instance.parameters)
    votes = [Vote(f"the known number ({known[1]})", known[0])] if known else []
    if not known and brute_force.assignments(spec) <= BRUTE_FORCE:
        votes.append(Vote("the number by brute force", len(brute_force.projected(spec))))
    return Description(
        variables=len(spec.variables),
        derived=len(spec.variables) - len(spec.decisions),
        constraints=sum(1 for _ in spec.posted),
        groups=len(spec.groups),
        votes=tuple(votes),
        known=known[0] if known else None,
    )


def measure(report: Report, instance: Instance, configuration: Configuration, question: Question) -> Record:
    return Measurement(report, instance, configuration, question).count(EVERYTHING)


@dataclass
class Measurement:
    """One program that is asked for all solutions, or for those of one cube after another; every phase is timed."""

    report: Report
    instance: Instance
    configuration: Configuration
    question: Question
    seconds: dict[str, float] = field(default_factory=dict)
    solver: str = ""  # for people, with its version; asked for where it is not given

    def count(self, cube: Cube) -> Record:
        """The answer for this part of the search space; may be asked again for another."""
        self.answer = Record(self.configuration, self.configuration.solver, "unknown")
        try:
            program = self._program
            self._know(solver=self.solver, size=program.size)
            search = self._load(program, cube)
            self._know(method=search.method)
            if isinstance(search, CountingSearch):
                return self._count(search)
            return self._stream(Tally(self.spec, keep=max(1, self.question.show), cube=cube), search)
        except Refused as refusal:
            return replace(self.answer, status="unknown", reason=str(refusal), seconds=self.seconds)
        except BrokenAnswer as broken:
            return replace(self.answer, status="error", reason=str(broken), seconds=self.seconds)

    def _load(self, program: Program, cube: Cube) -> Search:
        seed, most = self.question.seed, self.question.most
        if most is not None or not certify.wanted(self.configuration):
            return self._timed("load", lambda: program.load(seed=seed, first=most == 1, cube=cube))
        known = self._timed("known", lambda: certify.known_solutions(self.spec, seed, cube))
        return self._timed("load", lambda: certify.certificate(program, known, seed, cube))

    @cached_property
    def built(self) -> tuple[Puzzle, Spec]:
        return self._timed("build", self.instance.load)

    @cached_property
    def _program(self) -> Program:
        backend = find(self.configuration.backend)
        if not self.solver:
            self.solver = backend.version(backend.answering(self.configuration))
            self._know(solver=self.solver)
        self._timed("import", lambda: [import_module(module) for module in backend.preload])
        self.puzzle, self.spec = self.built
        return self._timed("lower", lambda: backend.lower(self.spec, self.configuration))

    def _know(self, **facts: Any) -> None:
        """Reported at once: what a killed run has reported is all that is known of it."""
        self.answer = replace(self.answer, seconds=dict(self.seconds), **facts)
        self.report(self.answer)

    def _timed(self, phase: str, action: Callable[[], T]) -> T:
        start = perf_counter()
        result = action()
        self.seconds[phase] = perf_counter() - start
        return result

    def _count(self, search: CountingSearch) -> Record:
        """Without solutions: nothing was checked, and there is no fingerprint."""
        if self.question.most is not None:
            raise Refused(f"{search.method} counts all solutions and shows none")
        count = self._timed("solve", search.count)
        return replace(
            self.answer,
            status="sat" if count else "unsat",
            count=count,
            count_is="exact",
            seconds=dict(self.seconds),
            statistics=search.statistics(),
        )

    def _stream(self, tally: Tally, search: Search) -> Record:
        start = reported = perf_counter()
        checking, cut = 0.0, False
        with closing(iter(search)) as stream:
            for assignment in stream:
                arrived = perf_counter()
                if not tally.count:
                    self.seconds["first"] = arrived - start
                tally.add(assignment)
                now = perf_counter()
                checking += now - arrived
                self.seconds |= {"check": checking, "solve": now - start - checking}
                if tally.count == self.question.most:
                    cut = True
                    break
                if now - reported > REPORT_EVERY or tally.count == 1:
                    reported = now
                    self.report(self._answer(tally, search, "unknown", "at_least"))
        self.seconds |= {"check": checking, "solve": perf_counter() - start - checking}
        answer = self._answer(tally, search, "sat" if tally.count else "unsat", "at_least" if cut else "exact")
        return replace(answer, reason=_cut_reason(self.question) if cut else None)

    def _answer(self, tally: Tally, search: Search, status: str, count_is: str) -> Record:
        self.answer = replace(
            self.answer,
            status=status,
            count=tally.count,
            count_is=count_is,
            verified=tally.verified,
            fingerprint=tally.fingerprint,
            fault=tally.fault or certify.fault_of(search),
            solutions=tuple(tally.kept),
            drawings=tuple(self._draw(tally.spec, kept) for kept in tally.kept[: self.question.show]),
            seconds=dict(self.seconds),
            statistics=search.statistics(),
        )
        return self.answer

    def _draw(self, spec: Spec, assignment: Assignment) -> str:
        return self.puzzle.draw(Solution(spec, assignment))


def _cut_reason(question: Question) -> str:
    return "first solution only" if question.most == 1 else f"first {question.most} only"


def collect(
    report: Report, instance: Instance, configuration: Configuration, question: Question, bucket: int
) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The solutions of one bucket of the fingerprint, enumerated again, by their decision values."""
    _, spec = instance.load()
    search = find(configuration.backend).lower(spec, configuration).load(seed=question.seed, first=False)
    decisions = [x.position for x in spec.decisions]
    found, reported = {}, perf_counter()
    with closing(iter(search)) as stream:
        for assignment in stream:
            key = tuple(assignment[position] for position in decisions)
            if bucket_of(key) == bucket:
                found[key] = tuple(assignment)
            if perf_counter() - reported > REPORT_EVERY:
                reported = perf_counter()
                report(found)
    return found


def witness_of_missing(
    report: Report, instance: Instance, configuration: Configuration, row: str, assignment: tuple[int, ...]
) -> Witness:
    """The witness of a solution that this configuration lacks: fixed in its program, what rejects it?"""
    puzzle, spec = instance.load()
    program = find(configuration.backend).lower(spec, configuration)
    return witness(puzzle, spec, assignment, blame(row, rejecting_groups(program, assignment)))


def show(report: Report, instance: Instance, assignment: tuple[int, ...], sentence: str) -> Witness:
    """The witness of an assignment that should not have been reported."""
    return witness(*instance.load(), assignment, sentence)


def witness(puzzle: Puzzle, spec: Spec, assignment: tuple[int, ...], sentence: str) -> Witness:
    solution = Solution(spec, assignment)
    try:
        drawing = puzzle.draw(solution)
    except Exception:  # a drawing may rely on what the assignment violates; the values are shown in any case
        drawing = ""
    return Witness(assignment, sentence, str(solution), drawing)

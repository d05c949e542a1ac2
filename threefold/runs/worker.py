"""A run in its guarded child: build, lower, load, and stream the solutions through the tally. Every phase is timed."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from math import inf
from typing import Any, Never

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
from threefold.backends.blocks import BLOCK_SECONDS, cut
from threefold.checker import brute_force
from threefold.checker.judge import Vote
from threefold.checker.record import Record
from threefold.checker.tally import Tally
from threefold.guard import Report
from threefold.guard.outcome import describe_error
from threefold.language import BadInput, Puzzle, Solution, Spec
from threefold.language.canonical import digest
from threefold.runs.clock import Clock
from threefold.runs.instance import Instance, Question

REPORT_EVERY = 0.1  # seconds; what a killed run has reported is its lower bound
BRUTE_FORCE = 5_000  # assignments that brute force tries quickly


@dataclass(frozen=True)
class Description:
    """The size of the spec, and counts from outside the backends."""

    variables: int
    values: int  # of all domains together
    derived: int
    constraints: int
    groups: int
    votes: tuple[Vote, ...]
    known: int | None
    sense: str | None = None  # of the objective: minimize or maximize
    optima: tuple[Vote, ...] = ()  # known values of the objective


def describe(report: Report[Never], instance: Instance) -> Description:
    puzzle, spec = instance.load()
    plain = not instance.givens and not instance.leaders
    known = puzzle.known_count(instance.parameters) if plain and instance.objective is None else None
    optimum = puzzle.known_optimum(instance.parameters) if plain else None
    votes = [Vote(f"the known number ({known[1]})", known[0])] if known else []
    if not known and brute_force.assignments(spec) <= BRUTE_FORCE:
        votes.append(Vote("the number by brute force", len(brute_force.projected(spec))))
    return Description(
        variables=len(spec.variables),
        values=sum(len(x.domain) for x in spec.variables),
        derived=len(spec.variables) - len(spec.decisions),
        constraints=sum(1 for _ in spec.posted),
        groups=len(spec.groups),
        votes=tuple(votes),
        known=known[0] if known else None,
        sense=spec.objective.sense if spec.objective else None,
        optima=(Vote(f"the known optimum ({optimum[1]})", optimum[0]),) if optimum else (),
    )


def measure(report: Report[Record], instance: Instance, configuration: Configuration, question: Question) -> Record:
    return Measurement(report, instance, configuration, question).count(EVERYTHING)


@dataclass
class Measurement:
    """One program that is asked for all solutions, or for those of one cube after another; every phase is timed."""

    report: Report[Record]
    instance: Instance
    configuration: Configuration
    question: Question
    clock: Clock = field(default_factory=Clock)
    solver: str = ""  # with its version; the backend is asked if it is empty
    digest: str | None = None  # of the spec, if the question asks for it

    def count(self, cube: Cube) -> Record:
        """The answer for this part of the search space; can be called again for another part."""
        self.answer = Record(self.configuration, self.configuration.solver, "unknown")
        try:
            program = self._program
            self.know(solver=self.solver, size=program.size, spec=self.digest)
            if self.question.optimum:
                from threefold.runs.optimise import optimise

                return optimise(self, program)
            seed, first = self.question.seed, self.question.most == 1
            search = self.clock.timed("load", lambda: program.load(seed=seed, first=first, cube=cube))
            self.know(method=program.method(search))
            if isinstance(search, CountingSearch):
                return self._count(search)
            return self._stream(Tally(self.spec, keep=max(1, self.question.show), cube=cube), search)
        except Refused as refusal:
            return replace(self.answer, status="unknown", reason=str(refusal), seconds=self.clock.so_far())
        except BrokenAnswer as broken:
            return replace(self.answer, status="error", reason=str(broken), seconds=self.clock.so_far())

    @cached_property
    def built(self) -> tuple[Puzzle, Spec]:
        return self.clock.timed("build", self.instance.load)

    @cached_property
    def _program(self) -> Program:
        backend = find(self.configuration.backend)
        with self.clock.outside():
            one = self.question.optimum or self.question.most == 1
            self.solver = self.solver or backend.named(self.configuration, one=one)
        for module in backend.preload:
            import_module(module)
        self.know(solver=self.solver)
        self.puzzle, self.spec = self.built
        if self.question.identify:
            with self.clock.outside():
                self.digest = digest(self.spec)
        return self.clock.timed("lower", lambda: backend.lower(self.spec, self.configuration))

    def know(self, **facts: Any) -> None:
        """Report what is known: of a killed run nothing else remains."""
        self.answer = replace(self.answer, seconds=self.clock.so_far(), **facts)
        self.tell(self.answer)

    def tell(self, so_far: Record) -> None:
        with self.clock.outside():
            self.report(so_far)

    def _count(self, search: CountingSearch) -> Record:
        """Count without solutions: nothing is checked, and there is no fingerprint."""
        if self.question.most is not None:
            raise Refused(f"{search.method} counts all solutions and shows none")
        count = self.clock.timed("solve", search.count)
        return replace(
            self.answer,
            status="sat" if count else "unsat",
            count=count,
            count_is="exact",
            seconds=self.clock.so_far(),
            statistics=search.statistics(),
            decided_by=search.decided_by(),
        )

    def _stream(self, tally: Tally, search: Search) -> Record:
        clock, most = self.clock, self.question.most
        start, reported, checking = clock.wall(), -inf, 0.0
        # A block may hold more solutions than are wanted, and the solver would search for them.
        try:
            with closing(search.blocks() if most is None else cut(iter(search), most)) as blocks:
                for block in blocks:
                    arrived = clock.wall()
                    if not tally.count:
                        clock.seconds["first"] = arrived - start
                    tally.extend(block)
                    now = clock.wall()
                    checking += now - arrived
                    clock.seconds |= {"check": checking, "solve": now - start - checking}
                    if tally.count == most:
                        break
                    if now - reported > REPORT_EVERY - BLOCK_SECONDS:
                        reported = now
                        self.tell(self._answer(tally, search, "unknown", "at_least"))
        finally:  # also where the search refuses
            clock.seconds |= {"check": checking, "solve": clock.wall() - start - checking}
        limited = most is not None and tally.count == most
        answer = self._answer(tally, search, "sat" if tally.count else "unsat", "at_least" if limited else "exact")
        only = "first solution only" if most == 1 else f"first {most} only"
        return replace(answer, reason=only if limited else None)

    def _answer(self, tally: Tally, search: Search, status: str, count_is: str) -> Record:
        with self.clock.outside():
            drawings = self._drawings(tally.kept[: self.question.show])
        self.answer = replace(
            self.answer,
            status=status,
            count=tally.count,
            count_is=count_is,
            verified=tally.verified,
            fingerprint=tally.fingerprint,
            fault=tally.fault,
            solutions=tuple(tally.kept),
            drawings=drawings,
            seconds=self.clock.so_far(),
            statistics=search.statistics(),
            found_by={name: found for name, found in search.found_by().items() if found},
            decided_by=search.decided_by() if count_is == "exact" else "",
        )
        return self.answer

    def _drawings(self, solutions: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
        """Each is drawn once, and not for every report."""
        new = [drawing_of(self.puzzle, Solution(self.spec, each)) for each in solutions[len(self.answer.drawings) :]]
        return (*self.answer.drawings, *new)


def drawing_of(puzzle: Puzzle, solution: Solution) -> str:
    """A mistake in the puzzle's `draw` costs the drawing, not the answer."""
    try:
        return puzzle.draw(solution)
    except Exception as error:
        reason = str(error) if isinstance(error, BadInput) else describe_error(error)
        return f"{solution}\n(draw failed: {reason})"

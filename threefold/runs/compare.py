"""A comparison: one guarded run per configuration, the judge's verdict on the records, and a witness where they disagree.

Rows go one after another, so that their times are fair, or side by side when asked for. The spec is built in the guarded
children only: a huge or looping puzzle must not take this process with it.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain
from selectors import EVENT_READ, DefaultSelector
from typing import Protocol

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.configuration import check_installed
from threefold.checker.judge import Verdict, Vote, judge, name
from threefold.checker.orbits import Classes
from threefold.checker.record import Record
from threefold.checker.witness import Witness
from threefold.guard import Limits, Outcome, Progress, Server, guarded
from threefold.language import BadInput
from threefold.runs.checkpoint import Ledger
from threefold.runs.count import ParallelCount, hired
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import call
from threefold.runs.worker import Description, collect, describe, measure, show, witness_of_missing

TICK = 0.2  # seconds between two looks at the clock while nothing happens


class Watcher(Protocol):
    """Who wants to see the runs while they go on."""

    def started(self, configuration: Configuration) -> None: ...
    def progressed(self, configuration: Configuration, so_far: Record) -> None: ...
    def finished(self, record: Record) -> None: ...
    def ticked(self) -> None: ...  # now and then


@dataclass(frozen=True)
class Comparison:
    description: Description | None  # None where even building the spec hit a limit
    records: tuple[Record, ...]
    verdict: Verdict
    witness: Witness | None
    classes: Classes | None = None  # where solutions were counted up to symmetry


@dataclass(frozen=True)
class Experiment:
    """What is asked of every configuration, and under which limits."""

    instance: Instance
    question: Question
    limits: Limits
    votes: tuple[Vote, ...] = ()  # counts that are known from elsewhere, beside those of the puzzle

    def compare(
        self,
        configurations: Sequence[Configuration],
        watcher: Watcher,
        *,
        parallel: bool = False,
        jobs: int = 1,
        resume: str | None = None,
        cluster: str | None = None,
    ) -> Comparison:
        """`jobs` children count each row, or the cluster does, in a ledger at `resume` (which only one row can have)."""
        if self.question.most is not None:
            for each in configurations:
                find(each.backend).check_limit(each)
        check_installed(configurations)
        divided = jobs > 1 or resume is not None or cluster is not None
        hands = jobs if divided and cluster is None else 0
        with Server() as server, ExitStack() as opened:
            crew = hired(opened, configurations[0], hands)  # they load while the spec is described
            description = self._describe(server)
            if divided:
                crews = chain([crew], (hired(opened, each, hands) for each in configurations[1:]))
                rows = zip(configurations, crews, strict=True)
                records = [self._in_cubes(server, *row, watcher, jobs, resume, cluster) for row in rows]
            else:
                records = self._runs(server, configurations, watcher, len(configurations) if parallel else 1)
            verdict = judge(records, (*self.votes, *(description.votes if description else ())))
            witness = self._witness(server, verdict, records)
        return Comparison(description, tuple(records), verdict, witness)

    def _describe(self, server: Server) -> Description | None:
        outcome = call(server, describe, self.instance, limits=self.limits)
        if outcome.status == "raised":
            raise BadInput(f"{self.instance.puzzle}: the puzzle cannot be built: {outcome.reason}")
        return outcome.value if isinstance(outcome.value, Description) else None

    def _in_cubes(
        self,
        server: Server,
        configuration: Configuration,
        crew: Sequence[Server],
        watcher: Watcher,
        jobs: int,
        resume: str | None,
        cluster: str | None,
    ) -> Record:
        watcher.started(configuration)
        with ExitStack() as stack:
            for each in crew:
                stack.push(each)  # what goes on after a failure must not disturb the next row
            ledger = None if resume is None else stack.enter_context(Ledger(resume))
            row = ParallelCount(self.instance, configuration, self.question, self.limits, jobs, watcher, crew, ledger)
            if cluster is not None:
                from threefold.runs.cluster.counting import on_cluster

                row = stack.enter_context(on_cluster(row, cluster))
            record = row.record(server)
        watcher.finished(record)
        return record

    def _runs(
        self, server: Server, configurations: Sequence[Configuration], watcher: Watcher, width: int
    ) -> list[Record]:
        """A record per configuration, in their order; `width` of the runs go on at the same time, a server for each."""
        waiting = list(enumerate(configurations))
        records: dict[int, Record] = {}
        with ExitStack() as stack, DefaultSelector() as selector:
            servers = [server] + [stack.enter_context(Server()) for _ in range(width - 1)]
            for idle in servers[: len(waiting)]:
                selector.register(idle, EVENT_READ, (idle, self._start(idle, waiting, watcher)))
            while selector.get_map():
                watcher.ticked()
                for key, _ in selector.select(timeout=TICK):
                    running, row = key.data
                    message = running.receive()
                    if isinstance(message, Progress):
                        if isinstance(message.value, Record):
                            watcher.progressed(configurations[row], message.value)
                        continue
                    records[row] = record_of(configurations[row], message)
                    watcher.finished(records[row])
                    selector.unregister(running)
                    if waiting:
                        selector.register(running, EVENT_READ, (running, self._start(running, waiting, watcher)))
        return [records[row] for row in range(len(configurations))]

    def _start(self, server: Server, waiting: list[tuple[int, Configuration]], watcher: Watcher) -> int:
        row, configuration = waiting.pop(0)
        watcher.started(configuration)
        server.submit(measure, self.instance, configuration, self.question, limits=self.limits)
        return row

    def _witness(self, server: Server, verdict: Verdict, records: Sequence[Record]) -> Witness | None:
        accused, accuser = verdict.accused, verdict.accuser
        if accused and accused.fault and accused.fault.verb == "rejects":
            details = (accused.configuration, name(accused, records), accused.fault.assignment)
            return self._ask(server, witness_of_missing, *details)
        if accused and accused.fault:
            sentence = accused.fault.reason + (" it" if accused.fault.verb == "has" else "")
            return self._ask(server, show, accused.fault.assignment, sentence)
        if not accused or not accuser:
            return None
        lacking, assignment = self._missing(server, accused, accuser)
        if assignment is None:
            return None
        return self._ask(server, witness_of_missing, lacking.configuration, name(lacking, records), assignment)

    def _missing(self, server: Server, accused: Record, accuser: Record) -> tuple[Record, tuple[int, ...] | None]:
        """A solution that one of the two has and the other lacks, and the one that lacks it."""
        if not accused.count:
            return accused, next(iter(accuser.solutions), None)
        if accused.fingerprint is None or accuser.fingerprint is None:
            return accused, None
        compare = accuser.fingerprint.differing_bucket if accuser.exact else accuser.fingerprint.larger_bucket
        bucket = compare(accused.fingerprint)
        theirs, ours = (self._collect(server, record, bucket) for record in (accuser, accused))
        if theirs is None or ours is None:
            return accused, None
        for lacking, more, fewer in ((accused, theirs, ours), (accuser, ours, theirs)):
            missing = next((assignment for key, assignment in more.items() if key not in fewer), None)
            if missing is not None and (lacking is accused or accuser.exact):
                return lacking, missing
        return accused, None

    def _collect(
        self, server: Server, record: Record, bucket: int | None
    ) -> dict[tuple[int, ...], tuple[int, ...]] | None:
        """The row's solutions in the bucket: all of them, or as far as a row got that has a lower bound only."""
        outcome = guarded(
            server, collect, self.instance, record.configuration, self.question, bucket, limits=self.limits
        )
        whole = outcome.status == "done" or not record.exact
        return outcome.value if whole and isinstance(outcome.value, dict) else None

    def _ask(self, server: Server, question: Callable[..., Witness], *details: object) -> Witness | None:
        outcome = guarded(server, question, self.instance, *details, limits=self.limits)
        return outcome.value if isinstance(outcome.value, Witness) else None


def record_of(configuration: Configuration, outcome: Outcome) -> Record:
    """What the run said of itself, corrected by what the guard saw."""
    said = (
        outcome.value if isinstance(outcome.value, Record) else Record(configuration, configuration.solver, "unknown")
    )
    record = replace(said, seconds={**said.seconds, "total": outcome.wall, "cpu": outcome.cpu}, memory=outcome.memory)
    match outcome.status:
        case "done":
            return record
        case "timeout" | "memory":
            return replace(record, status=outcome.status, reason=outcome.reason)
        case _:
            return replace(record, status="error", reason=outcome.reason)

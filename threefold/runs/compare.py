"""A comparison: one guarded run per configuration, the judge's verdict on the records, and a witness where they disagree.

Rows run one after another, so that their times are fair, or at the same time if asked for. The spec is built in guarded children
only: building a huge or looping puzzle must not stop this process.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.configuration import check_installed
from threefold.checker.judge import Verdict, Vote, judge
from threefold.checker.orbits import Classes
from threefold.checker.record import Record
from threefold.checker.witness import Witness
from threefold.guard import Limits, Outcome
from threefold.language import BadInput
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import Callbacks, Event, LocalPool, Pool, Silent, Task, run_tasks
from threefold.runs.witness import find_witness
from threefold.runs.worker import Description, describe, measure


@dataclass(frozen=True)
class Comparison:
    description: Description | None  # None if a limit was hit while the spec was built
    records: tuple[Record, ...]
    verdict: Verdict
    witness: Witness | None
    classes: Classes | None = None  # if solutions were counted up to symmetry


@dataclass(frozen=True)
class Experiment:
    """What every configuration is asked, and its limits."""

    instance: Instance
    question: Question
    limits: Limits
    votes: tuple[Vote, ...] = ()  # known counts besides those of the puzzle

    def compare(
        self,
        configurations: Sequence[Configuration],
        callbacks: Callbacks | None = None,
        *,
        parallel: bool = False,
        jobs: int = 1,
        resume: str | None = None,
        cluster: str | None = None,
    ) -> Comparison:
        """With `jobs`, `resume` or `cluster` each row is counted in parts; `resume` is the path of its checkpoint."""
        if self.question.most is not None:
            for each in configurations:
                find(each.backend).check_limit(each)
        check_installed(configurations)
        callbacks = callbacks or Silent()
        divided = jobs > 1 or resume is not None or cluster is not None
        local = divided and cluster is None
        with LocalPool(jobs if local else len(configurations) if parallel else 1) as pool:
            if local:
                pool.prepare(find(configurations[0].backend).preload)  # while the spec is described
            description = self._describe(pool)
            known = description.known if description and self.question.most is None else None
            callbacks.planned(len(configurations), known=known)
            if divided:
                records = self._in_parts(pool, configurations, callbacks, jobs, resume, cluster)
            else:
                records = self._in_one_search(pool, configurations, callbacks)
            verdict = judge(records, (*self.votes, *(description.votes if description else ())))
            witness = None
            if verdict.verdict == "disagree":
                witness = find_witness(partial(self._ask, pool), self.question, verdict, records)
        return Comparison(description, tuple(records), verdict, witness)

    def _ask(self, pool: LocalPool, function: Callable[..., object], *details: object) -> Outcome:
        return pool.call(function, self.instance, *details, limits=self.limits)

    def _describe(self, pool: LocalPool) -> Description | None:
        outcome = self._ask(pool, describe)
        if outcome.status == "raised":
            raise BadInput(f"{self.instance.puzzle}: the puzzle cannot be built: {outcome.reason}")
        return outcome.value if isinstance(outcome.value, Description) else None

    def _in_one_search(
        self, pool: LocalPool, configurations: Sequence[Configuration], callbacks: Callbacks
    ) -> list[Record]:
        # By number: the audit of encodings may ask for one configuration twice.
        rows, records = {str(place): each for place, each in enumerate(configurations)}, dict[str, Record]()

        def on_start(task: Task) -> None:
            callbacks.started(task.key, label_of(rows[task.key]))

        def on_event(task: Task, event: Event) -> None:
            key = task.key
            if isinstance(event, Outcome):
                records[key] = record_of(rows[key], event)
                callbacks.finished(key, records[key], failed=records[key].status == "error")
            elif isinstance(event.value, Record):
                callbacks.progressed(key, event.value)

        tasks = (Task(key, measure, (self.instance, row, self.question), self.limits) for key, row in rows.items())
        run_tasks(pool, tasks, on_event, callbacks, on_start=on_start)
        return [records[key] for key in rows]

    def _in_parts(
        self,
        pool: LocalPool,
        configurations: Sequence[Configuration],
        callbacks: Callbacks,
        jobs: int,
        resume: str | None,
        cluster: str | None,
    ) -> list[Record]:
        from threefold.runs.count import count_in_parts  # most comparisons do not need it

        with ExitStack() as stack:
            workers = pool if cluster is None else stack.enter_context(_cluster(cluster, jobs))
            return [count_in_parts(self, each, callbacks, pool, workers, resume) for each in configurations]


def label_of(configuration: Configuration) -> str:
    return f"{configuration.backend}:{configuration.solver}"


@contextmanager
def _cluster(address: str, jobs: int) -> Iterator[Pool]:
    from threefold.runs.cluster.connection import connected

    with connected(address, jobs if jobs > 1 else None) as cluster:
        cluster.wait_for_a_worker()
        yield cluster


def record_of(configuration: Configuration, outcome: Outcome) -> Record:
    """What the run said of itself, corrected by what the guard saw."""
    said = (
        outcome.value if isinstance(outcome.value, Record) else Record(configuration, configuration.solver, "unknown")
    )
    identifying = said.seconds.get("identify", 0.0)  # is not part of what is measured
    spent = {"total": outcome.wall - identifying, "cpu": max(0.0, outcome.cpu - identifying)}
    record = replace(said, seconds={**said.seconds, **spent}, memory=outcome.memory)
    match outcome.status:
        case "done":
            return record
        case "timeout" | "memory":
            return replace(record, status=outcome.status, reason=outcome.reason)
        case _:
            return replace(record, status="error", reason=outcome.reason)

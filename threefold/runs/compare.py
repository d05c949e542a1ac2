"""A comparison: one guarded run per configuration, the judge's verdict on the records, and a witness where they disagree.

Rows run one after another, so that their times are fair, or at the same time if asked for. The spec is built in guarded children
only: building a huge or looping puzzle must not stop this process.

Solutions are counted up to symmetry in two independent ways: all solutions are sorted into classes, and every row counts with
constraints that leave one solution of each class (lex-leader). The numbers must agree, and the orbit equation must hold.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from operator import gt, lt
from typing import Never

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.configuration import check_installed, parse
from threefold.checker.judge import Verdict, Vote, Witness, judge
from threefold.checker.orbits import Classes, Orbits
from threefold.checker.record import Record
from threefold.format import visible, visible_lines
from threefold.guard import Limits, Outcome, Report
from threefold.guard.outcome import time_reason
from threefold.language import BadInput
from threefold.language.symmetry import symmetries_of
from threefold.runs.clock import inside, spent
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import Callbacks, Event, LocalPool, Pool, Silent, Task, run_tasks
from threefold.runs.witness import find_witness, witness
from threefold.runs.worker import Description, describe, measure

# Rows for a question that compares nothing: all are counted, or one is found, by what is fastest in general.
COUNT_BY, FIRST_BY, LOCAL_SEARCH = "sat:mixed", "sat", "local"
MANY_VALUES = 30_000  # of all variables together: 173 queens. With fewer, loading a solver takes no second.
IGNORED = "the spec has an objective, which is ignored: compare with «optimum» finds the best value"


@dataclass(frozen=True)
class Comparison:
    description: Description | None  # None if a limit was hit while the spec was built
    records: tuple[Record, ...]
    verdict: Verdict
    witness: Witness | None
    classes: Classes | None = None  # if solutions were counted up to symmetry


@dataclass(frozen=True)
class Experiment:
    """What every configuration is asked, its limits, and where it runs."""

    instance: Instance
    question: Question
    limits: Limits
    votes: tuple[Vote, ...] = ()  # known counts besides those of the puzzle
    parallel: bool = False  # the rows at the same time
    jobs: int = 1  # with several jobs, a checkpoint or a cluster each row is counted in parts
    resume: str | None = None  # the path of a checkpoint
    cluster: str | None = None  # the address
    repeat: int = 1  # all rows run so many times in turns, each time with the next seed

    def compare(self, configurations: Sequence[Configuration], callbacks: Callbacks | None = None) -> Comparison:
        if self.question.most is not None:
            for each in configurations:
                find(each.backend).check_limit(each)
        check_installed(configurations)
        with LocalPool(self.jobs if self._by_jobs else len(configurations) if self.parallel else 1) as pool:
            if self._by_jobs:
                pool.prepare(find(configurations[0].backend).preload)  # while the spec is described
            return self._compare(pool, self._describe(pool), configurations, callbacks or Silent())

    def find_one(self, callbacks: Callbacks | None = None) -> Comparison:
        """A solution by whatever is fastest in general; the record names it.

        Where values are many, solvers take seconds to load, and local search finds most boards before that. It has a quarter
        of the time.
        """
        with LocalPool() as pool:
            description, callbacks = self._describe(pool), callbacks or Silent()
            if not description or description.values < MANY_VALUES:
                return self._compare(pool, description, [parse(FIRST_BY, {})], callbacks)
            found = self._within(0.25)._compare(pool, description, [parse(LOCAL_SEARCH, {})], callbacks)
            if found.records[0].complete:
                return found
            found = self._within(0.75)._compare(pool, description, [parse(FIRST_BY, {})], callbacks)
        if found.records[0].status != "timeout":
            return found
        records = (
            replace(found.records[0], reason=time_reason(self.limits.seconds)),
        )  # the whole, as it was asked for
        return replace(found, records=records, verdict=self.judge(records, description))

    def _within(self, share: float) -> "Experiment":
        """With this share of the time."""
        seconds = self.limits.seconds
        return replace(self, limits=replace(self.limits, seconds=None if seconds is None else share * seconds))

    @property
    def _by_jobs(self) -> bool:
        return self.cluster is None and (self.jobs > 1 or self.resume is not None)

    def _compare(
        self,
        pool: LocalPool,
        description: Description | None,
        configurations: Sequence[Configuration],
        callbacks: Callbacks,
    ) -> Comparison:
        if description:
            self._check_objective(description, callbacks)
        known = description.known if description and self.question.most is None else None
        callbacks.planned(len(configurations) * self.repeat, known=known)

        def run(asked: Experiment) -> list[Record]:
            in_parts = asked._by_jobs or asked.cluster is not None
            return (asked._in_parts if in_parts else asked._whole)(pool, configurations, callbacks)

        if self.repeat > 1:
            from threefold.runs.repetition import in_turns  # most comparisons do not need it

            records, verdict = in_turns(self, run, description)
        else:
            records = run(self)
            verdict = self.judge(records, description)
        witness = None
        if verdict.verdict == "disagree" and not self.question.optimum:
            witness = find_witness(partial(self.ask, pool), self.question, verdict, records)
        return Comparison(description, tuple(records), verdict, witness)

    def compare_classes(self, configurations: Sequence[Configuration], callbacks: Callbacks) -> Comparison:
        """The lex-leader model in every row. The number of classes is a vote, if no limit was hit before."""
        with LocalPool() as pool:
            found = self.ask(pool, sort_into_classes, configurations[0], self.question).value
        classes, votes = found if isinstance(found, Classes) else None, tuple[Vote, ...]()
        if classes and classes.right:
            equation = f" ({classes.equation})" if classes.solutions else ""
            votes = (Vote(f"the number of classes{equation}", classes.number),)
        leaders = replace(self, instance=replace(self.instance, leaders=True), votes=votes)
        comparison = replace(leaders.compare(configurations, callbacks), classes=classes)
        if not classes or classes.right:
            return comparison
        reason = f"the orbits account for {classes.equation.rpartition('= ')[2]} solutions of {classes.solutions:,}"
        reason = classes.wrong.sentence if classes.wrong else reason
        return replace(comparison, verdict=Verdict("disagree", f"{reason}."), witness=classes.wrong)

    def _check_objective(self, description: Description, callbacks: Callbacks) -> None:
        if self.question.optimum and description.sense is None:
            raise BadInput(f"{self.instance} has no objective: its spec calls neither minimize nor maximize")
        if self.ignores_objective(description):
            callbacks.noted(IGNORED)

    def ignores_objective(self, description: Description) -> bool:
        return description.sense is not None and not self.question.optimum and self.instance.objective is None

    @property
    def seeds(self) -> Sequence[int | None]:
        """Of the repetitions."""
        first = self.question.seed or 0
        return range(first, first + self.repeat) if self.repeat > 1 else [self.question.seed]

    def judge(self, records: Sequence[Record], description: Description | None) -> Verdict:
        if not self.question.optimum:
            return judge(records, (*self.votes, *(description.votes if description else ())))
        from threefold.checker.optimum import judge_optimum

        maximized = (
            description is not None and description.sense == "maximize"
        )  # without a description nothing was found
        is_better = gt if maximized else lt
        return judge_optimum(records, description.optima if description else (), is_better)

    def compare_optima(
        self, configurations: Sequence[Configuration], callbacks: Callbacks
    ) -> tuple[Comparison, Comparison]:
        """The optimum, and then all solutions that have it."""
        best = self.compare(configurations, callbacks)
        values = {record.optimum for record in best.records}
        if best.verdict.verdict not in ("agree", "alone") or None in values:
            return best, best
        asked = replace(self.question, optimum=False)
        optimal = replace(self, instance=replace(self.instance, objective=values.pop()), question=asked)
        return best, optimal.compare(configurations, callbacks)

    def ask(self, pool: LocalPool, function: Callable[..., object], *details: object) -> Outcome:
        return pool.call(function, self.instance, *details, limits=self.limits)

    def _describe(self, pool: LocalPool) -> Description | None:
        outcome = self.ask(pool, describe)
        if outcome.status == "raised":
            raise BadInput(f"{self.instance.puzzle}: the puzzle cannot be built: {outcome.reason}")
        described = outcome.value
        return _visible_votes(described) if isinstance(described, Description) else None

    def _whole(self, pool: LocalPool, configurations: Sequence[Configuration], callbacks: Callbacks) -> list[Record]:
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
                callbacks.progressed(key, replace(event.value, seconds=inside(event.value.seconds)))

        tasks = (Task(key, measure, (self.instance, row, self.question), self.limits) for key, row in rows.items())
        run_tasks(pool, tasks, on_event, callbacks, on_start=on_start)
        return [records[key] for key in rows]

    def _in_parts(self, pool: LocalPool, configurations: Sequence[Configuration], callbacks: Callbacks) -> list[Record]:
        from threefold.runs.count import count_in_parts  # most comparisons do not need it

        with ExitStack() as stack:
            workers: Pool = pool
            if self.cluster is not None:
                from threefold.runs.cluster.connection import connected

                workers = cluster = stack.enter_context(connected(self.cluster, self.jobs if self.jobs > 1 else None))
                cluster.wait_for_a_worker()
            return [count_in_parts(self, each, callbacks, pool, workers) for each in configurations]


def label_of(configuration: Configuration) -> str:
    return f"{configuration.backend}:{configuration.solver}"


def record_of(configuration: Configuration, outcome: Outcome) -> Record:
    """What the run reported of itself, corrected by what the guard saw."""
    blank = Record(configuration, configuration.solver, "unknown")
    reported = _visible(outcome.value, configuration) if isinstance(outcome.value, Record) else blank
    record = replace(reported, seconds=spent(reported.seconds, outcome), memory=outcome.memory)
    if outcome.status == "done":
        return record
    status = outcome.status if outcome.status in ("timeout", "memory") else "error"
    return replace(record, status=status, reason=outcome.reason)


def _visible(record: Record, configuration: Configuration) -> Record:
    """The code of a puzzle can write into its texts what a terminal obeys, and say that it is another row."""
    fault = record.fault
    return replace(
        record,
        configuration=configuration,
        solver=visible(record.solver),
        status=visible(record.status),
        reason=record.reason and visible(record.reason),
        method=record.method and visible(record.method),
        statistics={visible(name): number for name, number in record.statistics.items()},
        found_by={visible(name): number for name, number in record.found_by.items()},
        decided_by=visible(record.decided_by),
        drawings=tuple(map(visible_lines, record.drawings)),
        fault=fault and replace(fault, reason=visible(fault.reason)),
    )


def _visible_votes(described: Description) -> Description:
    votes, optima = (
        tuple(replace(vote, source=visible(vote.source)) for vote in each)
        for each in (described.votes, described.optima)
    )
    return replace(described, votes=votes, optima=optima)


def sort_into_classes(
    report: Report[Never], instance: Instance, configuration: Configuration, question: Question
) -> Classes:
    """In the child."""
    puzzle, spec = instance.load()
    symmetries = symmetries_of(puzzle, spec, instance.parameters)
    orbits, solutions = Orbits(spec, symmetries), 0
    search = find(configuration.backend).lower(spec, configuration).load(seed=question.seed, first=False)
    with closing(iter(search)) as stream:
        for assignment in stream:
            solutions += 1
            orbits.add(assignment)
    wrong = None
    if found := orbits.wrong:
        sentence = f"the declared symmetry '{found.symmetry}' is not a symmetry: the image of a solution {found.reason}"
        wrong = witness(puzzle, spec, found.shown, sentence)
    return Classes(solutions, orbits.classes, orbits.equation, symmetries.order, orbits.solutions == solutions, wrong)

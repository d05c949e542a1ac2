"""Marking a folder: every submission in a guarded child, several at the same time, the results kept as they come.

Code of a student runs first, in a child of its own that only writes its formula: it cannot change the comparison.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import threefold
from threefold.cnf.files import File
from threefold.cnf.python_file import CODE, Written, written
from threefold.cnf.relate import kind_of
from threefold.cnf.relation import UNDECIDED, Relation
from threefold.guard import Limits, Outcome
from threefold.language import BadInput, LimitReached, ThreefoldError
from threefold.marking.marks import Mark, Marks, mark_of, with_place
from threefold.marking.store import Store, key_of
from threefold.marking.submissions import Submission, submissions
from threefold.marking.worker import Examined, Prepared, examine, prepare
from threefold.runs.instance import Instance
from threefold.runs.pool import Callbacks, Event, LocalPool, Silent, Task, run_tasks

PRELOAD = ("threefold.marking.worker", "pysolvers")
LIMITS_REACHED = ("timeout", "memory")


@dataclass(frozen=True)
class Marking:
    """What is marked, and how."""

    instance: Instance
    folder: Path
    limits: Limits
    names: File | None = None  # what the numbers mean, for all submissions
    lenient: bool = False
    jobs: int = 1
    results: Path | None = None  # the file of results
    fresh: bool = False  # do not use results of earlier commands
    givens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by student
    on_mark: Callable[[Mark], None] = lambda mark: None

    def marks(self, callbacks: Callbacks | None = None) -> Marks:
        found, ignored = submissions(self.folder)
        with LocalPool(self.jobs) as pool, closing(Store(self.results, fresh=self.fresh)) as store:
            pool.prepare(PRELOAD)
            prepared = self._prepared(pool)
            keys = {each.name: self._key(each, prepared.digest) for each in found}
            marks = {each.name: with_place(kept, each) for each in found if (kept := store.get(keys[each.name]))}
            (callbacks or Silent()).planned(len(found), done=len(marks))

            def keep(mark: Mark) -> None:
                marks[mark.file] = mark
                if mark.verdict != "unknown":  # more time may decide it
                    store.put(keys[mark.file], mark)
                self.on_mark(mark)

            waiting = [each for each in found if each.name not in marks]
            _Runs(self, pool, callbacks or Silent(), keep).carry_out(waiting)
        notes = (f"copies of the puzzle's own encodings are not recognised: {prepared.note}",) * bool(prepared.note)
        ordered = tuple(marks[each.name] for each in found)
        return Marks(str(self.instance), ordered, prepared.fingerprints, tuple(ignored), notes)

    def instance_of(self, submission: Submission) -> Instance:
        own = self.givens.get(submission.student.partition(" (")[0], ())
        return replace(self.instance, givens=(*self.instance.givens, *own))

    def _prepared(self, pool: LocalPool) -> Prepared:
        """Of the puzzle without the givens of a student."""
        outcome = pool.call(prepare, self.instance, limits=self.limits)
        if isinstance(outcome.value, Prepared):
            limit = outcome.reason or ""
            return outcome.value if outcome.status == "done" else replace(outcome.value, note=limit)
        kind = LimitReached if outcome.status in LIMITS_REACHED else ThreefoldError
        raise kind(f"{self.instance}: the spec cannot be built: {outcome.reason}")

    def _key(self, submission: Submission, spec: str) -> str:
        names = Path(self.names.path).read_bytes() if self.names else b""
        kind, givens = kind_of(submission.name), self.instance_of(submission).givens
        return key_of(threefold.__version__, spec, givens, kind, submission.digest, names, self.lenient)


@dataclass
class _Runs:
    marking: Marking
    pool: LocalPool
    callbacks: Callbacks
    keep: Callable[[Mark], None]
    texts: dict[str, Written] = field(default_factory=dict)  # what the code of a submission has written

    def carry_out(self, waiting: Iterable[Submission]) -> None:
        by_name = {each.name: each for each in waiting}
        coded = [each for each in by_name.values() if kind_of(each.name) == CODE]
        self._run(by_name, map(self._writing, coded), self._take_text)
        unwritten = {each.name for each in coded} - self.texts.keys()
        related = (self._relating(each) for each in by_name.values() if each.name not in unwritten)
        self._run(by_name, related, self._take_relation)

    def _writing(self, submission: Submission) -> Task:
        asked = self.marking.instance_of(submission), submission.path
        return Task(submission.name, written, asked, self.marking.limits, PRELOAD)

    def _relating(self, submission: Submission) -> Task:
        text = self.texts.get(submission.name)
        file, instance = File(os.path.abspath(submission.path), submission.name), self.marking.instance_of(submission)
        asked = instance, file, text and text.dimacs, self.marking.names, self.marking.lenient
        return Task(submission.name, examine, asked, self.marking.limits, PRELOAD)

    def _run(
        self,
        by_name: Mapping[str, Submission],
        tasks: Iterable[Task],
        take: Callable[[Submission, Outcome], Mark | None],
    ) -> None:
        def on_event(task: Task, event: Event) -> None:
            if isinstance(event, Outcome) and (mark := take(by_name[task.key], event)):
                self.keep(mark)

        def on_start(task: Task) -> None:
            self.callbacks.started(task.key, task.key)

        run_tasks(self.pool, tasks, on_event, self.callbacks, on_start=on_start)

    def _take_text(self, submission: Submission, outcome: Outcome) -> Mark | None:
        if isinstance(outcome.value, Written) and outcome.status == "done":
            self.texts[submission.name] = outcome.value
            return None
        return self._failed(submission, outcome)

    def _take_relation(self, submission: Submission, outcome: Outcome) -> Mark:
        examined = outcome.value
        if not isinstance(examined, Examined):
            return self._failed(submission, outcome)
        text = self.texts.get(submission.name)
        relation = examined.relation
        if outcome.status != "done" and relation.verdict == "unknown":
            relation = replace(relation, reason=outcome.reason)
        if text and text.form == "spec":
            relation = relation.in_form("spec", "the other spec")
        return mark_of(
            submission,
            relation,
            pictures=(examined.wrong_picture, examined.lost_picture),
            givens=self.marking.instance_of(submission).givens,
            fingerprint=examined.fingerprint,
            usual=examined.usual,
            seconds=round(outcome.wall, 3),
        )

    def _failed(self, submission: Submission, outcome: Outcome) -> Mark:
        """A file that cannot be read is marked so; a limit leaves it undecided."""
        if outcome.status in LIMITS_REACHED:
            return mark_of(submission, Relation("unknown", UNDECIDED, reason=outcome.reason), seconds=outcome.wall)
        unjudged = "cannot be judged: " * (outcome.status in ("crashed", "lost"))
        error = outcome.error
        reason = str(error) if isinstance(error, BadInput) else f"{submission.name}: {unjudged}{outcome.reason}"
        reason = reason.replace(submission.path, submission.name)
        return Mark(submission.student, submission.name, "unreadable", reason, digest=submission.digest)

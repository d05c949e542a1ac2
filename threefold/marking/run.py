"""Marking a folder: every submission in a guarded child, several at the same time, the results kept as they come.

All files are read before the first code of a student runs. Code runs in a child of its own that only writes its formula: it
cannot change the comparison. Formulas are marked before, so that code that kills this process costs none of their marks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import threefold
from threefold.cnf.files import File
from threefold.cnf.python_file import CODE, Written
from threefold.cnf.relate import kind_of
from threefold.cnf.relation import UNDECIDED, Relation
from threefold.format import many, visible
from threefold.guard import Limits, Outcome
from threefold.language import BadInput, LimitReached, ThreefoldError
from threefold.marking.marks import Mark, Marks, mark_of, with_place
from threefold.marking.snapshot import Snapshot
from threefold.marking.store import Store, key_of
from threefold.marking.submissions import Submission
from threefold.marking.worker import Content, Examined, Prepared, digest_from, examine, prepare, write
from threefold.runs.instance import Instance
from threefold.runs.pool import Callbacks, Event, LocalPool, Silent, Task, run_tasks

PRELOAD = ("threefold.marking.worker", "pysolvers")
LIMITS_REACHED = ("timeout", "memory")
ENDED = "cannot be judged: marking ended while this file was running; it runs again when it is changed, or with --fresh"


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
        snapshot, watching = Snapshot.of(self.folder, self.names), callbacks or Silent()
        with LocalPool(self.jobs) as pool, self._store(snapshot) as store:
            pool.prepare(PRELOAD)
            prepared = self._prepared(pool)
            snapshot = snapshot.with_files(prepared.files)
            book = _Book(self, snapshot, store, prepared.digest)
            watching.planned(len(snapshot.submissions), done=len(book.marks))
            try:
                _Runs(self, pool, watching, book, snapshot).carry_out_all()
            except (KeyboardInterrupt, SystemExit) as stop:
                if self.results:
                    stop.add_note(f"{many(len(book.marks), 'mark')} in {self.results}; the same command goes on")
                raise
            store.finish()
        notes = [f"copies of the puzzle's own encodings are not recognised: {prepared.note}"] * bool(prepared.note)
        if changed := ", ".join(map(visible, snapshot.changed())):
            notes.append(f"changed while the submissions ran: {changed}; the marks are of what was read before")
        if changed := ", ".join(map(visible, store.changed())):
            notes.append(
                f"changed since they were read by a command that did not finish: {changed}; "
                "handed in again, or written by another's code"
            )
        ordered = tuple(_visible(book.marks[each.name]) for each in snapshot.submissions)
        ignored = tuple(map(visible, snapshot.ignored))
        return Marks(str(self.instance), ordered, prepared.fingerprints, ignored, tuple(notes))

    def _store(self, snapshot: Snapshot) -> closing[Store]:
        return closing(Store(self.results, {each.name: each.digest for each in snapshot.submissions}, fresh=self.fresh))

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


class _Book:
    """The marks, those of earlier commands among them, and what is kept of them."""

    def __init__(self, marking: Marking, snapshot: Snapshot, store: Store, spec: str) -> None:
        self._marking, self._store, self.spec = marking, store, spec
        names = snapshot.names.content if snapshot.names else b""
        self._keys = {each.name: self._key(each, spec, names) for each in snapshot.submissions}
        kept = {each.name: (each, store.get(self._keys[each.name])) for each in snapshot.submissions}
        self.marks = {name: with_place(mark, each) for name, (each, mark) in kept.items() if mark}
        for each in snapshot.submissions:
            if each.problem:
                self.marks[each.name] = unjudged(each, f"cannot be read: {each.problem}")
            elif each.name not in self.marks and self._keys[each.name] == store.ended_by:
                self.keep(unjudged(each, ENDED))

    def _key(self, submission: Submission, spec: str, names: bytes) -> str:
        kind, givens = kind_of(submission.name), self._marking.instance_of(submission).givens
        others = sorted((name, sha256(each).hexdigest()) for name, each in submission.beside.items() if kind == CODE)
        parts = spec, givens, kind, submission.digest, names, self._marking.lenient, *others
        return key_of(threefold.__version__, *parts)

    def is_suspect(self, submission: Submission) -> bool:
        return self._keys[submission.name] in self._store.suspects

    def begin(self, submission: Submission) -> None:
        self._store.begin(self._keys[submission.name])

    def end(self, submission: Submission) -> None:
        self._store.end(self._keys[submission.name])

    def keep(self, mark: Mark) -> None:
        self.marks[mark.file] = mark
        if mark.verdict != "unknown":  # more time may decide it
            self._store.put(self._keys[mark.file], mark)
        self._marking.on_mark(mark)


@dataclass
class _Runs:
    marking: Marking
    pool: LocalPool
    callbacks: Callbacks
    book: _Book
    snapshot: Snapshot
    texts: dict[str, Written] = field(default_factory=dict)  # what the code of a submission has written
    together: bool = True
    lost: list[Submission] = field(default_factory=list)  # their process was killed, maybe by another submission

    def carry_out_all(self) -> None:
        """What was lost comes last, each alone, and then what may have ended an earlier command."""
        waiting = [each for each in self.snapshot.submissions if each.name not in self.book.marks]
        suspects = [each for each in waiting if self.book.is_suspect(each)]
        self._carry_out([each for each in waiting if each not in suspects])
        self.together = False
        for each in (*self.lost, *suspects):
            self._carry_out([each])

    def _carry_out(self, waiting: Sequence[Submission]) -> None:
        """Formulas come first: what is known of them is kept before any code runs."""
        by_name = {each.name: each for each in waiting}
        coded = [each for each in waiting if kind_of(each.name) == CODE]
        self._run(by_name, (self._relating(each) for each in waiting if each not in coded), self._take_relation)
        if coded:
            self._run(by_name, map(self._writing, coded), self._take_text)
            self._check_spec()
            written = (self._relating(each) for each in coded if each.name in self.texts)
            self._run(by_name, written, self._take_relation)

    def _check_spec(self) -> None:
        """The puzzle may read a file that is not in the snapshot."""
        asked = self.marking.instance, self.snapshot.files
        outcome = self.pool.call(digest_from, *asked, limits=self.marking.limits)
        if outcome.status in LIMITS_REACHED:
            raise LimitReached(f"{self.marking.instance}: the spec cannot be built again: {outcome.reason}")
        if outcome.status == "lost":
            raise ThreefoldError(f"{self.marking.instance}: the spec cannot be built again: {outcome.reason}")
        if outcome.value != self.book.spec:
            raise ThreefoldError(f"{self.marking.instance}: a submission has changed a file that the puzzle reads")

    def _writing(self, submission: Submission) -> Task:
        self.book.begin(submission)
        code = {submission.name: submission.content, **submission.beside}
        asked = self.marking.instance_of(submission), submission.name, code, self.snapshot.files
        return Task(submission.name, write, asked, self.marking.limits, PRELOAD)

    def _relating(self, submission: Submission) -> Task:
        text, instance = self.texts.get(submission.name), self.marking.instance_of(submission)
        content = Content(submission.name, text.dimacs.encode(errors="replace") if text else submission.content)
        asked = instance, content, self.snapshot.names, self.marking.lenient, self.snapshot.files
        return Task(submission.name, examine, asked, self.marking.limits, PRELOAD)

    def _run(
        self,
        by_name: Mapping[str, Submission],
        tasks: Iterable[Task],
        take: Callable[[Submission, Outcome], Mark | None],
    ) -> None:
        def on_event(task: Task, event: Event) -> None:
            if not isinstance(event, Outcome):
                return
            submission = by_name[task.key]
            self.book.end(submission)
            if event.status == "lost" and self.together:
                self.lost.append(submission)
            elif mark := take(submission, event):
                self.book.keep(mark)

        def on_start(task: Task) -> None:
            self.callbacks.started(task.key, visible(task.key))

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
        forged = "cannot be judged: " * (outcome.status in ("crashed", "lost"))
        error = outcome.error
        reason = str(error) if isinstance(error, BadInput) else f"{submission.name}: {forged}{outcome.reason}"
        return Mark(submission.student, submission.name, "unreadable", reason, digest=submission.digest)


def _visible(mark: Mark) -> Mark:
    """Students choose the names of their files: a terminal may obey one, and a table would show two rows for two lines."""
    return replace(
        mark,
        student=visible(mark.student),
        file=visible(mark.file),
        sentence=visible(mark.sentence),
        causes=tuple(map(visible, mark.causes)),
        warnings=tuple(map(visible, mark.warnings)),
    )


def unjudged(submission: Submission, reason: str) -> Mark:
    sentence = f"{submission.name}: {reason}"
    return Mark(submission.student, submission.name, "unreadable", sentence, digest=submission.digest)

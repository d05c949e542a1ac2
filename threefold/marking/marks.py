"""The mark of a submission, and the marks of a class: equal mistakes grouped, copies noticed."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from threefold.cnf.relation import LostSolution, NamedClause, Relation
from threefold.format import many
from threefold.marking.alike import Fingerprint
from threefold.marking.submissions import Submission

RIGHT, WRONG = ("equal", "equivalent"), ("too weak", "too strong", "both")
VERDICTS = {
    "equal": "right", "equivalent": "right", "too weak": "too weak", "too strong": "too strong",
    "both": "too weak and too strong", "unknown": "not decided", "unreadable": "cannot be read",
}  # fmt: skip
SHOWN = 4  # blamed clauses
_PLACES = re.compile(r",? (?:first )?in (?:the )?clauses? [\d,]+(?: to [\d,]+)?|\b(?:clause|row) [\d,]+\b")
_SUBJECTS = re.compile(r"the (?:program|other spec)")


@dataclass(frozen=True)
class Witness:
    """A board that shows the mistake."""

    text: str  # the values by name
    reason: str
    drawing: str = ""
    picture: str = ""  # SVG


@dataclass(frozen=True)
class Mark:
    student: str
    file: str
    verdict: str  # a key of VERDICTS
    sentence: str
    causes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    size: str = ""
    wrong: Witness | None = None  # a model that is not a solution
    lost: Witness | None = None  # a solution that is excluded
    givens: tuple[str, ...] = ()
    fingerprint: Fingerprint | None = None
    usual: bool = False
    digest: str = ""  # of the file
    seconds: float = 0.0

    @property
    def right(self) -> bool:
        return self.verdict in RIGHT

    @property
    def mistake(self) -> str:
        """What is wrong, in words: the same for equal mistakes. Empty for a right submission."""
        if self.right or self.verdict == "unknown":
            return ""
        if self.verdict == "unreadable":
            return re.sub(r"^\S+?:(?:\d+:)* ", "", self.sentence)
        witnesses = (witness.reason for witness in (self.wrong, self.lost) if witness)
        return "; ".join(self.causes) or "; ".join(witnesses) or self.sentence

    @property
    def cause(self) -> str:
        """The mistake; where none is known, why the mark is what it is. Empty for a right submission."""
        return self.mistake or ("" if self.right else self.sentence)

    def __str__(self) -> str:
        return ": ".join([self.student, VERDICTS[self.verdict], *([self.cause] if self.cause else [])])

    @property
    def witness(self) -> str:
        return "; ".join(f"{each.text} ({each.reason})" for each in (self.wrong, self.lost) if each)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_dict(form: Mapping[str, Any]) -> "Mark":
        """TypeError or KeyError if the form is not one of `to_dict`."""
        known = {each.name: form[each.name] for each in fields(Mark)}
        for name, kind in (("wrong", Witness), ("lost", Witness), ("fingerprint", Fingerprint)):
            known[name] = None if known[name] is None else kind(**known[name])
        lists = {name: tuple(known[name]) for name in ("causes", "warnings", "givens")}
        return Mark(**{**known, **lists})


def mark_of(submission: Submission, relation: Relation, **more: Any) -> Mark:
    """`more` are fields that the relation does not have."""
    pictures = more.pop("pictures", ("", ""))
    nouns = ("column", "row") if relation.form == "rows" else ("variable", "clause")
    wrong, lost = relation.wrong, relation.lost
    return Mark(
        submission.student,
        submission.name,
        relation.verdict,
        relation.explained,
        relation.causes,
        relation.warnings,
        f"{many(relation.variables, nouns[0])}, {many(relation.clauses, nouns[1])}" if relation.variables else "",
        Witness(wrong.text, f"it violates '{wrong.group}': {wrong.violated}", wrong.drawing, pictures[0])
        if wrong
        else None,
        _of_lost(lost, pictures[1]) if lost else None,
        digest=submission.digest,
        **more,
    )


def _of_lost(lost: LostSolution, picture: str) -> Witness:
    return Witness(lost.text, f"it is a solution, but excluded by {_blamed(lost.blamed)}", lost.drawing, picture)


def _blamed(clauses: Sequence[NamedClause]) -> str:
    shown = "; ".join(clause.text for clause in clauses[:SHOWN])
    return f"{shown}; …" if len(clauses) > SHOWN else shown or "the whole"


@dataclass(frozen=True)
class Copies:
    """Submissions of several students that are the same formula."""

    marks: tuple[Mark, ...]
    how: str  # how far they are the same

    @property
    def students(self) -> list[str]:
        return [mark.student for mark in self.marks]


@dataclass(frozen=True)
class Marks:
    puzzle: str  # with its parameters
    marks: tuple[Mark, ...]
    own: frozenset[str] = frozenset()  # fingerprints of the spec's own CNF in every encoding
    ignored: tuple[str, ...] = ()  # files that are no submission
    notes: tuple[str, ...] = field(default=())

    def __iter__(self) -> Iterator[Mark]:
        return iter(self.marks)

    def __len__(self) -> int:
        return len(self.marks)

    def __getitem__(self, student: str) -> Mark:
        found = {mark.student: mark for mark in self.marks}
        if student not in found:
            raise KeyError(f"no submission of {student!r}; there are {', '.join(found) or 'none'}")
        return found[student]

    def __str__(self) -> str:
        return "\n".join([*map(str, self.marks), f"{self.sentence}."])

    @property
    def exit_code(self) -> int:
        """3 where a limit was reached."""
        return 3 if any(mark.verdict == "unknown" for mark in self.marks) else 0

    def counts(self) -> dict[str, int]:
        """How many have each verdict, in the teacher's words."""
        found = Counter(VERDICTS[mark.verdict] for mark in self.marks)
        return {word: found[word] for word in dict.fromkeys(VERDICTS.values()) if found[word]}

    @property
    def sentence(self) -> str:
        counts = ", ".join(f"{number} {word}" for word, number in self.counts().items())
        return f"{many(len(self), 'submission')}: {counts}"

    def mistakes(self) -> dict[str, list[Mark]]:
        """Marks by mistake, the most frequent first. The places of clauses in a file do not count."""
        groups: dict[str, list[Mark]] = {}
        for mark in self.marks:
            if mark.mistake:
                groups.setdefault(_without_places(mark.mistake), []).append(mark)
        return dict(sorted(groups.items(), key=lambda group: -len(group[1])))

    def copies(self) -> list[Copies]:
        """The same formula up to order and the numbers of auxiliaries, and not one that the puzzle itself prescribes."""
        alike: dict[tuple[str, tuple[str, ...]], list[Mark]] = {}
        for mark in self.marks:
            if mark.fingerprint and not self._is_prescribed(mark):
                alike.setdefault((mark.fingerprint.renamed, mark.givens), []).append(mark)
        several = (group for group in alike.values() if len({mark.student for mark in group}) > 1)
        return [Copies(tuple(group), _how(group)) for group in several]

    def _is_prescribed(self, mark: Mark) -> bool:
        taken = mark.fingerprint
        return mark.verdict == "equal" or mark.usual or (taken is not None and taken.renamed in self.own)

    def copied_from(self) -> dict[str, list[str]]:
        """By file: the other students with the same formula."""
        return {
            mark.file: [other.student for other in group.marks if other.file != mark.file]
            for group in self.copies()
            for mark in group.marks
        }


def _without_places(mistake: str) -> str:
    return _SUBJECTS.sub("the formula", _PLACES.sub("", mistake))


def _how(group: Sequence[Mark]) -> str:
    taken = [mark.fingerprint for mark in group if mark.fingerprint]
    if len({mark.digest for mark in group}) == 1:
        return "the files are identical"
    if len({each.written for each in taken}) == 1:
        return "the same formula in the same order"
    if len({each.unordered for each in taken}) == 1:
        return "the same formula in another order"
    return "the same formula with other numbers of auxiliaries"


def with_place(mark: Mark, submission: Submission) -> Mark:
    """A mark that was kept, for a submission of the same content."""
    return replace(mark, student=submission.student, file=submission.name)

"""The result of relating a formula to a spec: a verdict, and what shows it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal as OneOf

from threefold.backends.listing import Mention

Verdict = OneOf["equal", "equivalent", "too weak", "too strong", "both", "unknown"]

IN_WORDS = {"both": "too weak and too strong"}  # a verdict that is no text for a person
UNDECIDED = "whether the formula is right was not decided"
MOST_LISTED = 100  # clauses of a list in JSON; its count is that of all


@dataclass(frozen=True)
class NamedClause:
    """A clause, its place in its formula, and its text in names."""

    index: int  # counted from 1, in the order of the file or of the reference
    literals: tuple[int, ...]  # in the numbers of its formula
    text: str  # "queen[1] != 3 or queen[2] != 3"
    group: str | None = None  # of the spec, where the reference has this clause
    mentions: tuple[Mention, ...] = ()  # the spec's literals in it


@dataclass(frozen=True)
class WrongModel:
    """A model of the formula that is not a solution: the formula is too weak."""

    values: tuple[tuple[int, ...], ...]  # of each variable: one, or none or several where that is wrong; () if derived
    assignment: tuple[int, ...] | None  # None unless every variable has one value
    group: str  # the violated group
    violated: str  # what violates it: "AllDifferent(…): queen[1] == 3 and queen[2] == 3"
    text: str  # the values by name
    drawing: str = ""

    def to_dict(self) -> dict[str, object]:
        return {"values": self.text, "group": self.group, "violated": self.violated, "drawing": self.drawing}


@dataclass(frozen=True)
class LostSolution:
    """A solution that the formula excludes: the formula is too strong."""

    assignment: tuple[int, ...]
    blamed: tuple[NamedClause, ...]  # clauses of the formula that exclude it
    jointly: bool  # only all of them together exclude it, because of auxiliaries; else each alone does
    text: str  # the values by name
    drawing: str = ""

    def to_dict(self) -> dict[str, object]:
        blamed = _clauses(self.blamed)
        return {"values": self.text, "blamed": blamed, "jointly": self.jointly, "drawing": self.drawing}


@dataclass(frozen=True)
class Relation:
    verdict: Verdict
    sentence: str
    naming: str = ""  # how the formula's numbers were read
    file: str = ""
    variables: int = 0  # of the formula; 0 where a limit was reached before it was read
    clauses: int = 0
    warnings: tuple[str, ...] = ()  # of a lenient reader
    reason: str | None = None  # the limit that was reached
    wrong: WrongModel | None = None
    lost: LostSolution | None = None
    extras: tuple[NamedClause, ...] = ()  # clauses that the reference lacks and the spec implies: harmless
    missing: tuple[NamedClause, ...] = ()  # clauses of the reference that the formula does not imply
    unwritten: int = 0  # clauses of the reference that the formula lacks but implies
    duplicates: int = 0  # clauses that are repeated
    auxiliaries: int = 0  # numbers in use that do not stand for a decision literal
    causes: tuple[str, ...] = ()  # of a wrong formula, the mistakes; of a right one, what is worth knowing
    form: str = "clauses"  # what the file has: clauses, rows (a 0/1 program), or a spec
    # The formula without the mistakes, in the spec's numbers; it is right. Not sent by a guarded child.
    repaired: Collection[tuple[int, ...]] | None = field(default=None, repr=False)

    @property
    def exit_code(self) -> int:
        return {"equal": 0, "equivalent": 0, "unknown": 3}.get(self.verdict, 1)

    @property
    def word(self) -> str:
        return IN_WORDS.get(self.verdict, self.verdict)

    @property
    def explained(self) -> str:
        """The sentence, with the limit that was reached."""
        return f"{self.sentence} ({self.reason})" if self.reason else self.sentence

    def __str__(self) -> str:
        """What `relate --quiet` prints, and the likely causes."""
        return "\n  ".join([f"{self.word}: {self.explained}", *self.causes])

    def in_form(self, form: str, subject: str) -> "Relation":
        """The same for a file that is not a formula: `subject` is its name in sentences."""
        sentence, *causes = (text.replace("the formula", subject) for text in (self.sentence, *self.causes))
        return replace(self, form=form, sentence=sentence, causes=tuple(causes))

    def to_dict(self) -> dict[str, object]:
        """Ready for JSON; docs/json.md explains the fields."""
        form = {**vars(self), "extras": _clauses(self.extras), "missing": _clauses(self.missing)}
        del form["wrong"], form["lost"], form["repaired"]
        wrong, lost = self.wrong and self.wrong.to_dict(), self.lost and self.lost.to_dict()
        return {**form, "wrong_model": wrong, "lost_solution": lost}


def _clauses(clauses: Sequence[NamedClause]) -> dict[str, object]:
    listed = clauses[:MOST_LISTED]
    shown = [{"clause": c.index, "literals": list(c.literals), "text": c.text, "group": c.group} for c in listed]
    return {"count": len(clauses), "clauses": shown}

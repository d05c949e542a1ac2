"""The judge: do these records agree? The first verdict that applies: disagree, error, incomplete, agree (or alone).

An unknown never counts as agreement, a lower bound only ever contradicts, and a count that was cut is never called a count.
A count without solutions, from a model counter, can agree on the number only; the sentence says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from threefold.checker.record import Record

EXIT_CODES = {"agree": 0, "alone": 0, "disagree": 1, "incomplete": 3, "error": 4}


@dataclass(frozen=True)
class Vote:
    """A count from outside the backends."""

    source: str  # "the known number (OEIS A000170)", "the number by brute force"
    count: int


@dataclass(frozen=True)
class Verdict:
    verdict: str
    sentence: str
    accused: Record | None = None  # the row at fault, where that can be told
    accuser: Record | None = None  # the row that has a solution which the accused lacks

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]


def judge(records: Sequence[Record], votes: Sequence[Vote] = ()) -> Verdict:
    return (
        _faulty(records)
        or _contradicting(records)
        or _against_votes(records, votes)
        or _failed(records)
        or _cut(records)
        or _agreeing(records, votes)
    )


def _faulty(records: Sequence[Record]) -> Verdict | None:
    for record in records:
        if record.fault:
            what = "a solution" if record.fault.repeated else "an assignment"
            sentence = f"{name(record, records)} {record.fault.verb} {what} that {record.fault.reason}."
            return Verdict("disagree", sentence, accused=record)
    return None


def _contradicting(records: Sequence[Record]) -> Verdict | None:
    for accused in _suspects_first(records):
        for accuser in records:
            sentence = _contradiction(accuser, accused, records)
            if sentence:
                return Verdict("disagree", sentence, accused, accuser)
    return None


def _contradiction(accuser: Record, accused: Record, records: Sequence[Record]) -> str | None:
    """What the accuser has that the accused denies, said in a sentence."""
    one, other = name(accuser, records), name(accused, records)
    if accuser.verified and accused.status == "unsat":
        return f"{one} found a solution that satisfies the spec, {other} says that there is none."
    if accuser.count is None or accused.count is None or not accused.exact:
        return None
    if accuser.count > accused.count:
        return f"{one} {_found(accuser)} {_solutions(accuser.count)}, {other} {_found(accused)} {accused.count}."
    if accuser.exact and accuser.count == accused.count and not _can_be_same(accuser, accused):
        return f"{one} and {other} both found {_solutions(accused.count)}, but not the same ones."
    return None


def _suspects_first(records: Sequence[Record]) -> list[Record]:
    """Rows that stand alone with their answer come first: they are the likelier to be wrong."""
    return sorted(records, key=lambda record: sum(_can_be_same(record, other) for other in records))


def _can_be_same(one: Record, other: Record) -> bool:
    """They have the same answer, as far as both tell; a row that only counted has no set to compare."""
    fingerprints = one.fingerprint, other.fingerprint
    return (one.status, one.count) == (other.status, other.count) and (
        None in fingerprints or len(set(map(str, fingerprints))) == 1
    )


def _against_votes(records: Sequence[Record], votes: Sequence[Vote]) -> Verdict | None:
    for record in records:
        for vote in votes:
            if record.count is None or (record.count <= vote.count if not record.exact else record.count == vote.count):
                continue
            found = f"{name(record, records)} {_found(record)} {_solutions(record.count)}"
            return Verdict("disagree", f"{found}, but {vote.count} is {vote.source}.", accused=record)
    return None


def _failed(records: Sequence[Record]) -> Verdict | None:
    failed = [record for record in records if record.status == "error"]
    if not failed:
        return None
    reasons = "; ".join(f"{name(record, records)}: {record.reason}" for record in failed)
    return Verdict("error", f"no verdict, because a run failed ({reasons}).")


def _cut(records: Sequence[Record]) -> Verdict | None:
    cut = [record for record in records if not record.complete]
    if not cut:
        return None
    reasons = "; ".join(f"{name(record, records)}: {_bound(record)} ({record.reason})" for record in cut)
    return Verdict("incomplete", f"no verdict, because not every run finished; {reasons}.")


def _bound(record: Record) -> str:
    return f"at least {_solutions(record.count)}" if record.count else "no answer so far"


def _agreeing(records: Sequence[Record], votes: Sequence[Vote]) -> Verdict:
    many, found, checked = len(records), _what_was_found(records), _what_was_checked(records)
    if not records[0].exact:
        votes = ()
    sources = " and ".join(f"{vote.count} is {vote.source}" for vote in votes)
    known = f"; {sources}" if sources else ""
    if many == 1 and not votes:
        return Verdict("alone", f"nothing to compare with: {name(records[0], records)} {found}{checked}.")
    who = _number(many) + " configurations" if _same_backend(records) else _number(many) + " backends"
    subject = name(records[0], records) if many == 1 else who
    return Verdict("agree", f"{subject} {found}{known}{checked}.")


def _what_was_found(records: Sequence[Record]) -> str:
    first = records[0]
    if first.status == "unsat":
        return "found that there is no solution"
    if all(record.exact for record in records):
        if len(records) == 1:
            return f"found {_solutions(first.count)}"
        if any(record.only_counted for record in records):
            return f"have the same number of solutions, {first.count}"
        return f"found the same {_solutions(first.count)}"
    least = min(record.count or 0 for record in records)
    return f"found solutions (first {least} only; the sets were not compared)" if least > 1 else "found a solution"


def _what_was_checked(records: Sequence[Record]) -> str:
    counted = [name(record, records) for record in records if record.only_counted]
    seen = [name(record, records) for record in records if not record.only_counted]
    if records[0].status == "unsat":
        return ""
    if not counted:
        return "; every solution was checked" + _what_was_certified(records)
    if not seen:
        return f"; {_and(counted)} counted without enumerating, so no solution was checked"
    same = " found the same ones, all of them" if len(seen) > 1 else "'s were"
    sets = "its set of solutions was" if len(counted) == 1 else "their sets of solutions were"
    return f"; {_and(seen)}{same} checked; {_and(counted)} counted without enumerating, so {sets} not compared"


def _what_was_certified(records: Sequence[Record]) -> str:
    certified = [name(record, records) for record in records if record.certified]
    return f"; {_and(certified)} was given the solutions and proved that there are no others" if certified else ""


def name(record: Record, records: Sequence[Record]) -> str:
    """The shortest text that tells this row from the others: `sat`, `sat:minisat22` or all its options."""
    chosen = record.configuration
    rivals = [
        other.configuration
        for other in records
        if other is not record and other.configuration.backend == chosen.backend
    ]
    if not rivals:
        return chosen.backend
    if all(rival.solver != chosen.solver for rival in rivals):
        return f"{chosen.backend}:{chosen.solver}"
    differing = [
        f"+{option}={value}"
        for option, value in chosen.options.items()
        if any(rival.options.get(option) != value for rival in rivals)
    ]
    solver = f":{chosen.solver}" if any(rival.solver != chosen.solver for rival in rivals) else ""
    return chosen.backend + solver + "".join(differing)


def _same_backend(records: Sequence[Record]) -> bool:
    return len({record.configuration.backend for record in records}) < len(records)


def _found(record: Record) -> str:
    verb = "counted" if record.only_counted else "found"
    return verb if record.exact else f"{verb} at least"


def _and(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _solutions(count: int | None) -> str:
    return f"{count} solution{'' if count == 1 else 's'}"


def _number(count: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[count] if count < len(words) else str(count)

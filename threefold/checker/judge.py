"""The judge: do these records agree? The first verdict that applies: disagree, error, incomplete, agree or alone.

An unknown answer never counts as agreement. A lower bound can contradict an exact count, but never confirm one. A record
without solutions, from a model counter, is compared by its number only; the sentence says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from threefold.backends import find, names
from threefold.backends.configuration import PLAIN, is_plain
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.record import Record
from threefold.format import in_words, listed, many

EXIT_CODES = {"agree": 0, "alone": 0, "disagree": 1, "incomplete": 3, "error": 4}


@dataclass(frozen=True)
class Vote:
    """A count from outside the backends."""

    source: str  # "the known number (OEIS A000170)", "the number by brute force", "the proved number"
    count: int
    fingerprint: Fingerprint | None = None  # of the set, where it is known


@dataclass(frozen=True)
class Verdict:
    verdict: str
    sentence: str
    accused: Record | None = None  # the record at fault, where that is known
    accuser: Record | None = None  # a record that contradicts the accused

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]


@dataclass(frozen=True)
class Witness:
    """One assignment that shows a disagreement, and a sentence about the cause."""

    assignment: tuple[int, ...]
    sentence: str
    values: str  # the assignment by name
    drawing: str


def judge(records: Sequence[Record], votes: Sequence[Vote] = ()) -> Verdict:
    return disagreement(records, votes) or failed(records) or _unfinished(records, votes) or _agreeing(records, votes)


def disagreement(records: Sequence[Record], votes: Sequence[Vote] = ()) -> Verdict | None:
    return faulty(records) or _contradicting(records) or _against_votes(records, votes)


def faulty(records: Sequence[Record]) -> Verdict | None:
    for record in records:
        if record.fault:
            what = "a solution" if record.fault.repeated else "an assignment"
            problem = f"reported {what} that {record.fault.reason}"
        elif record.exact and record.fingerprint and record.verified < (record.count or 0):
            problem = f"found {_solutions(record)}, but the spec accepts only {record.verified:,} of them"
        else:
            continue
        return Verdict("disagree", f"{name(record, records)} {problem}.", accused=record)
    return None


def _contradicting(records: Sequence[Record]) -> Verdict | None:
    """Equal answers are compared once: a sweep has thousands of records of one instance."""
    groups: dict[object, list[Record]] = {}
    for record in records:
        groups.setdefault(answer_of(record), []).append(record)
    answers = [group[0] for group in groups.values()]

    def support(answer: Record) -> int:
        return sum(len(group) for group in groups.values() if _can_be_same(answer, group[0]))

    # An answer that few records share is more likely to be wrong. A lower bound is never wrong.
    refutable = [answer for answer in answers if answer.exact or answer.status == "unsat"]
    for accused in sorted(refutable, key=support):
        for accuser in answers:
            if sentence := _contradiction(accuser, accused, records):
                if accuser.only_counted and support(accuser) < support(accused):  # it has no solution that proves it
                    accused, accuser = accuser, accused
                return Verdict("disagree", sentence, accused, accuser)
    return None


def answer_of(record: Record) -> object:
    """Equal for records with the same answer."""
    fingerprint = record.fingerprint and str(record.fingerprint)
    return record.status, record.count, record.count_is, fingerprint, record.verified > 0


def _contradiction(accuser: Record, accused: Record, records: Sequence[Record]) -> str | None:
    """In a sentence: what the accuser has and the accused lacks."""

    def named(form: str) -> str:
        return form.format(name(accuser, records), name(accused, records))

    if accuser.verified and accused.status == "unsat":
        return named("{} found a solution that satisfies the spec, but {} reports that there is none.")
    if accuser.count is None or accused.count is None or not accused.exact:
        return None
    if accuser.count > accused.count:
        return named(f"{{}} {_found(accuser)} {_solutions(accuser)}, {{}} {_found(accused)} {accused.count:,}.")
    if accuser.exact and accuser.count == accused.count and not _can_be_same(accuser, accused):
        return named(f"{{}} and {{}} both found {_solutions(accused)}, but not the same ones.")
    return None


def _can_be_same(one: Record, other: Record) -> bool:
    """The answers are equal as far as both are known; a record that only counted has no set to compare."""
    sets = [record.fingerprint for record in (one, other) if record.fingerprint]
    return (one.status, one.count) == (other.status, other.count) and (len(sets) < 2 or not _differ(*sets))


def _against_votes(records: Sequence[Record], votes: Sequence[Vote]) -> Verdict | None:
    for record in records:
        for vote in votes:
            if problem := _against(record, vote):
                found = f"{name(record, records)} {_found(record)} {_solutions(record)}"
                return Verdict("disagree", f"{found}, but {problem} {vote.source}.", accused=record)
    return None


def _against(record: Record, vote: Vote) -> str | None:
    """How the record contradicts the vote."""
    if record.count is None:
        return None
    if record.count > vote.count or (record.exact and record.count < vote.count):
        return f"{vote.count:,} is"
    mine, proved = record.fingerprint, vote.fingerprint
    return "not those of" if record.exact and mine and proved and _differ(mine, proved) else None


def failed(records: Sequence[Record]) -> Verdict | None:
    reasons = [f"{name(record, records)}: {record.reason}" for record in records if record.status == "error"]
    return Verdict("error", f"no verdict, because a run failed ({'; '.join(reasons)}).") if reasons else None


def _unfinished(records: Sequence[Record], votes: Sequence[Vote]) -> Verdict | None:
    """Who agreed, and how far the others came."""
    finished = [record for record in records if record.complete]
    if len(finished) == len(records):
        return None
    parts = []
    if finished:
        names = listed([name(record, records) for record in finished])
        parts = [f"{names} {_what_was_found(finished)}", *_confirmations(finished, votes)]
    parts += [_how_far(record, records, bool(finished)) for record in records if not record.complete]
    return Verdict("incomplete", f"{'; '.join(parts)}.")


def _how_far(record: Record, records: Sequence[Record], brief: bool) -> str:
    found = f"{record.count or 0:,}" if brief else _solutions(record)
    return how_far(record, records, f"at least {found}; " if record.count else "")


def how_far(record: Record, records: Sequence[Record], bound: str) -> str:
    stopped = "did not finish" if record.status in ("timeout", "memory") else "has no answer"
    return f"{name(record, records)} {stopped} ({bound}{record.reason})"


def _agreeing(records: Sequence[Record], votes: Sequence[Vote]) -> Verdict:
    first, found, checked = name(records[0], records), _what_was_found(records), _what_was_checked(records)
    known = "".join(f"; {each}" for each in _confirmations(records, votes))
    if len(records) == 1 and not known:
        return Verdict("alone", f"nothing to compare with: {first} {found}{checked}.")
    same_backend = len({record.configuration.backend for record in records}) < len(records)
    all_of_them = f"{in_words(len(records))} {'configurations' if same_backend else 'backends'}"
    return Verdict("agree", f"{first if len(records) == 1 else all_of_them} {found}{known}{checked}.")


def _confirmations(records: Sequence[Record], votes: Sequence[Vote]) -> list[str]:
    """One, of all the votes, if the records have a count."""
    sources = " and ".join(_confirmation(vote, records) for vote in votes if records[0].exact)
    return [sources] if sources else []


def _confirmation(vote: Vote, records: Sequence[Record]) -> str:
    """What the vote says of the answer that all records have."""
    sets = [record.fingerprint for record in records]
    if vote.fingerprint and vote.count and all(each and each.kind == vote.fingerprint.kind for each in sets):
        return "these are exactly the proved ones" if vote.count > 1 else "this is exactly the proved one"
    return f"{vote.count:,} is {vote.source}"


def _differ(one: Fingerprint, other: Fingerprint) -> bool:
    """The sets are not the same. Hashes of different kinds cannot be compared."""
    return one.kind == other.kind and one != other


def _comparable(records: Sequence[Record]) -> bool:
    """The sets of those that enumerated. Old records have hashes of another kind; parts of both kinds give no fingerprint."""
    sets = [record.fingerprint for record in records if record.count and not record.only_counted]
    return len({each and each.kind for each in sets}) < 2 and None not in sets


def _what_was_found(records: Sequence[Record]) -> str:
    first = records[0]
    if first.status == "unsat":
        return "found that there is no solution"
    if all(record.exact for record in records):
        if len(records) == 1:
            return f"found {_solutions(first)}"
        if any(record.only_counted for record in records) or not _comparable(records):
            return f"have the same number of solutions, {first.count:,}"
        return "found the same solution" if first.count == 1 else f"found the same {_solutions(first)}"
    least = min(record.count or 0 for record in records)
    return f"found solutions (first {least:,} only; the sets were not compared)" if least > 1 else "found a solution"


def _what_was_checked(records: Sequence[Record]) -> str:
    counted = [name(record, records) for record in records if record.only_counted]
    enumerated = [name(record, records) for record in records if not record.only_counted]
    if records[0].status == "unsat":
        return ""
    if not counted:
        return "; every solution was checked"
    if not enumerated:
        return f"; {listed(counted)} counted without enumerating, so no solution was checked"
    same = f"{listed(enumerated)} found the same ones, all of them checked"
    alone = len(enumerated) == 1 or not _comparable(records)
    checked = f"the solutions of {listed(enumerated)} were checked" if alone else same
    sets = "its set of solutions was" if len(counted) == 1 else "their sets of solutions were"
    return f"; {checked}; {listed(counted)} counted without enumerating, so {sets} not compared"


def name(record: Record, records: Sequence[Record]) -> str:
    """The shortest text that names the engine, and distinguishes the row from the others: `sat`, `sat:arrays`, `sat+plain`."""
    chosen = record.configuration
    of_backend = [other.configuration for other in records if other.configuration.backend == chosen.backend]
    of_solver = [other for other in of_backend if other.solver == chosen.solver]
    alike = [other.options for other in of_solver if is_plain(other) == is_plain(chosen)]
    options = (
        f"+{option}={value}"
        for option, value in chosen.options.items()
        if any(other.get(option) != value for other in alike)
    )
    # An engine that is not the one which the name of the backend stands for.
    others = find(chosen.backend).solvers[1:] if chosen.backend in names() else ()
    solver = f":{chosen.solver}" if len(of_solver) < len(of_backend) or chosen.solver in others else ""
    return chosen.backend + solver + f"+{PLAIN}" * is_plain(chosen) + "".join(options)


def _found(record: Record) -> str:
    verb = "counted" if record.only_counted else "found"
    return verb if record.exact else f"{verb} at least"


def _solutions(record: Record) -> str:
    return many(record.count or 0, "solution")

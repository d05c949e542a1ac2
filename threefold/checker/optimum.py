"""The judge of optima: do the records agree on the best value? The same verdicts as of counts, in the same order.

An optimum that was found under a limit is a bound: it can contradict an optimum, but never confirm one.
"""

from collections.abc import Callable, Sequence

from threefold.checker.judge import Verdict, Vote, failed, faulty, how_far, name
from threefold.checker.record import Record
from threefold.format import in_words

IsBetter = Callable[[int, int], bool]


def judge_optimum(records: Sequence[Record], votes: Sequence[Vote], is_better: IsBetter) -> Verdict:
    """`is_better(one, other)` compares two values of the objective."""
    return (
        faulty(records)
        or _contradicting(records, is_better)
        or _against_votes(records, votes, is_better)
        or failed(records)
        or _unfinished(records)
        or _agreeing(records, votes)
    )


def _contradicting(records: Sequence[Record], is_better: IsBetter) -> Verdict | None:
    for accused in records:
        for accuser in records:
            if accuser.optimum is None:
                continue
            if accused.status == "unsat":
                found = f"{name(accuser, records)} found a solution that satisfies the spec"
                return Verdict(
                    "disagree", f"{found}, but {name(accused, records)} reports that there is none.", accused, accuser
                )
            if (
                accused.optimum_is == "exact"
                and accused.optimum is not None
                and is_better(accuser.optimum, accused.optimum)
            ):
                claimed = f"{name(accused, records)} reports the optimum {accused.optimum:,}"
                return Verdict(
                    "disagree", f"{claimed}, but {name(accuser, records)} found {accuser.optimum:,}.", accused, accuser
                )
    return None


def _against_votes(records: Sequence[Record], votes: Sequence[Vote], is_better: IsBetter) -> Verdict | None:
    for record in records:
        for vote in votes:
            if record.optimum is None:
                continue
            wrong = (
                record.optimum != vote.count if record.optimum_is == "exact" else is_better(record.optimum, vote.count)
            )
            if wrong:
                return Verdict(
                    "disagree",
                    f"{name(record, records)} found the optimum {record.optimum:,}, but {vote.count:,} is {vote.source}.",
                    accused=record,
                )
    return None


def _unfinished(records: Sequence[Record]) -> Verdict | None:
    finished = [record for record in records if record.complete]
    if len(finished) == len(records):
        return None
    parts = [f"{name(record, records)} {_found(record)}" for record in finished]
    parts += [_how_far(record, records) for record in records if not record.complete]
    return Verdict("incomplete", f"{'; '.join(parts)}.")


def _how_far(record: Record, records: Sequence[Record]) -> str:
    best = "" if record.optimum is None else f"best solution so far {record.optimum:,}; "
    return how_far(record, records, best)


def _found(record: Record) -> str:
    return "found that there is no solution" if record.optimum is None else f"found the optimum {record.optimum:,}"


def _agreeing(records: Sequence[Record], votes: Sequence[Vote]) -> Verdict:
    first = records[0]
    known = "".join(f"; {vote.count:,} is {vote.source}" for vote in votes if first.optimum is not None)
    checked = "" if first.optimum is None else "; every solution was checked"
    if len(records) == 1:
        word = "agree" if known else "alone"
        start = "" if known else "nothing to compare with: "
        return Verdict(word, f"{start}{name(first, records)} {_found(first)}{known}{checked}.")
    same_backend = len({record.configuration.backend for record in records}) < len(records)
    all_of_them = f"{in_words(len(records))} {'configurations' if same_backend else 'backends'}"
    return Verdict("agree", f"{all_of_them} {_found(first)}{known}{checked}.")

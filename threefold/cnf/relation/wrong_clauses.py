"""One clause of the formula is wrong: it should be another one, or should not be there."""

from collections.abc import Iterator

from threefold.cnf.relation.comparison import Comparison, Repair
from threefold.cnf.relation.entailment import Clause

MOST = 8  # clauses that the reference lacks; with more of them, another cause is more likely
TRIES = 12  # clauses that one could be meant as


def misspelt_clause(asked: Comparison) -> Iterator[Repair]:
    for clause in _suspects(asked):
        rest = dict.fromkeys(asked.without({clause}))
        yield from (Repair((text,), {**rest, meant: None}) for text, meant in _meant(asked, clause))


def clause_too_many(asked: Comparison) -> Iterator[Repair]:
    """Later than other repairs: a clause with one wrong sign may be left out where the others imply the right one."""
    for clause in _suspects(asked):
        text = f"{asked.shown([clause])} excludes solutions: without it the formula is right"
        yield Repair((text,), dict.fromkeys(asked.without({clause})))


def _suspects(asked: Comparison) -> list[Clause]:
    suspects = asked.failing or asked.unknown
    return suspects if len(asked.failing) <= 1 and len(suspects) <= MOST else []


def _meant(asked: Comparison, clause: Clause) -> Iterator[tuple[str, Clause]]:
    """Clauses of the reference that the formula lacks and that this one could be meant as, the likeliest first."""
    shown = asked.shown([clause])
    found = sorted(_differences(asked, clause), key=lambda case: case[0])
    for rank, wrong, meant in found[:TRIES]:
        if rank < 3 or meant in asked.weak.failing:
            yield f"{shown} {wrong}: it should be {asked.reference.text(sorted(meant, key=abs))}", meant


def _differences(asked: Comparison, clause: Clause) -> Iterator[tuple[int, str, Clause]]:
    foreign = asked.foreign
    numbers = foreign.in_file[foreign.distinct[clause]] if foreign.numbered else clause
    for meant in asked.reference.groups:
        if meant not in foreign.distinct:
            rank, wrong = _difference(numbers, meant)
            if wrong:
                yield rank, wrong, meant


def _difference(clause: Clause, meant: Clause) -> tuple[int, str]:
    """What is wrong with a clause that should be another one, if this is one thing; and how far-fetched that is."""
    common = len(set(clause).intersection(meant))
    if common == len(meant) - 1 and {*map(abs, clause)} == {*map(abs, meant)}:
        return 0, "has a wrong sign"
    if {-literal for literal in clause} == set(meant):
        return 1, "has its signs flipped"
    for by in (1, -1):
        if clause == tuple(sorted(n + (by if n > 0 else -by) for n in meant)):
            return 2, f"has its numbers 1 too {'high' if by > 0 else 'low'}"
    if common == len(meant) == len(clause) - 1:
        return 3, "has a literal too many"
    if common == len(clause) == len(meant) - 1 and clause:
        return 3, "lacks a literal"
    if common and common == len(meant) - 1 == len(clause) - 1:
        return 4, "has a wrong literal"
    return 9, ""

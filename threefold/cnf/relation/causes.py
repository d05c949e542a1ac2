"""Typical mistakes behind a wrong formula. One is named only where a check confirms it:

    a group applied twice                its clauses stand there twice
    a group that is missing              most of its clauses do not follow from the formula, and none of its own is written
    numbered by columns                  with the axes exchanged the formula is right (or even the reference itself)
    numbered from another number         with all numbers shifted the formula is right
    signs flipped                        with every literal negated the formula is right
    an auxiliary with a cell's number    with a number of its own in those clauses the formula is right

All but the first two are found by trying changes that would explain the mistake; that the changed formula is right is decided as
for any formula, so a guess that is wrong costs time and nothing else.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from threefold.cnf.relation.entailment import Findings, Theory, negation
from threefold.cnf.relation.formulas import Foreign, Reference, canonical
from threefold.cnf.relation.pigeonholes import Clause
from threefold.cnf.relation.reused_numbers import Judge, reused

MOST_AXES = 3


def causes(reference: Reference, foreign: Foreign, weak: Findings, strong: Findings, ours: Theory) -> tuple[str, ...]:
    """`ours` is the theory of the reference, which knows a lot by now."""
    right = weak.model is None and strong.model is None
    judge = Judge(reference, ours)
    found: list[str] = []
    if not foreign.links:  # whoever numbers bounds or bits has no cells
        found = _misread(reference, foreign, None if right else judge)
    if not found and not foreign.links and strong.failing:
        found = reused(reference, foreign, judge)
    if not found:
        found = _lacking(reference, foreign, weak)
    return (*found, *repeated(reference, foreign, right))


def repeated(reference: Reference, foreign: Foreign, right: bool = True) -> tuple[str, ...]:
    """Groups that are applied twice; where nothing worse is to be told, single clauses that stand there twice, too."""
    counts = Counter(foreign.clauses)
    twice = Counter(
        _part(reference, clause)
        for clause, count in counts.items()
        if count > 1 and reference.shared.issuperset(map(abs, clause))  # networks repeat clauses of their auxiliaries
    )
    sizes = Counter(map(reference.part, reference.groups))
    return tuple(
        f"the group {part} is applied twice: each of its {_clauses(many)} stands there more than once"
        if many == sizes[part]
        else f"{_clauses(many)} of {part} {'stands' if many == 1 else 'stand'} there more than once"
        for part, many in twice.items()
        if right or many == sizes[part]
    )


def _part(reference: Reference, clause: Clause) -> str:
    return reference.part(clause) if clause in reference.groups else "no group of the spec"


def _clauses(many: int) -> str:
    return f"{many} clause{'' if many == 1 else 's'}"


def _lacking(reference: Reference, foreign: Foreign, weak: Findings) -> list[str]:
    """A clause that stands there may be another group's, but one that only this group has shows that it was thought of."""
    sizes = Counter(map(reference.part, reference.groups))
    lacking = Counter(map(reference.part, weak.failing))
    begun = {reference.part(clause) for clause in foreign.distinct.keys() & reference.groups.keys() - reference.common}
    return [
        f"the group {part} is {'missing' if 2 * many > sizes[part] and part not in begun else 'incomplete'}: "
        f"{many} of its {_clauses(sizes[part])} {'does' if many == 1 else 'do'} not follow from the formula"
        for part, many in lacking.items()
    ]


def _misread(reference: Reference, foreign: Foreign, judge: Judge | None) -> list[str]:
    """The first way to read the formula, other than its numbers were read here, in which it is right."""
    written = reference.groups.keys()
    agreeing = len(written & foreign.distinct.keys())
    for told, clauses in _readings(reference, foreign):
        if clauses.keys() == written:
            return [f"{told}: read so, the formula has the clauses of the spec's CNF"]
        if judge and len(written & clauses.keys()) > agreeing and judge.is_right(clauses):
            return [f"{told}: read so, the formula is equivalent"]
    return []


def _readings(reference: Reference, foreign: Foreign) -> Iterator[tuple[str, dict[Clause, None]]]:
    for order, change in _orders(reference):
        yield _explained(order, foreign), foreign.renumbered(change)
    if foreign.numbered and foreign.lowest > 1:
        yield f"the variables are numbered from {foreign.lowest} instead of 1", foreign.renumbered(foreign.shift())
    yield "all signs are flipped", dict.fromkeys(canonical(negation(clause)) for clause in foreign.distinct)


def _orders(reference: Reference) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """Ways to deal out the numbers of each family, other than row by row; the same way for all families.

    An order is one of the axes (indices, then the value).
    """
    cells: dict[str, list[tuple[int, tuple[int | str, ...]]]] = {}
    for number, literal in reference.literals.items():
        x = literal.variable
        cells.setdefault(x.family, []).append((number, x.index if x.boolean else (*x.index, literal.value)))
    axes = {len(cell) for family in cells.values() for _, cell in family}
    if len(axes) == 1 and 1 < (many := axes.pop()) <= MOST_AXES:
        for order in reversed(list(permutations(range(many)))[1:]):
            yield order, {number: other for family in cells.values() for number, other in _dealt(family, order)}


def _explained(order: tuple[int, ...], foreign: Foreign) -> str:
    done = "the variables are numbered" if foreign.numbered else "the names have their parts"
    if len(order) == 2:
        return f"{done} {'by columns instead of rows' if foreign.numbered else 'in the order column, row'}"
    names = ("first index", "second index", "value")
    return f"{done} in the order {', '.join(names[axis] for axis in order)}"


def _dealt(cells: list[tuple[int, tuple[int | str, ...]]], order: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Every number that was dealt out in this order, with the number that its cell has."""
    ranks: list[dict[int | str, int]] = [{} for _ in order]
    for _, cell in cells:
        for axis, rank in zip(cell, ranks, strict=True):
            rank.setdefault(axis, len(rank))
    dealt = sorted(cells, key=lambda case: [ranks[axis][case[1][axis]] for axis in order])
    return zip((number for number, _ in cells), (number for number, _ in dealt), strict=True)

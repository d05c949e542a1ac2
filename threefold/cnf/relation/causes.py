"""Typical mistakes behind a wrong formula. Each is reported only where a check confirms it:

    a group applied twice                its clauses are repeated
    a missing group                      most of its clauses do not follow from the formula, and none of its own is written
    numbered by columns                  with the axes exchanged the formula is right (or even the reference itself)
    numbered from another number         with all numbers shifted the formula is right
    signs flipped                        with every literal negated the formula is right
    an auxiliary with a cell's number    with a number of its own in those clauses the formula is right

All but the first two are found by trying changes. Whether the changed formula is right is decided as for any formula, so a wrong
guess only costs time.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from threefold.cnf.relation.entailment import Entailment, Theory, canonical, negation, renumbered
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.cnf.relation.pigeonholes import Clause
from threefold.cnf.relation.reused_numbers import is_right, reused
from threefold.format import many

MOST_AXES = 3


def causes(
    reference: Reference, foreign: Foreign, weak: Entailment, strong: Entailment, ours: Theory
) -> tuple[str, ...]:
    """`ours` is the theory of the reference."""
    right = weak.model is None and strong.model is None
    found: list[str] = []
    if not foreign.links:  # a formula with bounds or bits has no cells
        found = _misread(reference, foreign, None if right else ours)
        if not found and strong.failing:
            found = reused(reference, foreign, ours)
    return (*(found or _lacking(reference, foreign, weak)), *repeated(reference, foreign, right))


def repeated(reference: Reference, foreign: Foreign, right: bool = True) -> tuple[str, ...]:
    """Groups that are applied twice; of a right formula also single clauses that are repeated."""
    twice = Counter(
        reference.part(clause)
        for clause, count in Counter(foreign.clauses).items()
        if count > 1 and reference.shared.issuperset(map(abs, clause))  # networks repeat clauses of their auxiliaries
    )
    sizes = Counter(map(reference.part, reference.groups))
    return tuple(
        f"the group {part} is applied twice: each of its {many(number, 'clause')} is repeated"
        if number == sizes[part]
        else f"{many(number, 'clause')} of {part} {'is' if number == 1 else 'are'} repeated"
        for part, number in twice.items()
        if right or number == sizes[part]
    )


def _lacking(reference: Reference, foreign: Foreign, weak: Entailment) -> list[str]:
    """A group is missing, and not incomplete, if no clause is written that only this group has."""
    sizes = Counter(map(reference.part, reference.groups))
    begun = {reference.part(clause) for clause in foreign.distinct.keys() & reference.groups.keys() - reference.common}
    return [
        f"the group {part} is {'missing' if 2 * number > sizes[part] and part not in begun else 'incomplete'}: "
        f"{number} of its {many(sizes[part], 'clause')} {'does' if number == 1 else 'do'} not follow from the formula"
        for part, number in Counter(map(reference.part, weak.failing)).items()
    ]


def _misread(reference: Reference, foreign: Foreign, ours: Theory | None) -> list[str]:
    """The first other reading of the formula's numbers in which it is right; without `ours`, in which it is the reference."""
    written = reference.groups.keys()
    agreeing = len(written & foreign.distinct.keys())
    for reading, clauses in _readings(reference, foreign):
        if clauses.keys() == written:
            return [f"{reading}: read so, the formula has the clauses of the spec's CNF"]
        if ours and len(written & clauses.keys()) > agreeing and is_right(reference, ours, clauses):
            return [f"{reading}: read so, the formula is equivalent"]
    return []


def _readings(reference: Reference, foreign: Foreign) -> Iterator[tuple[str, dict[Clause, None]]]:
    for order, change in _orders(reference):
        yield _explained(order, reference, foreign), renumbered(foreign.distinct, change)
    if foreign.numbered and foreign.lowest > 1:
        shifted = renumbered(foreign.distinct, foreign.shift())
        yield f"the variables are numbered from {foreign.lowest} instead of 1", shifted
    yield "all signs are flipped", dict.fromkeys(canonical(negation(clause)) for clause in foreign.distinct)


def _orders(reference: Reference) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """Orders of the axes (indices, then the value) other than row by row, and the change of numbers for each."""
    cells: dict[str, list[tuple[int, tuple[int | str, ...]]]] = {}
    for number, literal in reference.literals.items():
        x = literal.variable
        cells.setdefault(x.family, []).append((number, x.index if x.boolean else (*x.index, literal.value)))
    axes = {len(cell) for family in cells.values() for _, cell in family}
    if len(axes) == 1 and 1 < (number := axes.pop()) <= MOST_AXES:
        for order in reversed(list(permutations(range(number)))[1:]):
            yield order, {old: new for family in cells.values() for old, new in _reordered(family, order)}


def _explained(order: tuple[int, ...], reference: Reference, foreign: Foreign) -> str:
    done = "the variables are numbered" if foreign.numbered else "the names have their parts"
    if len(order) == 2:
        return f"{done} {'by columns instead of rows' if foreign.numbered else 'in the order column, row'}"
    integers = any(not x.boolean for x in reference.spec.variables)
    names = ("first index", "second index", "value" if integers else "third index")
    return f"{done} in the order {', '.join(names[axis] for axis in order)}"


def _reordered(cells: list[tuple[int, tuple[int | str, ...]]], order: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Every number, if the cells were numbered in this order, with the number that its cell has."""
    ranks: list[dict[int | str, int]] = [{} for _ in order]
    for _, cell in cells:
        for axis, rank in zip(cell, ranks, strict=True):
            rank.setdefault(axis, len(rank))
    reordered = sorted(cells, key=lambda case: [ranks[axis][case[1][axis]] for axis in order])
    return zip((number for number, _ in cells), (number for number, _ in reordered), strict=True)

"""Typical mistakes behind a wrong formula. Each is reported only where a check confirms it:

    a group applied twice                its clauses are repeated
    a missing group                      most of its clauses do not follow from the formula, and none of its own is written
    numbered by columns                  with the axes exchanged the formula is right (or even the reference itself)
    numbered from another number         with all numbers shifted the formula is right
    signs flipped                        with every literal negated the formula is right
    an auxiliary with a cell's number    with a number of its own in those clauses the formula is right

All but the first two are found by trying changes. Whether the changed formula is right is decided as for any formula, so a wrong
guess only costs time.

The classic case of the last is PySAT's CardEnc without `top_id`: it counts from the highest literal that it was given (pysat#110,
#133, #207), so that the auxiliaries of one row are the cells of the next. No clause says which numbers are meant as auxiliaries.
But an encoder writes one constraint at a time. So the file is read as a sequence of stretches: each, with fresh numbers for all
but the literals of one at-most-one of the spec, says exactly that at most one of these is true.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import permutations

from threefold.backends.sat.solvers import Limited
from threefold.cnf.relation.auxiliaries import included
from threefold.cnf.relation.entailment import Clause, Entailment, Theory, at_most_ones, negation, pairs, renumbered
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.format import many

MOST_AXES = 3
MOST_STEPS = 100_000  # clauses to look at: a few seconds
SHOWN = 4


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
        for part, number in Counter(map(reference.part, reference.missing(weak))).items()
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
    flipped = {number: -number for clause in foreign.distinct for number in map(abs, clause)}
    yield "all signs are flipped", renumbered(foreign.distinct, flipped)


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


def is_right(reference: Reference, ours: Theory, clauses: Collection[Clause]) -> bool:
    """Is a changed formula right? `ours` is the theory of the reference."""
    weak = included(Theory(clauses), reference.groups, reference.shared, reference.grids)
    return weak.model is None and included(ours, clauses, reference.shared).model is None


@dataclass(frozen=True)
class Stretch:
    """The clauses from `start` to before `end` encode an at-most-one; `inner` are its other numbers."""

    start: int
    end: int
    inner: frozenset[int]


def reused(reference: Reference, foreign: Foreign, ours: Theory) -> list[str]:
    clauses = foreign.clauses
    for once in (True, False):
        read = _Reader(reference, ours, clauses).stretches(once)
        # without those of the spec's own clauses, which are pairs in some order, without auxiliaries
        stretches = [each for each in read if not ours.known.keys() >= set(clauses[each.start : each.end])]
        cells = sorted({number for stretch in stretches for number in stretch.inner if number in reference.shared})
        if not cells or not is_right(reference, ours, dict.fromkeys(_separated(clauses, stretches))):
            continue
        first = next(stretch for stretch in stretches if not stretch.inner.isdisjoint(reference.shared))
        shown = ", ".join(str(reference.literals[number]) for number in cells[:SHOWN])
        more = f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else ""
        return [
            f"auxiliaries reuse the numbers of {shown}{more}, first in the clauses {first.start + 1} to {first.end}: "
            "with numbers of their own the formula is right"
        ]
    return []


def _separated(clauses: list[Clause], stretches: list[Stretch]) -> Iterator[Clause]:
    """The clauses with fresh numbers in every stretch."""
    top = max(abs(literal) for clause in clauses for literal in clause)
    done = 0
    for stretch in stretches:
        yield from clauses[done : stretch.start]
        fresh = {number: top + place for place, number in enumerate(sorted(stretch.inner), start=1)}
        top += len(fresh)
        yield from renumbered(clauses[stretch.start : stretch.end], fresh)
        done = stretch.end
    yield from clauses[done:]


class _Reader:
    def __init__(self, reference: Reference, ours: Theory, clauses: list[Clause]) -> None:
        self._clauses, self._known, self._steps = clauses, ours.known, MOST_STEPS
        self._sets = at_most_ones(reference.spec)
        self._having: dict[int, list[int]] = {}  # a literal's number -> the sets that have it
        for place, literals in enumerate(self._sets):
            for number in literals:
                self._having.setdefault(number, []).append(place)

    def stretches(self, once: bool) -> Iterator[Stretch]:
        """From left to right; clauses that start none are skipped. `once`: the formula has every at-most-one once.

        Tried are the next set in the order of the spec and those of the clause's literals. The shortest stretch is taken: a
        wrong one becomes complete only with the clauses of the next constraint.
        """
        place, expected, used = 0, 0, set[int]()
        while place < len(self._clauses) and self._steps > 0:
            of_clause = (i for n in self._clauses[place] if n < 0 for i in self._having.get(-n, ()))
            candidates = [i for i in dict.fromkeys((expected, *of_clause)) if i < len(self._sets) and i not in used]
            found = [(stretch, i) for i in candidates if (stretch := self._stretch(place, self._sets[i]))]
            if found:
                stretch, chosen = min(found, key=lambda case: case[0].end)
                place, expected = stretch.end, chosen + 1
                used |= {chosen} if once else set()
                yield stretch
            else:
                place += 1

    def _stretch(self, start: int, literals: Clause) -> Stretch | None:
        """The clauses from here on that say "at most one of these literals", and no more, with numbers of their own."""
        solver, wanted = Limited(max(literals), ()), list(pairs(literals))
        inner: set[int] = set()
        longest = min(len(self._clauses), start + len(literals) ** 2 + 12 * len(literals))
        for place in range(start, longest):
            clause = self._clauses[place]
            others = {abs(literal) for literal in clause} - set(literals)
            self._steps -= 1
            if clause != literals and clause in self._known and clause[:1] > (0,):  # an at-least-one of other literals
                return None if wanted else Stretch(start, place, frozenset(inner))
            if not wanted and not (others <= inner and self._is_exact(start, place + 1, literals)):
                return Stretch(start, place, frozenset(inner))
            inner |= others
            solver.add([list(clause)])
            before = len(wanted)
            while wanted and not solver.solve_under(negation(wanted[-1])):
                wanted.pop()
            if before and not wanted and not self._is_exact(start, place + 1, literals):
                return None
        return None if wanted else Stretch(start, longest, frozenset(inner))

    def _is_exact(self, start: int, end: int, literals: Clause) -> bool:
        """Can the other numbers always get values, if at most one literal is true? (Or exactly one, if a clause says so.)"""
        clauses = self._clauses[start:end]
        theory = Theory([*pairs(literals), *(clause for clause in clauses if clause == literals)])
        return included(theory, clauses, frozenset(literals)).model is None

"""Auxiliaries that reuse numbers: of cells, or of the auxiliaries of another constraint.

The classic case is PySAT's CardEnc without `top_id`: it counts from the highest literal that it was given (pysat#110, #133,
#207), so that the auxiliaries of one row are the cells of the next. No clause says which numbers are meant as auxiliaries. But an
encoder writes one constraint at a time. So the file is read as a sequence of stretches: each, with fresh numbers for all but the
literals of one at-most-one of the spec, says exactly that at most one of these is true.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from threefold.backends.sat.solvers import Limited
from threefold.cnf.relation.auxiliaries import included
from threefold.cnf.relation.comparison import Comparison, Repair
from threefold.cnf.relation.entailment import Clause, Theory, at_most_ones, negation, pairs, renumbered
from threefold.cnf.relation.formulas import Reference

FEWEST = 3  # clauses that are not in the reference: an at-most-one with auxiliaries has more
MOST_STEPS = 100_000  # clauses to look at: a few seconds
SHOWN = 4
RIGHT = "with numbers of their own the formula is right"


@dataclass(frozen=True)
class Stretch:
    """The clauses from `start` to before `end` encode an at-most-one; `inner` are its other numbers."""

    start: int
    end: int
    inner: frozenset[int]


def reused(asked: Comparison) -> Iterator[Repair]:
    clauses, ours = asked.foreign.clauses, asked.ours
    if len(asked.unknown) < FEWEST or asked.strong.model is None:
        return
    for once, ahead in ((True, False), (False, False), (True, True)):
        read = _Reader(asked.reference, ours, clauses).stretches(once, ahead)
        # without those of the spec's own clauses, which are pairs in some order, without auxiliaries
        stretches = [each for each in read if not ours.known.keys() >= set(clauses[each.start : each.end])]
        if text := _clash(asked, stretches):
            yield Repair((f"{text}: {RIGHT}",), dict.fromkeys(_separated(clauses, stretches)))


def _clash(asked: Comparison, stretches: list[Stretch]) -> str:
    """Which numbers the stretches share with the cells, or with each other."""
    shared, literals = asked.reference.shared, asked.reference.literals
    cells = sorted({number for stretch in stretches for number in stretch.inner if number in shared})
    if cells:
        first = next(stretch for stretch in stretches if not stretch.inner.isdisjoint(shared))
        shown = ", ".join(str(literals[number]) for number in cells[:SHOWN])
        more = f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else ""
        return f"auxiliaries reuse the numbers of {shown}{more}, first in the clauses {first.start + 1} to {first.end}"
    seen: set[int] = set()
    for stretch in stretches:
        if not seen.isdisjoint(stretch.inner):
            return f"auxiliaries of an earlier constraint are used again in the clauses {stretch.start + 1} to {stretch.end}"
        seen |= stretch.inner
    return ""


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

    def stretches(self, once: bool, ahead: bool) -> Iterator[Stretch]:
        """From left to right; clauses that start none are skipped. `once`: the formula has every at-most-one once.
        `ahead`: an at-least-one stands before its at-most-one, whose first clauses may have auxiliaries only.

        Tried are the next set in the order of the spec and those of the clause's literals. The shortest stretch is taken: a
        wrong one becomes complete only with the clauses of the next constraint.
        """
        place, expected, used = 0, 0, set[int]()
        while place < len(self._clauses) and self._steps > 0:
            clause = self._clauses[place]
            whole = self._sets.index(clause) if ahead and clause in self._sets else expected
            of_clause = (i for n in clause if n < 0 for i in self._having.get(-n, ()))
            candidates = [
                i for i in dict.fromkeys((expected, whole, *of_clause)) if i < len(self._sets) and i not in used
            ]
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

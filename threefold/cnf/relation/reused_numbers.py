"""Auxiliaries that reuse a number: the classic is PySAT's CardEnc without `top_id`, which counts from the highest literal that it
was given (pysat#110, #133, #207), so that the auxiliaries of one row are the cells of the next.

Which numbers are meant as auxiliaries no clause says. But an encoder writes one constraint at a time, so the file is read as a
sequence of stretches: each, with fresh numbers for all but the literals of one at-most-one of the spec, says exactly that these
are at most one. If the formula with those fresh numbers is right, that was the mistake; nothing is claimed otherwise.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from threefold.backends.sat.queries import quick
from threefold.cnf.relation.auxiliaries import included
from threefold.cnf.relation.entailment import Theory, negation
from threefold.cnf.relation.formulas import Foreign, Reference, canonical
from threefold.cnf.relation.pigeonholes import Clause, at_most_ones, pairs

MOST_STEPS = 100_000  # clauses looked at, some seconds
SHOWN = 4


@dataclass(frozen=True)
class Stretch:
    """The clauses from `start` to before `end` encode an at-most-one; the numbers that they use beside its literals."""

    start: int
    end: int
    inner: frozenset[int]


@dataclass(frozen=True)
class Judge:
    """Is a changed formula right?"""

    reference: Reference
    ours: Theory

    def is_right(self, clauses: Mapping[Clause, None]) -> bool:
        reference = self.reference
        if included(Theory(clauses), reference.groups, reference.shared, reference.grids).model is not None:
            return False
        return included(self.ours, clauses, reference.shared).model is None


def reused(reference: Reference, foreign: Foreign, judge: Judge) -> list[str]:
    for once in (True, False):
        read = _Reader(reference, judge.ours, foreign.clauses).stretches(once)
        stretches = [stretch for stretch in read if not _is_ours(stretch, foreign.clauses, judge.ours)]
        cells = sorted({number for stretch in stretches for number in stretch.inner if number in reference.shared})
        if not cells or not judge.is_right(dict.fromkeys(_separated(foreign.clauses, stretches))):
            continue
        first = next(stretch for stretch in stretches if not stretch.inner.isdisjoint(reference.shared))
        shown = ", ".join(str(reference.literals[number]) for number in cells[:SHOWN])
        more = f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else ""
        return [
            f"auxiliaries reuse the numbers of {shown}{more}, first in the clauses {first.start + 1} to {first.end}: "
            "with numbers of their own the formula is right"
        ]
    return []


def _is_ours(stretch: Stretch, clauses: list[Clause], ours: Theory) -> bool:
    """All its clauses are the spec's own: pairs in whatever order, which have no auxiliary to give a number to."""
    return all(clause in ours.known for clause in clauses[stretch.start : stretch.end])


def _separated(clauses: list[Clause], stretches: list[Stretch]) -> Iterator[Clause]:
    top = max(abs(literal) for clause in clauses for literal in clause)
    done = 0
    for stretch in stretches:
        yield from clauses[done : stretch.start]
        fresh = {number: top + place for place, number in enumerate(sorted(stretch.inner), start=1)}
        top += len(fresh)
        yield from (_renumbered(clause, fresh) for clause in clauses[stretch.start : stretch.end])
        done = stretch.end
    yield from clauses[done:]


def _renumbered(clause: Clause, fresh: Mapping[int, int]) -> Clause:
    return canonical(
        fresh.get(literal, literal) if literal > 0 else -fresh.get(-literal, -literal) for literal in clause
    )


class _Reader:
    def __init__(self, reference: Reference, ours: Theory, clauses: list[Clause]) -> None:
        self._clauses, self._steps = clauses, MOST_STEPS
        self._known = ours.known
        self._blocks = at_most_ones(reference.spec)
        self._having: dict[int, list[int]] = {}  # a literal's number -> the blocks that it belongs to
        for place, block in enumerate(self._blocks):
            for number in block:
                self._having.setdefault(number, []).append(place)

    def stretches(self, once: bool) -> Iterator[Stretch]:
        """From left to right; a clause that starts none is passed over. `once` is for formulas that have every block once.

        Tried are the next block in the order of the spec and those of the clause's literals. The shortest stretch is taken,
        since a wrong one becomes complete only by the clauses of what follows.
        """
        place, expected, used = 0, 0, set[int]()
        while place < len(self._clauses) and self._steps > 0:
            candidates = dict.fromkeys((expected, *self._blocks_of(self._clauses[place])))
            found = self._found(place, [block for block in candidates if block not in used])
            if found:
                stretch, block = min(found, key=lambda case: case[0].end)
                place, expected = stretch.end, block + 1
                used |= {block} if once else set()
                yield stretch
            else:
                place += 1

    def _blocks_of(self, clause: Clause) -> Iterator[int]:
        return (block for literal in clause if literal < 0 for block in self._having.get(-literal, ()))

    def _found(self, place: int, blocks: list[int]) -> list[tuple[Stretch, int]]:
        stretches = ((self._stretch(place, self._blocks[i]), i) for i in blocks if i < len(self._blocks))
        return [(stretch, block) for stretch, block in stretches if stretch is not None]

    def _stretch(self, start: int, block: Clause) -> Stretch | None:
        """The clauses from here on that say "at most one of this block", and no more, with numbers of their own."""
        solver, wanted = quick(max(block), ()), list(pairs(block))
        inner: set[int] = set()
        longest = min(len(self._clauses), start + len(block) ** 2 + 12 * len(block))
        for place in range(start, longest):
            clause = self._clauses[place]
            strangers = {abs(literal) for literal in clause} - set(block)
            self._steps -= 1
            if self._is_another(clause, block):
                return None if wanted else Stretch(start, place, frozenset(inner))
            if not wanted and not (strangers <= inner and self._is_exact(start, place + 1, block)):
                return Stretch(start, place, frozenset(inner))
            inner |= strangers
            solver.add([list(clause)])
            before = len(wanted)
            while wanted and not solver.solve_under(negation(wanted[-1])):
                wanted.pop()
            if before and not wanted and not self._is_exact(start, place + 1, block):
                return None
        return None if wanted else Stretch(start, longest, frozenset(inner))

    def _is_another(self, clause: Clause, block: Clause) -> bool:
        """An at-least-one of the spec that has nothing to do with this block."""
        return clause != block and clause in self._known and clause[:1] > (0,)

    def _is_exact(self, start: int, end: int, block: Clause) -> bool:
        """Does "at most one of this block" leave values to the numbers beside it? Exactly one, if the clauses ask for one."""
        clauses = self._clauses[start:end]
        theory = Theory([*pairs(block), *(clause for clause in clauses if clause == block)])
        return included(theory, clauses, frozenset(block)).model is None

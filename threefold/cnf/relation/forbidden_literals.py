"""Clauses too many that forbid single literals: what the formula shows about them.

Many mistakes end in such clauses: a literal paired with itself, a loop that runs too far, a bound of 0. So a cause is named only
where the clauses, as they are written, show it.
"""

from collections.abc import Iterable, Iterator, Sequence

from threefold.cnf.relation.comparison import Comparison
from threefold.cnf.relation.entailment import Clause
from threefold.language import Literal

LOOPS = {1: "a loop runs one too far", -1: "a loop begins one too early"}
Place = tuple[object, ...]  # family, index and value


def described(asked: Comparison, wrong: Sequence[Clause]) -> str:
    """`wrong` are clauses of one negative literal, without which the formula is right."""
    foreign = asked.foreign
    if all(len(foreign.originals[foreign.distinct[clause]]) > 1 for clause in wrong):  # -1 -1 0
        return "literals are paired with themselves: "
    return next(_loops(asked, wrong), None) or next(_emptied(asked), "single literals are forbidden: ")


def _loops(asked: Comparison, wrong: Sequence[Clause]) -> Iterator[str]:
    """All that a group forbids at the second last place of an index is forbidden at the last place too."""
    literals, written = asked.reference.literals, _forbidden(asked.foreign.distinct)
    numbers = {_place(literal): number for number, literal in literals.items()}
    for part, own in asked.reference.parts.items():
        forbidden = _forbidden(own)
        for axis in range(max((len(literals[n].variable.index) for n in forbidden), default=0)):
            for by, text in LOOPS.items():
                moved = {numbers.get(_place(literals[n], axis, by)): n for n in forbidden}
                beyond = {there: here for there, here in moved.items() if there is not None and there not in forbidden}
                at_end = all(_place(literals[n], axis, by) not in numbers for n in beyond)
                if at_end and _forbidden(wrong) <= beyond.keys() <= written:
                    last = -wrong[0][0]
                    about = f"{literals[beyond[last]].variable} are also written for {literals[last].variable}"
                    yield f"the clauses of {part} about {about}: {text}: "


def _forbidden(clauses: Iterable[Clause]) -> set[int]:
    return {-clause[0] for clause in clauses if len(clause) == 1 and clause[0] < 0}


def _place(literal: Literal, axis: int = 0, by: int = 0) -> Place:
    """Moved by some places along an axis of the index."""
    moved = (i + by if place == axis and isinstance(i, int) else i for place, i in enumerate(literal.variable.index))
    return (literal.variable.family, *moved, literal.value)


def _emptied(asked: Comparison) -> Iterator[str]:
    """Integers that the forbidden literals leave no value."""
    literals, forbidden = asked.reference.literals, _forbidden(asked.foreign.distinct)
    names = dict.fromkeys(str(literal.variable) for literal in literals.values() if not literal.variable.boolean)
    left = {str(literal.variable) for number, literal in literals.items() if number not in forbidden}
    if empty := [name for name in names if name not in left]:
        yield f"no value is left for {empty[0]}{f' and {len(empty) - 1} more' if empty[1:] else ''}: "

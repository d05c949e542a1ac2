"""The mistake behind a wrong formula. A cause is named only with a repair that makes the formula right:

    a group          a typical slip in all its clauses: signs, numbers, 'and' for 'or'
    one clause       it has a wrong sign or wrong numbers
    the numbering    by columns, from another number, with gaps, in a snake line, with flipped signs
    the size         it is the formula of another size, or its loops end too early or too late
    auxiliaries      they reuse the numbers of cells, or of each other
    a clause         it is one too many
    any group        it is missing, incomplete or written wrongly

The first repair that is right is taken: what is specific and cheap comes first. docs/relate.md shows how often this is right.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from threefold.cnf.relation.comparison import Comparison, Repair
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.cnf.relation.numbering import other_size, readings
from threefold.cnf.relation.reused_numbers import reused
from threefold.cnf.relation.wrong_clauses import clause_too_many, misspelt_clause
from threefold.cnf.relation.wrong_groups import slips, wrong_groups
from threefold.format import many

# A formula with bounds or bits has no cells: only clauses and groups are asked.
SEARCHES: tuple[Callable[[Comparison], Iterator[Repair]], ...] = (
    slips,
    misspelt_clause,
    readings,
    other_size,
    reused,
    clause_too_many,
    wrong_groups,
)


def repair_of(asked: Comparison) -> Repair | None:
    """The first repair that makes a wrong formula right."""
    searches = (misspelt_clause, clause_too_many, wrong_groups) if asked.foreign.links else SEARCHES
    repairs = (repair for search in searches for repair in search(asked))
    return next((repair for repair in repairs if repair.sure or asked.is_right(repair.clauses)), None)


def worth_knowing(asked: Comparison) -> tuple[str, ...]:
    """Of a right formula: another reading of its numbers in which it is the reference."""
    repairs = () if asked.foreign.links else readings(asked)
    written = asked.reference.groups.keys()
    return next((repair.texts for repair in repairs if set(repair.clauses) == written), ())


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

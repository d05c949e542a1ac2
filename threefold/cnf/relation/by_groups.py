"""A formula without models beside a spec without solutions, compared group by group.

As sets of points they are equal, whatever the formula says: 3 queens have no solution, and neither has `x and not x`. So every
clause of the formula, and every network of clauses with the same auxiliaries, is given to the groups that imply it. What a
group's own clauses in the formula do not imply is missing. A clause that no group implies is named too; it may follow from
several groups together.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from threefold.cnf.relation.auxiliaries import components, included
from threefold.cnf.relation.entailment import Clause, Theory
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.format import many

Piece = Sequence[Clause]  # a clause, or a network


def by_groups(reference: Reference, foreign: Foreign) -> tuple[str, ...]:
    """The differences; empty where every group says the same."""
    plain, networks = components(foreign.distinct, foreign.shared)
    pieces: list[Piece] = [*([clause] for clause in plain), *networks]
    own: dict[str, list[Clause]] = {}
    for clause, group in reference.groups.items():
        own.setdefault(group, []).append(clause)
    places = {group: _implied(Theory([*clauses, *foreign.links]), pieces, foreign) for group, clauses in own.items()}
    lost = (_lost(reference, foreign, [pieces[i] for i in places[group]], own[group]) for group in own)
    strange = [piece for i, piece in enumerate(pieces) if all(i not in implied for implied in places.values())]
    return (*(text for texts in lost for text in texts), *_strange(foreign, strange))


def _implied(theory: Theory, pieces: Sequence[Piece], foreign: Foreign) -> set[int]:
    """The places of the pieces that follow from a group."""
    return {i for i, piece in enumerate(pieces) if included(theory, piece, foreign.shared).model is None}


def _lost(reference: Reference, foreign: Foreign, pieces: Sequence[Piece], own: list[Clause]) -> Iterator[str]:
    written = Theory([*(clause for piece in pieces for clause in piece), *foreign.links])
    missing = reference.missing(included(written, own, reference.shared, reference.grids))
    for part, number in Counter(map(reference.part, missing)).items():
        size = len(reference.parts[part])
        how = "missing" if number == size else "incomplete"
        yield f"the group {part} is {how}: {number} of its {many(size, 'clause')} do not follow from what the formula says of it"


def _strange(foreign: Foreign, pieces: Sequence[Piece]) -> Iterator[str]:
    if pieces:
        number, first = sum(map(len, pieces)), foreign.named(pieces[0][0])
        verb = "follows" if number == 1 else "follow"
        yield f"{many(number, 'clause')} (first clause {first.index:,}: {first.text}) {verb} from no group of the spec"

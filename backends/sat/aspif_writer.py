"""A CNF as a logic program in aspif, the text that clingo reads without grounding (Kaminski, Schaub, Wanko 2017).

asp 1 0 0
1 1 3 1 2 3 0 0          a choice rule: each of the atoms 1 2 3 may be true
1 0 0 0 2 1 -2           the clause ¬1 ∨ 2: not both 1 and ¬2
3 2 1 2                  solutions are projected on 1 and 2
1 0 1 4 0 0              a fact: the atom 4 is true
2 1 2 1 7 4 9            a cost: 7 where 1 is true, and 9 where 4 is
0
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import neg
from typing import NamedTuple

from threefold.backends.sat.clause_store import ClauseStore, Commanded, Pairs

HEADER = b"asp 1 0 0\n"
AT_ONCE = 1 << 16  # literals that become text together


class Cost(NamedTuple):
    """A sum of weights: of the literals that are true, and one that is always there."""

    always: int
    weights: Sequence[tuple[int, int]]  # literals with their weights


def to_aspif(
    top: int, stores: Iterable[ClauseStore], projected: Sequence[int], costs: Sequence[Cost]
) -> Iterator[bytes]:
    """The text in pieces.

    An atom that a unit makes false may not be chosen, and costs nothing.
    """
    yield HEADER
    false, flat = set[int](), array("i")
    for part in (part for store in stores for part in store.parts):
        several = part if isinstance(part, Pairs) and len(part) > 1 else None
        if several or len(flat) > AT_ONCE:
            yield from _clauses(flat, false)
            flat = array("i")
        if several:
            yield from _pairs(several)
        else:
            flat.extend(part if isinstance(part, array) else _flat(part))
    yield from _clauses(flat, false)
    yield f"1 1 {_counted([atom for atom in range(1, top + 1) if atom not in false])} 0 0\n".encode()
    yield f"3 {_counted([atom for atom in projected if atom not in false])}\n".encode()
    yield f"1 0 1 {top + 1} 0 0\n".encode()
    for priority, cost in zip(range(len(costs), 0, -1), costs, strict=True):  # the first comes first
        weights = [f"{literal} {weight}" for literal, weight in cost.weights if literal not in false]
        yield f"2 {priority} {len(weights) + 1} {' '.join([*weights, f'{top + 1} {cost.always}'])}\n".encode()
    yield b"0\n"


def _flat(part: Pairs | Commanded) -> "array[int]":
    """Each clause ended by 0."""
    return array(
        "i", part.flat() if isinstance(part, Commanded) else chain.from_iterable((*pair, 0) for pair in part.clauses())
    )


def _counted(numbers: Sequence[int]) -> str:
    return " ".join(map(str, (len(numbers), *numbers)))


def _pairs(pairs: Pairs) -> Iterator[bytes]:
    """All pairs of one literal with the later ones by a single `join`, as in DIMACS."""
    firsts = [b"1 0 0 0 2 %d " % -literal for literal in pairs.literals]
    seconds = [b"%d\n" % -literal for literal in pairs.literals]
    for position, first in enumerate(firsts[:-1], start=1):
        yield first + first.join(seconds[position:])


def _clauses(flat: "array[int]", false: set[int]) -> Iterator[bytes]:
    """Many clauses by a single `repr`; the atoms of negative units are added to `false`."""
    start = 0
    while start < len(flat):
        end = flat.index(0, min(start + AT_ONCE, len(flat) - 1)) + 1
        negated = repr(list(map(neg, flat[start:end])))
        bodies = f" {negated[1:-1]}".replace(",", "").split(" 0")[:-1]  # each literal after a blank
        sizes = [body.count(" ") for body in bodies]
        yield "".join([f"1 0 0 0 {size}{body}\n" for size, body in zip(sizes, bodies, strict=True)]).encode()
        if 1 in sizes:
            units = [int(body) for size, body in zip(sizes, bodies, strict=True) if size == 1]
            false.update(unit for unit in units if unit > 0)
        start = end

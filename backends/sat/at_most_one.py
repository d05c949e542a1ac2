"""At-most-one of n different literals, by name. `encodings.py` has who invented what, and the sizes.

pairwise is what the sheets write; product, commander and bimander are here because PySAT lacks them; the others are PySAT's
cardinality encodings with bound 1; native is a constraint of the solver itself. auto: pairwise up to 32 literals, above that in
groups of 8, each with a commander, whose at-most-one is encoded in the same way.

n-queens and cards are what was measured: another puzzle may rank them otherwise.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations, product, repeat
from math import isqrt
from operator import itemgetter, neg

from backends.sat.encoder import Encoder, different_variables

AtMostOne = Callable[[Encoder, Sequence[int]], None]
# Pairwise against ladder, CPU seconds, three seeds each: counting cards (10,2) 1.3 against 3.4, (10,3) 0.2 against 0.44,
# quasigroup twenty 0.27 against 0.8; finding one of 28 or 32 queens is the price: 0.08 and 0.10 against 0.05 and 0.04.
PAIRWISE_UP_TO = 32
GROUP = 8
# The numbers of pysat.card.EncType
SEQCOUNTER, SORTNETWRK, CARDNETWRK, BITWISE, LADDER, TOTALIZER, MTOTALIZER, KMTOTALIZER = range(1, 9)
NETWORKS = (SORTNETWRK, CARDNETWRK)  # they repeat literals within a clause


def pairwise(encoder: Encoder, literals: Sequence[int]) -> None:
    encoder.add_pairs(literals)


def product_of_two(encoder: Encoder, literals: Sequence[int]) -> None:
    """The literals lie in a grid: at most one row and at most one column is in use."""
    if len(literals) <= 4:  # a grid of 2×2 has as many auxiliaries as literals
        encoder.add_pairs(literals)
        return
    width = isqrt(len(literals) - 1) + 1
    height = (len(literals) - 1) // width + 1
    rows, columns = encoder.fresh(height), encoder.fresh(width)
    product_of_two(encoder, rows)
    product_of_two(encoder, columns)
    for literal, place in zip(literals, product(rows, columns), strict=False):
        encoder.add_clean((-literal, axis) for axis in place)


def commander(encoder: Encoder, literals: Sequence[int]) -> None:
    command(encoder, literals, size=3, pairwise_up_to=3)


def command(encoder: Encoder, literals: Sequence[int], *, size: int, pairwise_up_to: int) -> None:
    """Groups, each with a commander that is true where one of the group is; at most one commander."""
    while len(literals) > pairwise_up_to:
        groups = _groups(literals, size)
        alone = groups.pop() if len(groups[-1]) == 1 else ()
        numbers = encoder.fresh(len(groups))  # negated: a solver that tries false first tries the commander true
        encoder.add_binaries(
            chain.from_iterable(
                _not_two_and_commanded(len(group))((-number, *map(neg, group)))
                for number, group in zip(numbers, groups, strict=True)
            )
        )
        encoder.add_clean((number, *group) for number, group in zip(numbers, groups, strict=True))
        literals = [*map(neg, numbers), *alone]
    encoder.add_pairs(literals)


@cache
def _not_two_and_commanded(size: int) -> "itemgetter[Sequence[int]]":
    """From a commander and the negations of its group: the literals of all clauses of two. 200 queens have 20,000 groups."""
    members = range(1, size + 1)
    clauses = chain(combinations(members, 2), zip(members, repeat(0)))
    return itemgetter(*chain.from_iterable(clauses))


def bimander(encoder: Encoder, literals: Sequence[int]) -> None:
    """Groups of two; a literal implies the bits of its group's number, so that two groups contradict each other."""
    groups = _groups(literals, 2)
    bits = encoder.fresh((len(groups) - 1).bit_length())
    for number, group in enumerate(groups):
        encoder.add_pairs(group)
        signs = [bit if number >> place & 1 else -bit for place, bit in enumerate(bits)]
        encoder.add_clean((-literal, bit) for literal in group for bit in signs)


def _groups(literals: Sequence[int], size: int) -> list[Sequence[int]]:
    return [literals[start : start + size] for start in range(0, len(literals), size)]


def native(encoder: Encoder, literals: Sequence[int]) -> None:
    if len(literals) == 2:
        encoder.add_pairs(literals)
    else:
        encoder.add_native_at_most(literals, 1)


def auto(encoder: Encoder, literals: Sequence[int]) -> None:
    command(encoder, literals, size=GROUP, pairwise_up_to=PAIRWISE_UP_TO)


def at_most_by_pysat(encoder: Encoder, literals: Sequence[int], bound: int, encoding: int) -> None:
    """PySAT's encoding of `at most bound of the literals`, 0 < bound < number of literals.

    Its auxiliaries start above our top number. Not told that, PySAT starts above the highest literal it was given, and two
    constraints share auxiliaries: silently wrong (pysat#110, #133, #207).
    """
    import pycard  # the C module behind pysat.card, whose own import costs ten times as much

    clauses, top = pycard.encode_atmost(list(literals), bound, encoder.top, encoding, 0)
    encoder.fresh(max(top - encoder.top, 0))
    if encoding not in NETWORKS and different_variables(literals):
        encoder.add_clean(clauses)
    else:
        for clause in clauses:
            encoder.add(clause)


def _by_pysat(encoding: int) -> AtMostOne:
    def at_most_one(encoder: Encoder, literals: Sequence[int]) -> None:
        if len(literals) == 2:
            encoder.add_pairs(literals)  # one clause; no encoding is smaller
        else:
            at_most_by_pysat(encoder, literals, 1, encoding)

    return at_most_one


AT_MOST_ONE: dict[str, AtMostOne] = {
    "auto": auto,
    "pairwise": pairwise,
    "product": product_of_two,
    "commander": commander,
    "bimander": bimander,
    "seqcounter": _by_pysat(SEQCOUNTER),
    "ladder": _by_pysat(LADDER),
    "bitwise": _by_pysat(BITWISE),
    "totalizer": _by_pysat(TOTALIZER),
    "mtotalizer": _by_pysat(MTOTALIZER),
    "kmtotalizer": _by_pysat(KMTOTALIZER),
    "sortnetwrk": _by_pysat(SORTNETWRK),
    "cardnetwrk": _by_pysat(CARDNETWRK),
    "native": native,
}

"""At-most-one of n different literals, by name. `encodings.py` has who invented what, and the sizes.

pairwise is what the sheets write; product, commander and bimander are here because PySAT lacks them; the others are PySAT's
cardinality encodings with bound 1; native is a constraint of the solver itself. auto: pairwise up to 24 literals, ladder above.

Why ladder: CPU seconds of a whole process that finds the first solution of 100 queens with cadical195 (two runs, one seed):
ladder 1.1 and 1.2 (61 MB), seqcounter 1.5 and 1.6, pairwise 1.6 (257 MB), bitwise 4.9, product 18 (other seeds: down to 4).
auto, which leaves the short diagonals pairwise, takes 1.6 (66 MB), no less than pairwise; its gain comes with size: 200 queens
take 4.0 s and 180 MB against 18.8 s and 2.4 GB. n-queens is all that was measured: another puzzle may rank them otherwise.
"""

from collections.abc import Callable, Sequence
from itertools import product
from math import isqrt

from backends.sat.encoder import Encoder, different_variables

AtMostOne = Callable[[Encoder, Sequence[int]], None]
# Counting cards (10,2): 1.3 s against 3.4 s with ladder, (10,3): 0.2 against 0.44; quasigroup twenty 0.27 against 0.8. Finding one of
# 28 or 32 queens is the price: 0.08 and 0.10 against 0.05 and 0.04. (CPU seconds, three seeds each; 16 was the bound before.)
PAIRWISE_UP_TO = 24
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
    """Groups of three, each with a commander that is true where one of the group is; at most one commander."""
    if len(literals) <= 3:
        encoder.add_pairs(literals)
        return
    commanders = []
    for group in _groups(literals, 3):
        [chief] = encoder.fresh(1) if len(group) > 1 else group
        if len(group) > 1:
            encoder.add_pairs(group)
            encoder.add_clean((-literal, chief) for literal in group)
            encoder.add((-chief, *group))
        commanders.append(chief)
    commander(encoder, commanders)


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
    AT_MOST_ONE["pairwise" if len(literals) <= PAIRWISE_UP_TO else "ladder"](encoder, literals)


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

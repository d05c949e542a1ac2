"""At-most-one of n different literals, by name. `encodings.py` has who invented what, and the sizes.

pairwise is what the sheets write; product, commander and bimander are here because PySAT lacks them; the others are PySAT's
cardinality encodings with bound 1; native is a constraint of the solver itself. auto: pairwise up to 32 literals, above that in
groups of 8, each with a commander, whose at-most-one is encoded in the same way.

Finding one solution with cadical195, CPU seconds of lowering, loading and solving (– is more than 20; medians of three,
above 4 s of one or two; 400 queens pairwise are 106 million clauses, not tried):

                   literals  pairwise   auto  commander  bimander  ladder  seqcounter  bitwise  product
    50 queens            50      0.10  0.026      0.033      0.36    0.11        0.40      1.0      1.0
    100 queens          100       1.0  0.085       0.14      0.82    0.76         1.6      4.4      9.2
    200 queens          200      10.6   0.52       0.76       3.9     2.6           –        –        –
    400 queens          400              4.1       10.7         –       –           –        –        –   (native: 0.8)
    cards (16,2)         32     0.014  0.016      0.032     0.085   0.028        0.11    0.028     0.11
    cards (20,2)         40     0.035   0.13      0.039     0.040   0.043       0.056     0.11     0.21
    cards (24,2)         48     0.064   0.12      0.055     0.050    0.10        0.19     0.22     0.38
    cards (32,2)         64     0.074   0.24       0.45      0.28   0.098        0.36     0.36      3.0
    cards (10,3)         30     0.026  0.026      0.029     0.055   0.012       0.078    0.032    0.026

Clauses of 200 queens, in millions: pairwise 13.3, bimander 1.16, auto 0.95, ladder 0.64, commander 0.55. Pairwise has no
auxiliaries and no long clauses, and is hard to beat while its clauses are few; of the 1.0 s for 100 queens 0.43 go into loading
them. The commander of a group of auto is the negation of a number, so that a solver that tries false first tries it true. Groups
of 4, 6, 8, 12, 16 take 0.60, 0.53, 0.46, 0.63, 0.51 s for 200 queens and 0.38, 0.37, 0.23, 0.32, 0.24 s for cards (32,2).

The border is a compromise. With pairwise up to 64 literals cards (20,2), (24,2), (32,2) would take 0.03, 0.06, 0.07 s, but 40,
50, 64 queens 0.12, 0.09, 0.30 instead of 0.02, 0.02, 0.04 s. Below 32 pairwise wins where it matters, in counting: cards (10,2)
1.1 s against 3.4 with ladder, (10,3) 0.2 against 0.5, quasigroup twenty 0.2 against 0.6. n-queens and cards are what was
measured: another puzzle may rank them otherwise.
"""

from collections.abc import Callable, Sequence
from itertools import chain, product
from math import isqrt

from threefold.backends.sat.encoder import Encoder, different_variables

AtMostOne = Callable[[Encoder, Sequence[int]], None]
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
        grouped = len(literals) - (len(literals) % size == 1)  # none is alone
        negated, starts = [-literal for literal in literals[:grouped]], range(0, grouped, size)
        # Negated numbers: a solver that tries false first tries the commander true.
        commanders = [-number for number in encoder.fresh(len(starts))]
        runs = ((c, *negated[start : start + size]) for c, start in zip(commanders, starts, strict=True))
        encoder.add_commanded(chain.from_iterable(runs), size)
        literals = [*commanders, *literals[grouped:]]
    encoder.add_pairs(literals)


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

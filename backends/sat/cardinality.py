"""Cardinality: at most one and at most k of n literals, by name. `catalogue.py` has references and sizes.

**At most one.** product, commander and bimander are here because PySAT lacks them. auto: pairwise up to 32 literals, above that
groups of 8 with a commander each, whose at-most-one is encoded in the same way. Pairwise has no auxiliaries and no long clauses,
and wins while its clauses are few (docs/measurements.md#at-most-one, docs/measurements.md#commander-groups). Above 512 literals,
where the time goes into loading the clauses, auto is a grid with commanders, which has fewer (docs/measurements.md#grids).

**At most k.** Easy bounds need no encoding. At least k is at most n - k of the negations, so every easy bound of one is an easy
bound of the other: at least one becomes a clause, all but one an at-most-one. The literals may repeat or contradict each other.
With the default, the sequential counter, unit propagation finds every consequence.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import product
from math import isqrt
from operator import neg

from threefold.backends.sat.clause_store import Commanded
from threefold.backends.sat.encoder import FALSE, TRUE, Encoder, different_variables

AtMostOne = Callable[[Encoder, Sequence[int]], None]
AtMostK = Callable[[Encoder, Sequence[int], int], None]
PAIRWISE_UP_TO = 32
GROUP = 8
GROUPS_UP_TO = 512
_IN_PYSAT = ("seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "ladder", "totalizer", "mtotalizer", "kmtotalizer")
PYSAT = {name: number for number, name in enumerate(_IN_PYSAT, 1)}  # the numbers of pysat.card.EncType
NETWORKS = ("sortnetwrk", "cardnetwrk")  # they repeat literals within a clause


def product_of_two(encoder: Encoder, literals: Sequence[int]) -> None:
    """The literals form a grid: at most one row and at most one column is used."""
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


def command(encoder: Encoder, literals: Sequence[int], *, size: int = 3, pairwise_up_to: int = 3) -> None:
    """Groups, each with a commander that is true where one of the group is; at most one commander."""
    while len(literals) > pairwise_up_to:
        grouped = len(literals) - (len(literals) % size == 1)  # no group of one
        literals = [*_commanders_of(encoder, literals[:grouped], size, exclusive=True), *literals[grouped:]]
    encoder.add_pairs(literals)


def _commanders_of(encoder: Encoder, literals: Sequence[int], size: int, *, exclusive: bool) -> list[int]:
    """The commanders of groups of so many neighbours; the last group may be smaller."""
    negated, whole = list(map(neg, literals)), len(literals) // size
    # Negated numbers: a solver that tries false first then tries the commander true.
    commanders = list(map(neg, encoder.fresh(-(-len(literals) // size))))
    runs = [0] * (whole * (size + 1))
    runs[:: size + 1] = commanders[:whole]
    for place in range(size):
        runs[place + 1 :: size + 1] = negated[place : whole * size : size]
    encoder.add_folded(Commanded(array("i", runs + commanders[whole:] + negated[whole * size :]), size, exclusive))
    return commanders


def command_grid(encoder: Encoder, literals: Sequence[int]) -> None:
    """As `product_of_two`, and a row or a column is used only where one of its literals is true."""
    width = isqrt(len(literals) - 1) + 1
    height, longer = -(-len(literals) // width), len(literals) % width or width  # the other columns lack a literal
    by_column = [literal for column in range(width) for literal in literals[column::width]]
    auto(encoder, _commanders_of(encoder, literals, width, exclusive=False))
    columns = _commanders_of(encoder, by_column[: longer * height], height, exclusive=False)
    auto(encoder, columns + _commanders_of(encoder, by_column[longer * height :], height - 1, exclusive=False))


def auto(encoder: Encoder, literals: Sequence[int]) -> None:
    if len(literals) > GROUPS_UP_TO:
        encoder.chosen.add("commander grid")
        command_grid(encoder, literals)
    else:
        encoder.chosen |= {"commanders"} if len(literals) > PAIRWISE_UP_TO else set()
        command(encoder, literals, size=GROUP, pairwise_up_to=PAIRWISE_UP_TO)


def bimander(encoder: Encoder, literals: Sequence[int]) -> None:
    """Groups of two; a literal implies the bits of its group's number, so that two groups contradict each other."""
    groups = [literals[start : start + 2] for start in range(0, len(literals), 2)]
    bits = encoder.fresh((len(groups) - 1).bit_length())
    for number, group in enumerate(groups):
        encoder.add_pairs(group)
        signs = [bit if number >> place & 1 else -bit for place, bit in enumerate(bits)]
        encoder.add_clean((-literal, bit) for literal in group for bit in signs)


def at_most_by_pysat(encoder: Encoder, literals: Sequence[int], bound: int, encoding: str) -> None:
    """PySAT's encoding of `at most bound of the literals`, 0 < bound < number of literals.

    Its auxiliaries must start above our top number. By default PySAT starts above the highest literal that it gets, and two
    constraints share auxiliaries, which is wrong (pysat#110, #133, #207).
    """
    import pycard  # the C module behind pysat.card, whose own import costs ten times as much

    clauses, top = pycard.encode_atmost(list(literals), bound, encoder.top, PYSAT[encoding], 0)
    encoder.fresh(max(top - encoder.top, 0))
    if encoding not in NETWORKS and different_variables(literals):
        encoder.add_clean(clauses)
    else:
        for clause in clauses:
            encoder.add(clause)


def _one_clause_for_two(at_most: AtMostK) -> AtMostOne:
    """At most one by this at-most-k; two literals are one clause in every encoding."""

    def at_most_one(encoder: Encoder, literals: Sequence[int]) -> None:
        if len(literals) == 2:
            encoder.add_pairs(literals)
        else:
            at_most(encoder, literals, 1)

    return at_most_one


def _by_pysat(encoding: str) -> AtMostK:
    return lambda encoder, literals, bound: at_most_by_pysat(encoder, literals, bound, encoding)


def compare_count(encoder: Encoder, literals: Sequence[int], comparator: str, bound: int) -> None:
    """So many of the literals are true."""
    if comparator in (">=", "=="):
        at_least(encoder, literals, bound)
    if comparator in ("<=", "=="):
        at_most(encoder, literals, bound)


def at_least(encoder: Encoder, literals: Sequence[int], bound: int) -> None:
    at_most(encoder, [-literal for literal in literals], len(literals) - bound)


def at_most(encoder: Encoder, literals: Sequence[int], bound: int) -> None:
    open_ones = [literal for literal in literals if literal not in (TRUE, FALSE)]
    bound -= literals.count(TRUE)
    if bound < 0:
        encoder.add(())
    elif bound == 0:
        for literal in dict.fromkeys(open_ones):
            encoder.add((-literal,))
    elif bound >= len(open_ones):
        return
    elif bound == len(open_ones) - 1:
        encoder.add([-literal for literal in open_ones])
    elif bound == 1:
        encoder.at_most_one(open_ones)
    else:
        encoder.used.add("card")
        encoder.encodings.at_most_k(encoder, open_ones, bound)


AT_MOST_ONE: dict[str, AtMostOne] = {
    "auto": auto,
    "pairwise": Encoder.add_pairs,
    "product": product_of_two,
    "commander": command,
    "bimander": bimander,
    **{name: _one_clause_for_two(_by_pysat(name)) for name in PYSAT},
    "native": _one_clause_for_two(Encoder.add_native_at_most),
}
AT_MOST_K: dict[str, AtMostK] = {
    **{name: _by_pysat(name) for name in PYSAT if name not in ("ladder", "bitwise")},  # these are for bound 1 only
    "native": Encoder.add_native_at_most,
}

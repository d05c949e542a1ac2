"""At most k of these literals: the constants and the easy bounds here, the rest by encoding.

At least k is at most n - k of the negations, which turns every easy bound of one into an easy bound of the other: at least one
becomes a clause, all but one an at-most-one. The literals may repeat or contradict each other: an encoding counts places.

The rest, 2 <= k <= n - 2, is by name: PySAT's encodings, or a constraint of the solver itself. The sequential counter is the
default: about 2nk clauses, nk auxiliaries, and unit propagation finds every consequence.
"""

from collections.abc import Callable, Sequence

from threefold.backends.sat import at_most_one
from threefold.backends.sat.at_most_one import at_most_by_pysat
from threefold.backends.sat.encoder import FALSE, TRUE, Encoder

AtMostK = Callable[[Encoder, Sequence[int], int], None]


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


def _by_pysat(encoding: int) -> AtMostK:
    return lambda encoder, literals, bound: at_most_by_pysat(encoder, literals, bound, encoding)


AT_MOST_K: dict[str, AtMostK] = {
    "seqcounter": _by_pysat(at_most_one.SEQCOUNTER),
    "totalizer": _by_pysat(at_most_one.TOTALIZER),
    "mtotalizer": _by_pysat(at_most_one.MTOTALIZER),
    "kmtotalizer": _by_pysat(at_most_one.KMTOTALIZER),
    "sortnetwrk": _by_pysat(at_most_one.SORTNETWRK),
    "cardnetwrk": _by_pysat(at_most_one.CARDNETWRK),
    "native": Encoder.add_native_at_most,
}

"""At most k of n literals. Constants and easy bounds are handled here, the rest by an encoding.

At least k is at most n - k of the negations. So every easy bound of one is an easy bound of the other: at least one becomes a
clause, all but one an at-most-one. The literals may repeat or contradict each other: an encoding counts places.

The rest, 2 <= k <= n - 2, is by name. The default is the sequential counter: about 2nk clauses, nk auxiliaries, and unit
propagation finds every consequence.
"""

from collections.abc import Callable, Sequence

from threefold.backends.sat.at_most_one import PYSAT, by_pysat
from threefold.backends.sat.encoder import FALSE, TRUE, Encoder


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


AT_MOST_K: dict[str, Callable[[Encoder, Sequence[int], int], None]] = {
    **{name: by_pysat(name) for name in PYSAT if name not in ("ladder", "bitwise")},  # these are for bound 1 only
    "native": Encoder.add_native_at_most,
}

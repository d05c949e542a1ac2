"""The literals of an AllDifferent, value by value: which of its terms take a value.

Often the terms form a progression, like `queen[r] + r` for r = 1..n. Then the literals of one value are a progression, too,
and a range describes them without an object per literal: a large board has millions.
"""

from array import array
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from functools import partial

Term = tuple[Sequence[int], Sequence[int]]  # its values, and the number of the literal `term == value` for each of them


def takers(terms: Sequence[Term]) -> Mapping[int, Sequence[int]]:
    """For each value in increasing order, the numbers of the terms that take it, in the order of the terms.

    A range has the numbers of different variables. Elsewhere a number may repeat, if a term does.
    """
    found = _by_progression(terms)
    return _one_by_one(terms) if found is None else found


def _one_by_one(terms: Sequence[Term]) -> Mapping[int, Sequence[int]]:
    found: defaultdict[int, array[int]] = defaultdict(partial(array, "i"))
    for values, numbers in terms:
        deque(map(array.append, map(found.__getitem__, values), numbers), maxlen=0)  # without a Python loop
    return {value: found[value] for value in sorted(found)}


def _by_progression(terms: Sequence[Term]) -> Mapping[int, Sequence[int]] | None:
    """None if the values or the numbers of the terms form no progression.

    Term t has the values `start + (i + t·shift)·step` with the numbers `first + i + t·apart`, for i from 0 to size - 1. So it
    takes the value at a place, which is i + t·shift, if `0 <= place - t·shift < size`.
    """
    values, numbers = _progression([values for values, _ in terms]), _progression([numbers for _, numbers in terms])
    if values is None or numbers is None:
        return None
    (domain, distance), (own, apart) = values, numbers
    (shift, rest), size, last = divmod(distance, domain.step), len(domain), len(terms) - 1
    if rest or abs(shift) > size or own.step != 1 or apart < size or apart == shift:
        return None
    places = range(min(0, last * shift), size + max(0, last * shift))
    found: dict[int, Sequence[int]] = {}
    for place in places if domain.step > 0 else reversed(places):
        low, high = 0, last
        if shift:
            begin, end = (place, size - 1 - place) if shift > 0 else (size - 1 - place, place)
            low, high = max(low, -(end // abs(shift))), min(high, begin // abs(shift))
        number, step = own.start + place, apart - shift
        found[domain.start + place * domain.step] = range(number + low * step, number + (high + 1) * step, step)
    return found


def _progression(sequences: Sequence[Sequence[int]]) -> tuple[range, int] | None:
    """The first one and the distance to the next, if they are ranges and each begins at the same distance from the last."""
    match sequences:
        case [range() as first, range() as second, *_]:
            distance, start, stop, step = second.start - first.start, first.start, first.stop, first.step
            for each in sequences:
                if each != range(start, stop, step):
                    return None
                start, stop = start + distance, stop + distance
            return first, distance
    return None

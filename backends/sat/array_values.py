"""The values of the spec's variables in many rows at once: in every encoding a value is a sum over the true literals."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from threefold.backends.sat.array_formula import Propagation, Reduced
from threefold.backends.sat.bit_rows import Words, unpacked
from threefold.backends.sat.projection import Projection
from threefold.backends.variable_maps import Binary, Direct, Native, Order, View


class Values:
    def __init__(self, projection: Projection, formula: Reduced, propagation: Propagation) -> None:
        self._projection, self._formula, self._propagation = projection, formula, propagation
        self._own = [number for number in range(1, projection.own + 1) if not formula.sign(number)]
        place = {number: index for index, number in enumerate(self._own)}
        self._constants = np.zeros(len(projection.shown), np.int64)
        slots: list[list[tuple[int, int, int]]] = []  # by place in the view: variable, open literal, weight
        self._exclusive = np.zeros(len(self._own), bool)  # of integers in direct encoding
        self._integers = 0  # in direct encoding, undecided
        for position, view in enumerate(projection.shown):
            constant, weights = _weights(view)
            numbers = zip(view.numbers, weights, strict=True)
            open_ones = [(place[n], weight) for n, weight in numbers if not formula.sign(n)]
            true = (weight for n, weight in zip(view.numbers, weights, strict=True) if formula.sign(n) > 0)
            self._constants[position] = constant + sum(true)
            while len(slots) < len(open_ones):
                slots.append([])
            for slot, (literal, weight) in zip(slots, open_ones, strict=False):
                slot.append((position, literal, weight))
            if isinstance(view, Direct) and open_ones:
                self._integers += 1
                self._exclusive[[literal for literal, _ in open_ones]] = True
        self._slots = [np.array(slot, np.int64).T for slot in slots]
        self._literals = propagation.index(np.array(self._own, np.int64))
        largest = max((int(np.abs(slot[2]).max()) for slot in self._slots), default=0) * max(1, len(slots))
        largest += int(np.abs(self._constants).max(initial=0))
        self._type = np.int16 if largest < 1 << 14 else np.int64
        self._constants = self._constants.astype(self._type)

    def of(self, rows: Words, chosen: Words) -> NDArray[np.int64]:
        """An assignment for each of the chosen rows."""
        bits = np.compress(unpacked(chosen).view(np.bool_), unpacked(rows[self._literals]), axis=1)
        self._check(bits)
        values = np.zeros((len(self._constants), bits.shape[1]), self._type)
        for positions, literals, weights in self._slots:
            values[positions] += bits[literals] * weights.astype(self._type)[:, None]
        return values.T + self._constants

    def _check(self, bits: NDArray[np.uint8]) -> None:
        """An integer has one value. Otherwise the scalar reading names the variable that has none or two."""
        true = bits[self._exclusive].sum(axis=0, dtype=np.int64)
        for row in np.flatnonzero(true != self._integers)[:1]:
            fixed = [n for n in range(1, self._projection.own + 1) if self._formula.sign(n) > 0]
            self._projection.assignment_where(
                fixed + [n for n, bit in zip(self._own, bits[:, row].tolist(), strict=True) if bit]
            )


def _weights(view: View) -> tuple[int, list[int]]:
    """A constant, and what each true literal of the view adds to it."""
    match view:
        case Native():
            return 0, [1]
        case Direct(_, domain):
            return 0, list(domain)
        case Order(_, domain):
            return domain[-1], [below - above for below, above in pairwise(domain)]
        case Binary(_, bits, offset):
            return offset, [1 << bit for bit in range(bits)]

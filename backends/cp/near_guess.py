"""The first solution of a large board, near a guess: a part of the model, which has few values of each variable.

CP-SAT takes more than half a kilobyte for each Boolean (docs/measurements.md#cp-memory). A part of the model with
some values of each variable, those of the guess among them, has a solution, and that is a solution of the whole model. The guess
is a hint to CP-SAT: among random values alone a solution is hard to find.
"""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Self

import numpy as np
from numpy.typing import NDArray

from threefold.backends.cp.model_builder import ModelConstraint
from threefold.backends.first_guess import guess
from threefold.backends.variable_maps import Direct, DirectView
from threefold.language import Spec

KEPT = 8  # one of so many values, at random, beside those of the guess


class NearGuess:
    def __init__(self, views: Sequence[Direct], true: Sequence[int], seed: int | None) -> None:
        kept = np.random.default_rng(seed or 0).integers(KEPT, size=views[-1].numbers.stop) == 0
        kept[list(true)] = True
        self._kept, self._numbers = kept, np.cumsum(kept) - 1
        self.booleans = int(kept.sum())
        self.hint = f"solution_hint {{ vars: {self._left(true)} values: {[1] * len(true)} }}"
        self.views: list[Direct] = []
        for view in views:
            first = self.views[-1].numbers.stop if self.views else 0
            values = compress(view.domain, kept[view.first : view.numbers.stop].tolist())
            self.views.append(Direct(first, tuple(values)))

    @classmethod
    def of(cls, spec: Spec, views: Sequence[DirectView], seed: int | None) -> Self | None:
        """None where nothing is guessed."""
        direct = [view for view in views if isinstance(view, Direct)]
        values = guess(spec, seed) if len(direct) == len(views) else None
        if values is None:
            return None
        return cls(direct, [view.index(value) for view, value in zip(direct, values, strict=True)], seed)

    def constraints(self, whole: Sequence[ModelConstraint]) -> Iterator[ModelConstraint]:
        """Of exactly-ones and at-most-ones the literals that are left."""
        for constraint in whole:
            assert not isinstance(constraint.fields, str), "literals alone"
            left = self._left(constraint.fields)
            if constraint.kind == "exactly_one" or len(left) > 1:
                yield constraint._replace(fields=left, mentions=len(left))

    def _left(self, references: Sequence[int]) -> list[int]:
        """The new numbers of the Booleans that are kept."""
        numbers: NDArray[np.int64]
        if isinstance(references, range):
            numbers = np.arange(references.start, references.stop, references.step)
        else:
            numbers = np.array(references, np.int64)
        left: list[int] = self._numbers[numbers[self._kept[numbers]]].tolist()
        return left

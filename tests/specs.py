"""The random specs of the conformance kit, drawn by hypothesis, which makes a failing one smaller."""

import os

from hypothesis import settings
from hypothesis import strategies as st

from threefold.conformance import EDGES, KINDS, random_spec
from threefold.language import Spec

__all__ = ["EDGES", "KINDS", "examples", "specs"]

THOROUGH = "THREEFOLD_THOROUGH" in os.environ  # set by .ci/run
FEW = 10


def specs(kind: str | None = None) -> st.SearchStrategy[Spec]:
    return st.randoms(use_true_random=False).map(lambda random: random_spec(random, kind))


def examples(number: int) -> settings:
    """So many random examples in a thorough run. A quick run tries a quarter of them: other ones each time."""
    return settings(deadline=None, max_examples=number if THOROUGH else min(number, max(FEW, number // 4)))

"""The random specs of the conformance kit, drawn by hypothesis, which makes a failing one smaller."""

from hypothesis import strategies as st

from threefold.conformance import EDGES, KINDS, random_spec
from threefold.language import Spec

__all__ = ["EDGES", "KINDS", "specs"]


def specs(kind: str | None = None) -> st.SearchStrategy[Spec]:
    return st.randoms(use_true_random=False).map(lambda random: random_spec(random, kind))

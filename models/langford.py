"""Langford's problem: another name for cards."""

from dataclasses import replace

from threefold.language import Spec
from threefold.models import cards


def build(n: int, k: int) -> Spec:
    spec = cards.build(n, k)
    spec.name = "langford"
    return spec


PUZZLE = replace(cards.PUZZLE, name="langford", summary="Langford's problem: another name for cards", build=build)

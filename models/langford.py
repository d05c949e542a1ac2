"""Langford's problem: another name for cards."""

from dataclasses import replace

from language import Spec
from models import cards


def build(n: int, k: int) -> Spec:
    spec = cards.build(n, k)
    spec.name = "langford"
    return spec


PUZZLE = replace(cards.PUZZLE, name="langford", summary="Langford's problem: another name for cards", build=build)

"""Folders of submissions of 4 queens for tests."""

from pathlib import Path

from examples import class_of_60 as example
from threefold.guard import Limits
from threefold.runs.instance import Instance

LIMITS = Limits(60, 1 << 30)
FOUR = Instance("nqueens", {"n": 4})
RIGHT = example.dimacs(example.queens(4), 4)
WEAK = example.dimacs(example.queens(4, without="rising"), 4)
ENCODER = example.ENCODER.format(diagonals=" or abs(i - k) == abs(j - m)")


def folder_of(place: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return place

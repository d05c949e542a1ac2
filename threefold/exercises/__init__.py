"""The five sheets as written: one file each, found by its file name `sheet_NUMBER.py`; the file ends in `EXERCISE`."""

from importlib import import_module
from pathlib import Path

from threefold.exercises.exercise import Exercise
from threefold.language import BadInput


def names() -> list[str]:
    return sorted(path.stem.removeprefix("sheet_") for path in Path(__file__).parent.glob("sheet_*.py"))


def find(name: str) -> Exercise:
    number = name.zfill(3) if name.isdecimal() else name  # 2 is short for 002
    if number not in names():
        raise BadInput(f"no exercise '{name}'; known: {', '.join(names())}")
    exercise: Exercise = import_module(f"{__name__}.sheet_{number}").EXERCISE
    return exercise

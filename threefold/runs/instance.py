"""An instance of a puzzle, and the question that is asked of it. Both travel to the guarded child, where the spec is built."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from threefold import models
from threefold.language import Puzzle, Spec
from threefold.language.givens import add_givens
from threefold.language.symmetry import break_symmetries, symmetries_of


@dataclass(frozen=True)
class Instance:
    puzzle: str
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    givens: tuple[str, ...] = ()
    leaders: bool = False  # only one solution of each class of symmetric ones

    def load(self) -> tuple[Puzzle, Spec]:
        puzzle = models.find(self.puzzle)
        spec = puzzle.build(**self.parameters)
        add_givens(spec, self.givens)
        if self.leaders:
            break_symmetries(spec, symmetries_of(puzzle, spec, self.parameters))
        return puzzle, spec


@dataclass(frozen=True)
class Question:
    most: int | None = None  # stop after so many solutions; None asks for all of them
    seed: int | None = None
    show: int = 0  # how many solutions to draw

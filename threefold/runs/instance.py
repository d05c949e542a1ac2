"""What is asked: a puzzle with its parameters, or a spec made in Python; and how many solutions."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from threefold import models
from threefold.language import Puzzle, Spec, Value
from threefold.language.givens import add_givens
from threefold.language.symmetry import break_symmetries, symmetries_of


@dataclass(frozen=True)
class Instance:
    """It is pickled on its way to a guarded child or a Dask worker, a spec in memory included; the spec is built there."""

    puzzle: str  # name or path
    parameters: Mapping[str, Value] = field(default_factory=dict)
    givens: tuple[str, ...] = ()
    leaders: bool = False  # only one solution of each class of symmetric solutions
    source: Puzzle | Spec | None = None  # in memory; None: the puzzle is found by its name or path

    def load(self) -> tuple[Puzzle, Spec]:
        puzzle, parameters = self._puzzle()
        spec = puzzle.build(**parameters)
        add_givens(spec, self.givens)
        if self.leaders:
            break_symmetries(spec, symmetries_of(puzzle, spec, parameters))
        return puzzle, spec

    def _puzzle(self) -> tuple[Puzzle, Mapping[str, Value]]:
        match self.source:
            case None:
                return models.find(self.puzzle), self.parameters
            case Puzzle():
                return self.source, self.parameters
            case Spec() as spec:
                return Puzzle(spec.name, "", (), build=lambda: deepcopy(spec), draw=str), {}

    def __str__(self) -> str:
        """`nqueens n=8`, with the givens."""
        parameters = [f"{name}={value}" for name, value in self.parameters.items()]
        givens = [f"given {given}" for given in self.givens]
        return " ".join([self.puzzle, *parameters, *givens, *(["up to symmetry"] if self.leaders else [])])


@dataclass(frozen=True)
class Question:
    most: int | None = None  # stop after so many solutions; None: all of them
    seed: int | None = None
    show: int = 0  # how many solutions to draw

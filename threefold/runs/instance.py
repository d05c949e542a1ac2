"""What is asked: a puzzle with its parameters, or a spec made in Python; and how many solutions."""

import pickle
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from typing import Never, cast

from threefold import models
from threefold.guard import Limits, Outcome, Report
from threefold.language import BadInput, LimitReached, Puzzle, Spec, ThreefoldError, Value
from threefold.language.givens import add_givens
from threefold.language.objective import only_best
from threefold.language.symmetry import break_symmetries, symmetries_of
from threefold.plugins import is_path
from threefold.runs.pool import LocalPool

OPTIMUM = "the objective has its best value"


@dataclass(frozen=True)
class Instance:
    """It travels to guarded children and Dask workers; the spec is built there."""

    puzzle: str  # name or path
    parameters: Mapping[str, Value] = field(default_factory=dict)
    givens: tuple[str, ...] = ()
    leaders: bool = False  # only one solution of each class of symmetric solutions
    source: bytes | None = field(default=None, repr=False)  # a Puzzle or a Spec in memory, pickled; None: found by name
    objective: int | None = None  # only solutions with this value of the objective

    def load(self) -> tuple[Puzzle, Spec]:
        puzzle, parameters = self._puzzle()
        spec = puzzle.build(**parameters)
        spec.parameters.update({name: value for name, value in parameters.items() if name not in spec.parameters})
        add_givens(spec, self.givens)
        if self.objective is not None:
            only_best(spec, OPTIMUM, self.objective)
        if self.leaders:
            break_symmetries(spec, symmetries_of(puzzle, spec, parameters))
        return puzzle, spec

    def _puzzle(self) -> tuple[Puzzle, Mapping[str, Value]]:
        source: Puzzle | Spec = models.find(self.puzzle) if self.source is None else pickle.loads(self.source)
        if isinstance(source, Puzzle):
            return source, self.parameters
        return Puzzle(source.name, "", (), build=lambda: source, draw=str), {}

    def __str__(self) -> str:
        """`nqueens n=8`, with the givens."""
        parameters = [f"{name}={value}" for name, value in self.parameters.items()]
        givens = [f"given {given}" for given in self.givens]
        return " ".join([self.puzzle, *parameters, *givens, *(["up to symmetry"] if self.leaders else [])])


def pickled(source: Puzzle | Spec) -> bytes:
    """The `source` of an instance."""
    try:
        return pickle.dumps(source, pickle.HIGHEST_PROTOCOL)
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(
            f"{source.name}: cannot be sent to another process: {error} (functions must be at the top level of a module)"
        ) from None


@dataclass(frozen=True)
class Question:
    most: int | None = None  # stop after so many solutions; None: all of them
    seed: int | None = None
    show: int = 0  # how many solutions to draw
    identify: bool = False  # put the digest of the spec into the record
    optimum: bool = False  # ask for the optimum of the spec's objective, and not for solutions


def find_puzzle(name: str, limits: Limits) -> Puzzle:
    """A file may do anything when it is loaded: this happens in a guarded child first, and here only if it ended there."""
    if is_path(name):
        with LocalPool() as pool:
            check_loaded(name, pool.call(_load, name, limits=limits))
    return models.find(name)


def _load(report: Report[Never], name: str) -> None:
    models.find(name)


def parse_by_file(name: str, texts: list[str], limits: Limits, optimum: bool) -> Mapping[str, Value]:
    """The values of the parameters of a puzzle file, which is loaded in a guarded child only."""
    with LocalPool() as pool:
        outcome = pool.call(_parse, name, texts, optimum, limits=limits)
    check_loaded(name, outcome)
    values, printed = cast("tuple[Mapping[str, Value], str]", outcome.value)
    print(printed, end="", file=sys.stderr)
    return values


def _parse(report: Report[Never], name: str, texts: list[str], optimum: bool) -> tuple[Mapping[str, Value], str]:
    """The values, and what the file printed when it was loaded."""
    with redirect_stderr(StringIO()) as printed:
        return models.find(name).parse(texts, optimum=optimum), printed.getvalue()


def check_loaded(name: str, outcome: Outcome) -> None:
    if outcome.status != "done":
        kind = LimitReached if outcome.status in ("timeout", "memory") else ThreefoldError
        raise kind(f"{name}: the file cannot be loaded: {outcome.reason}")

"""What the tests of the API make: a spec in memory, a puzzle in memory, a backend whose search is observed."""

import os
from collections.abc import Collection, Generator
from pathlib import Path

import threefold as tf
from threefold.backends.backend import EVERYTHING, Backend, Configuration, Cube, Program, Search, Size
from threefold.language import Assignment


def pairs(n: int = 3, name: str = "pairs") -> tf.Spec:
    """The permutations of n values."""
    spec = tf.Spec(name, n=n)
    x = spec.integers("x", range(n), domain=range(n))
    spec.group("all different").add(tf.AllDifferent(x))
    return spec


def draw(solution: tf.Solution) -> str:
    return " < ".join(str(solution["x", i]) for i in range(solution.parameters["n"]))


def pairs_puzzle() -> tf.Puzzle:
    return tf.Puzzle("pairs", "permutations", (tf.Parameter("n", "values", 1, 9),), pairs, draw, example=(3,))


class ObservedSearch(Search):
    """Solutions without end, or wrong ones; each is noted in a file before it is handed over."""

    method = "observed"

    def __init__(self, notes: Path, behaviour: str) -> None:
        self.notes, self.behaviour = notes, behaviour

    def __iter__(self) -> Generator[Assignment, None, None]:
        value = 0
        while True:
            with self.notes.open("a") as notes:
                notes.write(f"{os.getpid()}\n")
            yield [value if self.behaviour == "endless" else -1]
            value += 1


class ObservedProgram(Program):
    groups = ()
    size = Size(1, 0, 0, 0)

    def __init__(self, notes: Path, behaviour: str) -> None:
        self.notes, self.behaviour = notes, behaviour

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        return ObservedSearch(self.notes, self.behaviour)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        return True

    def export(self, form: str) -> str:
        return ""


def observed_backend(notes: Path, behaviour: str = "endless") -> Backend:
    def lower(spec: tf.Spec, configuration: Configuration) -> Program:
        return ObservedProgram(notes, behaviour)

    return Backend("observed", "for tests", ("own",), (), (), (), lower, version=lambda solver: solver)


def one_integer(values: int = 10**7) -> tf.Spec:
    spec = tf.Spec("one")
    spec.integer("x", range(values))
    return spec

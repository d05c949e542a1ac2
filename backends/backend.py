"""What a backend is: its solvers, its options, and how it lowers a spec to a Program.

    lower(spec, configuration) -> Program      pure, no solver package needed
    program.load(seed, first)  -> Search       the solver is loaded (with a cube: for that part of the search space)
    for assignment in search:  …               the stream of solutions; it ends only when there are no more
    search.count()                             instead, where it is a CountingSearch: the number alone

A Program is in the solver's own terms but remembers the group that every clause, constraint or row comes from.
"""

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec

from threefold.language import Assignment, BadInput, Spec


class Refused(Exception):
    """The backend cannot answer exactly (a coefficient too large for it, a solver that gave up): status `unknown`."""


class BrokenAnswer(Exception):
    """A solver's answer does not even decode to a value per variable: status `error`."""


# A part of the search space: the values that are left to some of the decision variables, by position; never none.
Cube = Mapping[int, Collection[int]]
EVERYTHING: Cube = {}


@dataclass(frozen=True)
class Option:
    name: str
    help: str
    choices: tuple[str, ...]
    default: str


@dataclass(frozen=True)
class Package:
    """The package of an optional solver: its module, and what pip installs to get it."""

    module: str
    requirement: str

    @property
    def installed(self) -> bool:
        """Looked up without importing it."""
        known = sys.modules.get(self.module) if self.module in sys.modules else find_spec(self.module)
        return known is not None


@dataclass(frozen=True)
class Configuration:
    """One way to solve: a backend, a solver of its own, and its options, all of them (defaults included)."""

    backend: str
    solver: str
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """In the grammar `backend[:solver][+option=value…]`."""
        return f"{self.backend}:{self.solver}" + "".join(f"+{name}={value}" for name, value in self.options.items())


@dataclass(frozen=True)
class Size:
    variables: int  # the spec's own, in this lowering
    auxiliary: int
    constraints: int  # clauses, CP constraints or rows
    literals: int  # literals, variables mentioned, or non-zeros
    largest_coefficient: int = 1


class Search(ABC):
    """A loaded solver and the method by which it enumerates."""

    method: str

    @abstractmethod
    def __iter__(self) -> Generator[Assignment, None, None]:
        """Every solution once (projected on the decision variables); ends only when proven that there are no more.

        Closing the generator stops the solver.
        """

    def statistics(self) -> dict[str, int]:
        """Counters worth a look, like the number of solver calls."""
        return {}


class CountingSearch(Search):
    """A loaded solver that knows the number of solutions without showing them: nothing to check, nothing to fingerprint."""

    @abstractmethod
    def count(self) -> int:
        """The exact number of solutions (projected on the decision variables); asked for once."""

    def __iter__(self) -> Generator[Assignment, None, None]:
        raise Refused(f"{self.method} counts without enumerating: it has no solutions to show")


class Certificate(Search):
    """Solutions known from elsewhere, each tested by the program, and the solver's proof that there are no others.

    It streams what the program accepts of them, and what the solver finds besides: the program's solutions in any case.
    """

    rejected: Assignment | None = None  # the first known one that the program rejects
    besides: Assignment | None = None  # the first one that was not known


class Program(ABC):
    spec: Spec
    configuration: Configuration
    size: Size
    groups: tuple[str, ...]  # every group that has something in this program, the domains' groups included

    @abstractmethod
    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        """Load the solver, for the solutions in the cube; `first` means that one solution will be asked for."""

    def certify(self, known: Sequence[Assignment], *, seed: int | None, cube: Cube = EVERYTHING) -> Certificate:
        """Load the solver, to prove that these are the solutions in the cube."""
        raise Refused(f"{self.configuration} has no way to certify a count")

    @abstractmethod
    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """Is the program of these groups alone satisfiable with the decision variables fixed as in the assignment?"""

    @abstractmethod
    def export(self, form: str) -> str:
        """The program as text in one of the backend's `formats`."""


@dataclass(frozen=True)
class Backend:
    name: str
    summary: str
    solvers: tuple[str, ...]  # the first is the default
    options: tuple[Option, ...]
    formats: tuple[str, ...]
    preload: tuple[str, ...]  # what a warm server imports
    lower: Callable[[Spec, Configuration], Program]
    # Of a solver, for people: "CP-SAT 9.15"; raises ImportError or OSError where it cannot be used.
    version: Callable[[str], str]
    # What a record says of a solver beyond its version: CBC's checksum.
    details: Callable[[str], Mapping[str, str | bool]] = lambda _: {}
    # Who answers: the solver, or what an option puts in its place; `version` knows both.
    answering: Callable[[Configuration], str] = lambda configuration: configuration.solver
    # Of optional solvers, by the name that `answering` returns.
    needs: Mapping[str, Package] = field(default_factory=dict)
    # Raises BadInput where solver and options do not go together.
    check: Callable[[Configuration], None] = lambda _: None
    # Raises BadInput where a configuration can only count all solutions, and not stop after some of them.
    check_limit: Callable[[Configuration], None] = lambda _: None
    # Parts of the search space for each job of a parallel count: more are fairer, but each costs a loading.
    cubes: int = 8

    def __post_init__(self) -> None:
        """Python does not check types. A comma is forgotten easily, and ("z3") is not a tuple."""
        for name, kind in {"solvers": str, "options": Option, "formats": str, "preload": str}.items():
            value = getattr(self, name)
            if not isinstance(value, tuple) or not all(isinstance(each, kind) for each in value):
                raise BadInput(f"backend {self.name}: {name} must be a tuple of {kind.__name__} (got {value!r:.60})")
        for name in (self.name, *(self.solvers or ("",))):
            if not re.fullmatch(r"\w[\w-]*", name):
                raise BadInput(f"backend {self.name}: {name!r} is not a name of letters, digits, - and _")
        for name in ("lower", "version"):
            if not callable(getattr(self, name)):
                raise BadInput(f"backend {self.name}: {name} must be a function (got {getattr(self, name)!r:.60})")

    def missing(self, solver: str) -> str | None:
        """What to install before this solver can answer, as a sentence; None where nothing is missing."""
        package = self.needs.get(solver)
        if package is None or package.installed:
            return None
        return f"{solver} needs {package.module}, which is not installed: pip install '{package.requirement}'"

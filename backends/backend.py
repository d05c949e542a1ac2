"""The types of a backend: its solvers, its options, and how it lowers a spec to a Program. docs/plugins.md has the contract.

    lower(spec, configuration) -> Program      pure, no solver package needed
    program.load(seed, first)  -> Search       the solver is loaded (with a cube: for that part of the search space)
    for assignment in search:  …               the solutions; the loop ends only when it is proven that there are no others
    for block in search.blocks():  …           the same solutions, many at a time
    search.count()                             of a CountingSearch: the number alone

A Program is written in the solver's terms, and knows the group of every clause, constraint or row.
"""

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from threefold.backends.blocks import Block, cut
from threefold.backends.listing import LONG, Part
from threefold.backends.trace import Watcher
from threefold.language import Assignment, BadInput, Spec


class Refused(Exception):
    """The backend cannot answer exactly (a coefficient too large for it, a solver that gave up): status `unknown`."""


class BrokenAnswer(Exception):
    """A solver's answer cannot be decoded to a value per variable: status `error`."""


# A part of the search space: some decision variables, by position, may take these values only; at least one each.
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
        loaded = self.module in sys.modules
        return (sys.modules[self.module] if loaded else find_spec(self.module)) is not None


@dataclass(frozen=True)
class Configuration:
    """One way to solve: a backend, one of its solvers, and a value for each of its options."""

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

    def blocks(self) -> Generator[Block, None, None]:
        """The same solutions in the same order, many at a time; for a backend that can do better than one by one."""
        return cut(iter(self))

    def statistics(self) -> dict[str, int]:
        """Counters for the notes below the table, like the number of solver calls."""
        return {}

    def found_by(self) -> dict[str, int]:
        """The solutions so far by the engine that returned them, counted where it does; empty where that is not known."""
        return {}

    def decided_by(self) -> str:
        """The engine whose answer ended the search; empty as long as it has not ended."""
        return ""


class CountingSearch(Search):
    """A loaded solver that counts without enumerating: no solution is checked, and there is no fingerprint."""

    @abstractmethod
    def count(self) -> int:
        """The exact number of solutions, projected on the decision variables; called once."""

    def __iter__(self) -> Generator[Assignment, None, None]:
        raise Refused(f"{self.method}: it counts without enumerating, and has no solutions to show")


class Program(ABC):
    spec: Spec
    configuration: Configuration
    size: Size
    nouns: tuple[str, str] = ("constraint", "variable")  # of what it consists of
    groups: tuple[str, ...]  # every group that has something in this program, the domains' groups included
    chosen: tuple[str, ...] = ()  # what lowering chose by size, where that is not what it does for small instances

    def method(self, search: "Search") -> str:
        """For the record: that of the search, and what the program is by itself."""
        return ", ".join([search.method, *self.chosen])

    @abstractmethod
    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        """Load the solver for the solutions in the cube; `first`: only one of them will be taken."""

    def optimum(self, *, seed: int | None) -> Search:
        """For a spec with an objective: solutions, each better than the one before; ends only when proven that none is better."""
        from threefold.backends.optimum import BoundSearch

        return BoundSearch(self, seed)

    @abstractmethod
    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """Is the program of these groups alone satisfiable with the decision variables fixed as in the assignment?"""

    @abstractmethod
    def export(self, form: str) -> str:
        """The program as text in one of the backend's `formats`."""

    def parts(self, long: int | None = LONG) -> Iterable[Part]:
        """What the program consists of, group by group, in words; items of more than `long` literals without their middle."""
        raise Refused(f"{self.configuration.backend} does not list what its program consists of")

    def watch(self, watcher: Watcher) -> Search:
        """A search of our own that tells the watcher each step that it takes."""
        raise Refused(f"{self.configuration} cannot be watched: backtracking and sat:dpll can")


@dataclass(frozen=True)
class Backend:
    name: str
    summary: str
    solvers: tuple[str, ...]  # the first is the default
    options: tuple[Option, ...]
    formats: tuple[str, ...]
    preload: tuple[str, ...]  # what a warm server imports
    lower: Callable[[Spec, Configuration], Program]
    # A solver with its version, as the table shows it: "CP-SAT 9.15"; ImportError or OSError where it cannot be used.
    version: Callable[[str], str]
    # A search of our own that takes part beside the solver, for the row's name; the flag: only one solution is asked for.
    own: Callable[[Configuration, bool], str] = lambda *_: ""
    # More facts about a solver for the records, like CBC's checksum.
    details: Callable[[str], Mapping[str, str | bool]] = lambda _: {}
    # Whether a seed can change the search.
    seeded: Callable[[Configuration], bool] = lambda _: True
    # The packages of optional solvers, by name.
    needs: Mapping[str, Package] = field(default_factory=dict)
    # Raises BadInput where solver and options exclude each other.
    check: Callable[[Configuration], None] = lambda _: None
    # Raises BadInput where a configuration counts all solutions and cannot stop after some of them.
    check_limit: Callable[[Configuration], None] = lambda _: None
    # Parts of the search space for each job of a parallel count: more are fairer, but each is loaded anew.
    cubes: int = 8
    # What a run imports only where it pays. A server of many runs imports it before them.
    late: tuple[str, ...] = ()
    # The options of the plain row: the engine as it comes, and nothing but what enumeration needs. Empty: there is no such row.
    plain: Mapping[str, str] = field(default_factory=dict)
    # Whether its search ends only when it is proven that there are no more solutions. Else it refuses to list all of them.
    complete: bool = True

    def __post_init__(self) -> None:
        """Python does not check types. A comma is forgotten easily, and ("z3") is not a tuple."""
        for name, kind in {"solvers": str, "options": Option, "formats": str, "preload": str, "late": str}.items():
            value = getattr(self, name)
            if not isinstance(value, tuple) or not all(isinstance(each, kind) for each in value):
                raise BadInput(f"backend {self.name}: {name} must be a tuple of {kind.__name__} (got {value!r:.60})")
        for name in (self.name, *(self.solvers or ("",))):
            if not re.fullmatch(r"\w[\w-]*", name):
                raise BadInput(f"backend {self.name}: {name!r} is not a name of letters, digits, - and _")
        for name in ("lower", "version"):
            if not callable(getattr(self, name)):
                raise BadInput(f"backend {self.name}: {name} must be a function (got {getattr(self, name)!r:.60})")

    def named(self, configuration: Configuration, *, one: bool) -> str:
        """Who searches, as the table shows it: `CP-SAT 9.15`, or `own B&B + CBC 2.10.3`."""
        version = self.version(configuration.solver)
        return " + ".join(filter(None, (self.own(configuration, one), version)))

    def missing(self, solver: str) -> str | None:
        """What to install before this solver can answer, as a sentence; None where nothing is missing."""
        package = self.needs.get(solver)
        if package is None or package.installed:
            return None
        return f"{solver} needs {package.module}, which is not installed: pip install '{package.requirement}'"

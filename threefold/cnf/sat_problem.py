"""What `threefold sat` is asked to solve, a file or a puzzle: its clauses, what a model means, and how it is blocked.

A model of a puzzle is checked with `holds` and blocked on the decision variables. A file's is checked against every clause,
and blocked on the literals that the file says to count over (`c p show`), else on those that its dictionary names, else on
all, in the polarity they have: blocking only the true ones, as sheet 001 does, is right only where all models have the same
number of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import Incremental
from threefold.cnf.files import File, read_formula
from threefold.format import many
from threefold.language import Solution
from threefold.runs.instance import Instance


class Problem(ABC):
    variables: int
    headline: tuple[str, ...]
    counted_over: str  # what makes two models different

    @abstractmethod
    def feed(self, solver: Incremental) -> None:
        """Give the solver all that there is to satisfy."""

    @abstractmethod
    def fault(self, model: Sequence[int]) -> str | None:
        """What is wrong with a model, said in words that follow 'its model'."""

    @abstractmethod
    def blocking(self, model: Sequence[int]) -> list[int]: ...

    @abstractmethod
    def in_words(self, model: Sequence[int]) -> str: ...

    def drawing(self, model: Sequence[int]) -> str:
        return ""

    def known(self) -> tuple[int, str] | None:
        """How many models others have found, and who."""
        return None


class PuzzleProblem(Problem):
    counted_over = "the decision variables"

    def __init__(self, instance: Instance, configuration: Configuration) -> None:
        self._instance = instance
        self._puzzle, self._spec = instance.load()
        program = find("sat").lower(self._spec, configuration)
        assert isinstance(program, CnfProgram)
        self._program, self.variables = program, program.top
        parameters = "".join(f" {name}={value}" for name, value in instance.parameters.items())
        options = "".join(f", {name}={value}" for name, value in program.encodings.items())
        native = f" and {many(len(program.native), 'constraint')} of the solver's own" if program.native else ""
        clauses = program.size.constraints - len(program.native)
        self.headline = (
            f"{instance.puzzle}{parameters}{options}",
            *(f"given {given}" for given in instance.givens),
            f"{many(self.variables, 'variable')} ({program.size.auxiliary} auxiliary), {many(clauses, 'clause')}{native}",
        )

    def feed(self, solver: Incremental) -> None:
        self._program.feed(solver)

    def fault(self, model: Sequence[int]) -> str | None:
        violated = self._spec.violated(self._program.projection.assignment(list(model)))
        return f"violates {violated}" if violated else None

    def blocking(self, model: Sequence[int]) -> list[int]:
        return self._program.projection.blocking(list(model))

    def in_words(self, model: Sequence[int]) -> str:
        return str(self._solution(model))

    def drawing(self, model: Sequence[int]) -> str:
        return self._puzzle.draw(self._solution(model))

    def _solution(self, model: Sequence[int]) -> Solution:
        return Solution(self._spec, self._program.projection.assignment(list(model)))

    def known(self) -> tuple[int, str] | None:
        return None if self._instance.givens else self._puzzle.known_count(self._instance.parameters)


class FileProblem(Problem):
    def __init__(self, file: File, lenient: bool, *, once: bool, checked: bool) -> None:
        """`once`: one model will be asked for; `checked`: the solver is one whose models are checked already."""
        self._formula = read_formula(file, lenient=lenient)
        self._checked = checked
        self._clauses: Iterable[list[int]] | None = None if once else list(self._formula.clauses())
        self.variables = self._formula.variables
        self._projection, self.counted_over = self._project()
        warnings = (f"warning: {warning}" for warning in self._formula.warnings)
        self.headline = (
            file.name,
            *warnings,
            f"{many(self.variables, 'variable')}, {many(len(self._formula), 'clause')}",
        )

    def _project(self) -> tuple[frozenset[int] | None, str]:
        """None for all variables."""
        shown, names = self._formula.shown, self._formula.names
        if shown is not None:
            return frozenset(shown), f"the {len(set(shown))} variables of 'c p show'"
        if names:
            return frozenset(names), f"the {len(names)} variables of the dictionary"
        return None, "all variables"

    def feed(self, solver: Incremental) -> None:
        solver.add(self._formula.clauses())

    def fault(self, model: Sequence[int]) -> str | None:
        if self._checked:
            return None
        clauses = self._formula.clauses() if self._clauses is None else self._clauses
        false = next(filter(set(model).isdisjoint, clauses), None)
        return None if false is None else f"does not satisfy the clause {' '.join(map(str, false)) or '(empty)'}"

    def blocking(self, model: Sequence[int]) -> list[int]:
        return [-literal for literal in model if self._projection is None or abs(literal) in self._projection]

    def in_words(self, model: Sequence[int]) -> str:
        """The names of the true literals, where there are names."""
        names = self._formula.names
        true = (names[literal] for literal in model if literal in names)
        return ", ".join(true) or ("no named variable is true" if names else "")

"""What `threefold sat` solves, a puzzle or a file: its clauses, and the meaning, the check and the blocking clause of a model.

A model of a puzzle is checked with `holds` and blocked on the decision variables. A model of a file is checked against every
clause and blocked on the variables of `c p show`, else on those of the dictionary, else on all. Both polarities are blocked: to
block only the true variables, as sheet 001 does, is right only where all models have the same number of them.
"""

from collections.abc import Sequence

from threefold.backends.backend import Configuration
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.backends.sat.lowering import lower
from threefold.backends.sat.solvers import Incremental
from threefold.cnf.files import File
from threefold.format import many
from threefold.language import Solution
from threefold.runs.instance import Instance
from threefold.runs.worker import drawing_of


class PuzzleProblem:
    counted_over = "the decision variables"

    def __init__(self, instance: Instance, configuration: Configuration) -> None:
        self._puzzle, self._spec = instance.load()
        self._program = program = lower(self._spec, configuration)
        self.variables = program.top
        self.known = None if instance.givens else self._puzzle.known_count(instance.parameters)
        parameters = "".join(f" {name}={value}" for name, value in instance.parameters.items())
        options = "".join(f", {name}={value}" for name, value in program.encodings.items())
        native = f" and {many(len(program.native), 'constraint')} of the solver's own" if program.native else ""
        clauses = many(program.size.constraints - len(program.native), "clause")
        self.headline = (
            f"{instance.puzzle}{parameters}{options}",
            *(f"given {given}" for given in instance.givens),
            f"{many(self.variables, 'variable')} ({program.size.auxiliary:,} auxiliary), {clauses}{native}",
        )

    def feed(self, solver: Incremental) -> None:
        self._program.feed(solver)

    def fault(self, model: Sequence[int]) -> str | None:
        """What is wrong with a model, in words that follow 'its model'."""
        violated = self._spec.violated(self._program.projection.assignment(list(model)))
        return f"violates {violated}" if violated else None

    def blocking(self, model: Sequence[int]) -> list[int]:
        return self._program.projection.blocking(list(model))

    def described(self, model: Sequence[int]) -> tuple[str, str]:
        """The model in words, and its drawing."""
        solution = Solution(self._spec, self._program.projection.assignment(list(model)))
        return str(solution), drawing_of(self._puzzle, solution)


class FileProblem:
    known = None

    def __init__(self, file: File, lenient: bool, *, once: bool, checked: bool) -> None:
        """`once`: only one model is wanted; `checked`: the solver's models are checked already."""
        self._formula, self._checked = read_dimacs(file.path, file.name, lenient=lenient), checked
        self._clauses = None if once else list(self._formula.clauses())
        self.variables = self._formula.variables
        self._names, shown = self._formula.names, self._formula.shown
        self._projection = set(shown) if shown is not None else set(self._names) or None  # None: all variables
        self.counted_over = "all variables"
        if self._projection is not None:
            source = "the dictionary" if shown is None else "'c p show'"
            self.counted_over = f"the {len(self._projection)} variables of {source}"
        self.headline = (
            file.name,
            *(f"warning: {warning}" for warning in self._formula.warnings),
            f"{many(self.variables, 'variable')}, {many(len(self._formula), 'clause')}",
        )

    def feed(self, solver: Incremental) -> None:
        solver.add(self._formula.clauses())

    def fault(self, model: Sequence[int]) -> str | None:
        if self._checked:
            return None
        false = next(filter(set(model).isdisjoint, self._clauses or self._formula.clauses()), None)
        return None if false is None else f"does not satisfy the clause {' '.join(map(str, false)) or '(empty)'}"

    def blocking(self, model: Sequence[int]) -> list[int]:
        return [-literal for literal in model if self._projection is None or abs(literal) in self._projection]

    def described(self, model: Sequence[int]) -> tuple[str, str]:
        """The names of the true variables, where there are names."""
        true = ", ".join(self._names[literal] for literal in model if literal in self._names)
        return true or ("no named variable is true" if self._names else ""), ""

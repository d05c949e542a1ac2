"""What `threefold sat` solves, a puzzle or a file: its clauses, and the meaning, the check and the blocking clause of a model.

A model of a puzzle is checked with `holds` and blocked on the decision variables. A model of a file is checked against every
clause and blocked on the variables of `c p show`, else on those of the dictionary, else on all.

To block only the true variables, as sheet 001 does, excludes every model that contains them. With `--trace` a second solver is
asked whether another model does. If none does, the clause is the sheet's; else, and without `--trace`, it has both polarities.
"""

from collections.abc import Sequence

from threefold.backends.backend import Configuration
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.backends.sat.lowering import lower
from threefold.backends.sat.solvers import Incremental, Limited
from threefold.cnf.files import File
from threefold.format import many
from threefold.language import Solution
from threefold.runs.instance import Instance
from threefold.runs.worker import drawing_of

NOTES = {
    True: "only the true variables, as on sheet 001: no model that is left has them all",
    False: "both polarities: another model has these true variables and more, and the sheet's clause would exclude it",
    None: "both polarities: whether another model has all these true variables was not decided",
}
CONFLICTS = 10_000


class _Containment(Limited):
    """Does another model contain the true variables of this one?"""

    def is_maximal(self, shown: Sequence[int]) -> bool | None:
        """None: it was not decided."""
        self.variables += 1  # it stands for "and one more is true"
        more = self.variables
        self.add([[-more, *(-literal for literal in shown if literal < 0)]])
        found = self.solve_within(CONFLICTS, [more, *(literal for literal in shown if literal > 0)])
        return None if found is None else not found


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

    def blocking(self, model: Sequence[int]) -> tuple[list[int], str]:
        """The clause that excludes a model, and a note about it."""
        return self._program.projection.blocking(list(model)), ""

    def described(self, model: Sequence[int]) -> tuple[str, str]:
        """The model in words, and its drawing."""
        solution = Solution(self._spec, self._program.projection.assignment(list(model)))
        return str(solution), drawing_of(self._puzzle, solution)


class FileProblem:
    known = None

    def __init__(self, file: File, lenient: bool, *, once: bool, checked: bool, traced: bool) -> None:
        """`once`: only one model is wanted; `checked`: the solver's models are checked already; `traced`: clauses are shown."""
        self._formula, self._checked = read_dimacs(file.path, file.name, lenient=lenient), checked
        self._clauses = None if once else list(self._formula.clauses())
        self.variables = self._formula.variables
        self._contained = _Containment(self.variables, self._clauses) if traced and self._clauses is not None else None
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

    def blocking(self, model: Sequence[int]) -> tuple[list[int], str]:
        shown = [literal for literal in model if self._projection is None or abs(literal) in self._projection]
        clause, note = [-literal for literal in shown], ""
        if self._contained:
            alone = self._contained.is_maximal(shown)
            clause = [literal for literal in clause if literal < 0] if alone else clause
            note = NOTES[alone]
            self._contained.add([clause])
        return clause, note

    def described(self, model: Sequence[int]) -> tuple[str, str]:
        """The names of the true variables, where there are names."""
        true = ", ".join(self._names[literal] for literal in model if literal in self._names)
        return true or ("no named variable is true" if self._names else ""), ""

"""The lowered program: its size, its search, its confirmation, whether it accepts an assignment, and its text."""

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing
from typing import Protocol

from threefold.backends.backend import EVERYTHING, Configuration, Confirmation, Cube, Program, Search, Size
from threefold.backends.branching import most_connected_first
from threefold.backends.ilp import solver_module
from threefold.backends.ilp.lowering import lower
from threefold.backends.ilp.model import Column, IntegerProgram, Model, Row
from threefold.backends.ilp.subproblem import Bounds, Change, Subproblems
from threefold.backends.listing import LONG, Part
from threefold.backends.variable_maps import Direct, decode
from threefold.language import Assignment, Spec

CONFIRM_OPTIONS = ("-cuts", "off", "-heuristicsOnOff", "off")  # of CBC: they do not pay where nothing is left to find


class RowProgram(Program):
    nouns = ("row", "column")

    def __init__(self, spec: Spec, configuration: Configuration) -> None:
        self.spec, self.configuration = spec, configuration
        self.model = lower(spec)
        self.groups = tuple(dict.fromkeys(row.group for row in self.model.rows))
        coefficients = set[int]().union(*(row.terms.values() for row in self.model.rows))
        self.size = Size(
            variables=self.model.own,
            auxiliary=len(self.model.columns) - self.model.own,
            constraints=len(self.model.rows),
            literals=sum(len(row.terms) for row in self.model.rows),
            largest_coefficient=max(map(abs, coefficients), default=1),
        )

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        solver, outside = self.configuration.solver, self.outside(cube)
        if solver == "scip" and not first:
            from threefold.backends.ilp.scip import ScipTree

            columns = [column for x in self.spec.decisions for column in self.model.views[x.position].numbers]
            return RowSearch(self, "one search tree", ScipTree(self.model, columns, seed, outside))
        from threefold.backends.ilp.branch_and_bound import BranchAndBound

        decisions = self.spec.decisions if first else most_connected_first(self.spec)
        of_variables = [self.model.views[x.position].numbers for x in decisions]
        solve, relax = solver_module(solver).solve, solver == "cbc"
        search = BranchAndBound(self.model, of_variables, seed, outside, solve=solve, relax=relax, first=first)
        return RowSearch(self, "LP branching" if relax else "splitting", search)

    def optimum(self, *, seed: int | None) -> Search:
        return RowSearch(self, "costs in the program", OptimalColumns(self, seed))

    def confirm(self, known: Sequence[Assignment], *, seed: int | None, cube: Cube = EVERYTHING) -> Confirmation:
        return RowConfirmation(self, known, seed, self.outside(cube))

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """By propagation from the fixed columns; CBC is called only where an auxiliary or derived column is left open."""
        # Without the other groups, a column that is not declared integer may have a choice: here all are integer.
        columns = [Column(column.upper) for column in self.model.columns]
        subproblems = Subproblems(columns, [row for row in self.model.rows if row.group in groups])
        bounds = subproblems.narrowed(self._fixed(assignment))
        if bounds is None or not subproblems.propagator.unsettled(bounds):
            return bounds is not None
        from threefold.backends.ilp.branch_and_bound import SINGLE_OPTIONS
        from threefold.backends.ilp.cbc import solve

        return solve(subproblems.reduced(bounds).program, SINGLE_OPTIONS, None) is not None

    def export(self, form: str) -> str:
        from threefold.backends.ilp.export import text

        return text(self.spec, self.model, form)

    def parts(self, long: int | None = LONG) -> Iterator[Part]:
        from threefold.backends.ilp.words import parts

        return parts(self.spec, self.model, long)

    def _fixed(self, assignment: Assignment) -> Iterator[Change]:
        for x in self.spec.decisions:
            view = self.model.views[x.position]
            for column, value in zip(view.numbers, view.values, strict=True):
                one = int(assignment[x.position] == value)
                yield column, one, one

    def outside(self, cube: Cube) -> list[Change]:
        """The columns that a cube fixes."""
        changes = []
        for position, values in cube.items():
            view, x = self.model.views[position], self.spec.variables[position]
            if isinstance(view, Direct):
                changes += [(view.index(value), 0, 0) for value in x.domain if value not in values]
            else:
                changes.append((view.first, min(values), max(values)))
        return changes


class ColumnSearch(Protocol):
    """A search that finds solutions as the values of all columns."""

    def __iter__(self) -> Generator[list[int], None, None]: ...
    def statistics(self) -> dict[str, int]: ...


class RowSearch(Search):
    def __init__(self, program: RowProgram, method: str, search: ColumnSearch) -> None:
        self.method, self._program, self._search = method, program, search

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(iter(self._search)) as solutions:
            for solution in solutions:
                yield decode(self._program.spec, self._program.model.views, solution.__getitem__)

    def statistics(self) -> dict[str, int]:
        return self._search.statistics()


class OptimalColumns:
    """One call of the solver, with the objective as costs."""

    def __init__(self, program: RowProgram, seed: int | None) -> None:
        self._program, self._seed, self._calls = program, seed, 0

    def __iter__(self) -> Generator[list[int], None, None]:
        program, objective = self._program, self._program.spec.objective
        assert objective is not None, "a spec with an objective"
        sign, view = 1 if objective.sense == "minimize" else -1, program.model.views[objective.variable.position]
        costs = {column: sign * value for column, value in zip(view.numbers, view.values, strict=True)}
        asked = IntegerProgram(program.model.columns, program.model.rows, costs)
        self._calls += 1
        found = solver_module(program.configuration.solver).solve(asked, (), self._seed)
        if found is not None:
            yield found

    def statistics(self) -> dict[str, int]:
        return {"calls": self._calls}


class RowConfirmation(Confirmation):
    """The solutions are known from elsewhere, and the solver must find no others.

    Each known solution is checked on the rows here, and excluded by a row of its own. For an integer that row needs only the
    column of its value, because exactly one of its columns is 1. Then one call of the solver must answer that the rest is
    infeasible, and the count is exact; or it finds another solution, which is excluded too, and so on
    (docs/measurements.md#confirm).
    """

    method = "confirm"

    def __init__(
        self, program: RowProgram, known: Sequence[Assignment], seed: int | None, outside: Sequence[Change]
    ) -> None:
        self._spec, self._model, self._known = program.spec, program.model, known
        self._solve, self._seed, self._outside = solver_module(program.configuration.solver).solve, seed, outside
        self._calls = self._rejected = self._found = 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        cuts: list[Row] = []
        model = self._subproblems(())
        for assignment in self._known:
            cut = excluding(self._spec, self._model, assignment)
            if self._accepts(model, cut):
                cuts.append(cut)
                yield assignment
            else:
                self._rejected += 1
                self.rejected = self.rejected or assignment
        while (solution := self._another(cuts)) is not None:
            assignment = decode(self._spec, self._model.views, solution.__getitem__)
            self._found += 1
            self.besides = self.besides or assignment
            cuts.append(excluding(self._spec, self._model, assignment))
            yield assignment

    def _another(self, cuts: Sequence[Row]) -> list[int] | None:
        rest = self._subproblems(cuts)
        return None if rest.root is None else self._solution(rest, rest.root)

    def _subproblems(self, cuts: Sequence[Row]) -> Subproblems:
        return Subproblems(self._model.columns, [*self._model.rows, *cuts], self._outside)

    def _accepts(self, model: Subproblems, cut: Row) -> bool:
        """With the decision variables fixed propagation decides, except where it leaves an auxiliary column open."""
        bounds = model.narrowed((column, int(a > 0), int(a > 0)) for column, a in cut.terms.items())
        if bounds is None:
            return False
        return not model.propagator.unsettled(bounds) or self._solution(model, bounds) is not None

    def _solution(self, subproblems: Subproblems, bounds: Bounds) -> list[int] | None:
        self._calls += 1
        reduced = subproblems.reduced(bounds)
        answer = self._solve(reduced.program, CONFIRM_OPTIONS, self._seed)
        return None if answer is None else reduced.completed(answer)

    def statistics(self) -> dict[str, int]:
        known, rejected = len(self._known), self._rejected  # so far: a limit may come before all are checked
        return {"calls": self._calls, "known": known, "rejected": rejected, "besides": self._found}


def excluding(spec: Spec, model: Model, assignment: Assignment) -> Row:
    """The row that rejects this assignment of the decision variables and no other."""
    terms: dict[int, int] = {}
    for x in spec.decisions:
        view, value = model.views[x.position], assignment[x.position]
        if isinstance(view, Direct):
            terms[view.index(value)] = 1
        else:
            terms[view.first] = 1 if value else -1
    return Row("known solutions", terms, "<=", sum(a > 0 for a in terms.values()) - 1)

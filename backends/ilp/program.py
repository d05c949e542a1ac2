"""The lowered program: its size, its searches, whether it accepts an assignment, and its text."""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Protocol

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.branching import most_connected_first
from threefold.backends.ilp import CUTS, ENGINES, OWN, solve_of
from threefold.backends.ilp.lowering import lower
from threefold.backends.ilp.model import Column, IntegerProgram, Row
from threefold.backends.ilp.subproblem import Change, Subproblems
from threefold.backends.listing import LONG, Part
from threefold.backends.variable_maps import Direct, decode
from threefold.language import Assignment, Spec
from threefold.language.flattening import flatten


class RowProgram(Program):
    nouns = ("row", "column")

    def __init__(self, written: Spec, configuration: Configuration) -> None:
        self.spec, self.configuration = flatten(written), configuration
        self.model = lower(self.spec)
        self.groups = tuple(dict.fromkeys(row.group for row in self.model.rows))
        coefficients = set[int]().union(*(row.terms.values() for row in self.model.rows))
        self.size = Size(
            variables=self.model.declared,
            auxiliary=len(self.model.columns) - self.model.declared,
            constraints=len(self.model.rows),
            literals=sum(len(row.terms) for row in self.model.rows),
            largest_coefficient=max(map(abs, coefficients), default=1),
        )

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        outside = self.outside(cube)
        if self.configuration.options == CUTS:
            from threefold.backends.ilp.cuts import NoGoodCuts, growing

            views = [self.model.views[x.position] for x in self.spec.decisions]
            program = growing(self._program(outside), self.configuration.solver, seed)
            return RowSearch(self, "no-good cuts", NoGoodCuts(program, views))
        if first:
            return RowSearch(self, f"one integer program{self._words}", OneProgram(partial(self._first, outside, seed)))
        return self._enumeration(outside, seed)

    def _enumeration(self, outside: Sequence[Change], seed: int | None) -> Search:
        solver = self.configuration.solver
        if solver == "scip":
            from threefold.backends.ilp.scip import ScipTree

            columns = [column for x in self.spec.decisions for column in self.model.views[x.position].numbers]
            tree = ScipTree(self.model, columns, seed, outside)
            return RowSearch(self, "one search tree, few relaxations, no dual reductions", tree)
        from threefold.backends.ilp.branch_and_bound import BranchAndBound

        of_variables = [self.model.views[x.position].numbers for x in most_connected_first(self.spec)]
        relax = solver == "cbc"
        search = BranchAndBound(self.model, of_variables, seed, outside, solve=solve_of(solver), relax=relax)
        return RowSearch(self, f"{'LP branching' if relax else 'splitting'}{self._words}", search, OWN)

    @property
    def _words(self) -> str:
        """What is not the solver's own where it gets an integer program."""
        return ", no preprocessing, clique cuts only" if self.configuration.solver == "cbc" else ""

    def optimum(self, *, seed: int | None) -> Search:
        return RowSearch(self, "costs in the program", OneProgram(partial(self._best, seed), best=True))

    def _program(self, outside: Sequence[Change], costs: Mapping[int, int] | None = None) -> IntegerProgram:
        """With a row for each column that is fixed from the start."""
        fixings = [Row("cube", {column: 1}, "==", low) for column, low, high in outside if low == high]
        return IntegerProgram(self.model.columns, [*self.model.rows, *fixings], costs or {})

    def _first(self, outside: Sequence[Change], seed: int | None) -> list[int] | None:
        """Where propagation finds a contradiction, the solver gets the whole program all the same: the answer is its own."""
        from threefold.backends.ilp.branch_and_bound import SINGLE_OPTIONS, solved

        solve = solve_of(self.configuration.solver)
        subproblems = Subproblems(self.model.columns, self.model.rows, outside)
        if subproblems.root is not None:
            return solved(subproblems.reduced(subproblems.root), solve, seed)
        return solve(self._program(outside), SINGLE_OPTIONS, seed)

    def _best(self, seed: int | None) -> list[int] | None:
        objective, solver = self.spec.objective, self.configuration.solver
        assert objective is not None, "a spec with an objective"
        sign, view = 1 if objective.sense == "minimize" else -1, self.model.views[objective.variable.position]
        program = self._program((), {c: sign * value for c, value in zip(view.numbers, view.values, strict=True)})
        if self.configuration.options == CUTS:
            from threefold.backends.ilp.cuts import growing

            return growing(program, solver, seed).solve()
        return solve_of(solver)(program, (), seed)

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

    found: int  # solutions that the solver has returned
    ended: bool  # it is proven that there are no others

    def __iter__(self) -> Generator[list[int], None, None]: ...
    def statistics(self) -> dict[str, int]: ...


class RowSearch(Search):
    """`own`: what of ours decides that there are no others; otherwise the solver does."""

    def __init__(self, program: RowProgram, method: str, search: ColumnSearch, own: str = "") -> None:
        self.method, self._program, self._search = method, program, search
        self._engine = ENGINES[program.configuration.solver]
        self._decider = own or self._engine

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(iter(self._search)) as solutions:
            for solution in solutions:
                yield decode(self._program.spec, self._program.model.views, solution.__getitem__)

    def statistics(self) -> dict[str, int]:
        return self._search.statistics()

    def found_by(self) -> dict[str, int]:
        return {self._engine: self._search.found} if self._search.found else {}

    def decided_by(self) -> str:
        return self._decider if self._search.ended else ""


class OneProgram:
    """One integer program: a first solution, or with costs the best one."""

    def __init__(self, solve: Callable[[], list[int] | None], *, best: bool = False) -> None:
        self._solve, self._best = solve, best
        self.found, self.ended = 0, False

    def __iter__(self) -> Generator[list[int], None, None]:
        solution = self._solve()
        self.ended = self._best or solution is None
        if solution is not None:
            self.found = 1
            yield solution

    def statistics(self) -> dict[str, int]:
        return {"calls": 1}

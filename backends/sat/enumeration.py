"""All solutions of a CNF, each once: after each model a clause excludes it.

The clause is over the decision variables only. An integer needs one literal in direct encoding and two in order encoding;
bits and Booleans need every literal, in either polarity (blocking only true ones loses every solution that contains another
one).

**blocking** (sheet 001): one solver gets all these clauses. MiniSat and its successors become slow.

**cubes**: start with plain blocking. After 5,000 solutions delete the solver, and split the rest by the values of decision
variables into cubes. Each gets a new solver, with what propagation leaves of all clauses under new numbers; a cube with many
solutions is split again. So no solver has many blocking clauses. On puzzles that nobody tuned for, this takes two thirds of the
time where solutions are more than 50,000; with fewer it gains nothing, so cubes do not begin sooner
(docs/measurements.md#cubes-after-blocking). A formula that is a cube already (`--jobs`) is not split at first.

**Fixed order.** For enumeration CaDiCaL is fastest as a plain backtracker that learns: it decides by number, does not reorder
by conflicts, and does not simplify between calls (docs/measurements.md#fixed-order). That is slow where solutions are rare.
So the first solutions come in the solver's own order, and so do those of a cube in which many conflicts pass without an
answer.

**The end** is the solver's own answer: in every cube it says that there is no other solution, also in those in which propagation
has found a contradiction before. Values that units have ruled out before a split make no cube.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain

from threefold.backends.backend import BrokenAnswer, Search
from threefold.backends.sat.cube_formula import AtMost, Clauses, Renumbering, ResidualFormula, values_to_split
from threefold.backends.sat.effort import Effort
from threefold.backends.sat.projection import Projection
from threefold.backends.sat.solvers import AS_IT_COMES, PREFIXES, Incremental, Settings, Solver, new_solver
from threefold.language import Assignment

# CaDiCaL's options for a fixed order. `stabilizeonly`: it decides the lowest number first (otherwise the highest).
BY_NUMBER = {"bump": 0, "inprocessing": 0, "stabilizeonly": 1, "phase": 0, "forcephase": 1, "chrono": 0, "lucky": 0}
FIXED_ORDER = ("cadical153", "cadical195", "cadical300")
PATIENCE = 10_000  # conflicts without an answer
FIRST = 5_000  # solutions before the first split


@dataclass(frozen=True)
class SplitRule:
    most: int  # solutions of a cube before it is split
    cubes: int  # the least number that a split makes, if there are as many values


# Splitting a cube refutes again what was searched, so it must have many solutions; see docs/measurements.md#cubes-after-blocking.
IN_FIXED_ORDER, IN_OWN_ORDER = SplitRule(100_000, 6), SplitRule(64, 10)


class BlockingSearch(Search):
    def __init__(self, name: str, solver: Incremental, projection: Projection, method: str) -> None:
        self.method, self._name = method, name
        self._solver, self._projection, self._calls, self._found, self._ended = solver, projection, 0, 0, False
        self._effort = Effort(solver)

    def __iter__(self) -> Generator[Assignment, None, None]:
        """The solver is deleted with this search, not before: deleting a large one takes time."""
        self._calls = 1
        while self._solver.solve():
            model = self._solver.model()
            self._found += 1
            yield self._projection.assignment(model)
            self._solver.add([self._projection.blocking(model)])
            self._calls += 1
        self._ended = True

    def statistics(self) -> dict[str, int]:
        return {"solver calls": self._calls, **self._effort.so_far()}

    def found_by(self) -> dict[str, int]:
        return {self._name: self._found}

    def decided_by(self) -> str:
        return self._name if self._ended else ""


class CubeSearch(Search):
    def __init__(
        self,
        solver: str,
        seed: int | None,
        projection: Projection,
        formula: Callable[[], ResidualFormula],
        whole: Incremental | None,
        *,
        tuned: bool = True,
    ) -> None:
        """`whole` is loaded with all clauses, for the first solutions; None where the formula is a cube already. Cubes that are
        not `tuned` have the solver's own order."""
        self.solver, self._seed, self._projection = solver, seed, projection
        self._formula, self._whole = formula, whole
        self._can_fix = tuned and solver in FIXED_ORDER
        self.method = (
            f"{'cubes' if whole is None else 'blocking, then cubes'}{' in fixed order' if self._can_fix else ''}"
        )
        self._rule = IN_FIXED_ORDER if self._can_fix else IN_OWN_ORDER
        self._calls = self._cubes = self._solvers = self._found = 0
        self._ended = False
        self._effort = Effort(whole)

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self.pausing()) as stream:
            yield from (assignment for assignment in stream if assignment is not None)

    def key(self, assignment: Assignment) -> tuple[int, ...]:
        """What makes a solution different from others."""
        return tuple(assignment[x.position] for x in self._projection.spec.decisions)

    def pausing(self) -> Generator[Assignment | None, None, None]:
        """The solutions, and None where many conflicts have passed without one."""
        blocked = [] if self._whole is None else (yield from self._first_solutions(self._whole))
        if blocked is not None:
            formula = self._formula()
            cubes = self._split(formula.having(blocked)) if blocked else self._parts(formula, [[]])
            pending: list[Iterator[ResidualFormula]] = [cubes]
            while pending:
                cube = next(pending[-1], None)
                if cube is None:
                    pending.pop()
                else:
                    rest = yield from self._enumerate(cube)
                    pending.append(rest)
        self._ended = True

    def _first_solutions(self, solver: Incremental) -> Generator[Assignment | None, None, Clauses | None]:
        """Yields the first solutions and returns the clauses that block them, None where there are no others."""
        self._cubes, self._solvers, blocked = 1, 1, Clauses()
        patient = not self._can_fix
        try:
            while (answer := self._solve(solver, limited=not patient)) is not False:
                if answer is None:
                    patient = True
                    yield None
                    continue
                model = solver.model()
                self._found += 1
                yield self._projection.assignment(model)
                blocked.append(self._projection.blocking(model))
                if len(blocked) == FIRST:
                    return blocked
                solver.add(blocked[-1:])
        finally:
            self._effort.end()
        return None

    def _enumerate(self, formula: ResidualFormula) -> Generator[Assignment, None, Iterator[ResidualFormula]]:
        """Yields the first solutions of a cube and returns the cubes with all others."""
        self._cubes += 1
        fixed, blocked = self._can_fix, Clauses()
        numbering = Renumbering(formula, self._projection)
        solver = self._loaded(formula, numbering, fixed)
        try:
            while len(blocked) < self._rule.most:
                answer = self._solve(solver, limited=fixed)
                if answer is None:
                    self._effort.end()
                    fixed, solver = False, self._loaded(formula, numbering, False)
                    solver.add(blocked)
                    continue
                if not answer:
                    return iter(())
                assignment = numbering.assignment(solver.model())
                self._found += 1
                yield assignment
                blocked.append(numbering.blocking(assignment))
                solver.add(blocked[-1:])
        finally:
            self._effort.end()
        return self._split(formula.having(numbering.original(blocked)))

    def _loaded(self, formula: ResidualFormula, numbering: Renumbering, fixed: bool) -> Incremental:
        clauses = numbering.renumbered(formula.clauses)
        at_most = [([numbering.new[literal] for literal in literals], bound) for literals, bound in formula.at_most]
        solver = self._new_solver(numbering.variables, BY_NUMBER if fixed else AS_IT_COMES, clauses, at_most)
        self._effort.begin(solver)
        return solver

    def _new_solver(
        self, variables: int, settings: Settings, clauses: Iterable[list[int]], at_most: Iterable[AtMost]
    ) -> Incremental:
        self._solvers += 1
        solver = new_solver(self.solver, variables, self._seed, settings)
        solver.add(clauses)
        for literals, bound in at_most:
            assert isinstance(solver, Solver), "a solver WITH_AT_MOST"
            solver.add_at_most(literals, bound)
        return solver

    def _solve(self, solver: Incremental, limited: bool) -> bool | None:
        self._calls += 1
        if limited:
            assert isinstance(solver, Solver), "a CaDiCaL"
            return solver.attempt(PATIENCE)
        return solver.solve()

    def _split(self, formula: ResidualFormula, siblings: int = 1) -> Iterator[ResidualFormula]:
        values = values_to_split(formula, self._projection)
        siblings *= len(values)
        for cube in self._parts(formula, values):
            if siblings < self._rule.cubes and values_to_split(cube, self._projection):
                yield from self._split(cube, siblings)
            else:
                yield cube

    def _parts(self, formula: ResidualFormula, parts: Iterable[list[int]]) -> Iterator[ResidualFormula]:
        """What is left of each part; where propagation finds a contradiction, the solver says that it has no solution."""
        solver: Incremental | None = None
        for units in parts:
            cube = formula.under(units)
            if cube is not None:
                yield cube
                continue
            if not isinstance(solver, Solver):  # the others know no assumptions
                more = [] if self.solver in PREFIXES else [[literal] for literal in units]
                clauses = chain(formula.clauses, more)
                solver = self._new_solver(formula.highest, AS_IT_COMES, clauses, formula.at_most)
            self._calls += 1
            if solver.solve_under(units) if isinstance(solver, Solver) else solver.solve():
                raise BrokenAnswer(f"{self.solver} finds a solution where unit propagation finds a contradiction")

    def statistics(self) -> dict[str, int]:
        counters = {"solver calls": self._calls, "cubes": self._cubes, "solvers": self._solvers}
        return counters | self._effort.so_far()

    def found_by(self) -> dict[str, int]:
        return {self.solver: self._found}

    def decided_by(self) -> str:
        return self.solver if self._ended else ""

"""All solutions of a CNF, each once: after each model a clause forbids it.

The clause is on the decision variables only: models that differ in auxiliaries or derived variables are the same solution. For
an integer in direct encoding its one true literal does, in order encoding its two bounds; bits and Booleans are blocked in the
polarity they have (blocking only true ones loses every solution that contains another: the 2-colourings of K4's edges would be 14
instead of 18). To leave out variables that follow from others (half of them in cards) was measured to gain nothing.

**blocking** (sheet 001): one solver gets all these clauses. MiniSat and its heirs suffer: 79 s for 12 queens.

**cubes**: begin so, and after some solutions throw the solver away. The rest is split by the values of a decision variable, or of
more, into cubes, each with a fresh solver for what propagation leaves there of the clauses and of the blocking clauses, under new
numbers; a cube with many solutions is split again. So few solutions cost what blocking costs, nothing need be known about their
number beforehand, and no solver has many blocking clauses. What is one of several cubes already (`--jobs`) is not split at first.

**In a fixed order.** While it enumerates, a CaDiCaL does best as a plain backtracker that learns: it decides by number, does not
reorder by conflicts, and leaves the formula alone between the calls. The numbers are therefore given so that the decision
variables come first, of them those with the fewest values left, and of these the most connected. That is bad where solutions are
rare and hard to find, so the first ones are left to the solver's own order, and so is a cube in which too many conflicts pass
without an answer.

CPU seconds for 12 queens / cards (11,2), pairwise (clasp, which backtracks without blocking clauses: 0.76 / 5.8):
    cadical195   blocking 2.3 / 12.3    with `bump` and `inprocessing` off 1.0 / 5.5    cubes, fixed order 0.66 / 3.3
    minisat22    blocking 79            cubes 2.3
and for small counts, in milliseconds, cadical195 (the smallest of four):
                               8 queens   10 queens   cards (7,2)   cards (8,2)   costas 6   costas 7   costas 8
    solutions                        92         724            52           300        116        200        444
    blocking                        4.5          77           5.8            36         30        151        831
    cubes after 20 solutions        7.7          43            13            32         46        145        633
    cubes after 100                 4.5          51           5.8            41         60        186        823
    cubes after 300                 4.5          68           5.9            62         30        152       1127
Tried and left: one solver with the cubes as assumptions (as fast as blocking); CaDiCaL's external propagator, which blocks
without returning from solve() (slower: 4.0); trail reuse between calls (`ilb`: no difference).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from threefold.backends.backend import Search
from threefold.backends.sat.projection import Projection
from threefold.backends.sat.reduction import Clauses, Formula
from threefold.backends.sat.renumbering import Numbering, values_to_split
from threefold.backends.sat.solvers import NO_SETTINGS, Incremental, Solver, new_solver
from threefold.language import Assignment

# CaDiCaL's options for a fixed order. `stabilizeonly`: it decides the lowest number first (else the highest: auxiliaries).
BY_NUMBER = {"bump": 0, "inprocessing": 0, "stabilizeonly": 1, "phase": 0, "forcephase": 1, "chrono": 0, "lucky": 0}
FIXED_ORDER = ("cadical153", "cadical195", "cadical300")
PATIENCE = 10_000  # conflicts without an answer
FIRST = 100  # solutions before the first split


@dataclass(frozen=True)
class Splitting:
    most: int  # solutions of a cube before it is split
    cubes: int  # at least so many from a split, if the variables have as many values


# Measured on 10 to 12 queens, cards, costas and latin: blocking clauses hurt the one kind little, the other soon. With at least 8
# cubes instead of 6, cards (8,2) and costas 7 have 42, not 7, and take twice as long; with at least 4, latin 5 has 5, not 25, and
# takes 5.2 s, not 4.0. To split a cube when most of its solutions are known is to refute anew what was searched: with 10,000
# solutions, 14 queens (26,000 a cube) pause three seconds at each, and the first 60,000 take 14.8 s instead of 6.0.
IN_FIXED_ORDER, IN_OWN_ORDER = Splitting(100_000, 6), Splitting(64, 10)


class BlockingSearch(Search):
    def __init__(self, solver: Incremental, projection: Projection, method: str) -> None:
        self.method = method
        self._solver, self._projection, self._calls = solver, projection, 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        """The solver is deleted with this search: for one solution of 200 queens that takes as long as a third of solving."""
        while self._solve():
            model = self._solver.model()
            yield self._projection.assignment(model)
            self._solver.add([self._projection.blocking(model)])

    def _solve(self) -> bool:
        self._calls += 1
        return self._solver.solve()

    def statistics(self) -> dict[str, int]:
        return {"solver calls": self._calls}


class CubeSearch(Search):
    method = "cubes"

    def __init__(
        self,
        solver: str,
        seed: int | None,
        projection: Projection,
        formula: Callable[[], Formula | None],
        whole: Incremental | None,
    ) -> None:
        """`whole` is loaded with all clauses, for the first solutions; None where the formula is one of several cubes."""
        self._name, self._seed, self._projection = solver, seed, projection
        self._formula, self._whole = formula, whole
        self._can_fix = solver in FIXED_ORDER
        self._splitting = IN_FIXED_ORDER if self._can_fix else IN_OWN_ORDER
        self._calls = self._cubes = self._solvers = 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        blocked = [] if self._whole is None else (yield from self._begin(self._whole))
        formula = None if blocked is None else self._formula()
        if formula is None or blocked is None:
            return
        cubes = self._split(formula.having(blocked)) if blocked else iter((formula,))
        pending: list[Iterator[Formula]] = [cubes]
        while pending:
            formula = next(pending[-1], None)
            if formula is None:
                pending.pop()
            else:
                rest = yield from self._enumerate(formula)
                pending.append(rest)

    def _begin(self, solver: Incremental) -> Generator[Assignment, None, Clauses | None]:
        """The first solutions; what it returns are the clauses that block them, None where there are no others."""
        self._cubes, self._solvers, blocked = 1, 1, Clauses()
        try:
            while self._solve(solver, fixed=False):
                model = solver.model()
                yield self._projection.assignment(model)
                blocked.append(self._projection.blocking(model))
                if len(blocked) == FIRST:
                    return blocked
                solver.add(blocked[-1:])
        finally:
            solver.delete()
        return None

    def _enumerate(self, formula: Formula) -> Generator[Assignment, None, Iterator[Formula]]:
        """The first solutions of a cube; what it returns are the cubes with all others."""
        self._cubes += 1
        fixed, blocked = self._can_fix, Clauses()
        numbering = Numbering(formula, self._projection)
        solver = self._loaded(formula, numbering, fixed)
        try:
            while len(blocked) < self._splitting.most:
                answer = self._solve(solver, fixed)
                if answer is None:
                    solver.delete()
                    fixed, solver = False, self._loaded(formula, numbering, False)
                    solver.add(blocked)
                    continue
                if not answer:
                    return iter(())
                assignment = numbering.assignment(solver.model())
                yield assignment
                blocked.append(numbering.blocking(assignment))
                solver.add(blocked[-1:])
        finally:
            solver.delete()
        return self._split(formula.having(numbering.original(blocked)))

    def _loaded(self, formula: Formula, numbering: Numbering, fixed: bool) -> Incremental:
        self._solvers += 1
        solver = new_solver(self._name, numbering.variables, self._seed, BY_NUMBER if fixed else NO_SETTINGS)
        solver.add(numbering.renumbered(formula.clauses))
        for literals, bound in formula.at_most:
            assert isinstance(solver, Solver), "only some of PySAT's have such constraints"
            solver.add_at_most([numbering.new[literal] for literal in literals], bound)
        return solver

    def _solve(self, solver: Incremental, fixed: bool) -> bool | None:
        self._calls += 1
        if fixed:
            assert isinstance(solver, Solver), "a CaDiCaL"
            return solver.attempt(PATIENCE)
        return solver.solve()

    def _split(self, formula: Formula, siblings: int = 1) -> Iterator[Formula]:
        values = values_to_split(formula, self._projection)
        siblings *= len(values)
        for units in values:
            cube = formula.under(units)
            if cube is None:
                continue
            if siblings < self._splitting.cubes and values_to_split(cube, self._projection):
                yield from self._split(cube, siblings)
            else:
                yield cube

    def statistics(self) -> dict[str, int]:
        return {"solver calls": self._calls, "cubes": self._cubes, "solvers": self._solvers}

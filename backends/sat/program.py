"""A CNF with the group of each of its clauses; `enumeration.py` has the searches.

With a native at-most encoding there are constraints beside the clauses. It is then not a CNF, and only some solvers can load
it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.sat.catalogue import KINDS
from threefold.backends.sat.clause_store import ClauseStore
from threefold.backends.sat.cube_formula import ResidualFormula
from threefold.backends.sat.dimacs_writer import Comments, to_dimacs
from threefold.backends.sat.encoder import NativeAtMost, StoreKey
from threefold.backends.sat.enumeration import BlockingSearch, CubeSearch
from threefold.backends.sat.projection import projection_of
from threefold.backends.sat.solvers import DEFAULT, GANAK, Incremental, Solver, new_solver
from threefold.language import Assignment, BadInput, Spec

# Literals up to which all solutions are enumerated in cubes: for cubes all clauses become lists.
LARGE = 500_000


class CnfProgram(Program):
    def __init__(
        self,
        spec: Spec,
        configuration: Configuration,
        stores: Mapping[StoreKey, ClauseStore],
        own: int,
        top: int,
        *,
        native: Sequence[NativeAtMost] = (),
        used: Collection[str] = (),
    ) -> None:
        self.spec, self.configuration, self.top = spec, configuration, top
        self.stores = {key: store for key, store in stores.items() if store}
        self.native = native
        self.encodings = {kind: configuration.options[kind] for kind in KINDS}
        self.used = used  # the options that had an effect
        self.groups = tuple(dict.fromkeys([*(group for group, _ in self.stores), *(each.group for each in native)]))
        constraints = sum(map(len, self.stores.values())) + len(native)
        literals = sum(store.literals for store in self.stores.values()) + sum(len(each.literals) for each in native)
        self.size = Size(own, top - own, constraints, literals)
        self.projection = projection_of(spec, configuration.options["ints"])

    def clauses(self) -> Iterator[tuple[str, list[int]]]:
        """Every clause with its group."""
        return ((group, clause) for (group, _), store in self.stores.items() for clause in store)

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        if self.configuration.options["counter"] == GANAK:
            from threefold.backends.sat.ganak import GanakSearch

            return GanakSearch(self, seed, cube)
        enumeration = self.configuration.options["enum"]
        if self.configuration.solver == "clasp" and enumeration == "auto":
            return self._load_clasp(seed, first, cube)
        in_cubes = not first and (enumeration == "cubes" or (enumeration == "auto" and self.size.literals <= LARGE))
        if in_cubes and cube:
            return self._in_cubes(seed, cube, None)
        solver = new_solver(self.configuration.solver, self.top, seed)
        self.feed(solver)
        if in_cubes:
            return self._in_cubes(seed, cube, solver)
        solver.add(self.projection.within(cube))
        return BlockingSearch(solver, self.projection, "first" if first else "blocking")

    def _in_cubes(self, seed: int | None, cube: Cube, whole: Incremental | None) -> Search:
        return CubeSearch(self.configuration.solver, seed, self.projection, partial(self._reduced, cube), whole)

    def _reduced(self, cube: Cube) -> ResidualFormula | None:
        within = list(self.projection.within(cube))
        longer = [clause for clause in within if len(clause) != 1]
        formula = self._formula.having(longer) if longer else self._formula
        return formula.under(clause[0] for clause in within if len(clause) == 1)

    @cached_property
    def _formula(self) -> ResidualFormula:
        """Kept, because a parallel count loads one cube after another."""
        clauses = list(chain.from_iterable(self.stores.values()))
        return ResidualFormula(clauses, [(each.literals, each.bound) for each in self.native])

    def _load_clasp(self, seed: int | None, first: bool, cube: Cube) -> Search:
        from threefold.backends.sat.clasp import Clasp, ClaspSearch

        solver = Clasp(self.top, seed, shown=self.projection.own)
        self.feed(solver)
        solver.add(self.projection.within(cube))
        return ClaspSearch(solver, self.projection, "first" if first else "backtracking enumeration")

    def feed(self, solver: Incremental) -> None:
        for store in self.stores.values():
            solver.add(store)
        self._add_native(solver, self.groups)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """By the default solver, whatever the configuration: this is about the clauses, not about a solver.

        Definitions are always loaded: they exclude no value, and the clauses of other groups depend on them.
        """
        solver = new_solver(self.configuration.solver if self.native else DEFAULT, self.top, None)
        for (group, definitions), store in self.stores.items():
            if definitions or group in groups:
                solver.add(store)
        self._add_native(solver, groups)
        solver.add(self.projection.units(assignment))
        return solver.solve()

    def _add_native(self, solver: object, groups: Collection[str]) -> None:
        for each in self.native:
            if each.group in groups:
                assert isinstance(solver, Solver), "a solver WITH_AT_MOST"
                solver.add_at_most(each.literals, each.bound)

    def export(self, form: str) -> str:
        assert form == "dimacs", form
        return b"".join(self.dimacs()).decode()

    def dimacs(self, *, plain: bool = False) -> Iterator[bytes]:
        """The text in pieces; `plain` leaves the comments out."""
        if self.native:
            raise BadInput("native at-most constraints cannot be written as CNF: choose another encoding")
        comments = None if plain else Comments(self.spec, self.encodings, self.projection.views)
        return to_dimacs(self.top, self.stores, comments)

"""A set of clauses, and what follows from it. Each question is one solver call, with the negation of a clause as assumptions.

Unit propagation answers most questions, but a few are hard. The quick solver is asked first, with fewer conflicts each time it
fails; then clauses are found by counting; then the thorough solver is asked without a limit.

Counting finds what resolution needs exponential time for (Haken 1985, the pigeonhole principle). Where n terms must be different
and have n values, their cells (term, value) form a grid: the terms are its rows, the values its columns. If no row has two true
cells and every column has one, there are n true cells, one in each row and one in each column; and the same with rows and columns
exchanged. So "at least one queen per column" (sheet 000), "per row", and both (sheet 003) are equivalent. Times without and with
counting: docs/measurements.md#pigeonholes.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from threefold.backends.sat.solvers import Assuming, Limited
from threefold.backends.variable_maps import Direct, direct_views
from threefold.language import AllDifferent, Spec

Clause = tuple[int, ...]  # different literals in ascending order
CONFLICTS, LEAST_CONFLICTS = 2000, 10  # of the quick solver for one question


def negation(clause: Iterable[int]) -> list[int]:
    return [-literal for literal in clause]


def canonical(literals: Iterable[int]) -> Clause:
    return tuple(sorted(set(literals)))


def renumbering(clauses: Iterable[Clause], change: Mapping[int, int]) -> Iterator[Clause]:
    signed = {**change, **{-number: -other for number, other in change.items()}}
    return (canonical(signed.get(literal, literal) for literal in clause) for clause in clauses)


def renumbered(clauses: Iterable[Clause], change: Mapping[int, int]) -> dict[Clause, None]:
    return dict.fromkeys(renumbering(clauses, change))


@dataclass(frozen=True)
class Grid:
    """Two partitions of the same cells into the same number of sets."""

    rows: tuple[Clause, ...]
    columns: tuple[Clause, ...]

    def exactly_one(self) -> Iterator[Clause]:
        for cells in (*self.rows, *self.columns):
            yield cells
            yield from pairs(cells)


def pairs(numbers: Clause) -> Iterator[Clause]:
    """At most one of these numbers."""
    return ((-larger, -smaller) for smaller, larger in combinations(numbers, 2))


class Theory:
    def __init__(self, clauses: Collection[Clause]) -> None:
        self.written = frozenset(clauses)
        self.known = dict.fromkeys(clauses)  # these, and consequences that were found by counting
        self.top = max((abs(literal) for clause in self.known for literal in clause), default=1)

    @cached_property
    def quick(self) -> Limited:
        return Limited(self.top, self.known)

    @cached_property
    def thorough(self) -> Assuming:
        return Assuming(self.top, self.known)

    def learn(self, consequences: Iterable[Clause]) -> None:
        fresh = [clause for clause in consequences if clause not in self.known]
        self.known.update(dict.fromkeys(fresh))
        for solver in (self.__dict__.get("quick"), self.__dict__.get("thorough")):  # those that are loaded already
            if solver is not None:
                solver.add(map(list, fresh))

    def implies_within(self, conflicts: int, clause: Clause) -> bool | None:
        if clause in self.known:
            return True
        found = self.quick.solve_within(conflicts, negation(clause))
        return None if found is None else not found

    @cached_property
    def _by_variable(self) -> dict[int, list[Clause]]:
        index: dict[int, list[Clause]] = {}
        for clause in filter(None, self.known):
            index.setdefault(abs(clause[0]), []).append(clause)
        return index

    def within(self, variables: Collection[int]) -> list[Clause]:
        """The clauses over these variables alone."""
        candidates = (clause for variable in variables for clause in self._by_variable.get(variable, ()))
        return [clause for clause in candidates if all(abs(literal) in variables for literal in clause)]


@dataclass
class Entailment:
    implied: set[Clause] = field(default_factory=set)
    failing: list[Clause] = field(default_factory=list)
    undecided: list[Clause] = field(default_factory=list)  # not asked thoroughly, because another one fails
    model: list[int] | None = None  # of the theory: it shows that a clause fails
    # A clause without its fixed auxiliaries -> the clause as written, and the clauses that fix them.
    simplified: dict[Clause, tuple[Clause, ...]] = field(default_factory=dict)


OnModel = Callable[[Entailment], None]


def entailment(
    theory: Theory, clauses: Iterable[Clause], grids: Sequence[Grid] = (), first: OnModel | None = None
) -> Entailment:
    """`first` gets what is known as soon as a clause fails."""
    found, conflicts, asked = Entailment(), CONFLICTS, dict.fromkeys(clauses)
    falsified = _falsified(theory, asked, found, first) if first else ()
    for clause in asked:
        match clause not in falsified and theory.implies_within(conflicts, clause):
            case True:
                found.implied.add(clause)
            case False:
                found.failing.append(clause)
                if found.model is None:
                    found.model = theory.quick.model()
                    if first:
                        first(found)
            case None:
                found.undecided.append(clause)
                conflicts = max(conflicts // 2, LEAST_CONFLICTS)
                if len(found.undecided) == 1:  # early, since one success settles thousands of clauses
                    _count(theory, grids, found)
    if found.undecided:  # again, with all that was found since
        _count(theory, grids, found)
    if found.undecided and found.model is None:
        _ask_thoroughly(theory, found)
    return found


def _falsified(theory: Theory, clauses: Iterable[Clause], found: Entailment, first: OnModel) -> set[Clause]:
    """Clauses that any model falsifies: where thousands of clauses fail, the first counterexample is found at once."""
    if not theory.quick.solve_within(CONFLICTS, ()):
        return set()
    model = theory.quick.model()
    falsified = list(filter(set(model).isdisjoint, clauses))
    if falsified:
        found.model = model
        first(replace(found, failing=falsified))
    return set(falsified)


def _count(theory: Theory, grids: Sequence[Grid], found: Entailment) -> None:
    def holds(clause: Clause) -> bool:
        return clause in found.implied or bool(theory.implies_within(LEAST_CONFLICTS, clause))

    for grid in grids:
        theory.learn(counted(grid, holds))
    found.implied.update(clause for clause in found.undecided if clause in theory.known)
    found.undecided = [clause for clause in found.undecided if clause not in theory.known]


def _ask_thoroughly(theory: Theory, found: Entailment) -> None:
    solver = theory.thorough
    if not solver.solve_under(()):  # no model at all, so everything follows
        found.implied.update(found.undecided)
        found.undecided = []
    while found.undecided and found.model is None:
        clause = found.undecided.pop(0)
        if solver.solve_under(negation(clause)):
            found.failing.append(clause)
            found.model = solver.model()
        else:
            found.implied.add(clause)


def minimal_core(clauses: Sequence[Sequence[int]]) -> list[int]:
    """The places of clauses that cannot all be true, none of which can be left out; empty where all can be true."""
    compact: dict[int, int] = {}
    for clause in clauses:
        for literal in clause:
            compact.setdefault(abs(literal), len(compact) + 1)
    selectors = range(len(compact) + 1, len(compact) + len(clauses) + 1)
    selected = (
        [-selector, *(compact[n] if n > 0 else -compact[-n] for n in clause)]
        for clause, selector in zip(clauses, selectors, strict=True)
    )
    solver = Limited(len(compact) + len(clauses), selected)
    core = list(selectors)
    if solver.solve_under(core):
        return []
    while len(used := solver.core()) < len(core):
        core = used
        solver.solve_under(core)
    for selector in sorted(core, reverse=True):
        rest = [other for other in core if other != selector]
        if not solver.solve_under(rest):
            core = rest
    return sorted(selector - selectors[0] for selector in core)


def grids(spec: Spec) -> list[Grid]:
    """One for every AllDifferent over as many decision variables as values."""
    return [Grid(rows, columns) for rows, columns in _cells(spec) if len(rows) == len(columns)]


def at_most_ones(spec: Spec) -> list[Clause]:
    """The sets of literals of which at most one is true: the values of an integer, and the terms with one value."""
    rows = (tuple(view.numbers) for view in direct_views(spec, 1)[0])
    columns = (column for _, columns in _cells(spec) for column in columns)
    return [literals for literals in (*rows, *columns) if len(literals) > 1]


def _cells(spec: Spec) -> Iterator[tuple[tuple[Clause, ...], tuple[Clause, ...]]]:
    """Rows and columns of every AllDifferent over different decision variables."""
    views, _ = direct_views(spec, 1)
    for posted in spec.posted:
        units = posted.constraint.units if isinstance(posted.constraint, AllDifferent) else ()
        variables = [unit.variable for unit in units if unit.variable is not None and not unit.variable.derived]
        integers = [view for view in (views[x.position] for x in variables) if isinstance(view, Direct)]
        if not units or len(integers) != len(units) or len({x.position for x in variables}) != len(units):
            continue
        rows = [tuple(view.numbers) for view in integers]
        columns: dict[int, list[int]] = {}
        for unit, row in zip(units, rows, strict=True):
            for value, cell in zip(unit.values(), row, strict=True):
                columns.setdefault(value, []).append(cell)
        yield tuple(rows), tuple(tuple(sorted(columns[value])) for value in sorted(columns))


def counted(grid: Grid, holds: Callable[[Clause], bool]) -> list[Clause]:
    """What the grid implies, if its premise holds by this test; else nothing."""
    for crowded, covered in ((grid.rows, grid.columns), (grid.columns, grid.rows)):
        if all(map(holds, covered)) and all(holds(pair) for cells in crowded for pair in pairs(cells)):
            return list(grid.exactly_one())
    return []

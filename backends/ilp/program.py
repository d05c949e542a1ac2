"""The lowered program: its size, its search, whether it accepts an assignment, and its text."""

from collections.abc import Collection, Generator, Sequence

from threefold.backends.backend import EVERYTHING, Certificate, Configuration, Cube, Program, Search, Size
from threefold.backends.branching import most_connected_first
from threefold.backends.ilp.lowering import lower
from threefold.backends.ilp.model import Column, Model
from threefold.backends.ilp.propagation import Change, Propagator
from threefold.backends.variable_maps import Direct, columns_of, decode
from threefold.language import Assignment, Spec


class RowProgram(Program):
    def __init__(self, spec: Spec, configuration: Configuration) -> None:
        self.spec, self.configuration = spec, configuration
        self.model = lower(spec)
        self.groups = tuple(dict.fromkeys(row.group for row in self.model.rows))
        self.size = _size(self.model)

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        if self.configuration.solver == "scip" and not first:
            from threefold.backends.ilp.scip_tree import TreeSearch

            return TreeSearch(self.spec, self.model, seed, self._outside(cube))
        return RowSearch(self, seed, self._outside(cube), first)

    def certify(self, known: Sequence[Assignment], *, seed: int | None, cube: Cube = EVERYTHING) -> Certificate:
        from threefold.backends.ilp.certify import RowCertificate

        return RowCertificate(self.spec, self.model, known, self.configuration.solver, seed, self._outside(cube))

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """By propagation from the fixed columns; CBC is asked only where that leaves an auxiliary or derived column open."""
        rows = [row for row in self.model.rows if row.group in groups]
        propagator = Propagator(self.model.columns, rows)
        root = propagator.root()
        bounds = root and propagator.narrowed(root, self._fixed(assignment))
        if bounds is None:
            return False
        unsettled = [row for number, row in enumerate(rows) if not propagator.settled(bounds, number)]
        if not unsettled:
            return True
        from threefold.backends.ilp.branch_and_bound import feasible

        # Without the other groups a column that was not declared integer may have a choice: here they all are.
        return feasible([Column(column.upper) for column in self.model.columns], unsettled, bounds)

    def export(self, form: str) -> str:
        from threefold.backends.ilp.export import text

        return text(self.spec, self.model, form)

    def _fixed(self, assignment: Assignment) -> list[Change]:
        changes = []
        for x in self.spec.decisions:
            view, value = self.model.views[x.position], assignment[x.position]
            for column in columns_of(view):
                one = int(view.index(value) == column) if isinstance(view, Direct) else value
                changes.append((column, one, one))
        return changes

    def _outside(self, cube: Cube) -> list[Change]:
        """The columns that a cube fixes."""
        changes = []
        for position, values in cube.items():
            view, x = self.model.views[position], self.spec.variables[position]
            if isinstance(view, Direct):
                changes += [(view.index(value), 0, 0) for value in x.domain if value not in values]
            else:
                changes.append((view.index, min(values), max(values)))
        return changes


class RowSearch(Search):
    def __init__(self, program: RowProgram, seed: int | None, outside: Sequence[Change], first: bool) -> None:
        from threefold.backends.ilp.solvers import splitting_by

        self._program = program
        decisions = program.spec.decisions if first else most_connected_first(program.spec)
        columns = [columns_of(program.model.views[x.position]) for x in decisions]
        splitting = splitting_by(program.configuration.solver)
        self.method = "LP branching" if program.configuration.solver == "cbc" else "splitting"
        self._splitting = splitting(program.model, columns, seed, outside, first)

    def __iter__(self) -> Generator[Assignment, None, None]:
        for solution in self._splitting:
            yield decode(self._program.spec, self._program.model.views, solution.__getitem__)

    def statistics(self) -> dict[str, int]:
        counters = self._splitting.counters
        shown = {
            "calls": counters.calls,
            "subproblems": counters.subproblems,
            "closed by propagation": counters.closed,
        }
        if counters.relaxed:
            shown |= {"relaxations": counters.relaxed, "closed by relaxation": counters.infeasible}
            shown |= {"integer programs": counters.whole} if counters.whole else {}
        return shown


def _size(model: Model) -> Size:
    return Size(
        variables=model.own,
        auxiliary=len(model.columns) - model.own,
        constraints=len(model.rows),
        literals=sum(len(row.terms) for row in model.rows),
        largest_coefficient=max((abs(a) for row in model.rows for a in row.terms.values()), default=1),
    )

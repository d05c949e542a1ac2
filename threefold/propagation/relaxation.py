"""The linear relaxation of a spec's rows: which values of a variable can a fractional solution take completely?

`x == v` is a 0/1 column. Without integrality its greatest value may lie below 1: then v is ruled out. One linear program per
value, but none for a value that has reached 1 in the solution of another one.
"""

from collections.abc import Collection, Iterator, Sequence

from threefold.backends.backend import EVERYTHING, Cube
from threefold.backends.configuration import parse
from threefold.backends.ilp.glop import ColumnBounds, duals
from threefold.backends.ilp.program import RowProgram
from threefold.backends.variable_maps import Direct
from threefold.format import listed
from threefold.language import Spec, Variable
from threefold.propagation.conclusions import Conclusions, Contradiction, concluded

TOLERANCE = 1e-6  # a maximum above 1 - TOLERANCE counts as 1: a value is not ruled out by a rounding error
Indicator = tuple[int, int]  # a column, and the value at which it says `x == v`


class Relaxation:
    """Prepared once, then asked about many partial boards."""

    def __init__(self, spec: Spec) -> None:
        self._spec, self._program = spec, RowProgram(spec, parse("ilp", {}))
        self._bounds = ColumnBounds(self._program.model.program)

    def conclude(self, cube: Cube = EVERYTHING) -> Conclusions:
        self._bounds.narrow(self._program.outside(cube))
        allowed = {x.position: cube.get(x.position, x.domain) for x in self._spec.variables}
        reached = set[Indicator]()
        for x in self._spec.variables:
            for value, indicator in self._indicators(x):
                if value in allowed[x.position] and indicator not in reached:
                    point = self._bounds.extreme(indicator[0], greatest=indicator[1] == 1)
                    if point is None:
                        return concluded("lp", self._spec, self._domains(cube), self._infeasible(cube))
                    reached |= {(c, round(v)) for c, v in enumerate(point) if abs(v - round(v)) <= TOLERANCE}
        left = [self._left(x, allowed[x.position], reached) for x in self._spec.variables]
        return concluded("lp", self._spec, left)

    def _indicators(self, x: Variable) -> Iterator[tuple[int, Indicator]]:
        """Each value, with the column that says that x has it."""
        view = self._program.model.views[x.position]
        if isinstance(view, Direct):
            yield from ((value, (column, 1)) for column, value in enumerate(view.domain, view.first))
        else:
            yield from ((value, (view.first, value)) for value in x.domain)

    def _left(self, x: Variable, allowed: Collection[int], reached: set[Indicator]) -> tuple[int, ...]:
        pairs = self._indicators(x)
        return tuple(value for value, indicator in pairs if value in allowed and indicator in reached)

    def _domains(self, cube: Cube) -> list[Sequence[int]]:
        return [tuple(sorted(cube[x.position])) if x.position in cube else x.domain for x in self._spec.variables]

    def _infeasible(self, cube: Cube) -> Contradiction:
        """The groups of the rows in a sum that cannot hold."""
        program = self._program.model.program
        bounds = {number: (0, column.upper) for number, column in enumerate(program.columns)}
        bounds |= {column: (low, high) for column, low, high in self._program.outside(cube)}
        signs = [-1 if row.sense == "<=" else 1 for row in program.rows]
        rows = [
            ({column: sign * a for column, a in row.terms.items()}, sign * row.bound, row.sense == "==")
            for sign, row in zip(signs, program.rows, strict=True)
        ]
        factors = zip(program.rows, duals(rows, bounds), strict=True)
        groups = tuple(dict.fromkeys(row.group for row, factor in factors if abs(factor) > TOLERANCE))
        named = f": a sum of rows of {listed([repr(group) for group in groups])} cannot hold" if groups else ""
        return Contradiction(f"the rows have no solution, not even a fractional one{named}", groups)

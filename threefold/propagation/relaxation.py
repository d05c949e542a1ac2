"""The linear relaxation of a spec's rows: which values of a variable can a fractional solution take completely?

`x == v` is a 0/1 column. Without integrality its greatest value may lie below 1: then v is ruled out. Many values are tried
together: where the greatest value of their sum lies below 1, all of them are ruled out. Otherwise each half of them is tried,
without the values that have reached 1 in some solution.
"""

from collections.abc import Collection, Iterator, Sequence

from threefold.backends.backend import EVERYTHING, Cube
from threefold.backends.configuration import parse
from threefold.backends.ilp.glop import ColumnBounds, duals
from threefold.backends.ilp.program import RowProgram
from threefold.backends.variable_maps import Direct
from threefold.format import listed
from threefold.language import Spec, Variable
from threefold.language.flattening import DOMAINS
from threefold.language.givens import given_literals
from threefold.propagation.conclusions import Conclusions, Contradiction, concluded
from threefold.propagation.values import satisfying

TOLERANCE = 1e-6  # a maximum above 1 - TOLERANCE counts as 1: a value is not ruled out by a rounding error
Indicator = tuple[int, int]  # a column, and the value at which it says `x == v`


class Relaxation:
    """Prepared once, then asked about many partial boards."""

    def __init__(self, spec: Spec) -> None:
        self._spec, self._program = spec, RowProgram(spec, parse("ilp", {}))
        self._bounds, self._givens = ColumnBounds(self._program.model.program), given_literals(spec)

    def conclude(self, cube: Cube = EVERYTHING) -> Conclusions:
        self._bounds.narrow(self._program.outside(cube))
        allowed = {x.position: cube.get(x.position, x.domain) for x in self._spec.variables}
        pairs = ((x, *pair) for x in self._spec.variables for pair in self._indicators(x))
        reached = self._reached([indicator for x, value, indicator in pairs if value in allowed[x.position]])
        if reached is None:
            return concluded("lp", self._spec, self._domains(cube), self._infeasible(cube))
        return concluded("lp", self._spec, [self._left(x, allowed[x.position], reached) for x in self._spec.variables])

    def _reached(self, indicators: Sequence[Indicator]) -> set[Indicator] | None:
        """Those that can be 1; None where the relaxation has no solution."""
        reached, waiting = set[Indicator](), [indicators]
        while waiting:
            tried = [each for each in waiting.pop() if each not in reached]
            if not tried:
                continue
            point = self._bounds.greatest(_sum(tried))
            if point is None:
                return None
            reached |= {(c, round(v)) for c, v in enumerate(point) if abs(v - round(v)) <= TOLERANCE}
            total = sum(point[column] if value else 1 - point[column] for column, value in tried)
            if total > 1 - TOLERANCE and len(tried) > 1:
                waiting += [tried[len(tried) // 2 :], tried[: len(tried) // 2]]
        return reached

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
        """What the board itself leaves."""
        domains: list[Sequence[int]] = []
        for x in self._spec.variables:
            literals, allowed = self._givens.get(x.position, ()), cube.get(x.position, x.domain)
            left = (value for value in x.domain if value in allowed)
            domains.append(tuple(v for v in left if all(satisfying(frozenset({v}), [each]) for each in literals)))
        return domains

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
        found = [place for place, factor in enumerate(duals(rows, bounds)) if abs(factor) > TOLERANCE]
        groups = tuple(group for group in dict.fromkeys(map(self._group, found)) if group != DOMAINS)
        named = f": a sum of rows of {listed([repr(group) for group in groups])} cannot hold" if groups else ""
        return Contradiction(f"the rows have no solution, not even a fractional one{named}", groups)

    def _group(self, place: int) -> str:
        """Of a row; of a part of a written constraint, the group of that."""
        model = self._program.model
        group = model.rows[place].group
        source = model.sources.at(group, place)
        return source.group if source else group


def _sum(indicators: Sequence[Indicator]) -> dict[int, int]:
    """Up to a constant; both values of one column cancel out."""
    factors: dict[int, int] = {}
    for column, value in indicators:
        factors[column] = factors.get(column, 0) + (1 if value else -1)
    return factors

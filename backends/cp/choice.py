"""Which view, where none is asked for, and which specs have so much room that a solution is found by plain descent.

An AllDifferent over integers sees when its terms have too few values left; a Boolean per value sees only two terms on one
value, but costs a fraction of that. So the question is whether values are short. CPU seconds of lowering, loading and finding
the first solution, median of three seeds, each view with the better of its two sets of parameters:

                      room    literals    int      bool                               room    literals    int      bool
                                                    cards 27 3                          Linear     1.26     > 4
    queens 20         1.63       1,200    0.016    0.014    magic square 6              Linear     0.05     0.5
    queens 50         1.65       7,500    0.031    0.026    latin square 20      1.00      16,000  0.13     0.05
    queens 100        1.66      30,000    0.09     0.05     … 30, two fifths     1.00      54,000  0.08     0.37
    queens 200        1.66     120,000    0.49     0.14     sudoku 25×25, given  1.00      46,875  0.09     > 3
    queens 300        1.66     270,000    > 5      0.30     20 pigeons, 19 holes 0.95         380  0.01     > 3
    queens 400        1.66     480,000    > 5      0.55     superqueens 100      3.6      109,000  0.15     0.22
                                                            colouring, 500×12    12       150,000  0.20     0.38

A spec has room where it has AllDifferents alone (and a few givens), with half as many values again as terms. There the
Booleans win when they are many and each of them stands in few at-most-ones; below about 45 queens it is a matter of
milliseconds, and integers are faster for all solutions (30 queens, 14 of them given: 0.14 s against 1.6 s). Everywhere else
integers were the faster or the steadier view, for one solution as for all.
"""

import math

from language import AllDifferent, Clause, Spec
from language.terms import Unit

ROOM = 1.5  # values per term
MOST_GIVEN = 0.25  # clauses per variable; beyond that presolve has something to work on
ENOUGH_VALUES = 2_000
MOST_MENTIONS = 4  # literals of at-most-ones per value


def has_room(spec: Spec) -> bool:
    constraints = [posted.constraint for posted in spec.posted]
    different = [constraint for constraint in constraints if isinstance(constraint, AllDifferent)]
    given = sum(isinstance(constraint, Clause) for constraint in constraints)
    if not different or len(different) + given < len(constraints) or given > MOST_GIVEN * len(spec.variables):
        return False
    if not all(isinstance(x.domain, range) for x in spec.variables):  # holes: not measured
        return False
    return sum(map(_values, different)) >= ROOM * sum(len(constraint.units) for constraint in different)


def view_for(spec: Spec) -> str:
    if not has_room(spec):
        return "int"
    values = sum(len(x.domain) for x in spec.variables)
    literals = sum(len(x.domain) for posted in spec.posted for x in posted.constraint.variables())
    return "bool" if values >= ENOUGH_VALUES and literals <= MOST_MENTIONS * values else "int"


def _values(constraint: AllDifferent) -> int:
    """How many different values its terms take, as intervals: a set of them would cost 400 queens 40 ms."""
    found, reached = 0, -math.inf
    for least, greatest in sorted(map(_interval, constraint.units)):
        found += max(0, greatest - int(max(least, reached + 1)) + 1)
        reached = max(reached, greatest)
    return found


def _interval(unit: Unit) -> tuple[int, int]:
    domain = range(1) if unit.variable is None else unit.variable.domain
    ends = (unit.sign * domain[0] + unit.offset, unit.sign * domain[-1] + unit.offset)
    return min(ends), max(ends)

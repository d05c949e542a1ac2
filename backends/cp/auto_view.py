"""Which view, where none is asked for; and whether a spec has so much room that a solution is found by plain descent.

An AllDifferent over integers sees when its terms have too few values left. A Boolean per value sees only two terms on one
value, and costs a fraction of that. So it matters whether values are short, and how many at-most-ones a value stands in. CPU
seconds of lowering, loading and finding the first solution, median of three seeds, each view with its parameters:

                              room   mentions    int      bool                              room   mentions    int      bool
    queens 20                 1.63   3           0.006    0.003    latin square 20          1      2           0.08     0.10
    queens 50                 1.65   3           0.020    0.014    … 30, 15 % given         1      2           0.28     3.6
    queens 100                1.66   3           0.092    0.039    sudoku 25×25, 25 % given 1      3           0.16     1.4
    queens 200                1.66   3           0.74     0.13     20 pigeons, 19 holes     0      1           0.01     > 3
    queens 300                1.66   3           > 6      0.40     cards 40 2               0      -           0.06     0.28
    queens 400                1.66   3           > 6      0.32     cards 18 3               0      -           0.11     1.9
    superqueens 100           37     11          0.15     0.23     magic square 6           0      -           0.05     4.5
    colouring, 500 × 12       6      25          0.20     0.39     Golomb ruler 8 34        0      -           0.10     0.70

Hence Booleans only where the room is ample, the values are many and each stands in few at-most-ones. Below 45 queens it is a
matter of a few milliseconds, and counting is faster over integers: all 3,290 completions of 14 of 30 queens take 0.14 s and
1.6 s, 12 queens 1.0 and 1.2 s, cards 11 2 2.4 and 10.4 s, latin squares of order 5 4.5 and 4.3 s. The view depends on the
spec alone, not on the question, so that what is shown, exported, solved and asked for a witness is one program.
"""

from threefold.backends.cp.parameters import AMPLE
from threefold.language import AllDifferent, Clause, Spec
from threefold.language.terms import Unit

MOST_GIVEN = 0.25  # clauses per variable; beyond that presolve has something to work on
ENOUGH_VALUES = 2_000
MOST_MENTIONS = 4  # literals of at-most-ones per value


def view_for(spec: Spec) -> str:
    if room(spec) < AMPLE:
        return "int"
    values = sum(len(x.domain) for x in spec.variables)
    mentions = sum(len(x.domain) for posted in spec.posted for x in posted.constraint.variables())
    return "bool" if values >= ENOUGH_VALUES and mentions <= MOST_MENTIONS * values else "int"


def room(spec: Spec) -> float:
    """Values per term of the AllDifferents; 0 where one of them is short of values, or the spec says much else."""
    constraints = [posted.constraint for posted in spec.posted]
    different = [constraint for constraint in constraints if isinstance(constraint, AllDifferent) and constraint.units]
    given = sum(isinstance(constraint, Clause) for constraint in constraints)
    if not different or len(different) + given < len(constraints) or given > MOST_GIVEN * len(spec.variables):
        return 0
    if not all(isinstance(x.domain, range) for x in spec.variables):  # holes: not measured
        return 0
    sizes = [(_values(constraint), len(constraint.units)) for constraint in different]
    if any(values < terms for values, terms in sizes):
        return 0
    return sum(values for values, _ in sizes) / sum(terms for _, terms in sizes)


def _values(constraint: AllDifferent) -> int:
    """How many different values its terms take, from their intervals: a set of values would cost 400 queens 40 ms."""
    intervals = sorted(map(_interval, constraint.units))
    found, reached = 0, intervals[0][0] - 1
    for least, greatest in intervals:
        found += max(0, greatest - max(least - 1, reached))
        reached = max(reached, greatest)
    return found


def _interval(unit: Unit) -> tuple[int, int]:
    domain = range(1) if unit.variable is None else unit.variable.domain
    ends = (unit.sign * domain[0] + unit.offset, unit.sign * domain[-1] + unit.offset)
    return min(ends), max(ends)

"""The rule of `view=auto`, and whether a spec leaves so much room that a solution is found without presolve.

An AllDifferent over integers detects that its terms have too few values left. A Boolean per value only detects two terms with
one value, and costs much less. So Booleans are chosen only where the terms have ample room, the values are many, and each
value stands in few at-most-ones (docs/measurements.md#cp-view). The view depends on the spec alone, so that one program is
shown, exported, solved and asked for a witness.
"""

from threefold.backends.cp.parameters import AMPLE
from threefold.language import AllDifferent, Clause, Spec
from threefold.language.terms import Unit

MOST_GIVEN = 0.25  # clauses per variable; with more of them presolve pays
ENOUGH_VALUES = 2_000
MOST_MENTIONS = 4  # literals of at-most-ones per value


def view_for(spec: Spec) -> str:
    if room(spec) < AMPLE:
        return "int"
    values = sum(len(x.domain) for x in spec.variables)
    mentions = sum(len(x.domain) for posted in spec.posted for x in posted.constraint.variables())
    return "bool" if values >= ENOUGH_VALUES and mentions <= MOST_MENTIONS * values else "int"


def room(spec: Spec) -> float:
    """Values per term of the AllDifferents; 0 where one has fewer values than terms, or there are other constraints."""
    constraints = [posted.constraint for posted in spec.posted]
    different = [constraint for constraint in constraints if isinstance(constraint, AllDifferent) and constraint.units]
    given = sum(isinstance(constraint, Clause) for constraint in constraints)
    if not different or len(different) + given < len(constraints) or given > MOST_GIVEN * len(spec.variables):
        return 0
    if not all(isinstance(x.domain, range) for x in spec.variables):  # domains with holes were not measured
        return 0
    sizes = [(_values(constraint), len(constraint.units)) for constraint in different]
    if any(values < terms for values, terms in sizes):
        return 0
    return sum(values for values, _ in sizes) / sum(terms for _, terms in sizes)


def _values(constraint: AllDifferent) -> int:
    """How many different values its terms can take, from their intervals: sets would be slow for large boards."""
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

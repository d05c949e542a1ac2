"""How many literals are true: AtMost, AtLeast, Exactly."""

from threefold.language.constraints import Cardinality, Linear
from threefold.language.lists import Literals, as_literals, total
from threefold.language.terms import Term
from threefold.language.truth import Statement


def AtMost(bound: Term, literals: Literals) -> Cardinality | Linear:
    """At most `bound` of the literals are true: `AtMost(2, [a, b, c])`. The bound may be a term."""
    return _cardinality(literals, "<=", bound)


def AtLeast(bound: Term, literals: Literals) -> Cardinality | Linear:
    """At least `bound` of the literals are true: `AtLeast(1, [x == 1, y == 1])`."""
    return _cardinality(literals, ">=", bound)


def Exactly(bound: Term, literals: Literals) -> Cardinality | Linear:
    """Exactly `bound` of the literals are true: `Exactly(1, [x <= 2, b])`."""
    return _cardinality(literals, "==", bound)


def _cardinality(literals: Literals, comparator: str, bound: Term) -> Cardinality | Linear:
    """With a bound that is a term the literals are added up."""
    if isinstance(bound, Statement):
        return Linear(total(as_literals(literals)), comparator, bound)
    return Cardinality(literals, comparator, bound)

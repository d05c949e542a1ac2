"""Truth values inside constraints, and what says the same: negations, conjunctions, disjunctions."""

from collections.abc import Sequence

from threefold.language.constraints import AllDifferent, Cardinality, Clause, Implies, Linear
from threefold.language.constraints.all import All
from threefold.language.constraints.iff import Iff
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.functions import Function
from threefold.language.logic import negation
from threefold.language.node import Kind
from threefold.language.terms import as_literal
from threefold.language.truth import Literal, Logical


def is_partial(item: Kind) -> bool:
    """Whether a term in it can be undefined; of an Implies this is about the constraint inside."""
    found = (x for x in item.operands() if x.position < 0)
    return not isinstance(item, Implies) and any(isinstance(x, Function) and x.partial for x in found)


def negated(item: Kind) -> list[Logical]:
    """Constraints that together say that it does not hold."""
    match item:
        case Clause():
            return [~literal for literal in item.literals]
        case All():
            return [Clause([~literal for literal in item.literals])]
        case Linear() | Cardinality() if (opposite := item.opposite()) is not None:
            return [opposite]
        case Implies():
            return [item.condition, ~item.constraint]
        case Iff():
            return [Clause([item.one, item.other]), Clause([~item.one, ~item.other])]
        case _:
            return [Clause(map(negation, item.decompose()))]


def half_reified(literal: Literal) -> Logical | None:
    """A constraint that every backend can half-reify and that is the same as the literal; None where there is none."""
    if not isinstance(literal.variable, TruthOf):
        return None
    item = literal.variable.item
    if is_true(literal):
        return item if isinstance(item, Cardinality | AllDifferent | Linear) else None
    return item.opposite() if isinstance(item, Linear | Cardinality) and not is_partial(item) else None


def disjunction(literal: Literal) -> Sequence[Literal] | None:
    """The literals of which one is true if and only if this one is; None where it is none of these."""
    if not isinstance(literal.variable, TruthOf) or is_partial(literal.variable.item):
        return None
    match literal.variable.item, is_true(literal):
        case Clause(literals=literals), True:
            return literals
        case All(literals=literals), False:
            return [~each for each in literals]
        case Implies(condition=condition, constraint=inner), True:
            return [~condition, as_literal(inner)]
    return None


def conjunction(literal: Literal) -> list[Logical] | None:
    """The constraints that all hold if and only if this literal is true; None where it is no conjunction, or a deep one:
    a Boolean for each of its levels is less than all clauses."""
    if not isinstance(literal.variable, TruthOf) or is_partial(literal.variable.item):
        return None
    match literal.variable.item, is_true(literal):
        case All(literals=literals), True:
            parts: list[Logical] = list(literals)
        case (Clause() | Implies() | Iff()) as item, False:
            parts = negated(item)
        case Iff() as item, True:
            parts = list(item.decompose())
        case _:
            return None
    return parts if all(map(_is_shallow, parts)) else None


def _is_shallow(part: Logical) -> bool:
    """About variables and constraints that are not made of others; or a clause of these."""
    kind = _inside(part)
    inner = kind.literals if isinstance(kind, Clause | All) else [kind]
    return not any(isinstance(_inside(each), All | Clause | Iff | Implies) for each in inner)


def _inside(item: Logical) -> Logical:
    return item.variable.item if isinstance(item, Literal) and isinstance(item.variable, TruthOf) else item


def is_true(literal: Literal) -> bool:
    """A literal of a truth value is `t == 1` or its negation."""
    return literal.positive


def signed(found: Literal | bool, true: bool) -> Literal | bool:
    """The same, or its negation."""
    return found == true if isinstance(found, bool) else found if true else ~found


def logical(found: Literal | bool) -> Logical:
    return found if isinstance(found, Literal) else All([]) if found else Clause([])


def constant(true: bool) -> list[Logical]:
    return [] if true else [Clause([])]

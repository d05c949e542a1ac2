"""Linear constraints, by the number of variables.

    0, 1    a constant; what excludes the forbidden values
    2, ==   a partial function of the last variable: `x = a -> y = f(a)`, or `x != a` where f is undefined.
            In order encoding: <= and >=
    2, !=   a conflict per pair
    2, <=   per value of the last variable the values of the first that are compatible with it (a support clause); in order
            encoding per bound of the last variable the bound of the first
    more    of zeros and ones, where it says "at least one" or the like: clauses and at-most-ones, as for a Cardinality
    3, 4    with `pb=auto`, == and != in direct encoding, where all variables but one have few combinations of values: as for 2
    more    a pseudo-Boolean encoding of pindakaas, by name, or the one that it chooses itself. `!=` is a choice between below
            and above the bound. Integers in binary encoding go this way from two variables on

pindakaas gets our literals `x <= v`, or our bits, in new integers for every constraint. Integers that its constraints share
would stay defined only under the condition of the first one, and later constraints would be silently weaker (seen in 0.6.1).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from threefold.backends.backend import Refused
from threefold.backends.linear_form import LinearForm, normal_form
from threefold.backends.sat.cardinality import compare_count
from threefold.backends.sat.encoder import TRUE, Encoder
from threefold.backends.variable_maps import Binary
from threefold.language import Linear, Literal, Variable

# pindakaas counts in 64 bits and overflows silently (2^62·x lost its clauses in 0.6.1); this is far below.
LARGEST_SUM = 2**50
MOST_CASES = 2_500  # of a sum as a function, which has a clause for each
MIRRORED = {"<=": ">=", ">=": "<="}
PINDAKAAS = {  # names that differ from ours
    "bdd": "DECISION_DIAGRAM",
    "seqcounter": "SEQUENTIAL_COUNTER",
    "sortnetwrk": "SORTING_NETWORK",
    "mixedradix": "MIXED_RADIX",
    "binmerge": "WATCHDOG",
}


def lower_linear(encoder: Encoder, constraint: Linear) -> None:
    _lower(encoder, normal_form(constraint))


def _lower(encoder: Encoder, normal: LinearForm) -> None:
    settled, integers = normal.settled(), encoder.encodings.integers
    if settled is not None:
        if not settled:
            encoder.add(())
        return
    by_size = encoder.encodings.pseudo_boolean == "auto" and integers == "direct"
    match normal.terms, normal.comparator:
        case [_], _:
            _one_variable(encoder, normal)
        case [_, _], "==" if integers == "order":
            _supports(encoder, replace(normal, comparator="<="))
            _supports(encoder, replace(normal, comparator=">="))
        case [_, _], ("==" | "!=") if integers != "binary":
            _function(encoder, normal)
        case [_, _], _ if integers != "binary":
            _supports(encoder, normal)
        case _, ("<=" | "==" | ">=") if _counts_easily(normal):
            _count(encoder, normal)
        case [_, _, _] | [_, _, _, _], ("==" | "!=") if by_size:
            _by_size(encoder, normal)
        case _:
            _by_encoding(encoder, normal)


def _one_variable(encoder: Encoder, normal: LinearForm) -> None:
    """`x ⋈ bound` or `-x ⋈ bound`: the normal form has no other coefficients."""
    [(a, x)] = normal.terms
    comparator = normal.comparator if a > 0 else MIRRORED.get(normal.comparator, normal.comparator)
    bound, exclude = a * normal.bound, encoder.about(x).exclude
    if comparator == "!=":
        exclude(x, bound, bound)
    if comparator in (">=", "=="):
        exclude(x, x.domain[0], bound - 1)
    if comparator in ("<=", "=="):
        exclude(x, bound + 1, x.domain[-1])


def _by_size(encoder: Encoder, normal: LinearForm) -> None:
    """A case is a value for each variable but the one with the largest domain (docs/measurements.md#sums-as-functions)."""
    determined, *others = sorted(normal.terms, key=_values, reverse=True)
    if prod(map(_values, others)) <= MOST_CASES:
        encoder.used.add("pb")
        _function(encoder, replace(normal, terms=(determined, *others)))
    else:
        encoder.chosen.add("sums by pindakaas")
        _by_encoding(encoder, normal)


def _by_encoding(encoder: Encoder, normal: LinearForm) -> None:
    if normal.comparator == "!=":
        _below_or_above(encoder, normal)
    else:
        _by_pindakaas(encoder, normal)


def _function(encoder: Encoder, normal: LinearForm) -> None:
    """`a·y + c·x + … == b`, or `!= b`: the others determine y, or leave it no value."""
    (a, y), *others = normal.terms
    cases: list[tuple[int, list[int]]] = [(normal.bound, [])]  # what is left for a·y, and the literals `x != v` so far
    for c, x in others:
        values = [(c * value, literals) for value, literals in zip(x.domain, encoder.about(x).unequal(x), strict=True)]
        cases = [(left - amount, before + literals) for left, before in cases for amount, literals in values]
    if normal.comparator == "==":
        targets, no_value = [[literal] for literal in encoder.about(y).literals(y)], list[int]()
    else:
        targets, no_value = encoder.about(y).unequal(y), [TRUE]
    by_amount = {a * value: literals for value, literals in zip(y.domain, targets, strict=True)}
    clauses = (literals + by_amount.get(left, no_value) for left, literals in cases)
    encoder.add_clean(clause for clause in clauses if TRUE not in clause)


def _values(term: tuple[int, Variable]) -> int:
    return len(term[1].domain)


def _supports(encoder: Encoder, normal: LinearForm) -> None:
    """`a·y + c·x <= b` or `>= b`: each value of x leaves y an interval."""
    (a, y), (c, x) = normal.terms
    sign = 1 if normal.comparator == "<=" else -1
    for value in x.domain:
        slack = sign * (normal.bound - c * value)  # (sign·a)·y <= slack
        if sign * a > 0:
            supported = Literal(y, "<=", slack // (sign * a))
        else:
            supported = Literal(y, "<=", -(slack // abs(a)) - 1, positive=False)
        if encoder.encodings.integers == "direct":
            source = Literal(x, "==", value)
        else:  # the interval shrinks as x moves in the direction of its coefficient
            source = Literal(x, "<=", value - 1, positive=False) if sign * c > 0 else Literal(x, "<=", value)
        encoder.add((*encoder.disjunction(~source), *encoder.disjunction(supported)))


def _below_or_above(encoder: Encoder, normal: LinearForm) -> None:
    [below] = encoder.fresh(1)
    for condition, comparator, bound in ((below, "<=", normal.bound - 1), (-below, ">=", normal.bound + 1)):
        with encoder.under(condition):
            _lower(encoder, LinearForm(normal.terms, comparator, bound))


def _counts_easily(normal: LinearForm) -> bool:
    """It says that of zeros and ones none, one, all but one or all are 1, or so many at least, or at most."""
    zeros_and_ones = all(abs(a) == 1 and x.domain == range(2) for a, x in normal.terms)
    return zeros_and_ones and not 1 < _true_ones(normal) < len(normal.terms) - 1


def _count(encoder: Encoder, normal: LinearForm) -> None:
    literals = [a * encoder.literal(Literal(x, "==", 1)) for a, x in normal.terms]
    compare_count(encoder, literals, normal.comparator, _true_ones(normal))


def _true_ones(normal: LinearForm) -> int:
    """The bound for the true ones among `x` and `not y`: in `x - y` the latter is subtracted from 1."""
    return normal.bound + sum(a < 0 for a, _ in normal.terms)


def _by_pindakaas(encoder: Encoder, normal: LinearForm) -> None:
    import pindakaas

    largest = sum(abs(a) * max(abs(x.domain[0]), abs(x.domain[-1])) for a, x in normal.terms) + abs(normal.bound)
    if largest > LARGEST_SUM:
        raise Refused(
            f"a linear constraint has sums up to {largest} (the largest that can be encoded is {LARGEST_SUM})"
        )
    encoder.used.add("pb")
    reached = {x: _reached(encoder, x) for _, x in normal.terms}
    formula = pindakaas.CNF()
    formula.new_var_range(encoder.top)  # its new numbers follow ours
    total = sum(a * _integer(encoder, formula, x, reached[x]) for a, x in normal.terms)
    relation = {"<=": total.__le__, ">=": total.__ge__, "==": total.__eq__}[normal.comparator](normal.bound)
    name = encoder.encodings.pseudo_boolean
    if name == "auto" and any(isinstance(encoder.views[x.position], Binary) for _, x in normal.terms):
        name = "adder"  # it adds in binary, all others count in unary
    chosen: dict[str, Any] = {}  # none for auto: pindakaas then chooses by size
    if name != "auto":
        chosen["encoder"] = getattr(pindakaas.Encoder, PINDAKAAS.get(name, name.upper()))
    if name == "binmerge":
        chosen["sorting_networks"] = True
    contradiction: list[list[int]] = []
    try:
        formula.add_encoding(relation, **chosen)
    except pindakaas.Unsatisfiable:
        contradiction = [[]]
    encoder.fresh(int(formula.new_var()) - 1 - encoder.top)
    encoder.add_all(formula._clauses_as_int() + contradiction)


def _reached(encoder: Encoder, x: Variable) -> list[int]:
    """Our literals `x >= v` for every value but the first; none for an integer in bits."""
    if isinstance(encoder.views[x.position], Binary):
        return []
    at_most = encoder.about(x).at_most
    return [-at_most(x, value) for value in x.domain[:-1]]


def _integer(encoder: Encoder, formula: Any, x: Variable, reached: Sequence[int]) -> Any:
    """x for pindakaas: an integer over our literals, or the sum of its bits.

    Not an integer over the bits: with a negative coefficient (and >= is made of those) pindakaas would write it out value by
    value, with hundreds of times the auxiliaries.
    """
    from pindakaas import Lit

    view = encoder.views[x.position]
    if isinstance(view, Binary):
        return view.offset + sum(Lit.from_raw(view.first + bit) * (1 << bit) for bit in range(view.bits))
    return formula.int_var_from_order_literals(x.domain, map(Lit.from_raw, reached))

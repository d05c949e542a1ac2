"""Constraints as rows, one function per kind.

Small coefficients are the rule of the house: CBC is silently wrong with large ones (a row with coefficients of 10^9
lost 26 of 32 solutions). So equalities and disequalities of two integers go value by value, with coefficients 1 and
-1, and a long sum whose row would need coefficients beyond TRUSTED becomes a flow through its partial-sum diagram
(`diagram`), which has coefficients 1 and -1 at any scale. What would need too large a diagram is refused, not guessed.
"""

from collections import defaultdict
from math import gcd
from typing import assert_never

from threefold.backends.backend import Refused
from threefold.backends.ilp.decision_diagram import Comparison, diagram, post_flow
from threefold.backends.ilp.model import FALSE, TRUE, Affine, Model, total
from threefold.language import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Spec,
    Table,
    Variable,
)

# The largest coefficient or bound of a row without a common divisor. Not the ratio to the smallest: 10^9·x + (10^9 - 1)·y
# is told from 10^9 by one unit in 10^9, and CBC's tolerance is 10^-7.
TRUSTED = 10_000  # up to here a row is a row; up to 10^3 no false answer was seen, at 10^7 one in twenty
LARGEST = 1_000_000  # up to here an unconditional row may stay one if its diagram would be too large


def lower(spec: Spec) -> Model:
    model = Model(spec)
    for posted in spec.posted:
        _post(model, posted.group, posted.constraint, None)
    return model


def _post(model: Model, group: str, constraint: Constraint, condition: Affine | None) -> None:
    match constraint:
        case Clause():
            _clause(model, group, constraint, condition)
        case Cardinality():
            count = total(map(model.literal, constraint.literals))
            model.post(group, count, constraint.comparator, constraint.bound, condition)
        case AllDifferent():
            _all_different(model, group, constraint, condition)
        case Linear():
            _linear(model, group, constraint, condition)
        case Table():
            _table(model, group, constraint)
        case Element():
            _element(model, group, constraint)
        case Circuit():
            _circuit(model, group, constraint)
        case Implies():
            _post(model, group, constraint.constraint, model.literal(constraint.condition))
        case _:
            assert_never(constraint)


def _clause(model: Model, group: str, clause: Clause, condition: Affine | None) -> None:
    """One row `>= 1`; the literals of one variable are one expression, the union of their values."""
    values: dict[Variable, set[int]] = defaultdict(set)
    for literal in clause.literals:
        values[literal.variable].update(literal.true_values())
    model.post(group, total(model.one_of(x, own) for x, own in values.items()), ">=", 1, condition)


def _all_different(model: Model, group: str, constraint: AllDifferent, condition: Affine | None) -> None:
    """Per value a row `<= 1` over a list, so that a repeated term counts twice; `== 1` where all values are needed."""
    takers: dict[int, list[Affine]] = defaultdict(list)
    for unit in constraint.units:
        for value, takes in model.values(unit):
            takers[value].append(takes)
    tight = len(takers) == len(constraint.units) and condition is None
    for value in sorted(takers):
        model.post(group, total(takers[value]), "==" if tight else "<=", 1, condition)


def _linear(model: Model, group: str, linear: Linear, condition: Affine | None) -> None:
    """By arity, after division by the greatest common divisor, which may settle it."""
    comparison = _divided(linear)
    match len(comparison.terms), comparison.comparator:
        case 0, _:
            model.post(group, TRUE if comparison.holds(0) else FALSE, ">=", 1, condition)
        case 1, _:
            [(a, x)] = comparison.terms
            fitting = [value for value in x.domain if comparison.holds(a * value)]
            model.post(group, model.one_of(x, fitting), ">=", 1, condition)
        case 2, "==":
            _equal_pair(model, group, comparison, condition)
        case 2, "!=":
            _different_pair(model, group, comparison, condition)
        case _, "!=":
            _different_sum(model, group, comparison, condition)
        case _:
            _sum(model, group, comparison, condition)


def _divided(linear: Linear) -> Comparison:
    divisor = max(gcd(*(a for a, _ in linear.terms)), 1)
    bound = -(-linear.bound // divisor) if linear.comparator == ">=" else linear.bound // divisor
    if linear.comparator in ("==", "!=") and bound * divisor != linear.bound:
        return Comparison((), linear.comparator, 1)  # no multiple of the divisor is the bound: as 0 == 1, or 0 != 1
    return Comparison(tuple((a // divisor, x) for a, x in linear.terms), linear.comparator, bound)


def _equal_pair(model: Model, group: str, comparison: Comparison, condition: Affine | None) -> None:
    """`a·x + b·y == bound` as a matching: a value of one is taken exactly where its partner is, and never without one."""
    (a, x), (b, y) = comparison.terms
    of_x = {comparison.bound - a * value: takes for value, takes in model.values(x)}
    of_y = {b * value: takes for value, takes in model.values(y)}
    for value, takes in of_x.items():
        # Under a condition one direction is enough: where every x has its y, y is settled.
        model.post(group, takes - of_y.get(value, FALSE), "==" if condition is None else "<=", 0, condition)
    for value, takes in of_y.items():
        if value not in of_x and condition is None:
            model.post(group, takes, "==", 0)


def _different_pair(model: Model, group: str, comparison: Comparison, condition: Affine | None) -> None:
    """`a·x + b·y != bound`: per value of x a conflict with its one partner."""
    (a, x), (b, y) = comparison.terms
    of_y = {b * value: takes for value, takes in model.values(y)}
    for value, takes in model.values(x):
        model.post(group, takes + of_y.get(comparison.bound - a * value, FALSE), "<=", 1, condition)


def _different_sum(model: Model, group: str, comparison: Comparison, condition: Affine | None) -> None:
    """One 0/1 column `above`: the sum is at most bound - 1 without it, at least bound + 1 with it."""
    left, bound = _weighted(model, comparison), comparison.bound
    low, high = model.range(left)
    if not low <= bound <= high:
        return
    if high - low > TRUSTED:
        _flow(model, group, comparison, condition, required=True)
    else:
        above = model.auxiliary(integer=True)
        model.post(group, left - above * (high - bound + 1), "<=", bound - 1, condition)
        model.post(group, left + (TRUE - above) * (bound + 1 - low), ">=", bound + 1, condition)


def _sum(model: Model, group: str, comparison: Comparison, condition: Affine | None) -> None:
    """A row; a flow through the diagram where a coefficient would be large."""
    rows = model.rows_of(group, _weighted(model, comparison), comparison.comparator, comparison.bound, condition)
    largest = max((abs(a) for row in rows for a in (*row.terms.values(), row.bound)), default=1)
    required = largest > (LARGEST if condition is None else TRUSTED)
    if largest <= TRUSTED or not _flow(model, group, comparison, condition, required=required):
        model.rows += rows


def _weighted(model: Model, comparison: Comparison) -> Affine:
    """The sum by values, each term from its least value up: one coefficient less per integer, and none negative."""
    parts = []
    for a, x in comparison.terms:
        least = min(a * value for value in x.domain)
        parts.append(Affine({}, least))
        parts += [takes * (a * value - least) for value, takes in model.values(x)]
    return total(parts)


def _flow(model: Model, group: str, comparison: Comparison, condition: Affine | None, *, required: bool) -> bool:
    """Post the flow, unless its diagram is too large."""
    layers = diagram(comparison)
    if layers is not None:
        post_flow(model, group, layers, condition)
    elif required:
        largest = max(abs(a * value) for a, x in comparison.terms for value in x.domain)
        raise Refused(f"'{group}': a coefficient of {largest} is too large for CBC, which would answer wrongly")
    return layers is not None


def _table(model: Model, group: str, table: Table) -> None:
    """A selector per row that can be; `term == value` is the sum of the selectors of the rows that say so."""
    values = [dict(model.values(unit)) for unit in table.units]
    rows = [row for row in table.rows if all(value in own for value, own in zip(row, values, strict=True))]
    selectors = [model.auxiliary(integer=False) for _ in rows]  # integers in the terms leave one row, and it 1
    model.post(group, total(selectors), "==", 1)
    for place, own in enumerate(values):
        for value, takes in own.items():
            saying = total(selector for row, selector in zip(rows, selectors, strict=True) if row[place] == value)
            model.post(group, takes - saying, "==", 0)


def _element(model: Model, group: str, element: Element) -> None:
    """`index == i and array[i] == v` imply `result == v`: one row per i and v, without `array[i] == v` for a constant."""
    index, array, result = element.units
    inside = dict(model.values(index))
    model.post(group, total(takes for i, takes in inside.items() if 0 <= i < len(array)), ">=", 1)
    for i, unit in enumerate(array):
        if i in inside:
            for value, takes in model.values(unit):
                model.post(group, inside[i] + takes - model.equals(result, value), "<=", 1)


def _circuit(model: Model, group: str, circuit: Circuit) -> None:
    """Arcs in and out of every node, and places 0..n-2 of the nodes 1..n-1 that grow along the arcs between them.

    C. Miller, A. Tucker, R. Zemlin, Integer programming formulation of traveling salesman problems, JACM 7 (1960). Only
    one growing order of n - 1 nodes fits into n - 1 places, so the arcs settle the places; they are integers all the same,
    because in an inactive block (`block`) nothing settles them.

    Lifted after M. Desrochers, G. Laporte, Improvements and extensions to the Miller-Tucker-Zemlin subtour elimination
    constraints, Operations Research Letters 10 (1991): an arc leads to the very next place, and so bounds the places of its
    ends from both sides; and place 0 is only after node 0, place n-2 only before it. All round trips of a knight on 3×10 and
    5×6 take CBC 3.2 and 4.1 s of CPU without this, 0.68 and 2.5 s with the former, 0.14 and 1.3 s with both.
    """
    nodes = range(len(circuit.units))
    arcs = [dict(model.values(unit)) for unit in circuit.units]
    alone = len(nodes) == 1
    for i in nodes:
        model.post(group, total(takes for j, takes in arcs[i].items() if j in nodes and (alone or j != i)), ">=", 1)
        model.post(group, total(out[i] for out in arcs if i in out), "==", 1)
    last = len(nodes) - 2
    place = [FALSE, *(model.auxiliary(last, integer=True) for _ in nodes[1:])]
    for i in nodes[1:]:
        from_start, to_start = arcs[0].get(i, FALSE), arcs[i].get(0, FALSE)
        model.post(group, place[i] + from_start - to_start * (last - 1), ">=", 1)
        model.post(group, place[i] - to_start + from_start * (last - 1), "<=", last - 1)
        for j in nodes[1:]:
            if i != j and j in arcs[i]:
                back = arcs[j].get(i, FALSE)
                model.post(group, place[i] - place[j] + arcs[i][j] * (last + 1) + back * (last - 1), "<=", last)

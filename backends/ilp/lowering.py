"""Constraints as rows, one function per kind.

Coefficients stay small, because CBC returns wrong answers with large ones. Equalities and disequalities of two integers go
value by value, with coefficients 1 and -1. A long sum whose row would need coefficients beyond TRUSTED becomes a flow through
the diagram of its partial sums (`decision_diagram`). Where that diagram is too large, the constraint is refused.
"""

from collections import defaultdict
from typing import assert_never

from threefold.backends.backend import Refused
from threefold.backends.ilp.decision_diagram import diagram, post_flow
from threefold.backends.ilp.model import FALSE, TRUE, Affine, Model, total
from threefold.backends.linear_form import LinearForm, normal_form
from threefold.backends.variable_maps import Native
from threefold.language import Variable
from threefold.language import constraints as kinds
from threefold.language.flattening import Flat

# The largest coefficient or bound of a row without a common divisor, not their ratio: 10^9·x + (10^9 - 1)·y differs from 10^9 by
# one unit in 10^9, and CBC's tolerance is 10^-7 (docs/measurements.md#big-m-against-flow).
TRUSTED = 10_000  # up to here a row is a row
LARGEST = 1_000_000  # up to here an unconditional row stays a row if its diagram would be too large


def lower(spec: Flat) -> Model:
    model = Model(spec)
    for posted in spec.posted:
        model.sources.begin(posted.group, len(model.rows), posted)
        _post(model, posted.group, posted.constraint, None)
    return model


def _post(model: Model, group: str, constraint: kinds.Constraint, condition: Affine | None) -> None:
    match constraint:
        case kinds.Clause():
            _clause(model, group, constraint, condition)
        case kinds.Cardinality():
            model.post(group, model.count(constraint.literals), constraint.comparator, constraint.bound, condition)
        case kinds.AllDifferent():
            _all_different(model, group, constraint, condition)
        case kinds.Linear():
            _linear(model, group, constraint, condition)
        case kinds.Table():
            _table(model, group, constraint)
        case kinds.Element():
            _element(model, group, constraint)
        case kinds.Circuit():
            _circuit(model, group, constraint)
        case kinds.Implies():
            _post(model, group, constraint.constraint, model.literal(constraint.condition))
        case _:
            assert_never(constraint)


def _clause(model: Model, group: str, clause: kinds.Clause, condition: Affine | None) -> None:
    """One row `>= 1`; the literals of one variable become one expression, over the union of their values."""
    if len({literal.variable for literal in clause.literals}) == len(clause.literals):
        model.post(group, model.count(clause.literals), ">=", 1, condition)
        return
    values: dict[Variable, set[int]] = defaultdict(set)
    for literal in clause.literals:
        values[literal.variable].update(literal.true_values())
    model.post(group, total(model.one_of(x, own) for x, own in values.items()), ">=", 1, condition)


def _all_different(model: Model, group: str, constraint: kinds.AllDifferent, condition: Affine | None) -> None:
    """Per value a row `<= 1` over a list: a repeated term counts twice. `== 1` where there are as many values as terms."""
    takers = model.takers(constraint.units)
    tight = len(takers) == len(constraint.units) and condition is None
    for value in sorted(takers):
        model.post(group, takers[value], "==" if tight else "<=", 1, condition)


def _linear(model: Model, group: str, linear: kinds.Linear, condition: Affine | None) -> None:
    """By the number of variables in its normal form."""
    comparison = normal_form(linear)
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


def _equal_pair(model: Model, group: str, comparison: LinearForm, condition: Affine | None) -> None:
    """`a·x + b·y == bound` as a matching: a value is taken exactly where its partner is, and never if it has none."""
    (a, x), (b, y) = comparison.terms
    of_x = {comparison.bound - a * value: takes for value, takes in model.values(x)}
    of_y = {b * value: takes for value, takes in model.values(y)}
    for value, takes in of_x.items():
        # Under a condition one direction is enough: x determines y.
        model.post(group, takes - of_y.get(value, FALSE), "==" if condition is None else "<=", 0, condition)
    for value, takes in of_y.items():
        if value not in of_x and condition is None:
            model.post(group, takes, "==", 0)


def _different_pair(model: Model, group: str, comparison: LinearForm, condition: Affine | None) -> None:
    """`a·x + b·y != bound`: each value of x conflicts with its partner."""
    (a, x), (b, y) = comparison.terms
    of_y = {b * value: takes for value, takes in model.values(y)}
    for value, takes in model.values(x):
        model.post(group, takes + of_y.get(comparison.bound - a * value, FALSE), "<=", 1, condition)


def _different_sum(model: Model, group: str, comparison: LinearForm, condition: Affine | None) -> None:
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


def _sum(model: Model, group: str, comparison: LinearForm, condition: Affine | None) -> None:
    """A row; a flow through the diagram where a coefficient would be large."""
    rows = model.rows_of(group, _weighted(model, comparison), comparison.comparator, comparison.bound, condition)
    largest = max((abs(a) for row in rows for a in (*row.terms.values(), row.bound)), default=1)
    required = largest > (LARGEST if condition is None else TRUSTED)
    if largest <= TRUSTED or not _flow(model, group, comparison, condition, required=required):
        model.rows += rows


def _weighted(model: Model, comparison: LinearForm) -> Affine:
    """The sum by values, each term counted from its least value: one coefficient less per integer, and none negative."""
    terms: dict[int, int] = {}
    constant = 0
    for a, x in comparison.terms:
        view = model.views[x.position]
        if isinstance(view, Native):
            terms[view.first] = a
        else:
            least = min(a * x.domain[0], a * x.domain[-1])
            constant += least
            terms |= {column: a * value - least for column, value in enumerate(x.domain, view.first)}
    return Affine({column: a for column, a in terms.items() if a}, constant)


def _flow(model: Model, group: str, comparison: LinearForm, condition: Affine | None, *, required: bool) -> bool:
    """Post the flow and return True, unless its diagram is too large."""
    layers = diagram(comparison)
    if layers is not None:
        post_flow(model, group, layers, condition)
    elif required:
        largest = max(abs(a * value) for a, x in comparison.terms for value in x.domain)
        raise Refused(f"'{group}': a coefficient of {largest} is too large for CBC, whose answer would be wrong")
    return layers is not None


def _table(model: Model, group: str, table: kinds.Table) -> None:
    """A selector per possible row; `term == value` is the sum of the selectors of the rows with that value."""
    values = [dict(model.values(unit)) for unit in table.units]
    rows = [row for row in table.rows if all(value in own for value, own in zip(row, values, strict=True))]
    selectors = [model.auxiliary(integer=False) for _ in rows]  # the integer terms leave one row, whose selector is 1
    model.post(group, total(selectors), "==", 1)
    for place, own in enumerate(values):
        having: dict[int, list[Affine]] = defaultdict(list)
        for row, selector in zip(rows, selectors, strict=True):
            having[row[place]].append(selector)
        for value, takes in own.items():
            model.post(group, takes - total(having[value]), "==", 0)


def _element(model: Model, group: str, element: kinds.Element) -> None:
    """`index == i and array[i] == v` imply `result == v`: one row per i and v, without `array[i] == v` for a constant."""
    index, array, result = element.units
    inside = dict(model.values(index))
    model.post(group, total(takes for i, takes in inside.items() if 0 <= i < len(array)), ">=", 1)
    for i, unit in enumerate(array):
        if i in inside:
            for value, takes in model.values(unit):
                model.post(group, inside[i] + takes - model.equals(result, value), "<=", 1)


def _circuit(model: Model, group: str, circuit: kinds.Circuit) -> None:
    """An arc into and out of every node, and places 0..n-2 of the nodes 1..n-1 that increase along the arcs between them.

    C. Miller, A. Tucker, R. Zemlin, Integer programming formulation of traveling salesman problems, JACM 7 (1960). The
    arcs determine the places. They are declared integer all the same: in the block of an infeasible relaxation they are open.

    Lifted after M. Desrochers, G. Laporte, Improvements and extensions to the Miller-Tucker-Zemlin subtour elimination
    constraints, Operations Research Letters 10 (1991): an arc leads to the very next place, which bounds the places of its ends
    from both sides; place 0 is only after node 0, place n-2 only before it (docs/measurements.md#lifted-mtz).
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

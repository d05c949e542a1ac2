"""One rule per source: has it no solution in this box? The box is not empty. Every rule relaxes its source, see the essay."""

from collections.abc import Sequence
from typing import assert_never

from threefold.language import constraints as kinds
from threefold.language.units import Unit
from threefold.verifier.names import Atom, Box, Form, Values, atom_of


def refuted(constraint: kinds.Constraint, box: Box, named: Sequence[int]) -> bool:
    """`named` are definitions that may be used together with the constraint."""
    match constraint:
        case kinds.Clause(literals=literals):
            return not any(box.possible(atom_of(literal)) for literal in literals)
        case kinds.Cardinality() | kinds.Linear():
            form = form_of(constraint)
            for name in named:  # the same sum, with this name instead of its terms
                form = form.plus(box.names.expanded(name), -1).plus(Form({name: 1}))
            return not comparable(form, constraint.comparator, constraint.bound, box)
        case kinds.AllDifferent(units=units):
            return not can_differ([unit_values(unit, box) for unit in units])
        case kinds.Table(units=units, rows=rows):
            return all(_excluded(row, units, box, named) for row in rows)
        case kinds.Element(units=(index, array, result)):
            results = set(unit_values(result, box))
            places = (place for place in unit_values(index, box) if 0 <= place < len(array))
            return all(results.isdisjoint(unit_values(array[place], box)) for place in places)
        case kinds.Circuit(units=units):
            return not _can_be_circuit([unit_values(unit, box) for unit in units])
        case kinds.Implies(condition=condition, constraint=inner):
            return not box.possible(atom_of(condition).negated()) and refuted(inner, box, named)
        case _:
            assert_never(constraint)


def undefined(name: int, box: Box) -> bool:
    """The rule of a definition: none of its values in the box is the one that it is defined by."""
    definition = box.names.definition(name)
    if isinstance(definition, Form):
        return not comparable(definition.plus(Form({name: -1})), "==", 0, box)
    true = 1 in box.values(name) and all(map(box.possible, definition))
    false = 0 in box.values(name) and any(box.possible(literal.negated()) for literal in definition)
    return not true and not false


def form_of(constraint: kinds.Cardinality | kinds.Linear) -> Form:
    if isinstance(constraint, kinds.Linear):
        return Form.of((x.position, a) for a, x in constraint.terms)
    return Form.of((atom_of(literal), 1) for literal in constraint.literals)


def comparable(form: Form, comparator: str, bound: int, box: Box) -> bool:
    """False only if `form ⋈ bound` is false in the whole box."""
    low, high = box.bounds(form)
    if comparator == "!=":
        return not low == high == bound
    if (comparator in ("<=", "==") and low > bound) or (comparator in (">=", "==") and high < bound):
        return False
    return comparator != "==" or _reaches(form, bound - form.constant, box)


def _reaches(form: Form, bound: int, box: Box) -> bool:
    """With at most two terms that are not fixed, every value is tried."""
    free: list[tuple[int, Values]] = []
    for term, a in form.terms.items():
        values = box.values_of(term)
        bound -= a * values[0] if len(values) == 1 else 0
        free += [(a, values)] if len(values) > 1 else []
    if len(free) > 2:
        return True
    (a, one), (c, other) = (*free, (1, range(1)), (1, range(1)))[:2]
    results = {c * value for value in other}
    return any(bound - a * value in results for value in one)


def unit_values(unit: Unit, box: Box) -> Values:
    """What the term can be in the box; in no order."""
    if unit.variable is None:
        return (unit.offset,)
    return [unit.sign * value + unit.offset for value in box.values(unit.variable.position)]


def can_differ(choices: Sequence[Values]) -> bool:
    """Each place can have a value of its own: a matching of all places, found by augmenting paths."""
    fixed = [values[0] for values in choices if len(values) == 1]
    owners: dict[int, int] = {}  # by value
    return len(set(fixed)) == len(fixed) and all(_placed(i, choices, owners, set()) for i in range(len(choices)))


def _placed(place: int, choices: Sequence[Values], owners: dict[int, int], tried: set[int]) -> bool:
    """This place gets a value, and the place that had it another one."""
    for value in choices[place]:
        if value not in tried:
            tried.add(value)
            if value not in owners or _placed(owners[value], choices, owners, tried):
                owners[value] = place
                return True
    return False


def _excluded(row: Sequence[int], units: Sequence[Unit], box: Box, named: Sequence[int]) -> bool:
    """The row has a value that is not in the box, or contradicts a named definition there."""
    pairs = [*zip(units, row, strict=True)]
    atoms = [Atom(u.variable.position, "==", u.sign * (v - u.offset)) for u, v in pairs if u.variable is not None]
    inside = Box(box.names, atoms, box)
    constants_differ = any(unit.variable is None and unit.offset != value for unit, value in pairs)
    return constants_differ or inside.empty or any(undefined(name, inside) for name in named)


def _can_be_circuit(choices: Sequence[Values]) -> bool:
    """The successors can differ, all nodes can be reached from node 0, and node 0 from all nodes."""
    nodes = range(len(choices))
    arcs = [[j for j in values if j in nodes and (j != i or len(nodes) == 1)] for i, values in enumerate(choices)]
    back: list[list[int]] = [[] for _ in nodes]
    for i, successors in enumerate(arcs):
        for j in successors:
            back[j].append(i)
    return can_differ(arcs) and _reached(arcs) == _reached(back) == len(nodes)


def _reached(arcs: Sequence[Sequence[int]]) -> int:
    """How many nodes a walk from node 0 can visit."""
    seen, waiting = {0}, [0]
    while waiting:
        new = set(arcs[waiting.pop()]) - seen
        seen |= new
        waiting += new
    return len(seen)

"""One rule per source: has it no solution in this box? The box is not empty. Every rule relaxes its source, see the essay."""

from collections import deque
from collections.abc import Sequence
from typing import assert_never

from threefold.language import constraints as kinds
from threefold.language.terms import Unit
from threefold.verifier.names import Atom, Box, Form, Values, atom_of


def refuted(constraint: kinds.Constraint, box: Box, named: Sequence[int]) -> bool:
    """`named` are definitions that may be used together with the constraint."""
    match constraint:
        case kinds.Clause(literals=literals):
            return not any(box.possible(atom_of(literal)) for literal in literals)
        case kinds.Cardinality(literals=literals, comparator=comparator, bound=bound):
            return not comparable(_rewritten(Form.of((1, atom_of(each)) for each in literals), box, named), comparator, bound, box)
        case kinds.AllDifferent(units=units):
            return not can_differ([unit_values(unit, box) for unit in units])
        case kinds.Linear(terms=terms, comparator=comparator, bound=bound):
            return not comparable(_rewritten(Form.of((a, x.position) for a, x in terms), box, named), comparator, bound, box)
        case kinds.Table(units=units, rows=rows):
            return all(_excluded(row, units, box, named) for row in rows)
        case kinds.Element(units=(index, array, result)):
            places = [place for place in unit_values(index, box) if 0 <= place < len(array)]
            results = unit_values(result, box)
            return all(set(unit_values(array[place], box)).isdisjoint(results) for place in places)
        case kinds.Circuit(units=units):
            return not _can_be_circuit([unit_values(unit, box) for unit in units])
        case kinds.Implies(condition=condition, constraint=inner):
            return not box.possible(atom_of(condition).negated()) and refuted(inner, box, named)
        case _:
            assert_never(constraint)


def undefined(name: int, box: Box) -> bool:
    """The rule of a definition: it cannot have a value of its own in the box."""
    definition = box.names.definition(name)
    if isinstance(definition, Form):
        return not comparable(definition.plus(Form({name: 1}), -1), "==", 0, box)
    true = all(map(box.possible, definition)) and 1 in box.values(name)
    false = any(box.possible(literal.negated()) for literal in definition) and 0 in box.values(name)
    return not true and not false


def _rewritten(form: Form, box: Box, named: Sequence[int]) -> Form:
    """The same sum, with each named definition instead of its terms."""
    for name in named:
        form = form.plus(box.names.expanded(name), -1).plus(Form({name: 1}))
    return form


def comparable(form: Form, comparator: str, bound: int, box: Box) -> bool:
    """False only if `form ⋈ bound` is false in the whole box."""
    low, high = box.bounds(form)
    match comparator:
        case "<=":
            return low <= bound
        case ">=":
            return high >= bound
        case "!=":
            return not low == high == bound
    return low <= bound <= high and _reaches(form, bound, box)


def _reaches(form: Form, bound: int, box: Box) -> bool:
    """With at most two terms that are not fixed, every value is tried."""
    free = []
    for term, a in form.terms.items():
        values = box.values_of(term)
        if len(values) > 1:
            free.append((a, values))
        else:
            bound -= a * values[0]
    if len(free) > 2:
        return True
    (a, one), (c, other) = (free + [(1, range(1)), (1, range(1))])[:2]
    other = other if isinstance(other, range) else set(other)  # type: ignore[assignment]
    return any((bound - form.constant - a * v) % c == 0 and (bound - form.constant - a * v) // c in other for v in one)


def unit_values(unit: Unit, box: Box) -> Values:
    """In the box; increasing or decreasing."""
    if unit.variable is None:
        return (unit.offset,)
    return [unit.sign * value + unit.offset for value in box.values(unit.variable.position)]


def can_differ(choices: Sequence[Values]) -> bool:
    """Each place can have a value of its own: a matching of all places, found by augmenting paths."""
    fixed = [values[0] for values in choices if len(values) == 1]
    owners: dict[int, int] = {}
    return len(set(fixed)) == len(fixed) and all(_finds_value(place, choices, owners) for place in range(len(choices)))


def _finds_value(place: int, choices: Sequence[Values], owners: dict[int, int]) -> bool:
    """Places before this one may have to move to another value."""
    wanted_by: dict[int, int] = {}
    waiting = deque([place])
    while waiting:
        here = waiting.popleft()
        for value in choices[here]:
            if value in wanted_by:
                continue
            wanted_by[value] = here
            if value in owners:
                waiting.append(owners[value])
                continue
            held = {owner: held for held, owner in owners.items()}
            while (mover := wanted_by[value]) != place:
                owners[value] = mover
                value = held[mover]
            owners[value] = place
            return True
    return False


def _excluded(row: Sequence[int], units: Sequence[Unit], box: Box, named: Sequence[int]) -> bool:
    """The row has a value that is not in the box, or makes a named conjunction true that is 0 in the box."""
    here = []
    for unit, value in zip(units, row, strict=True):
        if unit.variable is None:
            if unit.offset != value:
                return True
            continue
        here.append(Atom(unit.variable.position, "==", unit.sign * (value - unit.offset)))
    part = box.within(here)
    return part.empty or any(undefined(name, part) for name in named)


def _can_be_circuit(choices: Sequence[Values]) -> bool:
    """The successors can differ, all nodes can be reached from node 0, and node 0 from all nodes."""
    count = len(choices)
    arcs = [[j for j in values if 0 <= j < count and (j != i or count == 1)] for i, values in enumerate(choices)]
    back: list[list[int]] = [[] for _ in arcs]
    for i, successors in enumerate(arcs):
        for j in successors:
            back[j].append(i)
    return can_differ(arcs) and _reached(arcs) == _reached(back) == count


def _reached(arcs: Sequence[Sequence[int]]) -> int:
    """How many nodes a walk from node 0 can visit."""
    seen, waiting = {0}, [0]
    while waiting:
        new = [j for j in arcs[waiting.pop()] if j not in seen]
        seen.update(new)
        waiting += new
    return len(seen)

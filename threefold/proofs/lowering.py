"""A spec to clauses with sources, one function per constraint kind."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import assert_never

from threefold.backends.backend import Cube
from threefold.language import Spec
from threefold.language import constraints as kinds
from threefold.language.units import Unit
from threefold.proofs.formula import FALSE, TRUE, Formula
from threefold.proofs.sums import Sum, indicator, variable


def lower(spec: Spec, cubes: Sequence[Cube] = ()) -> Formula:
    """The literals of the cubes are atoms of the formula, but no clause is about a cube."""
    formula = Formula(spec)
    formula.divide(cubes)
    for number, posted in enumerate(formula.spec.posted, 1):
        formula.source = str(number)
        lower_constraint(formula, posted.constraint)
    formula.close()
    return formula


def lower_constraint(formula: Formula, constraint: kinds.Constraint) -> None:
    match constraint:
        case kinds.Clause(literals=literals):
            formula.add(map(formula.literal, literals))
        case kinds.Cardinality():
            lower_cardinality(formula, constraint)
        case kinds.AllDifferent(units=units):
            lower_all_different(formula, units)
        case kinds.Linear(terms=terms, comparator=comparator, bound=bound):
            Sum(formula, [variable(formula, a, x.position) for a, x in terms], comparator, bound).lower()
        case kinds.Table():
            lower_table(formula, constraint)
        case kinds.Element():
            lower_element(formula, constraint)
        case kinds.Circuit(units=units):
            lower_circuit(formula, units)
        case kinds.Implies(condition=condition, constraint=inner):
            literal = formula.literal(condition)
            if literal != FALSE:
                with formula.under(literal):
                    lower_constraint(formula, inner)
        case _:
            assert_never(constraint)


def lower_cardinality(formula: Formula, cardinality: kinds.Cardinality) -> None:
    """Bounds that need no sum become clauses; other ones are sums."""
    numbers = [(formula.literal(literal), literal) for literal in cardinality.literals]
    open_ones = [(number, literal) for number, literal in numbers if abs(number) != TRUE]
    literals, negated = [number for number, _ in open_ones], [-number for number, _ in open_ones]
    bound, comparator = cardinality.bound - sum(number == TRUE for number, _ in numbers), cardinality.comparator
    easy = [_at_least(formula, literals, bound)] if comparator != "<=" else []
    easy += [_at_least(formula, negated, len(negated) - bound)] if comparator != ">=" else []
    if not all(easy):
        operands = [indicator(number, formula.as_written(literal)) for number, literal in open_ones]
        Sum(formula, operands, comparator, bound).lower()


def _at_least(formula: Formula, literals: Sequence[int], bound: int) -> bool:
    """False where a sum is needed: for more than one, but not all or all but one."""
    if 1 < bound < len(literals) - 1:
        return False
    if bound > len(literals):
        formula.add(())
    elif bound > 0:  # one of any so many: the others are fewer than the bound
        for some in combinations(literals, len(literals) - bound + 1):
            formula.add(some)
    return True


def lower_all_different(formula: Formula, units: Sequence[Unit]) -> None:
    """No value twice. Where there are as many values as terms, each value is taken: it follows, and shortens proofs."""
    takers = defaultdict[int, list[int]](list)
    for unit in units:
        for value, literal in formula.cases(unit):
            takers[value].append(literal)
    for _, literals in sorted(takers.items()):
        if len(takers) == len(units):
            formula.add(literals)
        formula.at_most_one(literals)


def lower_table(formula: Formula, table: kinds.Table) -> None:
    """A definition per possible row: the conjunction of its values."""
    cases = [dict(formula.cases(unit)) for unit in table.units]
    rows = [[case.get(value, FALSE) for case, value in zip(cases, row, strict=True)] for row in table.rows]
    selectors: dict[str, int] = {}
    supports = defaultdict[int, dict[str, int]](dict)
    for row in rows:
        if FALSE in row:
            continue
        literals = [literal for literal in dict.fromkeys(row) if literal != TRUE]
        name = formula.define(" ".join(["and", *map(str, literals)]), range(2))
        selector = selectors[f"x{name}"] = formula.equals(name, 1)
        for literal in literals:
            formula.add_defined((-selector, literal), f"x{name}")
            supports[literal][f"x{name}"] = selector
    with formula.naming(*selectors):
        formula.add(selectors.values())
    for literal in (literal for case in cases for literal in case.values() if abs(literal) != TRUE):
        with formula.naming(*supports[literal]):
            formula.add((-literal, *supports[literal].values()))


def lower_element(formula: Formula, element: kinds.Element) -> None:
    """`index = i and array[i] = v` imply `result = v`; an index out of range is excluded."""
    index, array, result = element.units
    results = dict(formula.cases(result))
    for place, chosen in formula.cases(index):
        if not 0 <= place < len(array):
            formula.add((-chosen,))
            continue
        for value, taken in formula.cases(array[place]):
            formula.add((-chosen, -taken, results.get(value, FALSE)))


def lower_circuit(formula: Formula, units: Sequence[Unit]) -> None:
    """Different successors, no node its own, no tours of two nodes. Longer tours are excluded when they are found."""
    nodes, arcs = range(len(units)), [dict(formula.cases(unit)) for unit in units]
    for i, successors in enumerate(arcs):
        for j in [j for j in successors if j not in nodes or (j == i and len(nodes) > 1)]:
            formula.add((-successors.pop(j),))
    formula.circuits.append((formula.source, arcs))
    takers = defaultdict[int, list[int]](list)
    for i, successors in enumerate(arcs):
        for j, literal in successors.items():
            takers[j].append(literal)
            if i < j and len(nodes) > 2 and i in arcs[j]:
                formula.add((-literal, -arcs[j][i]))
    for j in nodes:
        formula.add(takers[j])
        formula.at_most_one(takers[j])

"""A spec to CNF, one function per constraint kind. The domains come first, then the constraints in their order."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from threefold.backends.backend import Configuration
from threefold.backends.sat.cardinality import AT_MOST_K, AT_MOST_ONE, compare_count
from threefold.backends.sat.catalogue import NATIVE
from threefold.backends.sat.encoder import FALSE, TRUE, Encoder, Encodings
from threefold.backends.sat.linear import lower_linear
from threefold.backends.sat.program import CnfProgram
from threefold.backends.variable_maps import takers
from threefold.language import Spec
from threefold.language import constraints as kinds
from threefold.language.flattening import GROUP as DEFINITIONS
from threefold.language.flattening import flatten
from threefold.language.units import Unit


def lower(written: Spec, configuration: Configuration) -> CnfProgram:
    spec = flatten(written)
    encoder = Encoder(spec, encodings_of(configuration.options))
    for x in spec.variables:
        if not x.boolean:
            encoder.used.add("ints")
            encoder.enter(x.domain_group)
            encoder.about(x).constrain(x)
    for posted in spec.posted:
        encoder.enter(posted.group, posted.group == DEFINITIONS)
        encoder.begin(posted)
        lower_constraint(encoder, posted.constraint)
    return CnfProgram(
        spec,
        configuration,
        encoder.stores,
        encoder.top,
        native=encoder.native,
        used=encoder.used,
        chosen=encoder.chosen,
        defined=encoder.defined,
        sources=encoder.sources,
    )


def encodings_of(options: Mapping[str, str]) -> Encodings:
    return Encodings(AT_MOST_ONE[options["amo"]], AT_MOST_K[options["card"]], options["pb"], options["ints"])


def lower_constraint(encoder: Encoder, constraint: kinds.Constraint) -> None:
    match constraint:
        case kinds.Clause():
            lower_clause(encoder, constraint)
        case kinds.Cardinality():
            lower_cardinality(encoder, constraint)
        case kinds.AllDifferent():
            lower_all_different(encoder, constraint.units)
        case kinds.Linear():
            lower_linear(encoder, constraint)
        case kinds.Table():
            lower_table(encoder, constraint)
        case kinds.Element():
            lower_element(encoder, constraint)
        case kinds.Circuit():
            lower_circuit(encoder, constraint)
        case kinds.Implies():
            lower_implies(encoder, constraint)
        case _:
            assert_never(constraint)


def lower_clause(encoder: Encoder, clause: kinds.Clause) -> None:
    encoder.add(number for literal in clause.literals for number in encoder.disjunction(literal))


def lower_cardinality(encoder: Encoder, cardinality: kinds.Cardinality) -> None:
    literals = [encoder.literal(literal) for literal in cardinality.literals]
    compare_count(encoder, literals, cardinality.comparator, cardinality.bound)


def lower_all_different(encoder: Encoder, units: Sequence[Unit]) -> None:
    """Per value an at-most-one over the list (not the set: x, x cannot differ) of the literals that take it.

    Where there are as many values as terms, each value is taken. That follows, but native constraints are much faster with it
    as a clause (docs/measurements.md#native-all-taken). A CNF is that of the sheets, without these clauses.
    """
    by_value = takers([(unit.values(), encoder.literals(unit)) for unit in units])
    all_taken = len(by_value) == len(units) and encoder.encodings.at_most_one is AT_MOST_ONE[NATIVE]
    for literals in by_value.values():
        if all_taken:
            encoder.add(literals)
        encoder.at_most_one(literals)


def lower_table(encoder: Encoder, table: kinds.Table) -> None:
    """A selector per possible row: it implies the row's values, and every value needs one of the rows that have it."""
    cases = [dict(encoder.cases(unit)) for unit in table.units]
    rows = [[case.get(value, FALSE) for case, value in zip(cases, row, strict=True)] for row in table.rows]
    possible = [row for row in rows if FALSE not in row]
    selectors = encoder.fresh(len(possible))
    encoder.add(selectors)
    for column, case in enumerate(cases):
        supports: dict[int, list[int]] = {literal: [] for literal in case.values()}
        for selector, row in zip(selectors, possible, strict=True):
            encoder.add((-selector, row[column]))
            supports[row[column]].append(selector)
        for literal, having in supports.items():
            encoder.add((-literal, *having))


def lower_element(encoder: Encoder, element: kinds.Element) -> None:
    """`index = i and array[i] = v` imply `result = v`, without auxiliaries; an index out of range is excluded."""
    index, array, result = element.units
    results = dict(encoder.cases(result))
    for position, chosen in encoder.cases(index):
        if not 0 <= position < len(array):
            encoder.add((-chosen,))
            continue
        for value, taken in encoder.cases(array[position]):
            encoder.add((-chosen, -taken, results.get(value, FALSE)))


def lower_circuit(encoder: Encoder, circuit: kinds.Circuit) -> None:
    """Different successors, and node i at step `steps[i]` of the trip that starts at node 0.

    The steps are auxiliary integers in direct encoding; about arcs·n clauses. Node 0 has step 0, so that a trip has one model.
    An arc to any other node goes to the next step, so that no trip closes without node 0.
    """
    nodes = len(circuit.units)
    steps = [(TRUE, *[FALSE] * (nodes - 1)), *((FALSE, *encoder.fresh(nodes - 1)) for _ in range(nodes - 1))]
    for step in steps[1:]:
        encoder.add(step)
        encoder.at_most_one(step)
    lower_all_different(encoder, circuit.units)
    for node, unit in enumerate(circuit.units):
        for successor, arc in encoder.cases(unit):
            if not 0 <= successor < nodes or (successor == node and nodes > 1):
                encoder.add((-arc,))
            elif successor == 0:
                encoder.add((-arc, steps[node][-1]))
            else:
                for here, there in zip(steps[node], (*steps[successor][1:], FALSE), strict=True):
                    encoder.add((-arc, -here, there))


def lower_implies(encoder: Encoder, implies: kinds.Implies) -> None:
    if isinstance(implies.constraint, kinds.Clause):
        lower_clause(encoder, kinds.Clause([~implies.condition, *implies.constraint.literals]))
        return
    condition = encoder.literal(implies.condition)
    if condition == FALSE:
        return
    with encoder.under(condition):
        lower_constraint(encoder, implies.constraint)

"""Each kind of constraint as CP-SAT's own, or, where integers are Booleans, as its Boolean form; one short function per kind.

| kind         | view=int                    | view=bool                                  |
|--------------|-----------------------------|--------------------------------------------|
| Clause       | bool_or; of one literal linear | bool_or                                 |
| Cardinality  | bool_or, at_most_one, exactly_one where they fit, else linear | the same |
| AllDifferent | all_diff of `±x + c`        | per value an at_most_one                   |
| Linear       | linear; `!=` is a domain with a hole | linear over `a·v·[x == v]`        |
| Table        | table                       | table over linked integers                 |
| Element      | element                     | element over linked integers               |
| Circuit      | circuit, an arc is `successor == j` | the same                           |
| Implies      | enforcement_literal         | the same                                   |

`condition` lists the references under which a constraint is enforced; it is empty outside of Implies. at_most_one and
exactly_one are written as linear where they are enforced or have a repeated literal.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import assert_never

from threefold.backends.backend import Configuration
from threefold.backends.cp.auto_view import view_for
from threefold.backends.cp.encoder import GREATEST, LEAST, BooleanEncoder, Encoder, IntegerEncoder, Terms, negated
from threefold.backends.cp.program import CpProgram
from threefold.language import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Literal,
    Spec,
    Table,
)

Condition = Sequence[int]


def lower(spec: Spec, configuration: Configuration) -> CpProgram:
    asked = configuration.options["view"]
    view = view_for(spec) if asked == "auto" else asked
    encoder = BooleanEncoder(spec) if view == "bool" else IntegerEncoder(spec)
    for posted in spec.posted:
        encoder.group = posted.group
        _lower(encoder, posted.constraint, ())
    return CpProgram(spec, configuration, view, encoder)


def _lower(encoder: Encoder, constraint: Constraint, condition: Condition) -> None:
    match constraint:
        case Clause():
            _clause(encoder, constraint.literals, condition)
        case Cardinality():
            references = [encoder.literal(literal) for literal in constraint.literals]
            _cardinality(encoder, references, constraint.comparator, constraint.bound, condition)
        case AllDifferent() if isinstance(encoder, BooleanEncoder):
            _different_per_value(encoder, constraint, condition)
        case AllDifferent():
            _all_different(encoder, constraint, condition)
        case Linear():
            _compare(encoder, encoder.weighted(constraint.terms), constraint.comparator, constraint.bound, condition)
        case Table():
            _table(encoder, constraint)
        case Element():
            _element(encoder, constraint)
        case Circuit():
            _circuit(encoder, constraint)
        case Implies():
            _lower(encoder, constraint.constraint, [*condition, encoder.literal(constraint.condition)])
        case _:
            assert_never(constraint)


def _clause(encoder: Encoder, literals: Sequence[Literal | bool], condition: Condition) -> None:
    match encoder, literals:
        case IntegerEncoder(), [Literal() as literal] if literal.variable.domain != range(2):
            encoder.restrict(literal, condition)
        case _:
            _at_least_one(encoder, [encoder.literal(literal) for literal in literals], condition)


def _at_least_one(encoder: Encoder, references: list[int], condition: Condition) -> None:
    encoder.over_literals("bool_or", references, condition)


def _false(encoder: Encoder, condition: Condition) -> None:
    _at_least_one(encoder, [], condition)


def _cardinality(encoder: Encoder, references: list[int], comparator: str, bound: int, condition: Condition) -> None:
    if bound == 1 and comparator == ">=":
        _at_least_one(encoder, references, condition)
    elif bound == 1 and not condition and len(set(references)) == len(references):
        encoder.over_literals("at_most_one" if comparator == "<=" else "exactly_one", references)
    else:
        coefficients: Counter[int] = Counter()
        for reference in references:  # the negation of b counts 1 - b
            coefficients[max(reference, negated(reference))] += 1 if reference >= 0 else -1
        constant = sum(reference < 0 for reference in references)
        indices = [index for index, coefficient in coefficients.items() if coefficient]
        terms = [coefficients[index] for index in indices], indices
        _compare(encoder, terms, comparator, bound - constant, condition)


def _all_different(encoder: Encoder, constraint: AllDifferent, condition: Condition) -> None:
    if len(constraint.units) > 1:
        expressions = " ".join(f"exprs {{ {encoder.expression(unit)} }}" for unit in constraint.units)
        encoder.add("all_diff", expressions, len(constraint.units), condition)


def _different_per_value(encoder: BooleanEncoder, constraint: AllDifferent, condition: Condition) -> None:
    takers: defaultdict[int, list[int]] = defaultdict(list)  # lists: a repeated term must conflict with itself
    for unit in constraint.units:
        for value, reference in encoder.literals(unit):
            takers[value].append(reference)
    repeated = len({unit.variable for unit in constraint.units}) < len(constraint.units)
    for value in sorted(takers):
        if len(takers[value]) > 1:
            if condition or repeated:
                _cardinality(encoder, takers[value], "<=", 1, condition)
            else:
                encoder.over_literals("at_most_one", takers[value])


def _compare(encoder: Encoder, terms: Terms, comparator: str, bound: int, condition: Condition) -> None:
    match comparator:
        case "<=":
            domain = [LEAST, bound]
        case "==":
            domain = [bound, bound]
        case ">=":
            domain = [bound, GREATEST]
        case _:
            domain = [LEAST, bound - 1, bound + 1, GREATEST]
    encoder.linear(terms, domain, condition)


def _table(encoder: Encoder, constraint: Table) -> None:
    if not constraint.rows:
        _false(encoder, ())
    elif constraint.units:  # a row over no terms is true
        expressions = " ".join(f"exprs {{ {encoder.expression(unit)} }}" for unit in constraint.units)
        values = [value for row in constraint.rows for value in row]
        encoder.add("table", f"{expressions} values: {values}", len(constraint.units))


def _element(encoder: Encoder, constraint: Element) -> None:
    index, array, result = constraint.units
    if not array:
        _false(encoder, ())
        return
    expressions = " ".join(f"exprs {{ {encoder.expression(unit)} }}" for unit in array)
    ends = f"linear_index {{ {encoder.expression(index)} }} linear_target {{ {encoder.expression(result)} }}"
    encoder.add("element", f"{ends} {expressions}", 2 + len(array))


def _circuit(encoder: Encoder, constraint: Circuit) -> None:
    """No arc leads from a node to itself: CP-SAT would take it for leave to skip the node. It ignores nodes without arcs too."""
    nodes = range(len(constraint.units))
    if len(nodes) == 1:
        _clause(encoder, [constraint.units[0].equals(0)], ())
        return
    arcs = [(i, j) for i in nodes for j in constraint.units[i].values() if j in nodes and j != i]
    tails, heads = [i for i, _ in arcs], [j for _, j in arcs]
    if set(tails) != set(nodes) or set(heads) != set(nodes):
        _false(encoder, ())
        return
    references = [encoder.literal(constraint.units[i].equals(j)) for i, j in arcs]
    encoder.add("circuit", f"tails: {tails} heads: {heads} literals: {references}", len(arcs))

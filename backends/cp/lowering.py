"""Each kind of constraint as a constraint of CP-SAT; one function per kind.

| kind         | view=int                    | view=bool                                  |
|--------------|-----------------------------|--------------------------------------------|
| Clause       | bool_or; of one literal linear | bool_or                                 |
| Cardinality  | bool_or, at_most_one, exactly_one where they fit, else linear | the same |
| AllDifferent | all_diff of `±x + c`        | per value an at_most_one                   |
| Linear       | linear; `!=` is a domain with a hole | linear over `a·v·[x == v]`        |
| Table        | table; a Boolean per row beyond 32 bits | table over linked integers     |
| Element      | element                     | element over linked integers               |
| Circuit      | circuit, an arc is `successor == j` | the same                           |
| Implies      | enforcement_literal         | the same                                   |

`condition` lists the references under which a constraint is enforced; it is empty outside of Implies. at_most_one and
exactly_one become linear where they are enforced or repeat a literal.
"""

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from threefold.backends.backend import Configuration
from threefold.backends.cp.model_builder import (
    EITHER,
    GREATEST,
    LEAST,
    BooleanModelBuilder,
    IntegerModelBuilder,
    ModelBuilder,
    Terms,
    negated,
)
from threefold.backends.cp.program import CpProgram
from threefold.backends.variable_maps import takers
from threefold.language import Literal, Spec
from threefold.language import constraints as kinds
from threefold.language.flattening import flatten
from threefold.language.units import Unit

Condition = Sequence[int]


def lower(written: Spec, configuration: Configuration) -> CpProgram:
    spec = flatten(written)
    boolean = configuration.options["view"] == "bool"
    builder = BooleanModelBuilder(spec) if boolean else IntegerModelBuilder(spec)
    for posted in spec.posted:
        builder.group = posted.group
        builder.sources.begin(posted.group, len(builder.constraints), posted)
        _lower(builder, posted.constraint, ())
    return CpProgram(spec, configuration, builder)


def _lower(builder: ModelBuilder, constraint: kinds.Constraint, condition: Condition) -> None:
    match constraint:
        case kinds.Clause():
            _clause(builder, constraint.literals, condition)
        case kinds.Cardinality():
            references = [builder.literal(literal) for literal in constraint.literals]
            _cardinality(builder, references, constraint.comparator, constraint.bound, condition)
        case kinds.AllDifferent() if isinstance(builder, BooleanModelBuilder):
            _different_per_value(builder, constraint, condition)
        case kinds.AllDifferent():
            _all_different(builder, constraint, condition)
        case kinds.Linear():
            _compare(builder, builder.weighted(constraint.terms), constraint.comparator, constraint.bound, condition)
        case kinds.Table():
            _table(builder, constraint)
        case kinds.Element():
            _element(builder, constraint)
        case kinds.Circuit():
            _circuit(builder, constraint)
        case kinds.Implies():
            _lower(builder, constraint.constraint, [*condition, builder.literal(constraint.condition)])
        case _:
            assert_never(constraint)


def _clause(builder: ModelBuilder, literals: Sequence[Literal | bool], condition: Condition) -> None:
    match builder, literals:
        case IntegerModelBuilder(), [Literal() as literal] if literal.variable.domain != range(2):
            builder.restrict(literal, condition)
        case _:
            _at_least_one(builder, [builder.literal(literal) for literal in literals], condition)


def _at_least_one(builder: ModelBuilder, references: Sequence[int], condition: Condition = ()) -> None:
    builder.add("bool_or", references, len(references), condition)


def _cardinality(
    builder: ModelBuilder, references: Sequence[int], comparator: str, bound: int, condition: Condition
) -> None:
    if bound == 1 and comparator == ">=":
        _at_least_one(builder, references, condition)
    elif bound == 1 and not condition and len(set(references)) == len(references):
        builder.add("at_most_one" if comparator == "<=" else "exactly_one", references, len(references))
    else:
        coefficients: Counter[int] = Counter()
        for reference in references:  # the negation of b is 1 - b
            coefficients[max(reference, negated(reference))] += 1 if reference >= 0 else -1
        constant = sum(reference < 0 for reference in references)
        indices = [index for index, coefficient in coefficients.items() if coefficient]
        terms = [coefficients[index] for index in indices], indices
        _compare(builder, terms, comparator, bound - constant, condition)


def _all_different(builder: ModelBuilder, constraint: kinds.AllDifferent, condition: Condition) -> None:
    if len(constraint.units) > 1:
        builder.add("all_diff", _expressions(builder, constraint.units), len(constraint.units), condition)


def _different_per_value(builder: BooleanModelBuilder, constraint: kinds.AllDifferent, condition: Condition) -> None:
    repeated = len({unit.variable for unit in constraint.units}) < len(constraint.units)
    for references in takers([builder.literals(unit) for unit in constraint.units]).values():
        if len(references) > 1:
            if condition or repeated:  # a repeated term conflicts with itself
                _cardinality(builder, references, "<=", 1, condition)
            else:
                builder.add("at_most_one", references, len(references))


def _compare(builder: ModelBuilder, terms: Terms, comparator: str, bound: int, condition: Condition) -> None:
    match comparator:
        case "<=":
            domain = [LEAST, bound]
        case "==":
            domain = [bound, bound]
        case ">=":
            domain = [bound, GREATEST]
        case _:
            domain = [LEAST, bound - 1, bound + 1, GREATEST]
    builder.linear(terms, domain, condition)


def _table(builder: ModelBuilder, constraint: kinds.Table) -> None:
    if not constraint.rows or _beyond_32_bits(constraint):
        _table_by_rows(builder, constraint)
    elif constraint.units:  # a row without terms is true
        values = [value for row in constraint.rows for value in row]
        builder.add("table", f"{_expressions(builder, constraint.units)} values: {values}", len(constraint.units))


def _beyond_32_bits(constraint: kinds.Table) -> bool:
    """CP-SAT 9.15 loses rows of such a table, or aborts."""
    ends = [end for x in constraint.variables() for end in (x.domain[0], x.domain[-1])]
    return any(not -(2**31) <= value < 2**31 for values in (ends, *constraint.rows) for value in values)


def _table_by_rows(builder: ModelBuilder, constraint: kinds.Table) -> None:
    """A Boolean for each row, which implies the row's values; at least one is true, and no two, for rows differ."""
    chosen = []
    for number, row in enumerate(constraint.rows, 1):
        literals = [unit.equals(value) for unit, value in zip(constraint.units, row, strict=True)]
        if not any(literal is False for literal in literals):
            chosen.append(builder.variable(f"row {number} of {builder.group}", EITHER))
            references = [builder.literal(literal) for literal in literals]
            builder.add("bool_and", references, len(references), chosen[-1:])
    _at_least_one(builder, chosen)


def _element(builder: ModelBuilder, constraint: kinds.Element) -> None:
    index, array, result = constraint.units
    if not array:
        _at_least_one(builder, [])
        return
    never = [i for i, unit in enumerate(array) if _differ_by_a_constant(unit, result)]
    for literal in map(index.equals, never):
        if literal is not False:
            _clause(builder, [~literal if isinstance(literal, Literal) else False], ())
    entries = [result if i in never else unit for i, unit in enumerate(array)]
    at, equal = builder.expressions([index, result])
    ends = f"linear_index {{ {at} }} linear_target {{ {equal} }}"
    builder.add("element", f"{ends} {_expressions(builder, entries)}", 2 + len(array))


def _differ_by_a_constant(one: Unit, other: Unit) -> bool:
    """`x + 1` and `x + 2`: with them as an entry and the result of an element, CP-SAT 9.15 is wrong, or aborts."""
    same = one.variable is other.variable is not None and one.sign == other.sign
    return same and one.offset != other.offset


def _expressions(builder: ModelBuilder, units: Sequence[Unit]) -> str:
    return " ".join([f"exprs {{ {expression} }}" for expression in builder.expressions(units)])


def _circuit(builder: ModelBuilder, constraint: kinds.Circuit) -> None:
    """Without arcs from a node to itself, with which CP-SAT may skip the node. It ignores nodes without arcs, too."""
    nodes = range(len(constraint.units))
    if len(nodes) == 1:
        _clause(builder, [constraint.units[0].equals(0)], ())
        return
    arcs = [(i, j) for i in nodes for j in constraint.units[i].values() if j in nodes and j != i]
    tails, heads = [i for i, _ in arcs], [j for _, j in arcs]
    if set(tails) != set(nodes) or set(heads) != set(nodes):
        _at_least_one(builder, [])
        return
    references = [builder.literal(constraint.units[i].equals(j)) for i, j in arcs]
    builder.add("circuit", f"tails: {tails} heads: {heads} literals: {references}", len(arcs))

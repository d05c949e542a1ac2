"""A spec in mathematical notation, as plain text: its variables, then its groups, each a conjunction.

    one queen per descending diagonal
        ∀ i < j ∈ {1, …, 8}:  queen[i] − i ≠ queen[j] − j

One short function per constraint kind says it in general (`∀ i < j:  tᵢ ≠ tⱼ,  t = (…)`), and by the index where the variables
are a whole range of a family. Long lists have their middle left out, and long groups their end.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from threefold.language.constraints import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Table,
)
from threefold.language.notation import (
    SIGNS,
    Range,
    counted,
    how_many,
    in_short,
    literal,
    number,
    range_of,
    set_of,
    sum_of,
    term,
    whole_sum,
)
from threefold.language.spec import Spec
from threefold.language.terms import Family, Unit


def statements(spec: Spec, most: int | None) -> Iterator[str]:
    """The lines; `most` of each group, then how many there are."""
    yield spec.title
    yield ""
    yield "variables"
    for family in spec.families.values():
        yield from _family(family, most)
    for group in spec.groups.values():
        yield ""
        yield group.name
        lines = (f"  {'∧' if place else ' '} {formula(each)}" for place, each in enumerate(group.constraints))
        yield from abbreviated(lines, len(group.constraints), most)


def abbreviated(lines: Iterable[str], count: int, most: int | None) -> Iterator[str]:
    """The first lines, and how many there are where not all are shown."""
    yield from islice(lines, most)
    if most is not None and count > most:
        yield f"    … {count - most:,} more, {count:,} in all"


def _family(family: Family, most: int | None) -> Iterator[str]:
    variables = family.variables
    notes = ["derived"] * family.derived + [family.meaning] * (family.meaning != f"domain of {family.name}")
    note = f"  ({', '.join(notes)})" if notes else ""
    over = range_of(variables)
    if over and len({tuple(x.domain) for x in variables}) == 1:
        yield f"    ∀ {over.membership}:  {over.name} ∈ {set_of(variables[0].domain)}{note}"
    else:
        yield from abbreviated((f"    {x} ∈ {set_of(x.domain)}{note}" for x in variables), len(variables), most)


def formula(constraint: Constraint) -> str:
    match constraint:
        case Clause():
            return clause(constraint)
        case Cardinality():
            return cardinality(constraint)
        case AllDifferent():
            return all_different(constraint)
        case Linear():
            return linear(constraint)
        case Table():
            return table(constraint)
        case Element():
            return element(constraint)
        case Circuit():
            return circuit(constraint)
        case Implies():
            return implies(constraint)
        case _:
            raise AssertionError(constraint)


def clause(constraint: Clause) -> str:
    literals = [literal(each) for each in constraint.literals]
    return f"{in_short(literals, ' ∨ ') or '⊥'}{how_many(literals, 'literals')}"


def cardinality(constraint: Cardinality) -> str:
    literals, bound = constraint.literals, f"{SIGNS[constraint.comparator]} {number(constraint.bound)}"
    over = range_of([each.variable for each in literals])
    if over and len({(each.comparator, each.value, each.positive) for each in literals}) == 1:
        return f"∑_{{{over.membership}}} {counted(literal(literals[0], over.name))} {bound}"
    terms = [counted(literal(each)) for each in literals]
    return f"{in_short(terms, ' + ') or '0'} {bound}{how_many(terms, 'literals')}"


def all_different(constraint: AllDifferent) -> str:
    units = constraint.units
    over = range_of([unit.variable for unit in units])
    slope = _slope(units, over) if over else None
    if len(units) < 2:
        return "⊤"
    if len(units) == 2:
        return f"{term(units[0])} ≠ {term(units[1])}"
    if over is None or slope is None:
        return f"∀ i < j:  tᵢ ≠ tⱼ,  t = ({in_short(map(term, units))}){how_many(units, 'terms')}"
    one, other = (_by_index(units[0], over, slope, letter) for letter in ("ij" if len(over.varying) == 1 else "pq"))
    between = f"i < j ∈ {set_of(over.varying[0])}"
    if len(over.varying) > 1:
        between = f"p ≠ q ∈ {' × '.join(map(set_of, over.dimensions))}"
    return f"∀ {between}:  {one} ≠ {other}"


def _slope(units: Sequence[Unit], over: Range) -> int | None:
    """The number a of which the offsets are `a·index + constant`, where the terms are the same otherwise."""
    offsets = [unit.offset for unit in units]
    if len({unit.sign for unit in units}) > 1:
        return None
    if len(set(offsets)) == 1:
        return 0
    [indices, *more] = over.varying
    places = [index for index in indices if isinstance(index, int)]
    if more or len(places) < len(indices) or (offsets[1] - offsets[0]) % (places[1] - places[0]):
        return None
    slope = (offsets[1] - offsets[0]) // (places[1] - places[0])
    return slope if len({b - slope * i for b, i in zip(offsets, places, strict=True)}) == 1 else None


def _by_index(first: Unit, over: Range, slope: int, letter: str) -> str:
    start = over.varying[0][0]
    constant = first.offset - (slope * start if isinstance(start, int) else 0)
    name = over.named([letter]) if len(over.varying) == 1 else f"{over.family}[{letter}]"  # p is the whole index
    return sum_of([(first.sign, name), (slope, letter)], constant)


def linear(constraint: Linear) -> str:
    return f"{whole_sum(constraint.left)} {SIGNS[constraint.comparator]} {whole_sum(constraint.right)}"


def table(constraint: Table) -> str:
    rows = [f"({in_short(map(number, row))})" for row in constraint.rows]
    return f"({in_short(map(term, constraint.units))}) ∈ {{{in_short(rows)}}}{how_many(rows, 'rows')}"


def element(constraint: Element) -> str:
    index, array, result = constraint.units
    return f"a[{term(index)}] = {term(result)},  a[0, …] = ({in_short(map(term, array))}){how_many(array, 'terms')}"


def circuit(constraint: Circuit) -> str:
    units = constraint.units
    return (
        f"0 → s[0] → s[s[0]] → … → 0 is one round trip through {set_of(range(len(units)))},  "
        f"s = ({in_short(map(term, units))}){how_many(units, 'nodes')}"
    )


def implies(constraint: Implies) -> str:
    inner = formula(constraint.constraint)
    return f"{literal(constraint.condition)} ⇒ {f'({inner})' if ' ∨ ' in inner else inner}"

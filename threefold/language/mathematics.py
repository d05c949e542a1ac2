"""A spec in mathematical notation, as plain text: its variables, then its groups, each a conjunction.

    one queen per descending diagonal
        ∀ i < j ∈ {1, …, 8}:  queen[i] − i ≠ queen[j] − j

Variables that form a whole range of a family are named by their index; otherwise the terms are listed (`t = (…)`). Long lists are
shown without their middle, and long groups their end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import assert_never

from threefold.format import LONG, grouped, outside, shortened, spaced, summands
from threefold.language import constraints
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.family import Family
from threefold.language.functions import Auxiliary, Function, within_limits
from threefold.language.node import Kind
from threefold.language.spec import Spec
from threefold.language.terms import Index, Literal, Sum, Variable, index_part
from threefold.language.units import Unit

SIGNS = {"<=": "≤", "==": "=", ">=": "≥", "!=": "≠"}
NEGATED = {"<=": ">", "==": "≠"}
LETTERS = "ijklmn"
PARTS = (" ∨ ", " ∧ ", " ⇒ ", " ⇔ ", ":  ", ",  ")


def statements(spec: Spec, most: int | None, only: str | None = None) -> Iterator[str]:
    """The lines, of all groups or of one; at most `most` of each group, then how many there are."""
    families = [family for family in spec.families.values() if only in (None, family.meaning)]
    yield spec.title
    if families or only is None:
        yield from ("", "variables")
    for family in families:
        count, lines = _family(family)
        yield from abbreviated((f"    {line}{_note(family)}" for line in lines), count, most)
    for group in spec.groups.values():
        if only in (None, group.name):
            yield from ("", group.name)
            lines = (f"  {'∧' if place else ' '} {formula(each)}" for place, each in enumerate(group.constraints))
            yield from abbreviated(lines, len(group.constraints), most)


def statements_of(spec: Spec) -> Iterator[tuple[str, int, Iterator[str]]]:
    """The name of each group, how many constraints it has, and these as formulas; the domains of the families come first."""
    for family in spec.families.values():
        count, lines = _family(family)
        yield family.meaning, count, lines
    for group in spec.groups.values():
        yield group.name, len(group.constraints), map(formula, group.constraints)


def abbreviated(lines: Iterable[str], count: int, most: int | None) -> Iterator[str]:
    """The first lines, and how many there are if not all are shown."""
    yield from islice(lines, most)
    if most is not None and count > most:
        yield f"    … {count - most:,} more, {count:,} in all"


def _note(family: Family) -> str:
    notes = ["derived"] * family.derived + [family.meaning] * (family.meaning != f"domain of {family.name}")
    return f"  ({', '.join(notes)})" if notes else ""


def _family(family: Family) -> tuple[int, Iterator[str]]:
    """The domains as formulas, and how many."""
    variables = family.variables
    over = Range.of(variables)
    if over and len({tuple(x.domain) for x in variables}) == 1:
        return 1, iter([f"∀ {over.membership}:  {over.name()} ∈ {_set(variables[0].domain)}"])
    return len(variables), (f"{x} ∈ {_set(x.domain)}" for x in variables)


def formula(constraint: Kind) -> str:
    if not isinstance(constraint, constraints.Constraint):
        return constraint.formula(_text)
    match constraint:
        case constraints.Clause(literals=literals):
            shown = map(_literal, literals) if len(literals) == 1 else (_inside(_literal(each)) for each in literals)
            return f"{shortened(shown, ' ∨ ') or '⊥'}{_how_many(literals, 'literals')}"
        case constraints.Cardinality():
            return _cardinality(constraint)
        case constraints.AllDifferent(units=units):
            return _all_different(units)
        case constraints.Linear(left=left, comparator=comparator, right=right):
            return f"{_sum(left)} {SIGNS[comparator]} {_sum(right)}"
        case constraints.Table(units=units):
            rows = [f"({shortened(map(number, row))})" for row in constraint.rows]
            return f"({_terms(units)}) ∈ {{{shortened(rows)}}}{_how_many(rows, 'rows')}"
        case constraints.Element(units=(index, array, result)):
            return f"a[{_term(index)}] = {_term(result)},  a[0, …] = ({_terms(array)}){_how_many(array, 'terms')}"
        case constraints.Circuit(units=units):
            trip = f"0 → s[0] → s[s[0]] → … → 0 is one round trip through {_set(range(len(units)))}"
            return f"{trip},  s = ({_terms(units)}){_how_many(units, 'nodes')}"
        case constraints.Implies(condition=condition):
            return f"{_inside(_literal(condition))} ⇒ {_inside(formula(constraint.constraint))}"
        case _:
            assert_never(constraint)


def _cardinality(constraint: constraints.Cardinality) -> str:
    literals, bound = constraint.literals, f"{SIGNS[constraint.comparator]} {number(constraint.bound)}"
    over = Range.of([each.variable for each in literals])
    if over and len({(each.comparator, each.value, each.positive) for each in literals}) == 1:
        return f"∑_{{{over.membership}}} {_counted(_literal(literals[0], over.name()))} {bound}"
    terms = [_counted(_literal(each)) for each in literals]
    return f"{shortened(terms, ' + ') or '0'} {bound}{_how_many(terms, 'literals')}"


def _all_different(units: Sequence[Unit]) -> str:
    over = Range.of([unit.variable for unit in units])
    slope = _slope(units, over) if over else None
    if len(units) < 2:
        return "⊤"
    if len(units) == 2:
        return f"{_term(units[0])} ≠ {_term(units[1])}"
    if over is None or slope is None:
        return f"∀ i < j:  tᵢ ≠ tⱼ,  t = ({_terms(units)}){_how_many(units, 'terms')}"
    if len(over.varying) == 1:
        letters, between = "ij", f"i < j ∈ {_set(over.varying[0])}"
    else:
        letters, between = "pq", f"p ≠ q ∈ {' × '.join(map(_set, over.dimensions))}"
    one, other = (_by_index(units[0], over, slope, letter) for letter in letters)
    return f"∀ {between}:  {one} ≠ {other}"


def _slope(units: Sequence[Unit], over: Range) -> int | None:
    """The number a if the offsets are `a·index + constant` and the terms are the same otherwise."""
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
    name = over.name([letter]) if len(over.varying) == 1 else f"{over.family}[{letter}]"  # p is the whole index
    return _written([(first.sign, name), (slope, letter)], constant)


@dataclass(frozen=True)
class Range:
    """Variables of one family whose indices form a product: `queen[i]`, i ∈ {1, …, 8}; or `cell[2, j]`."""

    family: str
    dimensions: tuple[tuple[int | str, ...], ...]

    @classmethod
    def of(cls, variables: Sequence[Variable | None]) -> Range | None:
        """The range that these variables form, in its order; None if they form none, or are fewer than three."""
        found = [x for x in variables if x is not None]
        if len(found) < max(len(variables), 3) or len({x.family for x in found}) > 1:
            return None
        indices: list[Index] = [x.index for x in found]
        dimensions = tuple(tuple(dict.fromkeys(dimension)) for dimension in zip(*indices, strict=True))
        if not 0 < len(dimensions) <= len(LETTERS) or prod(map(len, dimensions)) != len(indices):
            return None
        return cls(found[0].family, dimensions) if indices == list(product(*dimensions)) else None

    @property
    def varying(self) -> tuple[tuple[int | str, ...], ...]:
        """Without the indices that are the same in all."""
        return tuple(values for values in self.dimensions if len(values) > 1)

    @property
    def letters(self) -> list[str]:
        return [letter for letter, values in zip(LETTERS, self.dimensions, strict=False) if len(values) > 1]

    def name(self, letters: Sequence[str] = ()) -> str:
        """With these letters, or others, for the indices that vary."""
        left = iter(letters or self.letters)
        return f"{self.family}[{', '.join(next(left) if len(v) > 1 else index_part(v[0]) for v in self.dimensions)}]"

    @property
    def membership(self) -> str:
        letters = ", ".join(self.letters)
        return f"{f'({letters})' if len(self.varying) > 1 else letters} ∈ {' × '.join(map(_set, self.varying))}"


def _text(thing: Sum | Literal) -> str:
    """What a constraint or function that says its own formula gets for its terms and literals."""
    return _sum(thing) if isinstance(thing, Sum) else _inside(_literal(thing))


def _name(x: Variable) -> str:
    if isinstance(x, Auxiliary):
        return grouped(_name(x.function))
    if isinstance(x, TruthOf):
        statement = _statement(x)
        return statement if grouped(statement) == statement else f"[{statement}]"
    return within_limits(lambda: x.formula(_text)) if isinstance(x, Function) else str(x)


def _statement(truth: TruthOf) -> str:
    return within_limits(lambda: formula(truth.item))


def _inside(statement: str) -> str:
    """In parentheses where it has parts of its own: a disjunction, a definition of the terms."""
    return f"({statement})" if any(sign in outside(statement) for sign in PARTS) else statement


def _literal(literal: Literal, name: str | None = None) -> str:
    """`name` replaces the variable's own."""
    if isinstance(literal.variable, TruthOf):
        statement = _statement(literal.variable)
        return statement if literal.positive else f"¬{grouped(statement)}"
    subject = name or _name(literal.variable)
    if literal.variable.boolean and literal.comparator == "==" and literal.value in (0, 1):
        return subject if literal.positive == (literal.value == 1) else f"¬{subject}"
    sign = SIGNS[literal.comparator] if literal.positive else NEGATED[literal.comparator]
    return f"{subject} {sign} {number(literal.value)}"


def _counted(statement: str) -> str:
    """1 if the statement is true and 0 if not: Iverson's bracket, which a Boolean variable does not need."""
    return f"[{statement}]" if " " in statement.replace(", ", ",") or statement.startswith("¬") else statement


def _written(terms: Iterable[tuple[int, str]], constant: int) -> str:
    return shortened(summands(((a, name) for a, name in terms if a), constant, "−"), " ", "+ …")


def _sum(whole: Sum) -> str:
    over = Range.of([x for _, x in whole.terms])
    if over and {a for a, _ in whole.terms} == {1} and not whole.constant:
        return f"∑_{{{over.membership}}} {over.name()}"
    return _written(((a, _name(x) if a == 1 else spaced(_name(x))) for a, x in whole.terms), whole.constant)


def _terms(units: Iterable[Unit]) -> str:
    return shortened(map(_term, units))


def _term(unit: Unit) -> str:
    return _sum(Sum(() if unit.variable is None else ((unit.sign, unit.variable),), unit.offset))


def number(value: int) -> str:
    return str(value).replace("-", "−")


def _set(values: Sequence[int | str]) -> str:
    """`{1, 2, 5}`, or `{1, …, 8}` without holes."""
    integers = [value for value in values if isinstance(value, int)]
    gapless = len(integers) == len(values) and integers == list(range(integers[0], integers[0] + len(integers)))
    shown = [number(value) if isinstance(value, int) else index_part(value) for value in values]
    if gapless and len(shown) > 3:
        return f"{{{shown[0]}, …, {shown[-1]}}}"
    return f"{{{shortened(shown)}}}"


def _how_many(things: Sequence[object], noun: str) -> str:
    """Shown only if not all things are listed."""
    return f"  ({len(things):,} {noun})" if len(things) > LONG else ""

"""The rows of a program as clauses.

A row of 0/1 columns is brought to the form `sum of a·l <= b` with positive coefficients over literals. Every minimal set of
literals whose coefficients exceed b is a clause: not all of these (a minimal cover;
Balas, Facets of the knapsack polytope, Mathematical Programming 1975).
So a row of a puzzle becomes the clauses of its pairwise encoding, without auxiliaries. A row with too many covers, or with
columns that have more than two values, goes through our own encodings of linear constraints, with auxiliaries.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from threefold.backends.configuration import parse
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.lowering import lower
from threefold.backends.variable_maps import Direct, direct_views
from threefold.cnf.rows.bounds import Interval
from threefold.cnf.rows.columns import Meaning
from threefold.cnf.rows.program import LinearProgram, Row
from threefold.language import Clause, Linear, Spec, Sum, Variable

MOST_COVERS = 2000


@dataclass(frozen=True)
class Translated:
    formula: Formula
    rows: tuple[int | None, ...]  # by clause: the place of its row; None for the values of a column
    columns: Mapping[str, int]  # the first number of each column


def translated(program: LinearProgram, values: Mapping[str, Interval], meant: Meaning) -> Translated:
    spec, variables = _spec(program, values, meant)
    lowered = lower(spec, parse("sat+amo=pairwise+ints=direct", {}))
    flat, rows = array("i"), list[int | None]()
    for group, clause in lowered.clauses():
        flat.extend((*clause, 0))
        rows.append(int(group) if group.isdigit() else None)
    views, names = direct_views(spec, 1)[0], dict[int, str]()
    for column, literals in meant.named.items():
        view = views[variables[column].position]
        for value, name in literals.items():
            if not isinstance(view, Direct):
                names[view.first] = name
            elif value in view.domain:
                names[view.index(value)] = name
    columns = {column: views[x.position].first for column, x in variables.items()}
    return Translated(Formula(lowered.top, flat, names), tuple(rows), columns)


def _spec(program: LinearProgram, values: Mapping[str, Interval], meant: Meaning) -> tuple[Spec, dict[str, Variable]]:
    """A Boolean or an integer for each column, in the order of their numbers; one group of constraints per row."""
    spec, variables = Spec("rows"), dict[str, Variable]()
    places = {number: column for column, number in meant.numbers.items()}
    for number in range(1, max(places, default=0) + 1):  # a number that no row mentions is a free literal
        variables[places.get(number, "")] = spec.boolean(f"n{number}")
    for number, (column, (low, high)) in enumerate(values.items()):
        if column not in variables:
            family = f"c{number}"
            is_boolean = low >= 0 and high <= 1 and not len(meant.named.get(column, ())) > 1
            variables[column] = spec.boolean(family) if is_boolean else spec.integer(family, range(low, high + 1))
        for value in (value for value in (0, 1) if not low <= value <= high and variables[column].boolean):
            spec.group("bounds").add(variables[column] != value)
    for place, row in enumerate(program.rows):
        spec.group(str(place)).add(*_constraints(row, variables))
    return spec, variables


def _constraints(row: Row, variables: Mapping[str, Variable]) -> Sequence[Clause | Linear]:
    terms = [(a, variables[column]) for column, a in row.terms.items()]
    senses = ("<=", ">=") if row.sense == "=" else (row.sense,)
    if row.sense == "=" and row.bound.denominator > 1:
        return [Clause([])]
    if all(x.boolean for _, x in terms):
        covers = [cover for sense in senses for cover in islice(_covers(terms, sense, row), MOST_COVERS + 1)]
        if len(covers) <= MOST_COVERS:
            return covers
    bound = {"<=": row.bound.__floor__(), ">=": row.bound.__ceil__(), "=": int(row.bound)}[row.sense]
    return [Linear(Sum(tuple(terms), 0), "==" if row.sense == "=" else row.sense, bound)]


def _covers(terms: list[tuple[int, Variable]], sense: str, row: Row) -> Iterator[Clause]:
    """The clauses of `sum <= bound` or `sum >= bound`."""
    sign = 1 if sense == "<=" else -1
    slack = sign * row.bound - sum(sign * a for a, _ in terms if sign * a < 0)  # of `sum of |a|·literal <= slack`
    items = sorted(((abs(a), x == int(sign * a > 0)) for a, x in terms), key=lambda item: -item[0])
    rests = [sum(a for a, _ in items[place:]) for place in range(len(items) + 1)]

    def search(place: int, total: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """In descending order of the coefficients, so that a set is minimal where the last one makes it a cover."""
        if total > slack:
            yield chosen
        elif total + rests[place] > slack:
            yield from search(place + 1, total + items[place][0], (*chosen, place))
            yield from search(place + 1, total, chosen)

    for chosen in search(0, 0, ()):
        yield Clause([~items[place][1] for place in chosen])

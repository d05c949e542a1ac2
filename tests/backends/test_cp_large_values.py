"""CP-SAT and large numbers: values around the powers of two where an integer type ends, and numbers that it cannot hold."""

from itertools import product
from random import Random

import pytest

from tests.lowering import assert_exact
from threefold.backends import find
from threefold.backends.backend import Program, Refused
from threefold.backends.configuration import parse
from threefold.language import AllDifferent, Clause, Constraint, Element, Linear, Spec, Sum, Table

VIEWS = ("cp+view=int", "cp+view=bool")
both_views = pytest.mark.parametrize("configuration", VIEWS)
ENDS = (2**31, 2**32, 2**40, 2**53 - 9)


def lowered(spec: Spec, configuration: str) -> Program:
    return find("cp").lower(spec, parse(configuration, {}))


@both_views
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_table_loses_no_row_whose_values_need_more_than_32_bits(sign: int, end: int, configuration: str) -> None:
    """CP-SAT 9.15 itself loses rows of three and more columns, and says OPTIMAL."""
    spec, random = Spec("large"), Random(3)
    x = [spec.integer(f"x{i}", [0, 1, sign * end, sign * (end + 1)]) for i in range(3)]
    every = list(product(*(each.domain for each in x)))
    spec.group("rows").add(Table(x, random.sample(every, 50)))
    spec.group("more rows").add(
        Table([x[0] + end, 5 - x[1], x[2], 7], [(a + end, 5 - b, c, 7) for a, b, c in every[9:]])
    )
    assert_exact(spec, configuration)


@both_views
def test_each_group_with_a_table_of_large_values_accepts_what_it_allows(configuration: str) -> None:
    spec = Spec("large")
    x, y = (spec.integer(name, [0, 2**40]) for name in "xy")
    spec.group("rows").add(Table([x, y], [(0, 2**40), (2**40, 0), (5, 5)]))
    spec.group("none").add(Table([x], [[2**41]]))
    program = lowered(spec, configuration)
    accepted = [pair for pair in product(x.domain, y.domain) if program.accepts(pair, ["rows"])]
    assert accepted == [(0, 2**40), (2**40, 0)]
    assert not program.accepts((0, 2**40), ["none"])
    assert 'name: "row 1 of rows"' in program.export("cp")


def drawn(random: Random, kind: str) -> Spec:
    """Two or three variables around one of the ends and around 0, and two constraints of the kind."""
    spec, end = Spec("large"), random.choice(ENDS)
    step = random.choice([1, 1, 3, 2**31]) if end < 2**50 else 1
    domains = [[random.choice([0, end, -end]) + step * random.randint(0, 2) for _ in range(4)] for _ in range(3)]
    x = [spec.integer(f"x{i}", domain) for i, domain in enumerate(domains)]

    def unit() -> Sum:
        return random.choice([1, 1, -1, 0]) * random.choice(x) + random.choice([0, 0, random.randint(-2, 2), end, -end])

    def value(term: Sum) -> int:
        return term.constant + sum(a * random.choice(each.domain) for a, each in term.terms)

    def constraint() -> Constraint:
        if kind == "AllDifferent":
            return AllDifferent([unit() for _ in range(3)])
        if kind == "Linear":
            left = Sum(tuple((random.choice([1, -1, 2, 3, 100]), random.choice(x)) for _ in range(3)), 0)
            return Linear(left, random.choice(["<=", "==", ">=", "!="]), value(left))
        if kind == "Table":
            terms = [unit() for _ in range(3)]
            return Table(terms, [[value(term) for term in terms] for _ in range(20)])
        index = random.choice(x)
        return Element(index - random.choice(index.domain) + 1, [unit() for _ in range(3)], unit())

    spec.group("drawn").add(constraint(), constraint())
    return spec


@both_views
@pytest.mark.parametrize("kind", ["AllDifferent", "Linear", "Table", "Element"])
def test_large_values_give_the_solutions_of_brute_force_or_are_refused(kind: str, configuration: str) -> None:
    refused = 0
    for seed in range(40):
        try:
            assert_exact(drawn(Random(seed), kind), configuration)
        except Refused:
            refused += 1
    assert refused <= 8


@both_views
def test_a_number_beyond_64_bits_is_refused_in_the_export_and_in_the_search_alike(configuration: str) -> None:
    for refused in (2**63, -(2**63) - 1, 2**70, 2**20000):
        spec = Spec("huge")
        x, y = (spec.integer(name, range(2)) for name in "xy")
        spec.group("sum").add(refused * x + y <= 3)
        with pytest.raises(Refused, match=r"^'sum': a number has more than the 64 bits of CP-SAT's integers$"):
            lowered(spec, configuration)
        spec.group("different").add(AllDifferent([x + refused, y]))
        with pytest.raises(Refused, match="64 bits"):
            lowered(spec, configuration)


@both_views
def test_the_greatest_number_of_64_bits_is_written(configuration: str) -> None:
    spec = Spec("large")
    x = spec.integer("x", [0, 1, 5])
    spec.group("sum").add((2**60) * x <= 2**62)
    assert str(2**60) in lowered(spec, configuration).export("cp")


@both_views
def test_a_bound_far_outside_a_domain_needs_no_large_number(configuration: str) -> None:
    spec = Spec("far")
    x = spec.integer("x", range(4))
    spec.group("far").add(Clause([x <= 10**30]), Clause([x >= -(10**30)]), Clause([x != 10**30]))
    assert_exact(spec, configuration)
    spec.group("false").add(Clause([x == -(10**30)]))
    assert_exact(spec, configuration)

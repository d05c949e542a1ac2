"""Integers in order and binary encoding, and cardinalities and linear constraints by name, through the one harness."""

from collections.abc import Callable
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, KINDS, examples, specs
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer
from threefold.backends.configuration import parse
from threefold.backends.sat.catalogue import names
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.projection import Projection, literals_of
from threefold.language import AtMost, Cardinality, Clause, Exactly, Family, Implies, Linear, Spec, Sum, total
from threefold.language.truth import Logical
from threefold.models import cards, nqueens

OTHERS = ["order", "binary"]
ENCODINGS = names("ints")


def lowered(spec: Spec, configuration: str) -> CnfProgram:
    program = find("sat").lower(spec, parse(configuration, {}))
    assert isinstance(program, CnfProgram)
    return program


# Exactness


@pytest.mark.parametrize("ints", OTHERS)
@pytest.mark.parametrize("kind", KINDS)
@examples(60)
@given(data=st.data())
def test_random_specs_have_the_solutions_of_brute_force(kind: str, ints: str, data: st.DataObject) -> None:
    assert_exact(data.draw(specs(kind)), f"sat+ints={ints}")


@pytest.mark.parametrize("ints", OTHERS)
@pytest.mark.parametrize("name", EDGES)
def test_edges_have_their_hand_computed_counts(name: str, ints: str) -> None:
    build, count = EDGES[name]
    solutions = lowered_solutions(build(), f"sat+ints={ints}")
    assert len(solutions) == len(set(solutions)) == count


@pytest.mark.parametrize("option", ["card", "pb"])
@pytest.mark.parametrize("name", EDGES)
def test_edges_have_their_counts_with_every_cardinality_and_linear_encoding(name: str, option: str) -> None:
    build, count = EDGES[name]
    for encoding in names(option):
        solver = ":minicard" if encoding == "native" else ""
        assert len(set(lowered_solutions(build(), f"sat{solver}+{option}={encoding}"))) == count


@pytest.mark.parametrize("ints", ENCODINGS)
@pytest.mark.parametrize("name", names("pb"))
@examples(12)
@given(data=st.data())
def test_random_linear_specs_are_exact_by_every_name(name: str, ints: str, data: st.DataObject) -> None:
    assert_exact(data.draw(specs("Linear")), f"sat+pb={name}+ints={ints}")


@pytest.mark.parametrize("name", names("card"))
@examples(25)
@given(
    signs=st.lists(st.sampled_from([1, 2, 3, 4, 5, 6, -1, -2]), min_size=4, max_size=8),
    comparator=st.sampled_from(["<=", "==", ">="]),
    bound=st.integers(1, 6),
    conditional=st.booleans(),
)
def test_cardinalities_are_exact_by_every_name(
    name: str, signs: list[int], comparator: str, bound: int, conditional: bool
) -> None:
    """Repeated and contradicting literals, and a condition, are where a native constraint needs copies."""
    spec = Spec("k")
    b = [spec.boolean(f"b{i}") for i in range(7)]
    counted = Cardinality([b[i] if i > 0 else ~b[-i] for i in signs], comparator, bound)
    spec.group("k").add(Implies(b[0], counted) if conditional else counted)
    assert_exact(spec, f"sat{':minicard' if name == 'native' else ''}+card={name}")


@pytest.mark.parametrize("ints", OTHERS)
def test_puzzles_are_counted(ints: str) -> None:
    assert len(set(lowered_solutions(nqueens.build(7), f"sat+ints={ints}"))) == 40
    assert len(set(lowered_solutions(cards.build(4, 2), f"sat+ints={ints}"))) == 2
    assert len(set(lowered_solutions(nqueens.build(6), f"sat:minisat22+ints={ints}+amo=product"))) == 4


# Numbers and sizes


@pytest.mark.parametrize(("ints", "own"), [("order", [2, 1, 1, 0]), ("binary", [3, 1, 1, 0])])
def test_own_literals_come_first_in_order_of_declaration(ints: str, own: list[int]) -> None:
    spec = Spec("numbers")
    spec.integer("x", (-2, 0, 3))
    spec.boolean("b")
    spec.integer("y", range(2))
    spec.integer("only", (5,))
    program = lowered(spec, f"sat+ints={ints}")
    assert program.size.variables == sum(own)
    assert program.size.auxiliary == 0
    assert [len(set(numbers)) for numbers in numbers_of(program.projection)] == own
    assert list(chain.from_iterable(numbers_of(program.projection))) == list(range(1, sum(own) + 1))


def numbers_of(projection: Projection) -> list[list[int]]:
    """The numbers of each variable, from the literals of one of its values."""
    values = [x.domain[0] for x in projection.spec.variables]
    return [
        [abs(literal) for literal in literals_of(view, value) or ()]
        for view, value in zip(projection.views, values, strict=True)
    ]


def test_bounds_need_no_auxiliary_in_order_encoding() -> None:
    spec = Spec("bounds")
    x, y = spec.integer("x", range(10)), spec.integer("y", range(10))
    spec.group("g").add(x + 2 <= y, Clause([x <= 3, y >= 7]), AtMost(1, [x <= 3, y >= 5, x >= 7]), x != 4)
    assert lowered(spec, "sat+ints=order").size.auxiliary == 0
    assert_exact(spec, "sat+ints=order")


def test_an_equation_of_two_integers_in_order_encoding_is_two_binary_clauses_per_value() -> None:
    spec = Spec("function")
    x, y = spec.integer("x", range(1, 6)), spec.integer("y", range(1, 6))
    spec.group("y is x").add(y == x)
    program = lowered(spec, "sat+ints=order")
    clauses = {frozenset(clause) for group, clause in program.clauses() if group == "y is x"}
    assert clauses == {frozenset(pair) for i in range(1, 5) for pair in ((i, -(i + 4)), (-i, i + 4))}


@pytest.mark.parametrize(("ints", "own", "most"), [("order", 999 * 2 + 1999, 4000), ("binary", 10 + 10 + 11, 150)])
def test_sums_over_large_domains_stay_small(ints: str, own: int, most: int) -> None:
    """The direct encoding has 4,000 own literals and 2,000,000 pairwise clauses."""
    spec = Spec("large")
    x, y = spec.integer("x", range(1000)), spec.integer("y", range(1000))
    total = spec.integer("total", range(2000))
    spec.group("sum").add(total == x + y, x == 999, y >= 998)
    program = lowered(spec, f"sat+ints={ints}")
    assert program.size.variables == own
    assert program.size.auxiliary < most
    assert sorted(map(tuple, program.load(seed=None, first=False))) == [(999, 998, 1997), (999, 999, 1998)]


def test_a_domain_of_a_billion_values_is_a_matter_of_thirty_bits() -> None:
    spec = Spec("huge")
    x, y = spec.integer("x", range(10**9)), spec.integer("y", (0, 7, 10**9))
    spec.group("g").add(x + y == 10**9, x >= 5, Clause([x <= 10**8, y == 0]), x != 12)
    program = lowered(spec, "sat+ints=binary")
    assert program.size.variables == 60
    assert program.size.constraints < 1500
    assert list(program.load(seed=None, first=False)) == []
    spec.group("h").add(Implies(spec.boolean("b"), x <= 3))
    other = Spec("gap")
    z = other.integer("z", (-5, 10**9))
    other.group("g").add(z >= 0)
    assert lowered_solutions(other, "sat+ints=binary") == [(10**9,)]


@pytest.mark.parametrize("ints", ENCODINGS)
def test_large_coefficients_are_right(ints: str) -> None:
    spec = Spec("large")
    x = [spec.integer(f"x{i}", (-1, 0, 2)) for i in range(4)]
    weights = (10**9, -(10**9) + 1, 12_345_678, 3)
    spec.group("sum").add(Linear(Sum(tuple(zip(weights, x, strict=True)), 0), "==", 2 * weights[0] - weights[1] + 6))
    assert_exact(spec, f"sat+ints={ints}")


@pytest.mark.parametrize("ints", ENCODINGS)
@examples(60)
@given(
    signs=st.lists(st.sampled_from([1, -1]), min_size=3, max_size=6),
    comparator=st.sampled_from(["<=", "==", ">=", "!="]),
    bound=st.integers(-6, 6),
    conditional=st.booleans(),
    data=st.data(),
)
def test_sums_of_zeros_and_ones_are_exact(
    ints: str, signs: list[int], comparator: str, bound: int, conditional: bool, data: st.DataObject
) -> None:
    spec = Spec("zeros and ones")
    boolean = [data.draw(st.booleans()) for _ in signs]
    x = [spec.boolean(f"b{i}") if each else spec.integer(f"x{i}", range(2)) for i, each in enumerate(boolean)]
    compared = Linear(Sum(tuple(zip(signs, x, strict=True)), 0), comparator, bound)
    spec.group("sum").add(Implies(spec.boolean("if"), compared) if conditional else compared)
    assert_exact(spec, f"sat+ints={ints}")


@pytest.mark.parametrize("cases", [0, 5, 2_500])
@examples(40)
@given(
    terms=st.lists(
        st.tuples(st.integers(-3, 3).filter(bool), st.sets(st.integers(-3, 4), min_size=1, max_size=4)),
        min_size=3,
        max_size=4,
    ),
    comparator=st.sampled_from(["==", "!="]),
    bound=st.integers(-8, 8),
    conditional=st.booleans(),
)
def test_sums_of_three_and_four_are_exact_by_cases_and_by_an_encoding(
    cases: int, terms: list[tuple[int, set[int]]], comparator: str, bound: int, conditional: bool
) -> None:
    spec = Spec("three or four")
    summands = tuple((a, spec.integer(f"x{i}", sorted(domain))) for i, (a, domain) in enumerate(terms))
    compared = Linear(Sum(summands, 0), comparator, bound)
    spec.group("sum").add(Implies(spec.boolean("if"), compared) if conditional else compared)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("threefold.backends.sat.linear.MOST_CASES", cases)
        assert_exact(spec, "sat")


def test_a_sum_of_three_with_few_values_has_a_clause_per_pair_of_values() -> None:
    spec = Spec("sum of three")
    x, y, z = spec.integer("x", range(4)), spec.integer("y", range(3)), spec.integer("z", range(20))
    spec.group("sum").add(z == x + y)
    assert lowered(spec, "sat").size.auxiliary == 0
    assert [len(clause) for group, clause in lowered(spec, "sat").clauses() if group == "sum"] == [3] * 12
    assert lowered(spec, "sat+pb=mixedradix").size.auxiliary > 0


def test_a_sum_that_says_exactly_one_has_the_clauses_of_the_cardinality() -> None:
    def clauses(constraint: Callable[[Family], Logical]) -> list[list[int]]:
        spec = Spec("one of seven")
        spec.group("one").add(constraint(spec.booleans("x", range(7))))
        return sorted(sorted(clause) for _, clause in lowered(spec, "sat").clauses())

    wanted = clauses(lambda x: Exactly(1, x))
    assert clauses(lambda x: total(x) == 1) == clauses(lambda x: 2 * total(x) == 2) == wanted
    assert len(wanted) == 1 + 21


def test_a_sum_with_a_larger_bound_goes_to_the_encoding_of_sums_that_was_asked_for() -> None:
    spec = Spec("three of seven")
    spec.group("three").add(total(spec.booleans("x", range(7))) <= 3)
    assert len({lowered(spec, f"sat+pb={name}").size for name in ("adder", "totalizer")}) == 2


@pytest.mark.parametrize("ints", ENCODINGS)
def test_a_literal_defined_under_a_condition_means_the_same_elsewhere(ints: str) -> None:
    spec = Spec("shared")
    x, y, z = (spec.integer(name, range(6)) for name in "xyz")
    b = spec.boolean("b")
    spec.group("first").add(Implies(b, x + y + z <= 7), Implies(b, Exactly(2, [x <= 2, y == 2, z <= 2])))
    spec.group("second").add(x + y + z == 6, AtMost(2, [x <= 2, y == 2, z <= 2]))
    assert_exact(spec, f"sat+ints={ints}")


# Answers


def test_an_order_model_whose_bounds_contradict_each_other_is_broken() -> None:
    spec = Spec("broken")
    spec.integer("x", range(4))
    projection = Projection(spec, "order")
    assert [projection.assignment(model) for model in ([1, 2, 3], [-1, 2, 3], [-1, -2, 3], [-1, -2, -3])] == [
        (0,), (1,), (2,), (3,),
    ]  # fmt: skip
    with pytest.raises(BrokenAnswer, match="x bounds that contradict"):
        projection.assignment([1, -2, 3])


def test_a_binary_model_outside_the_domain_is_broken() -> None:
    spec = Spec("broken")
    spec.integer("x", (3, 4, 6))
    projection = Projection(spec, "binary")
    assert projection.assignment([1, -2]) == (4,)
    with pytest.raises(BrokenAnswer, match="x the value 5"):
        projection.assignment([-1, 2])


@pytest.mark.parametrize("ints", ENCODINGS)
@examples(40)
@given(spec=specs())
def test_what_the_search_finds_every_group_accepts_and_its_blocking_clause_forbids(ints: str, spec: Spec) -> None:
    program = lowered(spec, f"sat+ints={ints}")
    for solution in list(program.load(seed=None, first=False))[:3]:
        assert all(program.accepts(solution, [group]) for group in program.groups)
        units = [unit[0] for unit in program.projection.units(solution)]
        assert sorted(map(abs, units)) == program.projection.decisions()
        model = sorted(
            {*units, *(-n for n in range(1, program.projection.own + 1) if n not in map(abs, units))}, key=abs
        )
        if not any(x.derived for x in spec.variables):
            blocking = program.projection.blocking(model)
            assert program.projection.assignment(model) == tuple(solution)
            assert {-literal for literal in blocking} <= set(model)


@pytest.mark.parametrize("ints", OTHERS)
def test_a_value_outside_the_domain_is_rejected(ints: str) -> None:
    spec = Spec("outside")
    spec.integers("x", range(2), domain=(1, 2, 4))
    program = lowered(spec, f"sat+ints={ints}")
    assert program.accepts((1, 4), program.groups)
    for wrong in ((3, 1), (1, 0), (9, 1), (1, 5)):
        assert not program.accepts(wrong, program.groups)

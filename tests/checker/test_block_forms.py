"""Many assignments at once: the same answer as `holds` for each of them, and the same tally as one by one."""

import subprocess
import sys
from collections.abc import Sequence
from itertools import islice, permutations, product
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import EDGES, KINDS, examples, specs
from threefold.backends.blocks import Block
from threefold.checker import seen
from threefold.checker import tally as tally_module
from threefold.checker.block_forms import AllHold, block_form, read
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.hashing import Hashing
from threefold.checker.tally import MANY, Tally
from threefold.conformance.specs import Drawing, random_spec
from threefold.language import (
    AllDifferent,
    Assignment,
    AtLeast,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Literal,
    Spec,
    Sum,
    Table,
    Variable,
    total,
)
from threefold.language.flattening import is_simple
from threefold.language.terms import Domain
from threefold.language.units import unit_of

# In bytes and not, with holes, with more values than a byte has, and the largest values that a spec may have.
DOMAINS: list[Domain] = [
    range(2),
    range(3),
    (0, 2, 5),
    (-2, 1, 3),
    range(253, 256),
    (7, 300),
    range(-1, 256),
    range(-2, 300),
    (-(2**53), 0, 2**53),
]


def rows_of(spec: Spec, random: Random, most: int = 60) -> list[tuple[int, ...]]:
    """All assignments if they are few, else some of them."""
    domains = [x.domain for x in spec.variables]
    every = list(islice(product(*domains), most + 1))
    return every if len(every) <= most else [tuple(map(random.choice, domains)) for _ in range(most)]


def check(spec: Spec, rows: Sequence[Assignment], *, without: int = 0) -> None:
    """So many of the constraints have no block form."""
    columns = read(rows, len(spec.variables))
    assert columns is not None
    none = 0
    for constraint in (posted.constraint for posted in spec.posted):
        form = block_form(constraint)
        none += form is None
        if form:
            assert form(columns).tolist() == list(map(constraint.holds, rows)), constraint
    assert none == without


def check_where_it_fits(spec: Spec, rows: Sequence[Assignment]) -> None:
    check(spec, rows, without=sum(block_form(posted.constraint) is None for posted in spec.posted))


@pytest.mark.parametrize("kind", KINDS)
@examples(100)
@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(DOMAINS), min_size=1, max_size=4))
def test_every_kind_holds_for_the_same_assignments(kind: str, random: Random, domains: list[Domain]) -> None:
    spec = Spec("drawn")
    variables = [spec.integer(f"x{number}", domain) for number, domain in enumerate(domains)]
    booleans = [spec.boolean("b"), spec.boolean("d", derived=True)]
    spec.group("drawn").add(Drawing(random, [*variables, *booleans]).constraint(kind))
    check_where_it_fits(spec, rows_of(spec, random))


@examples(100)
@given(specs(), st.randoms(use_true_random=False))
def test_the_random_specs_of_the_kit_hold_for_the_same_assignments(spec: Spec, random: Random) -> None:
    check(spec, rows_of(spec, random))


@pytest.mark.parametrize("edge", EDGES)
def test_the_edges_of_the_kit_hold_for_the_same_assignments(edge: str) -> None:
    """A constraint that is not of the kernel, or has functions in it, has no block form."""
    spec = EDGES[edge][0]()
    without = sum(not is_simple(posted.constraint) for posted in spec.posted)
    check(spec, rows_of(spec, Random(0), most=1000), without=without)


def integers(domain: Domain) -> Spec:
    spec = Spec("integers")
    spec.integers("x", range(3), domain=domain)
    return spec


@pytest.mark.parametrize("factor", [1, 100, 10**6, 10**12])
@pytest.mark.parametrize("comparator", ["<=", "==", ">=", "!="])
def test_sums_of_any_size(factor: int, comparator: str) -> None:
    spec = Spec("sums")
    x, y, z = spec.integers("x", range(3), domain=range(-3, 4)).values()
    for bound in (-factor, -1, 0, 1, factor, 2 * factor):
        spec.group("sums").add(Linear(x * factor + y - z * factor, comparator, bound - 5 * y))
    check(spec, rows_of(spec, Random(0), most=343))


# Numbers near 2^63, of which some fit and some do not

BORDER = st.integers(-9, 9).map(lambda off: 2**63 + off) | st.sampled_from([0, 1, 2**31, 2**53, 2**62, 2**64, 10**30])
LARGE = st.builds(
    lambda sign, border, divisor: sign * (border // divisor), st.sampled_from([1, -1]), BORDER, st.integers(1, 4)
)


def large() -> tuple[Spec, list[Variable]]:
    spec = Spec("large")
    return spec, [spec.integer("x", (-2, 0, 3)), spec.integer("y", (-(2**53), 0, 2**53)), spec.boolean("b")]


def check_large(spec: Spec) -> None:
    check_where_it_fits(spec, list(product((-2, 0, 3), (-(2**53), 0, 2**53), range(2))))


@pytest.mark.parametrize("comparator", ["<=", "==", ">=", "!="])
@examples(200)
@given(st.lists(LARGE, min_size=3, max_size=3), LARGE)
def test_sums_at_the_border_of_64_bits(comparator: str, factors: list[int], bound: int) -> None:
    spec, variables = large()
    spec.group("g").add(Linear(total(a * x for a, x in zip(factors, variables, strict=True)), comparator, bound))
    check_large(spec)


@examples(200)
@given(LARGE, LARGE)
def test_terms_at_the_border_of_64_bits(one: int, other: int) -> None:
    spec, (x, y, b) = large()
    spec.group("g").add(
        AllDifferent([x + one, one - y, y + other, b + other]),
        Table([x + one, other - b], [(one, other), (one + 3, other - 1), (0, 0)]),
        Element(x + one, [y + other, b], y + one),
        Element(b, [x + one, other - y], x + other),
        Circuit([x + one, 1 - b]),
        Clause([x == one, y <= other]),
        AtLeast(other, [x == 0, b]),
    )
    check_large(spec)


@pytest.mark.parametrize(
    ("factor", "fits"), [(2**63 - 1, True), (-(2**63) + 1, True), (2**63, False), (-(2**63), False)]
)
def test_a_sum_has_a_block_form_up_to_the_largest_number_of_64_bits(factor: int, fits: bool) -> None:
    spec = Spec("border")
    b = spec.boolean("b")
    spec.group("g").add(Linear(b * factor, "<=", 0))
    check(spec, [(0,), (1,)], without=not fits)


@pytest.mark.parametrize(
    ("offset", "fits"),
    [(2**63 - 4, True), (2**63 - 3, False), (-(2**63) + 3, True), (-(2**63) + 2, False), (2**64, False)],
)
def test_a_term_has_a_block_form_if_all_its_values_fit_into_64_bits(offset: int, fits: bool) -> None:
    spec = Spec("border")
    x = spec.integer("x", (-2, 0, 3))
    spec.group("g").add(AllDifferent([x + offset, offset]), Table([x + offset], [(offset,), (offset + 3,)]))
    spec.group("g").add(Element(x, [5, offset], x + offset), Element(x, [offset], x + offset))
    check(spec, [(-2,), (0,), (3,)], without=0 if fits else 4)


@pytest.mark.parametrize(("span", "fits"), [(2**31 - 1, True), (2**31, True), (2**32, False)])
def test_a_table_has_a_block_form_if_its_rows_can_be_numbered(span: int, fits: bool) -> None:
    spec = Spec("table")
    x, y = spec.integer("x", range(span)), spec.integer("y", (-5, span - 6))
    spec.group("g").add(Table([x, y], [(span - 1, span - 6), (0, -5), (10**30, -5)]))
    check(spec, [(span - 1, span - 6), (0, -5), (span - 1, -5), (1, -5)], without=not fits)


@pytest.mark.parametrize("span", [63, 64, 65])
def test_values_that_differ_by_the_bits_of_a_word_are_told_apart(span: int) -> None:
    spec = Spec("span")
    x = list(spec.integers("x", range(3), domain=(0, span - 1, span)).values())
    spec.group("g").add(AllDifferent(x), AllDifferent([x[0] + 1, x[1], x[2] - 1]), AllDifferent([-x[0], x[1]]))
    check(spec, rows_of(spec, Random(0)))


class _Node:
    """What stands in a constraint in the place of a variable, and has no column."""

    position, domain = -1, range(2)


def test_a_constraint_over_something_else_than_variables_has_no_block_form() -> None:
    spec = Spec("nodes")
    x, node = spec.integer("x", range(3)), cast("Variable", _Node())
    literals = [x == 1, Literal(node, "==", 1)]
    terms = [x._sum(), Sum(((1, node),), 0)]
    constraints: list[Constraint] = [
        Clause([]),
        Cardinality([], "<=", 1),
        AllDifferent([x, x]),
        x + x <= 2,
        Table([x, x], []),
    ]
    constraints += [Element(x, [x], x), Circuit([x - 1]), Implies(x == 1, Clause([x == 1]))]
    assert all(map(block_form, constraints))
    clause, cardinality, different, linear, table, element, circuit, implies = cast("list[Any]", constraints)
    clause.literals = cardinality.literals = implies.constraint.literals = literals
    linear.terms = ((1, x), (1, node))
    units = tuple(map(unit_of, terms))
    different.units = table.units = circuit.units = units
    element.units = units[0], units, units[0]
    assert not any(map(block_form, constraints))


def test_a_count_of_more_literals_than_a_byte_can_count() -> None:
    spec = Spec("many")
    x = spec.booleans("x", range(300))
    for bound in (0, 1, 255, 256, 257, 299, 300, 301):
        spec.group("many").add(AtLeast(bound, x))
    random = Random(0)
    rows = [
        tuple(int(random.random() < share) for _ in range(300)) for share in (0, 0.5, 0.84, 0.86, 1) for _ in range(9)
    ]
    check(spec, rows)


def test_a_long_table_and_a_wide_one() -> None:
    spec, random = Spec("tables"), Random(0)
    x = list(spec.integers("x", range(70), domain=range(4)).values())
    rows = [tuple(random.choices(range(4), k=70)) for _ in range(40)]
    spec.group("tables").add(Table(x, rows[:20]), Table(x[:6], [row[:6] for row in rows[::2]]))
    check(spec, rows, without=1)


def test_circuits_of_all_permutations() -> None:
    spec = Spec("circuits")
    x = list(spec.integers("x", range(4), domain=range(-1, 5)).values())
    spec.group("circuit").add(Circuit(x), Circuit([3 - y for y in x]), Circuit(x[:1]), Circuit([1, 2, x[0], 0]))
    check(spec, list(product(range(-1, 5), repeat=4)))


def test_an_element_of_a_large_domain() -> None:
    spec = Spec("element")
    x = list(spec.integers("x", range(3), domain=range(500)).values())
    spec.group("element").add(Element(x[0], [x[1], 7, x[2]], x[2]), AllDifferent(x), total(x) <= 700)
    check(spec, rows_of(spec, Random(0)))


class _Never(Clause):
    """A puzzle's own constraint: it has no block form."""

    def holds(self, assignment: Assignment) -> bool:
        return False


def test_a_class_of_its_own_has_no_block_form_also_under_a_condition() -> None:
    spec = Spec("own")
    x, b = spec.integer("x", range(3)), spec.boolean("b")
    spec.group("own").add(_Never([x == 1]), Implies(b, _Never([x <= 2])))
    check(spec, rows_of(spec, Random(0)), without=2)
    assert AllHold(spec).columns([(0, 1)]) is None


def read_as(block: Block, width: int) -> list[list[int]] | None:
    columns = read(block, width)
    return None if columns is None else columns.T.tolist()


@pytest.mark.parametrize("rows", [[(0, 255), (3, 4)], [(0, 256), (3, 4)], [(-1, 0)], [(2**53, 0)], [(), ()]])
def test_every_form_of_a_block_is_read(rows: list[tuple[int, ...]]) -> None:
    block, width = np.array(rows, dtype=np.int64).reshape(len(rows), -1), len(rows[0])
    blocks: list[Block] = [rows, block, np.asfortranarray(block)]
    if all(0 <= value < 256 for row in rows for value in row):
        blocks += [list(map(bytes, rows)), block.astype(np.uint8)]
    for each in blocks:
        assert read_as(each, width) == list(map(list, rows))
        assert read_as(each, width + 1) is None


@pytest.mark.parametrize("wrong", [1.0, "1", None, 10**30, -(2**63) - 1])
def test_a_value_that_is_no_integer_of_64_bits_is_not_read(wrong: Any) -> None:
    for other in (1, 300):
        assert read([(other, 1), (1, wrong)], 2) is None
    assert read(np.array([(1.0, 2.5)]), 2) is None


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("wrong", [-(2**53) - 1, -3, 4, 6, 256, 301, 10**30])
def test_a_value_outside_its_domain_is_not_a_solution(domain: Domain, wrong: int) -> None:
    spec = integers(domain)
    right = (domain[0],) * 3
    assert AllHold(spec).columns([right, right]) is not None
    found = AllHold(spec).columns([right, (domain[0], wrong, domain[0])])
    assert (found is not None) == (wrong in domain)


@pytest.mark.parametrize("domain", DOMAINS)
def test_an_assignment_with_another_number_of_values_is_not_a_solution(domain: Domain) -> None:
    spec = integers(domain)
    value = domain[0]
    assert AllHold(spec).columns([(value,) * 2, (value,) * 4]) is None


# The tally


def facts(tally: Tally) -> object:
    return SimpleNamespace(
        count=tally.count,
        verified=tally.verified,
        fault=tally.fault,
        kept=tally.kept,
        buckets=tally.fingerprint.buckets(),
        seen=None if tally.fault else len(tally._seen),  # after a fault nobody asks
    )


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally_module, "MANY", 1)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("domain", [range(3), (-1, 0, 300)])
@pytest.mark.parametrize("cube", [{}, {0: range(2)}, {0: range(2), 1: (0,)}])
@examples(100)
@given(stream=st.data())
def test_blocks_give_the_tally_of_one_by_one(
    domain: Domain, cube: dict[int, Sequence[int]], stream: st.DataObject
) -> None:
    spec = integers(domain)
    x = spec.families["x"]
    spec.group("different").add(AllDifferent([x[0], x[1]]))
    spec.integer("d", range(2), derived=True)
    value = st.sampled_from([*domain, *domain, *domain, 2])
    rows = stream.draw(st.lists(st.tuples(value, value, value, st.integers(0, 1)), max_size=20))
    size = stream.draw(st.integers(1, 20))
    one_by_one, together = Tally(spec, keep=3, cube=cube), Tally(spec, keep=3, cube=cube)
    for row in rows:
        one_by_one.add(row)
    for start in range(0, len(rows), size):
        together.extend(rows[start : start + size])
    assert facts(together) == facts(one_by_one)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("domain", [range(9), range(-4, 5)])
def test_an_array_gives_the_tally_of_one_by_one(domain: Domain) -> None:
    spec = integers(domain)
    spec.group("different").add(AllDifferent(spec.families["x"]))
    rows = list(permutations(domain, 3))
    one_by_one, together = Tally(spec, keep=3), Tally(spec, keep=3)
    for row in rows:
        one_by_one.add(row)
    together.extend(np.array(rows, dtype=np.int64))
    assert facts(together) == facts(one_by_one)
    together.extend(np.array([rows[0]] * 20 + [(0, 0, 0)], dtype=np.int64))
    assert together.fault is not None
    assert together.fault.assignment == rows[0]
    assert (together.count, together.verified) == (len(rows) + 21, len(rows) + 20)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(("cube", "outside"), [({}, False), ({0: range(9)}, False), ({0: range(9), 2: range(8)}, True)])
def test_an_array_is_tested_to_lie_in_its_cube(cube: dict[int, Sequence[int]], outside: bool) -> None:
    tally = Tally(integers(range(9)), cube=cube)
    tally.extend(np.array(list(permutations(range(9), 3)), dtype=np.int64))
    assert (tally.fault is not None) == outside
    assert tally.verified == tally.count == 504


@pytest.mark.usefixtures("many")
def test_no_more_hashes_are_remembered_than_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "REMEMBERED", 10)
    spec = integers(range(3))
    rows = list(product(range(3), repeat=3))
    one_by_one, together = Tally(spec), Tally(spec)
    for row in rows:
        one_by_one.add(row)
    together.extend(rows[:7])
    together.extend(rows[7:])
    assert facts(together) == facts(one_by_one)


@pytest.mark.parametrize("kind", KINDS)
@examples(50)
@given(st.randoms(use_true_random=False), st.data())
def test_wherever_many_begins_the_tally_is_the_same(kind: str, random: Random, drawn: st.DataObject) -> None:
    spec = random_spec(random, kind)
    rows = [row for row in rows_of(spec, random) if random.random() < 0.1 or spec.violated(row) is None]
    expected = Tally(spec, keep=2)
    for row in rows:
        expected.add(row)
    tally, size = Tally(spec, keep=2), drawn.draw(st.integers(1, 30))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally_module, "MANY", drawn.draw(st.integers(1, 70)))
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            tally.extend(np.array(part, np.int64) if drawn.draw(st.booleans()) else part)
    assert facts(tally) == facts(expected)


def test_few_solutions_are_evaluated_one_by_one_and_from_a_number_on_at_once() -> None:
    tally, rows = Tally(integers(range(99))), list(product(range(99), range(99), (0,)))
    tally.extend(rows[: MANY - 1])
    assert "_all_hold" not in vars(tally)
    tally.extend(rows[MANY - 1 : MANY])
    assert "_all_hold" in vars(tally)
    assert (tally.verified, tally.fault) == (MANY, None)


@pytest.mark.usefixtures("many")
def test_the_constraints_of_a_block_are_asked_at_once_and_not_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = integers(range(9))
    spec.group("different").add(AllDifferent(spec.families["x"]))
    monkeypatch.setattr(AllDifferent, "holds", None)
    tally = Tally(spec)
    tally.extend(list(product(range(3), range(3, 6), range(6, 9))))
    assert (tally.count, tally.verified, tally.fault) == (27, 27, None)


@pytest.mark.parametrize("imported", [True, False])
@pytest.mark.parametrize("number", [MANY - 1, MANY])
def test_the_path_does_not_depend_on_whether_numpy_is_imported(imported: bool, number: int) -> None:
    """In a process of its own: this one has imported numpy."""
    script = f"""
import sys
if {imported}: import numpy
from threefold.checker.tally import Tally
from threefold.language import Spec
spec = Spec("s")
spec.integer("x", range({number}))
tally = Tally(spec)
tally.extend([(value,) for value in range({number})])
print("_all_hold" in vars(tally), "numpy" in sys.modules, tally.fingerprint)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    at_once, loaded, fingerprint = done.stdout.split()
    assert at_once == str(number >= MANY)
    assert loaded == str(imported or number >= MANY)
    hashing, expected = Hashing([range(number)]), Fingerprint()
    for value in range(number):
        expected.add(hashing.one([value]))
    assert fingerprint == str(expected)

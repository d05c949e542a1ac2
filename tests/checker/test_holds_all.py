"""Many assignments at once: the same answer as `holds` for each of them, and the same tally as one by one."""

from collections.abc import Sequence
from itertools import islice, permutations, product
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import EDGES, KINDS, examples, specs
from threefold.backends import blocks
from threefold.checker import seen
from threefold.checker import tally as tally_module
from threefold.checker.columns import Code, Reader, as_bits
from threefold.checker.hashing import HASH, Hashing
from threefold.checker.holds_all import AllHold, Forms
from threefold.checker.reads import AllReads
from threefold.checker.tally import Tally
from threefold.conformance.specs import Drawing
from threefold.language import (
    AllDifferent,
    Assignment,
    AtLeast,
    Circuit,
    Clause,
    Element,
    Implies,
    Linear,
    Spec,
    Table,
    total,
)
from threefold.language.terms import Domain

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


def check(spec: Spec, rows: Sequence[Assignment]) -> None:
    check_read(spec, rows)
    check_read(spec, blocks.rows_of(np.array(rows, dtype=np.int64)))


def check_read(spec: Spec, rows: Sequence[Assignment]) -> None:
    reader, reads = Reader(spec), AllReads()
    columns, forms = reader.columns(rows), Forms(reader.codes, reads)
    for constraint in (posted.constraint for posted in spec.posted):
        asked = forms.check(constraint)
        reads.read(columns)
        found = f"{asked(columns):0{len(rows)}b}"
        assert [digit == "1" for digit in found] == list(map(constraint.holds, rows)), constraint


@pytest.mark.parametrize("size", [1, 7, 8, 1023, 1024, 1025, 5000])
def test_the_bits_of_a_block_of_any_size(size: int) -> None:
    values = bytes(Random(size).randrange(2) for _ in range(size))
    assert f"{as_bits(values):0{size}b}" == "".join(map(str, values))


@pytest.mark.parametrize("domain", [range(3, 6), (3, 5), range(3, 4)])
@pytest.mark.parametrize("size", [10, 2000])
def test_a_value_outside_its_domain_is_found_in_a_block_of_any_size(domain: Domain, size: int) -> None:
    right = bytes(Random(size).choice(domain) for _ in range(size))
    assert Code(domain).covers(right)
    for wrong in {2, 4, 6} - set(domain):
        assert not Code(domain).covers(right + bytes([wrong]))


@pytest.mark.parametrize("kind", KINDS)
@examples(100)
@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(DOMAINS), min_size=1, max_size=4))
def test_every_kind_holds_for_the_same_assignments(kind: str, random: Random, domains: list[Domain]) -> None:
    spec = Spec("drawn")
    variables = [spec.integer(f"x{number}", domain) for number, domain in enumerate(domains)]
    booleans = [spec.boolean("b"), spec.boolean("d", derived=True)]
    spec.group("drawn").add(Drawing(random, [*variables, *booleans]).constraint(kind))
    check(spec, rows_of(spec, random))


@examples(100)
@given(specs(), st.randoms(use_true_random=False))
def test_the_random_specs_of_the_kit_hold_for_the_same_assignments(spec: Spec, random: Random) -> None:
    check(spec, rows_of(spec, random))


@pytest.mark.parametrize("edge", EDGES)
def test_the_edges_of_the_kit_hold_for_the_same_assignments(edge: str) -> None:
    spec = EDGES[edge][0]()
    check(spec, rows_of(spec, Random(0), most=1000))


def integers(domain: Domain) -> Spec:
    spec = Spec("integers")
    spec.integers("x", range(3), domain=domain)
    return spec


@pytest.mark.parametrize("factor", [1, 100, 10**6, 10**12, 2**62, 2**64, 10**30])
@pytest.mark.parametrize("comparator", ["<=", "==", ">=", "!="])
def test_sums_of_any_size(factor: int, comparator: str) -> None:
    spec = Spec("sums")
    x, y, z = spec.integers("x", range(3), domain=range(-3, 4)).values()
    for bound in (-factor, -1, 0, 1, factor, 2 * factor):
        spec.group("sums").add(Linear(x * factor + y - z * factor, comparator, bound - 5 * y))
    check(spec, rows_of(spec, Random(0), most=343))


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
    check(spec, rows)


def test_circuits_of_all_permutations() -> None:
    spec = Spec("circuits")
    x = list(spec.integers("x", range(4), domain=range(-1, 5)).values())
    spec.group("circuit").add(Circuit(x), Circuit([3 - y for y in x]), Circuit(x[:1]), Circuit([1, 2, x[0], 0]))
    check(spec, list(product(range(-1, 5), repeat=4)))


def test_an_element_of_a_large_domain_is_found_row_by_row() -> None:
    spec = Spec("element")
    x = list(spec.integers("x", range(3), domain=range(500)).values())
    spec.group("element").add(Element(x[0], [x[1], 7, x[2]], x[2]), AllDifferent(x), total(x) <= 700)
    check(spec, rows_of(spec, Random(0)))


class _Never(Clause):
    """A puzzle's own constraint: it has no faster form."""

    def holds(self, assignment: Assignment) -> bool:
        return False


def test_a_class_of_its_own_is_asked_row_by_row_also_under_a_condition() -> None:
    spec = Spec("own")
    x, b = spec.integer("x", range(3)), spec.boolean("b")
    spec.group("own").add(_Never([x == 1]), Implies(b, _Never([x <= 2])))
    check(spec, rows_of(spec, Random(0)))


def test_rows_of_bytes_are_read_like_tuples() -> None:
    spec = integers(range(5))
    rows = [(0, 1, 2), (4, 4, 4), (1, 0, 3)]
    asked, hashing = AllHold(spec), Hashing([range(5)] * 3)
    assert len(asked.hashes(rows, hashing) or b"") == HASH * len(rows)
    assert asked.hashes(rows, hashing) == asked.hashes([bytes(row) for row in rows], hashing)


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_is_hashed_is_what_one_solution_hashes(domain: Domain) -> None:
    spec = integers(domain)
    spec.integer("d", range(9), derived=True)
    rows = [(domain[-1], domain[0], domain[-1], 3), (domain[0],) * 3 + (8,)]
    hashing = Hashing([domain] * 3)
    assert AllHold(spec).hashes(rows, hashing) == b"".join(hashing.one(row[:3]) for row in rows)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("wrong", [-(2**53) - 1, -3, 4, 6, 256, 301, 10**30])
def test_a_value_outside_its_domain_is_not_a_solution(domain: Domain, wrong: int) -> None:
    spec = integers(domain)
    right, hashing = (domain[0],) * 3, Hashing([domain] * 3)
    assert AllHold(spec).hashes([right, right], hashing) is not None
    found = AllHold(spec).hashes([right, (domain[0], wrong, domain[0])], hashing)
    assert (found is not None) == (wrong in domain)


@pytest.mark.parametrize("domain", DOMAINS)
def test_an_assignment_with_another_number_of_values_is_not_a_solution(domain: Domain) -> None:
    spec = integers(domain)
    value = domain[0]
    assert AllHold(spec).hashes([(value,) * 2, (value,) * 4], Hashing([domain] * 3)) is None


# The tally


def facts(tally: Tally) -> object:
    return SimpleNamespace(
        count=tally.count,
        verified=tally.verified,
        fault=tally.fault,
        kept=tally.kept,
        buckets=tally.fingerprint.buckets(),
        seen=len(tally._seen),
    )


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally_module, "FEW", 1)
    monkeypatch.setattr(tally_module, "FEW_AT_FIRST", 1)


@pytest.mark.usefixtures("few")
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


@pytest.mark.parametrize(("cube", "outside"), [({}, False), ({0: range(9)}, False), ({0: range(9), 2: range(8)}, True)])
def test_an_array_is_tested_to_lie_in_its_cube(cube: dict[int, Sequence[int]], outside: bool) -> None:
    tally = Tally(integers(range(9)), cube=cube)
    tally.extend(np.array(list(permutations(range(9), 3)), dtype=np.int64))
    assert (tally.fault is not None) == outside
    assert tally.verified == tally.count == 504


@pytest.mark.usefixtures("few")
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


def test_few_solutions_do_not_import_the_faster_forms() -> None:
    spec = integers(range(99))
    tally = Tally(spec)
    tally.extend([(number, 0, 0) for number in range(tally_module.FEW_AT_FIRST - 1)])
    assert "_all_hold" not in vars(tally)


def test_constraints_over_literals_are_checked_in_blocks_sooner() -> None:
    spec, few = Spec("literals"), tally_module.FEW_OF_LITERALS[0]
    x = spec.integer("x", range(few + 1))
    spec.group("literals").add(Clause([x <= few]))
    tally = Tally(spec)
    tally.extend([(number,) for number in range(few - 1)])
    assert "_all_hold" not in vars(tally)
    tally.extend([(few - 1,), (few,)] * 2)
    assert "_all_hold" in vars(tally)
    assert tally.fault is not None
    assert tally.fault.repeated


def test_the_constraints_of_a_block_are_asked_at_once_and_not_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = integers(range(9))
    spec.group("different").add(AllDifferent(spec.families["x"]))
    monkeypatch.setattr(AllDifferent, "holds", None)
    tally = Tally(spec)
    tally.extend(list(product(range(3), range(3, 6), range(6, 9))))
    assert (tally.count, tally.verified, tally.fault) == (27, 27, None)


def test_arrays_are_for_solutions_in_arrays_even_where_numpy_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    spec, asked = integers(range(9)), list[int]()
    rows = list(product(range(9), repeat=3))

    def by_arrays(hashing: Hashing, columns: Sequence[bytes], solutions: int) -> bytes:
        asked.append(solutions)
        return hashing._by_integers(columns, solutions)

    monkeypatch.setattr(Hashing, "_by_arrays", by_arrays)
    Tally(spec).extend(rows)
    assert asked == []
    Tally(spec).extend(np.array(rows))
    assert asked == [len(rows)]

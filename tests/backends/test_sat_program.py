"""The CNF program: numbering, decoding, groups, sizes, the blocking search, seeds, imports."""

import subprocess
import sys

import pytest
from hypothesis import given

from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer
from threefold.backends.configuration import parse
from threefold.backends.sat import BACKEND
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.projection import Projection
from threefold.backends.sat.solvers import PREFIXES, TUNED_WORDS
from threefold.language import AtLeast, AtMost, Spec
from threefold.models import magic, nqueens


def lowered(spec: Spec, configuration: str = "sat") -> CnfProgram:
    program = find("sat").lower(spec, parse(configuration, {}))
    assert isinstance(program, CnfProgram)
    return program


def test_the_spec_s_own_literals_have_the_lowest_numbers_row_by_row() -> None:
    spec = Spec("numbers")
    spec.integer("x", (-2, 0, 3))
    spec.boolean("b")
    spec.integer("y", range(2))
    units = list(lowered(spec).projection.units((3, 1, 0)))
    assert units == [[-1], [-2], [3], [4], [5], [-6]]


def test_a_model_without_exactly_one_value_per_integer_is_broken() -> None:
    spec = Spec("broken")
    spec.integers("x", range(2), domain=range(3))
    spec.boolean("b")
    projection = Projection(spec)
    assert projection.assignment([-1, 2, -3, 4, -5, -6, 7, 8]) == (1, 0, 1)
    for model in (
        [-1, -2, -3, 4, -5, -6, 7],
        [1, 2, -3, 4, -5, -6, 7],
        [1, 2, -3, -4, -5, -6, 7],
        [1, -2, -3, 4, 5, -6, -7],
    ):
        with pytest.raises(BrokenAnswer, match="instead of one"):
            projection.assignment(model)


def test_a_solution_is_accepted_by_every_group_and_a_violated_group_rejects() -> None:
    program = lowered(nqueens.build(4), "sat:minisat22+amo=ladder")
    assert program.accepts((2, 4, 1, 3), program.groups)
    assert not program.accepts((1, 2, 3, 4), program.groups)
    rejecting = [group for group in program.groups if not program.accepts((1, 2, 3, 4), [group])]
    assert rejecting == ["one queen per descending diagonal"]
    assert [group for group in program.groups if not program.accepts((9, 9, 9, 9), [group])] == ["one queen per row"]


def test_a_group_that_uses_a_bound_of_another_s_domain_rejects_alone() -> None:
    spec = Spec("bounds")
    x, b = spec.integer("x", range(8)), spec.boolean("b")
    spec.group("counted").add(AtLeast(2, [x <= 3, b]))
    program = lowered(spec)
    assert program.accepts((3, 1), ["counted"])
    assert not program.accepts((4, 1), ["counted"])


@examples(60)
@given(spec=specs())
def test_what_the_search_finds_every_group_accepts(spec: Spec) -> None:
    program = lowered(spec)
    for solution in list(program.load(seed=None, first=False))[:3]:
        assert all(program.accepts(solution, [group]) for group in program.groups)


def test_sizes_count_own_and_auxiliary_variables_clauses_and_literals() -> None:
    size = lowered(nqueens.build(8)).size
    assert (size.variables, size.auxiliary, size.constraints, size.literals) == (64, 0, 736, 1520)
    ladder = lowered(nqueens.build(8), "sat+amo=ladder")
    clauses = [clause for _, clause in ladder.clauses()]
    assert ladder.size.auxiliary == ladder.top - 64 > 0
    assert (ladder.size.constraints, ladder.size.literals) == (len(clauses), sum(map(len, clauses)))


def test_a_search_says_its_method_and_counts_its_calls() -> None:
    search = lowered(nqueens.build(6), "sat+enum=blocking").load(seed=None, first=False)
    assert search.method.startswith("blocking")
    assert len(list(search)) == 4
    counters = search.statistics()
    assert counters.keys() == {"solver calls", "conflicts", "decisions", "propagations", "restarts"}
    assert counters["solver calls"] == 5
    assert counters["propagations"] > counters["decisions"] > 0
    first = lowered(nqueens.build(6)).load(seed=None, first=True)
    assert first.method.startswith("first")
    stream = iter(first)
    next(stream)
    stream.close()
    assert first.statistics()["solver calls"] == 1


@pytest.mark.parametrize("solver", [*PREFIXES, "dpll"])
def test_a_solver_s_counters_are_those_of_all_its_answers(solver: str) -> None:
    """Also after it was deleted, as in cubes. Kissat and our own say nothing."""
    search = lowered(nqueens.build(7), f"sat:{solver}").load(seed=None, first=False)
    assert len(list(search)) == 40
    counters = search.statistics()
    assert ("conflicts" in counters) is (solver not in ("kissat404", "dpll"))
    if "conflicts" in counters:
        assert min(counters["conflicts"], counters["decisions"]) > 0  # PySAT has no propagations of two MapleSATs


@pytest.mark.parametrize(
    ("configuration", "n"), [pytest.param("sat+amo=bitwise", 40, marks=pytest.mark.slow), ("sat:glucose42", 8)]
)
def test_a_seed_is_repeatable_and_changes_the_way(configuration: str, n: int) -> None:
    """CaDiCaL draws random numbers only after thousands of conflicts, hence the hard encoding of 40 queens."""
    program = lowered(nqueens.build(n), configuration)
    first = [tuple(next(iter(program.load(seed=seed, first=True)))) for seed in (1, 1, 2)]
    assert first[0] == first[1] != first[2]


@pytest.mark.parametrize("solver", PREFIXES)
def test_every_solver_of_pysat_takes_a_seed_and_has_a_version(solver: str) -> None:
    search = lowered(nqueens.build(4), f"sat:{solver}").load(seed=7, first=False)
    assert len(list(search)) == 2
    assert BACKEND.version(solver).startswith(f"{solver} (python-sat 1.")


def test_neither_the_backend_nor_a_pairwise_lowering_imports_a_solver_package() -> None:
    script = """
import sys
from threefold.backends.configuration import parse
from threefold.backends.sat import BACKEND
from models import nqueens
assert not {"pysat", "pysolvers", "pycard", "pindakaas", "numpy", "threefold.backends.sat.lowering"} & set(sys.modules)
BACKEND.lower(nqueens.build(8), parse("sat", {}))
assert not {"pysat", "pysolvers", "pycard", "pindakaas", "numpy"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def one_of(size: int) -> Spec:
    spec = Spec("one")
    spec.group("one").add(AtMost(1, spec.booleans("x", range(size))))
    return spec


@pytest.mark.parametrize(
    ("spec", "configuration", "method"),
    [
        (nqueens.build(32), "sat", "first"),
        (nqueens.build(33), "sat", "first, commanders"),
        (nqueens.build(33), "sat:cadical195+amo=product", "first"),
        (one_of(513), "sat", "first, commander grid"),
        (magic.build(3), "sat", "first"),
        (magic.build(4), "sat", "first, sums by pindakaas"),
        (magic.build(4), "sat:cadical195+pb=adder", "first"),
    ],
)
def test_the_method_names_what_auto_chose_by_size(spec: Spec, configuration: str, method: str) -> None:
    """A curve over the instances is of different programs before and after: reports mark the place."""
    program = lowered(spec, configuration)
    assert program.method(program.load(seed=None, first=True)).replace(f", {TUNED_WORDS}", "") == method

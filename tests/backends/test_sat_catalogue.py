"""The catalogue of encodings: its sizes and counts are measured here, and its names are those of the code."""

from collections.abc import Callable
from itertools import product
from math import ceil, comb, log2
from random import Random

import pytest

from tests.lowering import assert_exact, lowered_solutions
from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.configuration import parse
from threefold.backends.sat import BACKEND
from threefold.backends.sat.cardinality import AT_MOST_K, AT_MOST_ONE
from threefold.backends.sat.catalogue import ENCODINGS, KINDS, NATIVE, Encoding, names
from threefold.backends.sat.integers import INTEGERS
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import WITH_AT_MOST, Solver
from threefold.language import AllDifferent, BadInput, Cardinality, Linear, Spec, Sum, Table
from threefold.models import nqueens


def configuration(encoding: Encoding) -> Configuration:
    solver = f":{WITH_AT_MOST[0]}" if encoding.name == NATIVE else ""
    return parse(f"sat{solver}+{encoding.kind}={encoding.name}", {})


def lowered(spec: Spec, chosen: Configuration) -> CnfProgram:
    program = find("sat").lower(spec, chosen)
    assert isinstance(program, CnfProgram)
    return program


def counted(n: int, comparator: str, k: int) -> Spec:
    spec = Spec("counted")
    spec.group("k").add(Cardinality(spec.booleans("b", range(n)), comparator, k))
    return spec


def of_kind(*kinds: str) -> list[Encoding]:
    return [encoding for encoding in ENCODINGS if encoding.kind in kinds]


def parametrized(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("encoding", of_kind(*kinds), ids=lambda each: f"{each.kind} {each.name}")


# Names


def test_the_catalogue_names_the_encodings_that_the_code_has() -> None:
    assert set(names("amo")) == set(AT_MOST_ONE)
    assert set(names("card")) == set(AT_MOST_K)
    assert set(names("ints")) == set(INTEGERS)
    encodings = [option for option in BACKEND.options if option.name in KINDS]
    assert tuple(KINDS) == tuple(option.name for option in encodings)
    for option in encodings:
        assert option.choices == names(option.name)
        assert option.default in option.choices
    assert len({(encoding.kind, encoding.name) for encoding in ENCODINGS}) == len(ENCODINGS)


@pytest.mark.parametrize("option", ["amo", "card"])
def test_native_is_refused_for_a_solver_without_it_and_those_with_it_are_named(option: str) -> None:
    with pytest.raises(BadInput, match=rf"{option}=native needs .*: minicard, gluecard3, gluecard4 \(got cadical195\)"):
        parse(f"sat+{option}=native", {})
    with pytest.raises(BadInput, match="got dpll"):
        parse("sat:dpll", {option: "native"})


@pytest.mark.parametrize("wrong", ["card=ladder", "card=pairwise", "pb=pairwise", "ints=ordre", "amo=adder"])
def test_an_encoding_that_the_constraint_cannot_use_is_answered_by_those_that_it_can(wrong: str) -> None:
    kind, _, name = wrong.partition("=")
    with pytest.raises(BadInput, match=f"{kind} must be one of {', '.join(names(kind))} \\(got '{name}'\\)"):
        parse(f"sat+{wrong}", {})


def test_native_constraints_are_no_cnf() -> None:
    program = lowered(counted(6, "<=", 3), parse("sat:minicard+card=native", {}))
    assert (program.size.constraints, program.size.auxiliary, list(program.clauses())) == (1, 0, [])
    with pytest.raises(BadInput, match="cannot be written as CNF"):
        program.export("dimacs")


@pytest.mark.parametrize("solver", WITH_AT_MOST)
def test_native_groups_accept_and_reject(solver: str) -> None:
    program = lowered(counted(6, "<=", 3), parse(f"sat:{solver}+card=native", {}))
    assert program.groups == ("k",)
    assert program.accepts((1, 1, 1, 0, 0, 0), ["k"])
    assert not program.accepts((1, 1, 1, 0, 0, 1), ["k"])
    assert program.accepts((1, 1, 1, 0, 0, 1), [])
    assert len(lowered_solutions(nqueens.build(6), f"sat:{solver}+amo=native")) == 4


# Sizes


SIZES: dict[tuple[str, str], Callable[[int], tuple[int, int]]] = {  # name -> clauses and auxiliaries of n literals
    ("amo", "pairwise"): lambda n: (n * (n - 1) // 2, 0),
    ("amo", "bimander"): lambda n: (n // 2 + n * ceil(log2(ceil(n / 2))), ceil(log2(ceil(n / 2)))),
    ("amo", "seqcounter"): lambda n: (3 * n - 4, n - 1),
    ("amo", "ladder"): lambda n: (4 * n, n + 1),
    ("amo", "bitwise"): lambda n: (n * ceil(log2(n)), ceil(log2(n))),
    ("amo", "kmtotalizer"): lambda n: (4 * n - 4, 2 * n - 2),
    ("amo", "native"): lambda n: (1, 0),
}


@parametrized("amo")
def test_at_most_one_has_the_size_that_the_catalogue_says(encoding: Encoding) -> None:
    exact = SIZES.get((encoding.kind, encoding.name))
    assert (exact is not None) == ("O(" not in encoding.clauses and encoding.clauses[:2] not in ("ab", "as"))
    for n in (3, 4, 5, 8, 13, 30):
        size = lowered(counted(n, "<=", 1), configuration(encoding)).size
        if exact:
            assert (size.constraints, size.auxiliary) == exact(n)


@pytest.mark.parametrize("n", [20, 33, 64, 100])
def test_sizes_that_are_called_about_are_within_a_tenth(n: int) -> None:
    for name, clauses, auxiliaries in (("commander", 3.5, 0.5), ("cardnetwrk", 6, 4)):
        size = lowered(counted(n, "<=", 1), parse(f"sat+amo={name}", {})).size
        assert size.constraints == pytest.approx(clauses * n, rel=0.1)
        assert size.auxiliary == pytest.approx(auxiliaries * n, rel=0.1)


@pytest.mark.parametrize(("n", "k"), [(4, 2), (7, 3), (10, 8), (20, 5), (21, 10)])
def test_the_sequential_counter_of_k_has_the_size_that_the_catalogue_says(n: int, k: int) -> None:
    size = lowered(counted(n, "<=", k), parse("sat", {})).size
    assert (size.constraints, size.auxiliary) == (2 * k * (n - k) + n - 2 * k, k * (n - k))


# Counts


def models(program: CnfProgram, most: int) -> int:
    """The number of models, auxiliaries included; enumeration stops where there are more than `most`."""
    solver = Solver(program.configuration.solver, program.top, None)
    solver.add(clause for _, clause in program.clauses())
    for each in program.native:
        solver.add_at_most(each.literals, each.bound)
    found = 0
    while found <= most and solver.solve():
        solver.add([[-literal for literal in solver.model()[: program.top]]])
        found += 1
    return found


def keeps(encoding: Encoding, spec: Spec, solutions: int) -> bool:
    return models(lowered(spec, configuration(encoding)), solutions) == solutions


@parametrized("amo")
def test_at_most_one_keeps_counts_as_the_catalogue_says(encoding: Encoding) -> None:
    for comparator, more in (("<=", 1), ("==", 0)):
        kept = {keeps(encoding, counted(n, comparator, 1), n + more) for n in range(5, 10)}
        assert kept == {comparator in encoding.keeps}


@parametrized("card")
def test_exactly_at_most_and_at_least_k_keep_counts_as_the_catalogue_says(encoding: Encoding) -> None:
    counts: dict[str, Callable[[int, int], int]] = {
        "<=": lambda n, k: sum(comb(n, i) for i in range(k + 1)),
        "==": comb,
        ">=": lambda n, k: sum(comb(n, i) for i in range(k, n + 1)),
    }
    for comparator, solutions in counts.items():
        sizes = [(n, k) for n in range(4, 7) for k in range(2, n - 1)]
        kept = {keeps(encoding, counted(n, comparator, k), solutions(n, k)) for n, k in sizes}
        assert kept == {comparator in encoding.keeps}


def linears(comparator: str, how_many: int) -> list[tuple[Spec, int]]:
    """Random linear constraints on three to five small integers, with their number of solutions."""
    random, found = Random(comparator), list[tuple[Spec, int]]()
    compare = {"<=": int.__le__, "==": int.__eq__, ">=": int.__ge__, "!=": int.__ne__}[comparator]
    while len(found) < how_many:
        domains = [sorted(random.sample(range(-2, 5), random.randint(2, 4))) for _ in range(random.randint(3, 5))]
        weights = [random.choice((-3, -2, -1, 1, 2, 5)) for _ in domains]
        sums = [sum(a * v for a, v in zip(weights, values, strict=True)) for values in product(*domains)]
        bound = random.choice(sums)
        spec = Spec("linear")
        terms = [(a, spec.integer(f"x{i}", domain)) for i, (a, domain) in enumerate(zip(weights, domains, strict=True))]
        spec.group("sum").add(Linear(Sum(tuple(terms), 0), comparator, bound))
        found.append((spec, sum(compare(total, bound) for total in sums)))
    return found


@parametrized("pb")
@pytest.mark.parametrize("comparator", ["<=", "==", ">=", "!="])
def test_linear_constraints_keep_counts_as_the_catalogue_says(encoding: Encoding, comparator: str) -> None:
    kept = {keeps(encoding, spec, solutions) for spec, solutions in linears(comparator, 12)}
    assert (kept == {True}) == (comparator in encoding.keeps)


@parametrized("pb")
@pytest.mark.parametrize("ints", names("ints"))
def test_linear_constraints_are_exact_in_every_encoding(encoding: Encoding, ints: str) -> None:
    for comparator in ("<=", "==", ">=", "!="):
        for spec, _ in linears(comparator, 6):
            assert_exact(spec, f"sat+pb={encoding.name}+ints={ints}")


@parametrized("ints")
def test_integers_keep_counts_whatever_literals_about_them_are_defined(encoding: Encoding) -> None:
    spec = Spec("integers")
    x, y, z = spec.integer("x", range(6)), spec.integer("y", (-3, 0, 1, 2, 9)), spec.integer("z", range(3, 8))
    spec.group("g").add(AllDifferent([x, y, z]), Table([x, y], product(range(1, 5), (0, 1, 2, 9))))
    spec.group("g").add(Cardinality([x <= 2, y <= 1, z <= 4, z >= 6, x == 3], "==", 2))
    solutions = len(lowered_solutions(spec, str(configuration(encoding))))
    assert solutions > 5
    assert keeps(encoding, spec, solutions)

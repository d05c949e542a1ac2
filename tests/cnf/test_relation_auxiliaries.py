"""Formulas with auxiliaries, on either side: decided exactly. Random specs and formulas are compared with an enumeration."""

import io
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cnf.formulas import Clauses, formula, lowered, program
from tests.specs import examples, specs
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.dimacs_reader import parse_dimacs
from threefold.backends.sat.solvers import new_solver
from threefold.checker import brute_force
from threefold.cnf.relation import Relation, relate
from threefold.cnf.relation.auxiliaries import definitions
from threefold.cnf.relation.naming import own_literals
from threefold.language import Exactly, Spec
from threefold.models import nqueens

ENCODINGS = ("ladder", "seqcounter", "product", "bitwise", "totalizer", "sortnetwrk")


@pytest.mark.parametrize("n", [5, 6])
@pytest.mark.parametrize("amo", ENCODINGS)
def test_every_encoding_of_at_most_one_is_equivalent(n: int, amo: str) -> None:
    relation = relate(nqueens.build(n), lowered(nqueens.build(n), amo))
    assert relation.verdict == "equivalent"
    assert relation.auxiliaries > 0
    assert relation.extras == ()


@pytest.mark.parametrize("amo", ["pairwise", "ladder"])
@pytest.mark.parametrize("ints", ["order", "binary"])
def test_files_with_bounds_or_bits_for_integers_are_equivalent(ints: str, amo: str) -> None:
    """12 queens have 14,200 solutions: enumerating them would take half a minute."""
    assert relate(nqueens.build(12), exported(nqueens.build(12), f"sat+ints={ints}+amo={amo}")).verdict == "equivalent"


def exported(spec: Spec, configuration: str) -> Formula:
    text = program(spec, configuration).export("dimacs").encode()
    return parse_dimacs(io.BytesIO(text), "a file")


def test_clauses_to_blame_that_exclude_a_solution_only_together_are_a_minimal_core() -> None:
    clauses = [*lowered(nqueens.build(4)).clauses(), [-2, 17], [-17, 18], [-18, -8], [17, 18]]
    relation = relate(nqueens.build(4), formula(clauses, 18))
    assert relation.verdict == "too strong"
    assert relation.lost
    assert relation.lost.jointly
    assert [clause.index for clause in relation.lost.blamed] == [81, 82, 83]
    assert relation.lost.blamed[0].text == "queen[1] != 2 or auxiliary 17"


def test_a_lost_clause_of_an_encoding_is_found() -> None:
    """At most one of three by a sequential counter, with and without its last clause."""
    spec = Spec("three")
    spec.group("one").add(Exactly(1, spec.booleans("b", range(3))))
    counter = [[1, 2, 3], [-1, 4], [-4, 5], [-2, 5], [-2, -4], [-3, -5]]
    assert relate(spec, formula(counter, 5)).verdict == "equivalent"
    assert relate(spec, formula(counter[:-1], 5)).verdict == "too weak"
    assert relate(spec, formula([*counter, [-5]], 5)).verdict == "too strong"


def test_a_constant_shared_by_all_clauses_does_not_matter() -> None:
    clauses = [[*clause, -17] for clause in lowered(nqueens.build(4)).clauses()]
    assert relate(nqueens.build(4), formula([*clauses, [17]], 17)).verdict == "equivalent"
    assert relate(nqueens.build(4), formula(clauses, 17)).verdict == "too weak"


def test_a_gate_defines_its_output_and_a_one_sided_one_does_not() -> None:
    gate = [(-3, 1), (-3, 2), (-2, -1, 3)]
    assert set(definitions(gate, {1, 2})) == {3}
    assert set(definitions([*gate, (-4, 3), (-3, 4), (-4, -1)], {1, 2})) == {3, 4}
    assert definitions(gate[:2], {1, 2}) == {}
    assert definitions([(-3, 1), (3, 2)], {1, 2}) == {}


Points = set[frozenset[int]]


def own_point(spec: Spec, values: tuple[int, ...]) -> frozenset[int]:
    """The true decision literals of an assignment."""
    return frozenset(
        number
        for number, literal in own_literals(spec).items()
        if not literal.variable.derived and values[literal.variable.position] == literal.value
    )


def projected(clauses: Clauses, top: int, shared: list[int]) -> Points:
    solver = new_solver("cadical195", top, None)
    solver.add(map(list, clauses))
    points: Points = set()
    while solver.solve():
        model = solver.model()
        point = frozenset(number for number in shared if model[number - 1] > 0)
        points.add(point)
        solver.add([[-number if number in point else number for number in shared]])
    return points


def mutated(clauses: Clauses, top: int, random: Random) -> Clauses:
    place = random.randrange(len(clauses)) if clauses else 0
    match random.randrange(3):
        case 0:
            return clauses[:place] + clauses[place + 1 :]
        case 1 if clauses and clauses[place]:
            flipped = random.choice(clauses[place])
            changed = [-literal if literal == flipped else literal for literal in clauses[place]]
            return [*clauses[:place], changed, *clauses[place + 1 :]]
    return [*clauses, [random.choice((-1, 1)) * random.randint(1, top) for _ in range(random.randint(1, 3))]]


@examples(200)
@given(specs(), st.sampled_from(["pairwise", "ladder", "product", "bitwise"]), st.integers(0, 2**16), st.integers(0, 2))
def test_the_verdict_on_any_formula_is_that_of_an_enumeration(spec: Spec, amo: str, seed: int, mutations: int) -> None:
    cnf = program(spec, f"sat+amo={amo}")
    clauses, random = [clause for _, clause in cnf.clauses()], Random(seed)
    for _ in range(mutations):
        clauses = mutated(clauses, cnf.top, random)
    shared = [number for number, literal in own_literals(spec).items() if not literal.variable.derived]
    theirs = projected(clauses, cnf.top, shared)
    ours = {own_point(spec, solution) for solution in brute_force.solutions(spec)}
    relation = relate(spec, formula(clauses, cnf.top))
    weak, strong = not theirs <= ours, not ours <= theirs
    assert (relation.wrong is not None, relation.lost is not None) == (weak, strong)
    assert relation.exit_code == int(weak or strong)
    _check_witnesses(spec, relation, ours, theirs)


def _check_witnesses(spec: Spec, relation: Relation, ours: Points, theirs: Points) -> None:
    if relation.wrong and relation.wrong.assignment:
        assert own_point(spec, relation.wrong.assignment) in theirs - ours
    if relation.lost:
        assert own_point(spec, relation.lost.assignment) in ours - theirs
        assert relation.lost.blamed

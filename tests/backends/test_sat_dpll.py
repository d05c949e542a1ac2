"""Our own SAT solver, against CaDiCaL; and CryptoMiniSat and clasp, where they are installed."""

import random
from importlib.util import find_spec

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, examples, specs
from threefold.backends.sat.dpll import Dpll
from threefold.backends.sat.solvers import CryptoMiniSat, Incremental, new_solver
from threefold.models import cards, nqueens

Formula = list[list[int]]

needs_cms = pytest.mark.skipif(find_spec("pycryptosat") is None, reason="pycryptosat is not installed")


@st.composite
def formulas(draw: st.DrawFn, variables: int = 6) -> Formula:
    """Clauses of any length, the empty one, tautologies and repeated literals among them."""
    literals = st.integers(-variables, variables).filter(bool)
    return draw(st.lists(st.lists(literals, min_size=draw(st.sampled_from([0, 1, 1, 1])), max_size=5), max_size=24))


def models_of(solver: Incremental, formula: Formula, variables: int = 6) -> list[tuple[int, ...]]:
    solver.add([list(clause) for clause in formula])
    found: list[tuple[int, ...]] = []
    while solver.solve():
        model = solver.model()[:variables]
        assert all(any(literal in model for literal in clause) for clause in formula)
        assert solver.solve(), "asked twice, the answer is the same"
        found.append(tuple(model))
        assert len(found) <= 2**variables
        solver.add([[-literal for literal in model]])
    assert not solver.solve()
    solver.delete()
    return found


@examples(200)
@given(formula=formulas())
def test_dpll_and_cadical_find_the_same_models_of_random_formulas(formula: Formula) -> None:
    found = models_of(Dpll(6), formula)
    assert len(found) == len(set(found))
    assert set(found) == set(models_of(new_solver("cadical195", 6, None), formula))


@pytest.mark.slow
@examples(200)
@given(formula=formulas(), later=st.lists(formulas(), max_size=4))
def test_any_clause_may_come_after_an_answer(formula: Formula, later: list[Formula]) -> None:
    own, cadical = Dpll(6), new_solver("cadical195", 6, None)
    sofar: Formula = []
    for part in [formula, *later]:
        sofar += part
        own.add([list(clause) for clause in part])
        cadical.add(part)
        assert own.solve() == cadical.solve()
        if own.solve():
            model = own.model()
            assert all(any(literal in model for literal in clause) for clause in sofar)


@pytest.mark.parametrize("seed", range(12))
def test_dpll_decides_formulas_of_three_literals_a_clause_at_the_hard_ratio(seed: int) -> None:
    chance, variables = random.Random(seed), 30
    formula = [
        [chance.choice([-1, 1]) * number for number in chance.sample(range(1, variables + 1), 3)]
        for _ in range(int(4.26 * variables))
    ]
    solvers = Dpll(variables), new_solver("cadical195", variables, None)
    for solver in solvers:
        solver.add([list(clause) for clause in formula])
    assert solvers[0].solve() == solvers[1].solve()


def test_projected_blocking_clauses_leave_auxiliaries_alone() -> None:
    """x1 or x2, and five variables in no clause: three models over x1, x2."""
    solver, found = Dpll(7), set()
    solver.add([[1, 2]])
    while solver.solve():
        model = solver.model()[:2]
        assert tuple(model) not in found
        found.add(tuple(model))
        solver.add([[-literal for literal in model]])
    assert len(found) == 3


def test_a_thousand_guesses_are_not_too_deep() -> None:
    solver = Dpll(5000)
    solver.add([[-number, -(number + 1)] for number in range(1, 5000)])
    assert solver.solve()
    assert sum(literal > 0 for literal in solver.model()) == 2500


@examples(60)
@given(spec=specs())
def test_the_backend_is_exact_with_dpll(spec: object) -> None:
    assert_exact(spec, "sat:dpll")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", EDGES)
def test_edges_have_their_hand_computed_counts_with_dpll(name: str) -> None:
    build, count = EDGES[name]
    assert len(lowered_solutions(build(), "sat:dpll")) == count


def test_puzzles_are_counted_with_dpll() -> None:
    for n, count in ((1, 1), (3, 0), (6, 4), (8, 92)):
        assert len(lowered_solutions(nqueens.build(n), "sat:dpll")) == count
    assert len(lowered_solutions(nqueens.build(7), "sat:dpll+amo=ladder")) == 40
    assert len(lowered_solutions(cards.build(7, 2), "sat:dpll")) == 52


@needs_cms
@examples(100)
@given(formula=formulas())
def test_cryptominisat_and_cadical_find_the_same_models(formula: Formula) -> None:
    assert set(models_of(CryptoMiniSat(6), formula)) == set(models_of(new_solver("cadical195", 6, None), formula))


@pytest.mark.skipif(find_spec("clingo") is None, reason="clingo is not installed")
@examples(100)
@given(formula=formulas())
def test_clasp_asked_again_and_again_and_cadical_find_the_same_models(formula: Formula) -> None:
    assert set(models_of(new_solver("clasp", 6, None), formula)) == set(
        models_of(new_solver("cadical195", 6, None), formula)
    )

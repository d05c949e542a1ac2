"""Models as extensions of the solutions: the same number as all models one by one."""

from importlib.util import find_spec
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cnf.formulas import program
from tests.specs import examples, specs
from threefold.backends.sat.catalogue import ENCODINGS, NATIVE
from threefold.backends.sat.ganak import models
from threefold.backends.sat.program import CnfProgram
from threefold.cnf import extensions
from threefold.language import AtMost, Spec
from threefold.models import nqueens

ROWS = [f"sat+{each.kind}={each.name}" for each in ENCODINGS if each.name != NATIVE]
MOST_MODELS = 500


def tried(clauses: tuple[tuple[int, ...], ...]) -> int:
    """The models of clauses over 1, 2, …, by trying all values."""
    top = max((abs(n) for clause in clauses for n in clause), default=0)
    return sum(
        all(any((n > 0) == values[abs(n) - 1] for n in clause) for clause in clauses)
        for values in product((False, True), repeat=top)
    )


def enumerated(cnf: CnfProgram) -> int | None:
    """All models, one by one; None where they are too many."""
    from pysat.solvers import Solver

    with Solver("minisat22", bootstrap_with=[clause for _, clause in cnf.clauses()]) as solver:
        solver.add_clause([cnf.top + 1])
        for number in range(1, cnf.top + 1):
            solver.add_clause([number, -number])
        for found in range(MOST_MODELS):
            if not solver.solve():
                return found
            solver.add_clause([-n for n in solver.get_model()])
    return None


@examples(60)
@given(spec=specs(), row=st.sampled_from(ROWS))
def test_the_extensions_of_all_solutions_are_all_models(spec: Spec, row: str) -> None:
    cnf = program(spec, row)
    expected = enumerated(cnf)
    if expected is not None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(extensions, "_counted", tried)
            assert extensions.count_solutions_and_models(cnf)[1] == expected


def test_an_auxiliary_that_no_clause_mentions_doubles_the_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensions, "_counted", tried)
    cnf = program(nqueens.build(4), "sat+amo=pairwise")
    cnf.top += 3
    assert extensions.count_solutions_and_models(cnf) == (2, 2 * 2**3)


@pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")
@pytest.mark.parametrize("row", ROWS)
def test_the_model_counter_finds_the_same_number_on_the_whole_formula(row: str) -> None:
    spec = Spec("counted")
    x, b = spec.integers("x", range(3), domain=range(4)), spec.booleans("b", range(4))
    spec.group("g").add(AtMost(2, b), x[0] + x[1] + 2 * x[2] <= 6)
    for each in (spec, nqueens.build(5)):
        cnf = program(each, row)
        found = models(cnf, projected=True), models(cnf)
        assert extensions.count_solutions_and_models(cnf) == found

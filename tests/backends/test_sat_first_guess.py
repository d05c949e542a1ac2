"""The first solution of a large spec is guessed; whatever the guess is, the solver's answer is right."""

from unittest.mock import patch

import pytest
from hypothesis import given

from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.backend import Search
from threefold.backends.configuration import parse
from threefold.backends.sat import cardinality, program
from threefold.checker import brute_force
from threefold.language import AllDifferent, Spec
from threefold.models import latin, nqueens, pigeonhole, sudoku


def lowered(spec: Spec) -> program.CnfProgram:
    found = find("sat").lower(spec, parse("sat", {}))
    assert isinstance(found, program.CnfProgram)
    return found


def guess(spec: Spec, seed: int | None = None) -> list[int]:
    return lowered(spec).guessed(seed)


def first(spec: Spec) -> Search:
    with patch.object(program, "GUESSED_FROM", 1):
        return lowered(spec).load(seed=None, first=True)


@pytest.mark.parametrize("n", [40, 60])
def test_a_guess_without_conflicts_is_the_answer_at_once(n: int) -> None:
    """60 queens have groups with commanders, whose truth belongs to the guess."""
    search = first(nqueens.build(n))
    assert nqueens.build(n).violated(next(iter(search))) is None
    assert search.statistics()["conflicts"] == 0


def test_the_method_says_that_the_first_solution_is_near_a_guess() -> None:
    assert first(nqueens.build(20)).method == "first, near a guess"
    assert first(nqueens.build(3)).method == "first"
    assert lowered(nqueens.build(20)).load(seed=None, first=True).method == "first"


def test_a_guess_includes_the_commanders_of_a_grid() -> None:
    with patch.object(cardinality, "GROUPS_UP_TO", 32):
        search = first(nqueens.build(60))
    assert nqueens.build(60).violated(next(iter(search))) is None
    assert search.statistics()["conflicts"] == 0


def test_a_guess_is_repeatable_and_depends_on_the_seed() -> None:
    assert guess(nqueens.build(20)) == guess(nqueens.build(20)) != []
    assert guess(nqueens.build(20), 7) != guess(nqueens.build(20), 8)


@pytest.mark.parametrize("spec", [pigeonhole.build(6, 5), nqueens.build(3), sudoku.build("easy")])
def test_where_nothing_is_guessed_the_solver_answers_alone(spec: Spec) -> None:
    assert guess(spec) == []
    assert len(list(first(spec))) == len(list(lowered(spec).load(seed=None, first=False)))


@pytest.mark.parametrize(("variables", "true"), [(4, 4), (5, 0)])
def test_terms_with_signs_constants_and_holes_are_guessed(variables: int, true: int) -> None:
    """Four values are left, because one of the terms is 0."""
    spec = Spec("signs")
    x = spec.integers("x", range(variables), domain=[-3, 0, 1, 4, 7])
    spec.group("apart").add(AllDifferent([*x.values(), 0]), AllDifferent([i - x[i] for i in x]))
    assert len(guess(spec)) == true


@examples(80)
@given(spec=specs())
def test_with_or_without_a_guess_there_is_a_solution_where_brute_force_finds_one(spec: Spec) -> None:
    found = next(iter(first(spec)), None)
    assert (found is not None) is bool(brute_force.projected(spec))
    assert found is None or spec.violated(found) is None


def test_small_specs_are_not_guessed() -> None:
    with patch("threefold.backends.first_guess.guess", side_effect=AssertionError("guessed")):
        assert next(iter(lowered(latin.build(5)).load(seed=None, first=True)))

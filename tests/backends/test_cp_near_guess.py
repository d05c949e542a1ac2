"""The first solution of a large board by cp, in a part of the model near a guess."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given

from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Refused, Search
from threefold.backends.configuration import parse
from threefold.backends.cp import near_guess, program
from threefold.checker import brute_force
from threefold.language import AllDifferent, Spec
from threefold.models import latin, nqueens, pigeonhole


@pytest.fixture(autouse=True)
def _small_boards_are_large() -> Iterator[None]:
    with patch.object(program, "GUESSED_FROM", 1):
        yield


def first(spec: Spec, seed: int | None = None) -> Search:
    return find("cp").lower(spec, parse("cp+view=bool", {})).load(seed=seed, first=True)


@pytest.mark.parametrize("seed", [None, 1, 2])
@pytest.mark.parametrize("n", [8, 20, 60])
def test_queens_are_placed_near_a_guess(n: int, seed: int | None) -> None:
    spec = nqueens.build(n)
    search = first(spec, seed)
    assert spec.violated(next(iter(search))) is None
    assert search.method == "first, Boolean view, near a guess"


def test_the_model_has_about_an_eighth_of_the_booleans() -> None:
    lowered = find("cp").lower(nqueens.build(60), parse("cp+view=bool", {}))
    assert isinstance(lowered, program.CpProgram)
    near = near_guess.NearGuess.of(lowered.spec, lowered.views, 0)
    assert near is not None
    assert 60 * 60 / 16 < near.booleans < 60 * 60 / 4
    assert near.booleans == near.views[-1].numbers.stop == sum(len(view.domain) for view in near.views)


def test_terms_with_signs_and_domains_with_holes_keep_their_values() -> None:
    spec = Spec("signs")
    x = spec.integers("x", range(5), domain=[-3, 0, 1, 4, 7])
    spec.group("apart").add(AllDifferent(x.values()), AllDifferent([i - x[i] for i in x]))
    assert spec.violated(next(iter(first(spec)))) is None


@examples(80)
@given(spec=specs())
def test_near_a_guess_or_not_there_is_a_solution_where_brute_force_finds_one(spec: Spec) -> None:
    found = next(iter(first(spec)), None)
    assert (found is not None) is bool(brute_force.projected(spec))
    assert found is None or spec.violated(found) is None


@pytest.mark.parametrize("spec", [pigeonhole.build(6, 5), nqueens.build(3)])
def test_where_nothing_is_guessed_the_whole_model_is_searched(spec: Spec) -> None:
    search = first(spec)
    assert list(search) == []
    assert "guess" not in search.method


def test_a_wrong_guess_is_no_proof_that_there_is_no_solution() -> None:
    with (
        patch.object(near_guess, "guess", lambda spec, seed: [1] * 4),
        patch.object(near_guess, "KEPT", 1 << 60),
        pytest.raises(BrokenAnswer, match="that was guessed"),
    ):
        next(iter(first(nqueens.build(4))))


def test_the_part_is_not_asked_for_a_second_solution() -> None:
    solutions = iter(first(nqueens.build(8)))
    next(solutions)
    with pytest.raises(Refused):
        next(solutions)


def test_all_solutions_and_parts_of_the_search_space_are_not_guessed() -> None:
    lowered = find("cp").lower(latin.build(3), parse("cp+view=bool", {}))
    assert len(list(lowered.load(seed=None, first=False))) == 12
    assert "guess" not in lowered.load(seed=None, first=True, cube={0: {2}}).method

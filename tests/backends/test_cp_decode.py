"""Reading a solution from the text of the solver's values."""

from collections.abc import Callable, Sequence

import pytest

from threefold.backends.backend import BrokenAnswer
from threefold.backends.cp.model_builder import BooleanModelBuilder, IntegerModelBuilder
from threefold.backends.variable_maps import DirectView
from threefold.language import Spec


def decoder(spec: Spec, views: Sequence[DirectView]) -> Callable[[str], tuple[int, ...]]:
    from threefold.backends.cp import search  # late: after ortools, no child of this process could import highspy

    return search.decoder(spec, views)


def mixed() -> Spec:
    spec = Spec("mixed")
    spec.integer("x", [-20, 0, 7])
    spec.boolean("b")
    spec.integer("y", range(2, 4))
    return spec


def test_integers_are_read_as_they_stand_and_what_was_made_on_demand_is_left_out() -> None:
    decode = decoder(mixed(), IntegerModelBuilder(mixed()).views)
    assert decode("[-20, 1, 3]") == (-20, 1, 3)
    assert decode("[-20, 1, 3, 0, 17]") == (-20, 1, 3)


def test_more_numbers_than_are_kept_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.backends.cp.search.MOST_NUMBERS", 2)
    decode = decoder(mixed(), IntegerModelBuilder(mixed()).views)
    assert [decode(text) for text in ("[7, 1, 3]", "[0, 1, 2]", "[7, 0, 3]")] == [(7, 1, 3), (0, 1, 2), (7, 0, 3)]


def test_booleans_are_read_as_the_values_that_they_stand_for() -> None:
    decode = decoder(mixed(), BooleanModelBuilder(mixed()).views)
    assert decode("[0, 1, 0, 1, 1, 0]") == (0, 1, 2)
    assert decode("[1, 0, 0, 0, 0, 1, -15, 3]") == (-20, 0, 3)


@pytest.mark.parametrize(("text", "values"), [("[1, 0, 1, 1, 1, 0]", 2), ("[0, 0, 0, 1, 1, 0]", 0)])
def test_a_variable_without_exactly_one_value_is_a_broken_answer(text: str, values: int) -> None:
    with pytest.raises(BrokenAnswer, match=f"the answer gives x {values} values instead of one"):
        decoder(mixed(), BooleanModelBuilder(mixed()).views)(text)


def test_a_spec_without_variables_has_the_empty_solution() -> None:
    assert decoder(Spec("empty"), [])("[]") == ()
    assert decoder(Spec("empty"), [])("[1]") == ()  # a constant was made on demand


def test_booleans_alone_are_integers_of_one_digit() -> None:
    spec = Spec("booleans")
    spec.booleans("b", range(3))
    assert decoder(spec, BooleanModelBuilder(spec).views)("[1, 0, 1]") == (1, 0, 1)

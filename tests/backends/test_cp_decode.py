"""Reading a solution from the text of the solver's values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.backends.backend import BrokenAnswer
from threefold.backends.cp.model_builder import BooleanModelBuilder, IntegerModelBuilder
from threefold.backends.cp.reading import Reader, decoder
from threefold.backends.variable_maps import Native
from threefold.language import Spec


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
    monkeypatch.setattr("threefold.backends.cp.reading.MOST_NUMBERS", 2)
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


def small(domains: list[range]) -> Spec:
    spec = Spec("small")
    for number, domain in enumerate(domains):
        spec.integer(f"x{number}", domain)
    return spec


numbers = st.integers(0, 9) | st.integers(0, 25) | st.integers(-20, 300)


@given(st.lists(st.tuples(st.integers(-3, 12), st.integers(1, 120)), min_size=1, max_size=5), st.data())
def test_a_block_is_read_as_each_of_its_solutions(domains: list[tuple[int, int]], data: st.DataObject) -> None:
    spec = small([range(start, start + many) for start, many in domains])
    reader = Reader(spec, [Native(x.position) for x in spec.variables])
    own = st.tuples(*(st.sampled_from(x.domain) | numbers for x in spec.variables))
    made = data.draw(st.integers(0, 3))
    solutions = data.draw(st.lists(st.tuples(own, st.lists(numbers, min_size=made, max_size=made)), min_size=1))
    block = reader.block([str([*values, *others]) for values, others in solutions])
    assert [tuple(assignment) for assignment in block] == [values for values, _ in solutions]


def test_solutions_of_small_numbers_are_bytes_which_are_checked_fastest() -> None:
    spec = small([range(1, 13)] * 3)
    reader = Reader(spec, [Native(x.position) for x in spec.variables])
    assert reader.block(["[4, 12, 10]", "[11, 1, 12]"]) == [bytes([4, 12, 10]), bytes([11, 1, 12])]
    assert reader.block(["[4, 12, 10]", "[11, -1, 12]"]) == [(4, 12, 10), (11, -1, 12)]

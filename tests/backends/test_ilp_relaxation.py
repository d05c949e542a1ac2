"""The text that CBC reads, compared with PuLP's; and the results of relaxations, compared with all integer points."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.backends.exact_rows import points
from tests.specs import KINDS, examples, specs
from threefold.backends import find
from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.backends.ilp import cbc, cbc_executable
from threefold.backends.ilp.cbc import to_mps
from threefold.backends.ilp.export import pulp, to_pulp
from threefold.backends.ilp.model import Column, IntegerProgram, Model, Row
from threefold.backends.ilp.program import RowProgram
from threefold.backends.ilp.relaxation import Fractional, Relaxations
from threefold.backends.ilp.subproblem import Bounds, Propagator
from threefold.language import Spec


def model_of(spec: Spec) -> Model:
    program = find("ilp").lower(spec, parse("ilp", {}))
    assert isinstance(program, RowProgram)
    return program.model


def shown(file: Path) -> str:
    """As PuLP reads it and prints it, without the column that is in no row."""
    _, model = pulp.LpProblem.fromMPS(str(file))
    return str(model).replace("0.0*none + ", "").replace("none Continuous\n", "")


def assert_read_alike(problem: IntegerProgram, folder: Path) -> None:
    ours, theirs = folder / "ours.mps", folder / "theirs.mps"
    ours.write_text(to_mps(problem))
    to_pulp(problem).writeMPS(str(theirs))
    assert shown(ours) == shown(theirs)


@pytest.mark.parametrize("kind", KINDS)
@examples(20)
@given(data=st.data())
def test_pulp_reads_our_text_of_a_random_program_as_it_reads_its_own(
    kind: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    model = model_of(data.draw(specs(kind)))
    columns = st.integers(0, len(model.columns) - 1)
    costs = data.draw(st.dictionaries(columns, st.sampled_from([-3, -1, 2]), min_size=1, max_size=3))
    assert_read_alike(IntegerProgram(model.columns, model.rows, costs), tmp_path_factory.mktemp("mps"))


def test_pulp_reads_columns_of_every_sort_and_an_empty_row(tmp_path: Path) -> None:
    columns = [Column(), Column(4), Column(1, integer=False), Column(0), Column(7, integer=False)]
    rows = [
        Row("g", {0: 1, 1: -2, 2: 1}, "<=", 3),
        Row("g", {3: 1, 4: 1}, ">=", -2),
        Row("g", {}, ">=", 1),
        Row("g", {1: 9999}, "==", 0),
    ]
    assert_read_alike(IntegerProgram(columns, rows, {1: -1}), tmp_path)


def narrowed(data: st.DataObject, propagator: Propagator, root: Bounds) -> Bounds:
    """What is left of the root after some columns are fixed; the root itself where nothing is left."""
    columns = data.draw(st.lists(st.integers(0, len(root.low) - 1), max_size=3))
    fixed = [(column, value, value) for column in columns for value in [data.draw(st.integers(0, root.high[column]))]]
    return propagator.narrowed(root, fixed) or root


def assert_true(answer: Any, solutions: list[tuple[int, ...]]) -> None:
    if answer is None:
        assert not solutions
    elif not isinstance(answer, Fractional):
        assert tuple(answer) in solutions


@pytest.mark.parametrize("kind", KINDS)
@examples(15)
@given(data=st.data())
def test_relaxations_are_right_about_every_subproblem_of_every_call(kind: str, data: st.DataObject) -> None:
    model = model_of(data.draw(specs(kind)))
    propagator = Propagator(model.columns, model.rows)
    root = propagator.root()
    if root is None:
        return
    inside = list(points(model.columns, model.rows))
    with closing(Relaxations(model, propagator, None)) as relaxations:
        for _ in range(3):
            batch = [narrowed(data, propagator, root) for _ in range(3)]
            for bounds, answer in zip(batch, relaxations.solve(batch), strict=True):
                limits = list(zip(bounds.low, bounds.high, strict=True))
                own = [point for point in inside if within(limits, point)]
                assert_true(answer, own)


def within(limits: list[tuple[int, int]], point: tuple[int, ...]) -> bool:
    return all(low <= x <= high for x, (low, high) in zip(point, limits, strict=True))


def test_a_text_that_cbc_does_not_understand_is_refused() -> None:
    with pytest.raises(Refused, match="CBC ended without an answer"):
        cbc.answer(
            to_mps(IntegerProgram([Column()], [])).replace("BOUNDS\n", "BOUNDS\n UP BND x7 1\n"), ("-solve",), None
        )


def test_the_binary_is_found_where_pulp_has_it() -> None:
    assert cbc_executable.path() == str(Path(pulp.apis.coin_api.pulp_cbc_path).resolve())

"""The hand-written scripts are right, and those of the same method give the solver what ours gives it."""

import json
import sys
from typing import Any

import pytest

from benchmarks import same
from benchmarks.contestants import run_of_script
from benchmarks.raw import cpsat_same, pulp_naive
from benchmarks.raw.cells import PUZZLES
from benchmarks.raw.pysat_same import Writer, write
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.ilp.cuts import PulpProgram
from threefold.runs.instance import Instance

SMALL = [("nqueens", (6,), 4), ("cards", (3, 2), 2), ("latin", (3,), 12), ("pigeonhole", (3, 2), 0)]
NAMES = {"nqueens": ["n"], "cards": ["n", "k"], "latin": ["n"], "pigeonhole": ["p", "h"]}


def instance_of(puzzle: str, numbers: tuple[int, ...]) -> Instance:
    return Instance(puzzle, dict(zip(NAMES[puzzle], numbers, strict=True)))


def told(script: str, *words: object) -> dict[str, Any]:
    return run_of_script(lambda _: None, [sys.executable, "-m", f"benchmarks.raw.{script}", *map(str, words)])


@pytest.mark.parametrize(("puzzle", "numbers", "count"), SMALL)
def test_the_raw_scripts_count_right(puzzle: str, numbers: tuple[int, ...], count: int) -> None:
    for script, *settings in (
        ("pysat_naive",),
        ("pysat_same", same.sat("cadical195")),
        ("pysat_same", same.sat("minicard", same.NATIVE)),
        ("pulp_naive",),
    ):
        assert told(script, "count", puzzle, *numbers, *settings)["count"] == count, script


@pytest.mark.parametrize("view", ["int", "bool"])
def test_the_same_way_to_cp_sat_counts_right(view: str) -> None:
    settings = same.cp_all(view, 6, read=True)
    assert told("cpsat_same", "count", "nqueens", 6, settings)["count"] == 4


def test_the_usual_way_to_cp_sat_counts_right() -> None:
    assert told("cpsat_naive", "count", "cards", 4, 2, "fixed")["count"] == 2
    assert told("cpsat_naive", "count", "nqueens", 6, "median")["count"] == 4


def test_bit_masks_count_right() -> None:
    assert told("bit_masks", "count", "nqueens", 6)["count"] == 4
    assert told("bit_masks", "find", "nqueens", 6)["count"] == 1


def test_a_script_that_fails_says_why() -> None:
    with pytest.raises(RuntimeError, match="exit status 1: this script is about queens only"):
        told("bit_masks", "count", "latin", 3)


def test_a_script_that_finds_stops_at_one() -> None:
    assert told("pysat_naive", "find", "nqueens", 6)["count"] == 1


class Recorder(Writer):
    """Keeps the clauses, and has no solver."""

    def __init__(self, top: int, chosen: dict[str, Any]) -> None:
        self.written: list[tuple[int, ...]] = []
        super().__init__(top, chosen)

    def call(self, name: str) -> Any:
        return {"new": lambda: None, "set": lambda *_: None, "add_cl": self._keep, "add_am": self._keep}[name]

    def _keep(self, _: object, literals: list[int], *bound: int) -> None:
        self.written.append((*literals, *bound))


@pytest.mark.parametrize(
    "puzzle", [("nqueens", (20,)), ("nqueens", (40,)), ("cards", (9, 2)), ("latin", (3,)), ("pigeonhole", (3, 2))]
)
def test_the_raw_script_writes_the_clauses_of_ours_in_their_order(puzzle: tuple[str, tuple[int, ...]]) -> None:
    name, numbers = puzzle
    cells = PUZZLES[name](*numbers)
    recorder = Recorder(cells.number, json.loads(same.sat("cadical195")))
    write(recorder, cells)
    program: Any = find("sat").lower(instance_of(name, numbers).load()[1], parse("sat", {}))
    by_spec = [tuple(clause) for _, clause in program.clauses()]
    if name == "nqueens":
        assert recorder.written == by_spec
    else:
        assert sorted(recorder.written) == sorted(by_spec)
    assert (recorder.top, recorder.constraints) == (program.top, program.size.constraints)


@pytest.mark.parametrize(
    "puzzle", [("nqueens", (7,)), ("cards", (4, 2)), ("latin", (3,)), ("pigeonhole", (3, 2))], ids=lambda each: each[0]
)
def test_the_loop_by_hand_gives_the_solver_the_clauses_of_the_plain_row_in_their_order(
    puzzle: tuple[str, tuple[int, ...]],
) -> None:
    name, numbers = puzzle
    program: Any = find("sat").lower(instance_of(name, numbers).load()[1], parse("sat+plain", {}))
    assert PUZZLES[name](*numbers).pairwise_clauses() == [clause for _, clause in program.clauses()]


def test_the_loop_by_hand_gives_cbc_the_rows_of_the_plain_row() -> None:
    by_hand, _ = pulp_naive.model_of(PUZZLES["nqueens"](6))
    program: Any = find("ilp").lower(instance_of("nqueens", (6,)).load()[1], parse("ilp+plain", {}))
    ours = PulpProgram(program.model.program, None)._problem
    assert str(by_hand).splitlines()[1:] == str(ours).splitlines()[1:], "all but the problem's name"


def test_the_raw_script_gives_a_solver_with_native_constraints_what_ours_gives_it() -> None:
    recorder = Recorder(36, json.loads(same.sat("minicard", same.NATIVE)))
    write(recorder, PUZZLES["nqueens"](6))
    program: Any = find("sat").lower(instance_of("nqueens", (6,)).load()[1], parse("sat:minicard+amo=native", {}))
    natives = [(*each.literals, each.bound) for each in program.native]
    assert recorder.written == [tuple(clause) for _, clause in program.clauses()] + natives
    assert recorder.constraints == program.size.constraints


@pytest.mark.parametrize("view", ["int", "bool"])
def test_the_raw_script_writes_the_cp_model_of_ours(view: str) -> None:
    raw = cpsat_same.booleans(6) if view == "bool" else cpsat_same.integers(6)
    program = find("cp").lower(instance_of("nqueens", (6,)).load()[1], parse(f"cp+view={view}", {}))
    ours: Any = program.load(seed=None, first=True)
    assert sorted(map(str, raw.constraints)) == sorted(map(str, ours.model.constraints))
    assert list(map(str, raw.variables)) == list(map(str, ours.model.variables))

"""The puzzles that no row was tuned on: small ones are counted alike by several backends, and the table says what ran."""

from pathlib import Path

import pytest

from benchmarks import machine
from benchmarks.measurement import Timing
from benchmarks.unseen import __main__ as unseen
from tests.lowering import lowered_solutions
from threefold import models
from threefold.backends.backend import Backend
from threefold.checker import brute_force

SMALL: dict[str, tuple[int, ...]] = {
    "bin_packing": (6, 3, 90, 1),
    "car_sequencing": (0,),
    "frequencies": (5, 8),
    "graceful": (3,),
    "league": (4,),
    "mastermind": (4, 3, 1, 1),
    "model_rb": (6, 3, 8, 25, 1),
    "paley_cliques": (13, 3),
    "peaceable_queens": (3, 1),
    "random_clauses": (10, 20, 1),
    "round_trips": (5, 1),
    "route": (5, 150, 1),
    "set_cover": (8, 10, 4, 1),
    "square_packing": (3, 5, 4),
    "still_life": (3, 6),
    "subset_sum": (10, 20, 1),
    "tents": (4, 3, 1),
    "thermometers": (1, 1),
    "water_jugs": (8, 4, 8),
    "word_squares": (300,),
}
SLOW_BY_BACKTRACKING = ("word_squares", "car_sequencing")
NAMES = [path.stem for path in sorted(unseen.FOLDER.glob("[a-z]*.py"))]


def test_there_are_twenty_and_none_is_a_puzzle_or_an_example() -> None:
    root = unseen.FOLDER.parents[1]
    others = {path.stem for folder in ("models", "examples") for path in Path(root, folder).rglob("*.py")}
    assert len(NAMES) == 20
    assert set(NAMES) == SMALL.keys()
    assert not others & {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_small_one_has_the_same_solutions_by_sat_cp_and_backtracking(name: str) -> None:
    puzzle = models.find(str(unseen.FOLDER / f"{name}.py"))
    spec = puzzle.build(*SMALL[name])
    found = lowered_solutions(spec, "cp")
    assert found
    assert sorted(lowered_solutions(spec, "sat")) == sorted(found)
    if name not in SLOW_BY_BACKTRACKING:
        assert sorted(lowered_solutions(spec, "backtracking")) == sorted(found)
    if brute_force.assignments(spec) <= 50_000:
        assert {*found} == brute_force.projected(spec)


def test_known_numbers_are_found() -> None:
    """Of round trips: Petersen's graph has none, and the dodecahedron 30, each in two directions; six cars' orders (CSPLib 1)."""
    build = models.find(str(unseen.FOLDER / "round_trips.py")).build
    assert [len(lowered_solutions(build(n, 2), "cp")) for n in (5, 10)] == [0, 60]
    cars = models.find(str(unseen.FOLDER / "car_sequencing.py")).build(0)
    assert len(lowered_solutions(cars, "cp")) == 6


def timings(**cells: Timing) -> dict[tuple[str, str], Timing]:
    return {tuple(key.split("__", 1)): timing for key, timing in cells.items()}  # type: ignore[misc]


def done(seconds: float, count: int = 3) -> Timing:
    return Timing("done", count=count, seconds={"import": 9.0, "build": seconds / 2, "solve": seconds / 2})


def test_the_mean_is_over_puzzles_that_both_finish_and_imports_are_outside() -> None:
    late = Timing("timeout", "time limit", seconds={"build": 0.1}, cpu=20.0)
    results = timings(p__a=done(1), p__b=done(4), q__a=done(2), q__b=done(2), r__a=done(1), r__b=late)
    lines = unseen.page(results, ["p", "q", "r"], ["a", "b"], ["a fact"]).splitlines()
    assert lines[-4:] == [
        "| p | 3 | 1.00 | 4.00 |",
        "| q | 3 | 2.00 | 2.00 |",
        "| r | 3 | 1.00 | ≥ 20.00 |",
        "| times the first |  | 1.00 (3) | 2.00 (2) |",
    ]
    assert lines[2].startswith("No row is tuned on these puzzles")


def test_counts_that_differ_are_said() -> None:
    results = timings(p__a=done(1, 3), p__b=done(1, 4), q__a=Timing("timeout"), q__b=Timing("failed", "x"))
    text = unseen.page(results, ["p", "q"], ["a", "b"], [])
    assert "| p | disagree | 1.00 | 1.00 |" in text
    assert "| q | ? | ≥ 0.00 | failed |" in text


def test_a_part_of_the_puzzles_is_measured_and_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(unseen, "PAGE", tmp_path / "unseen.md")
    monkeypatch.setattr(machine, "description", lambda: ["machine"])
    unseen.main(["sat,cp", "--only", "round_trips|subset_sum"])
    output = capsys.readouterr().out
    assert "| puzzle | solutions | sat | cp |" in output
    assert "| round_trips | 836 |" in output
    assert "Written whole by `python -m benchmarks.unseen sat,cp`." in output
    assert not unseen.PAGE.exists()


def test_a_row_whose_package_is_missing_is_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Backend, "missing", lambda self, solver: "no clingo" if solver == "clasp" else None)
    rows, absent = unseen.usable("sat, sat:clasp, cp")
    assert list(rows) == ["sat", "cp"]
    assert absent == ["left out: sat:clasp: no clingo"]

"""A count in cubes by several children says what a count in one search says, of right and of wrong solvers alike."""

import ctypes
import os
import signal
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.checker.test_planted_faults import FaultyProgram, plant, twice
from threefold.backends.backend import EVERYTHING, BrokenAnswer, Cube, Program, Refused, Search, Size
from threefold.backends.configuration import parse
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.record import Record, merged
from threefold.checker.tally import Fault
from threefold.commands import main as cli
from threefold.guard import Limits, Report
from threefold.language import Assignment, Spec
from threefold.runs.compare import Comparison, Experiment
from threefold.runs.cubes import Part, count_cubes
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import Silent

ROWS = ("sat", "cp", "ilp", "backtracking")


class Kept(Silent):
    """Callbacks that keep what is reported."""

    def __init__(self) -> None:
        self.seen: list[Record] = []

    def progressed(self, run: str, so_far: Record) -> None:
        self.seen.append(so_far)


def compare(puzzle: str, rows: tuple[str, ...], jobs: int, seconds: float = 60, show: int = 0) -> Comparison:
    name, *numbers = puzzle.split()
    parameters = dict(zip(("n", "k"), map(int, numbers), strict=False))
    experiment = Experiment(Instance(name, parameters), Question(show=show), Limits(seconds, 1 << 30), jobs=jobs)
    return experiment.compare([parse(row, {}) for row in rows], Kept())


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["nqueens 6", "cards 4 2"])
def test_any_number_of_jobs_finds_the_same_solutions(puzzle: str) -> None:
    single, *parallel = (compare(puzzle, ROWS, jobs) for jobs in (1, 2, 3))
    for comparison in parallel:
        assert comparison.verdict.verdict == "agree"
        for one, other in zip(single.records, comparison.records, strict=True):
            for fact in ("status", "count", "count_is", "verified", "size", "solver"):
                assert getattr(one, fact) == getattr(other, fact)
            assert str(one.fingerprint) == str(other.fingerprint)


def killed_with_a_cube(report: Report[Part], *asked: object) -> None:
    """Takes a cube and is killed, the first time."""
    *_, share, _ = asked
    mark = Path(os.environ["THREEFOLD_MARK"])
    if not mark.exists():
        mark.touch()
        next(iter(share))  # type: ignore[call-overload]
        os.kill(os.getpid(), signal.SIGKILL)
    count_cubes(report, *asked)  # type: ignore[arg-type]


def test_the_cube_of_a_child_that_was_killed_is_counted_by_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("THREEFOLD_MARK", str(tmp_path / "mark"))
    monkeypatch.setattr("threefold.runs.count.count_cubes", killed_with_a_cube)
    [record] = compare("nqueens 6", ("sat",), 2).records
    assert (record.status, record.count, record.count_is, record.verified) == ("sat", 4, "exact", 4)


@pytest.mark.parametrize("row", ROWS)
def test_an_unsatisfiable_puzzle_is_unsatisfiable_in_every_cube(row: str) -> None:
    [record] = compare("nqueens 3", (row,), 2).records
    assert (record.status, record.count, record.count_is, record.solutions) == ("unsat", 0, "exact", ())


def test_the_record_says_how_it_was_counted_and_what_it_cost() -> None:
    [record] = compare("nqueens 6", ("backtracking",), 2).records
    cubes = record.statistics["cubes"]
    assert record.method == f"backtracking, in {cubes} parts by 2 jobs"
    assert record.statistics["finished cubes"] == cubes > 2
    assert {"build", "lower", "load", "first", "solve", "check", "total", "cpu"} <= set(record.seconds)
    assert record.memory > 1 << 20


def test_the_first_solutions_are_drawn() -> None:
    [record] = compare("nqueens 6", ("sat",), 2, show=3).records
    assert [drawing.count("Q") for drawing in record.drawings] == [6, 6, 6]


def test_more_jobs_than_cubes_do_no_harm() -> None:
    [record] = compare("nqueens 1", ("sat",), 4).records
    assert (record.count, record.method) == (1, "blocking, then cubes in fixed order, in 1 part by 4 jobs")


def test_what_a_time_limit_cuts_is_a_lower_bound_of_finished_and_running_cubes() -> None:
    start = time.monotonic()
    [record] = compare("nqueens 15", ("sat",), 2, seconds=2).records
    assert time.monotonic() - start < 6
    assert (record.status, record.count_is, record.reason) == ("timeout", "at_least", "time limit of 2 s")
    assert 0 < (record.count or 0) < 2279184
    assert record.fingerprint is not None
    assert record.verified == record.fingerprint.count == record.count


def _raise(error: Exception) -> Callable[[], object]:
    def act() -> None:
        raise error

    return act


@pytest.mark.parametrize(
    ("act", "status", "reason"),
    [
        (lambda: ctypes.string_at(0), "error", "killed by SIGSEGV"),
        (lambda: os._exit(3), "error", "exit status 3"),
        (_raise(ValueError("no such thing")), "error", "ValueError: no such thing"),
        (_raise(BrokenAnswer("two values for queen[1]")), "error", "two values for queen[1]"),
        (_raise(Refused("a coefficient of 10^9 is too large")), "unknown", "a coefficient of 10^9 is too large"),
        (_raise(MemoryError()), "memory", "MemoryError"),
    ],
)
def test_one_child_that_fails_is_a_row_that_failed(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], status: str, reason: str
) -> None:
    """It fails in one cube of many; what the others counted is only a lower bound."""
    plant(monkeypatch, "backtracking", lambda lower: lambda *given: FailingProgram(lower(*given), act))
    [record] = compare("nqueens 8", ("backtracking",), 2).records
    assert (record.status, record.exact) == (status, False)
    assert reason in (record.reason or "")


class FailingProgram(FaultyProgram):
    def __init__(self, program: Program, act: Callable[[], object]) -> None:
        super().__init__(program, lambda search: search.__iter__())
        self._act = act

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        if 5 in cube[3]:
            self._act()
        return super().load(seed=seed, first=first, cube=cube)


class CubelessProgram(FaultyProgram):
    """It searches everything, whatever it is asked for."""

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        return super().load(seed=seed, first=first, cube=EVERYTHING)


def losing(search: Search) -> Generator[Assignment, None, None]:
    """Everything but the solution that starts with 2."""
    return (assignment for assignment in search if assignment[0] != 2)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda program: FaultyProgram(program, twice), "sat reported a solution that was reported twice."),
        (lambda program: FaultyProgram(program, losing), "cp found 4 solutions, sat found 3."),
        (
            lambda program: CubelessProgram(program, lambda search: search.__iter__()),
            "sat reported a solution that lies outside the part of the search space that was searched: "
            "it is counted there as well.",
        ),
    ],
)
def test_a_planted_fault_is_found_in_parallel_too(
    monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Program], Program], sentence: str
) -> None:
    plant(monkeypatch, "sat", lambda lower: lambda *given: wrong(lower(*given)))
    comparison = compare("nqueens 6", ("sat", "cp"), 2)
    assert (comparison.verdict.verdict, comparison.verdict.sentence) == ("disagree", sentence)
    assert comparison.witness is not None


def test_a_forgotten_constraint_is_seen_where_the_spec_allows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two queens of the same column in the first two rows: a cube that the spec empties is searched all the same."""

    def wrong(spec: Spec) -> Spec:
        other = Spec("nqueens", **spec.parameters)
        queen = other.integers("queen", range(1, 9), domain=range(1, 9))
        other.group("given").add(*(queen[r] == c for r, c in enumerate((4, 4, 1, 2, 3, 5, 6, 7), start=1)))
        return other

    plant(monkeypatch, "cp", lambda lower: lambda spec, configuration: lower(wrong(spec), configuration))
    comparison = compare("nqueens 8", ("cp",), 2)
    assert "an assignment that violates 'one queen per column'" in comparison.verdict.sentence


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("compare nqueens 6 --jobs 2 --first", "--jobs counts all solutions: drop --first or --jobs"),
        ("count nqueens 6 --jobs 2 --limit 3", "--jobs counts all solutions: drop --limit or --jobs"),
        ("count nqueens 6 --jobs 0", "--jobs must be between 1 and 256 (got 0)"),
        ("compare nqueens 6 --jobs 257", "--jobs must be between 1 and 256 (got 257)"),
        (
            "compare nqueens 6 --jobs 2 --parallel",
            "--parallel runs the rows at the same time, --jobs the parts of one row: give one of them",
        ),
    ],
)
def test_what_does_not_go_with_jobs_is_refused(capsys: pytest.CaptureFixture[str], words: str, complaint: str) -> None:
    assert cli.run(words.split(), "threefold") == 2
    assert capsys.readouterr().err == f"threefold: {complaint}\n"


# Merging


BLANK = Record(parse("sat", {}), "cadical195", "unknown")
PART = replace(BLANK, status="sat", count=2, count_is="exact", verified=2, method="blocking", size=Size(1, 0, 1, 1))


def test_parts_are_exact_together_only_when_all_are_there_and_exact() -> None:
    cut = replace(PART, status="unknown", count_is="at_least")
    assert [(r.status, r.count, r.count_is) for r in (merged(BLANK, parts, 2) for parts in ([PART, PART], [PART]))] == [
        ("sat", 4, "exact"),
        ("unknown", 2, "at_least"),
    ]
    assert (merged(BLANK, [PART, cut], 2).count_is, merged(BLANK, [], 2).count_is) == ("at_least", "unknown")


def test_seconds_and_counters_are_summed_but_the_first_solution_is_the_earliest() -> None:
    parts = [
        replace(PART, seconds={"solve": 2.0, "first": first}, statistics={"calls": 3}, fault=fault)
        for first, fault in ((0.5, None), (0.25, Fault((1,), "was reported twice", True)))
    ]
    whole = merged(BLANK, parts, 2)
    assert (whole.seconds, whole.statistics) == ({"solve": 4.0, "first": 0.25}, {"calls": 6})
    assert whole.fault == parts[1].fault


def test_a_part_that_was_counted_without_solutions_has_no_fingerprint_and_neither_has_the_whole() -> None:
    assert merged(BLANK, [replace(PART, fingerprint=Fingerprint()), PART], 2).fingerprint is None


UNSTEADY = """
from threefold.language import Parameter, Puzzle, Spec

def build(n):
    with open("builds", "a+") as builds:
        builds.write("x")
        builds.seek(0)
        values = n + len(builds.read())
    spec = Spec("unsteady", n=n)
    spec.integer("x", range(values))
    return spec

PUZZLE = Puzzle("unsteady", "another spec at every build", (Parameter("n", "any", 1, 9),), build, str, (), (1,))
"""


@pytest.mark.parametrize("option", [("--jobs", "2"), ("--resume", "checkpoint")])
def test_a_puzzle_that_changes_while_its_parts_are_counted_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: tuple[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "unsteady.py").write_text(UNSTEADY)
    assert cli.run(["count", "./unsteady.py", "3", *option], "threefold") == 2
    assert capsys.readouterr().err == (
        "threefold: ./unsteady.py n=3: the puzzle was changed during the count, or a worker has another version of it\n"
    )


def test_an_incomplete_part_makes_the_whole_a_lower_bound_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that gives up in one cube, after some of its solutions."""

    def gives_up(search: Search) -> Generator[Assignment, None, None]:
        for number, assignment in enumerate(search):
            if number == 1:
                raise Refused("too hard")
            yield assignment

    plant(monkeypatch, "backtracking", lambda lower: lambda *given: FaultyProgram(lower(*given), gives_up))
    [record] = compare("nqueens 8", ("backtracking",), 2).records
    assert (record.status, record.reason, record.complete, record.exact) == ("unknown", "too hard", False, False)
    assert record.count_is == "at_least"
    assert record.statistics["finished cubes"] < record.statistics["cubes"]


def test_every_row_is_reported_when_it_is_finished_and_its_phases_fit_into_its_time() -> None:
    finished: list[tuple[str, bool]] = []

    class Finished(Silent):
        def finished(self, run: str, record: Record, failed: bool) -> None:
            finished.append((record.configuration.backend, failed))

    experiment = Experiment(Instance("nqueens", {"n": 6}), Question(), Limits(60, 1 << 30))
    comparison = experiment.compare([parse("sat", {}), parse("backtracking", {})], Finished())
    assert finished == [("sat", False), ("backtracking", False)]
    for record in comparison.records:
        phases = sum(record.seconds[phase] for phase in ("build", "lower", "solve", "check"))
        assert 0 < phases <= record.seconds["total"]

"""What is inside of a record's times, and what is outside. The clock's time stands still except where a test spends some."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from math import nan
from pathlib import Path

import pytest

import threefold as tf
from threefold.backends.backend import Configuration, Program
from threefold.backends.configuration import parse
from threefold.checker.record import Record
from threefold.guard import Limits, Outcome
from threefold.language import Spec
from threefold.runs import clock as clock_module
from threefold.runs.clock import Clock, inside, spent
from threefold.runs.compare import record_of
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import LocalPool, Silent, Task
from threefold.runs.worker import Measurement, measure

PHASES = ("build", "lower", "load", "solve", "check")
UNIT = 2.0**-20  # seconds: small, since no record has more than its process really took; sums of it are exact
ROW = parse("backtracking", {})
INSTANCE = Instance("nqueens", {"n": 6})


class Time:
    now = 0.0

    def spend(self, units: int) -> None:
        self.now += units * UNIT


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(clock_module, "perf_counter", lambda: made.now)
    monkeypatch.setattr(clock_module, "_cpu", lambda: 2 * made.now)
    monkeypatch.setitem(sys.modules, "spending", made)
    return made


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`early` takes 100 units; `late` takes 10, and those of `within`, which it imports and which takes 20."""
    texts = {"early": "spend(100)", "within": "spend(20)", "late": "import within; spend(10)"}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(f"from spending import spend; {text}")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in texts:
        sys.modules.pop(name, None)


def units(seconds: float) -> float:
    return seconds / UNIT


@pytest.mark.usefixtures("modules")
def test_an_import_belongs_to_no_phase_and_one_within_another_is_measured_once(time: Time) -> None:
    clock = Clock()

    def lower() -> None:
        time.spend(1)
        import_module("late")
        import_module("late")  # it is there already
        time.spend(2)

    clock.timed("lower", lower)
    seconds = {name: units(value) for name, value in inside(clock.so_far()).items()}
    assert seconds == {"import": 30, "lower": 3, "total": 3, "cpu": 6}


def test_a_module_that_was_measured_has_its_own_loader(modules: None, time: Time) -> None:
    Clock()
    late = import_module("late")
    assert late.__spec__ is not None
    assert late.__loader__ is late.__spec__.loader
    assert type(late.__loader__).__name__ == "SourceFileLoader"


def test_an_import_that_fails_says_so_and_the_clock_goes_on(tmp_path: Path, time: Time) -> None:
    clock = Clock()
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        import_module("no_such_module")
    time.spend(1)
    assert units(clock.wall()) == 1


def test_what_is_outside_may_be_nested_and_the_next_part_begins_at_zero(time: Time) -> None:
    clock = Clock()
    with clock.outside():
        time.spend(5)
        with clock.outside():
            time.spend(6)
    time.spend(7)
    reported = clock.so_far()
    assert units(reported["outside total"]) == 11
    assert units(reported["total"]) == 7
    clock.start_again()
    assert set(clock.so_far().values()) == {0.0}


def test_drawing_reports_and_the_digest_are_outside(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    def spends(result: object, amount: int) -> object:
        time.spend(amount)
        return result

    monkeypatch.setattr("threefold.runs.worker.drawing_of", lambda *_: spends("drawn", 1000))
    monkeypatch.setattr("threefold.runs.worker.digest", lambda *_: spends("a digest", 100))
    run = Measurement(lambda so_far: time.spend(10), INSTANCE, ROW, Question(show=2, identify=True))
    record = run.count({})
    assert (record.drawings, record.spec) == (("drawn", "drawn"), "a digest")
    assert record.seconds["total"] == record.seconds["cpu"] == sum(record.seconds[phase] for phase in PHASES) == 0
    assert units(record.seconds["outside total"]) == 2140  # and four reports


@pytest.mark.usefixtures("modules")
def test_a_row_has_the_same_times_in_a_cold_process_and_in_a_warm_server(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = import_module("threefold.backends.backtracking").BACKEND

    def lower(spec: Spec, configuration: Configuration) -> Program:
        time.spend(3)
        import_module("late")
        program: Program = backend.lower(spec, configuration)
        return program

    preload = (*backend.preload, "early")
    changed = replace(backend, lower=lower, preload=preload)
    monkeypatch.setattr("threefold.backends.backtracking.BACKEND", changed)
    cold, warm = (_seconds(imported) for imported in ((), (*preload, "late")))
    assert (units(cold.pop("import")), units(warm.pop("import"))) == (130, 0)
    assert cold == warm
    assert units(cold["lower"]) == units(cold["total"]) == 3
    assert units(cold["cpu"]) == 6


def _seconds(imported: tuple[str, ...]) -> dict[str, float]:
    """Of a run in a real process, whose server has imported these modules."""
    with LocalPool() as pool:
        pool.submit(Task("run", measure, (INSTANCE, ROW, Question()), Limits(60, 1 << 30), imported))
        while True:
            for _, event in pool.receive(1.0):
                if isinstance(event, Outcome):
                    assert event.status == "done", event.reason
                    return dict(record_of(ROW, event).seconds)


@pytest.mark.parametrize("asked", [("nqueens", 6), ("golomb", 4)])
def test_the_total_covers_the_phases_and_both_kinds_of_questions_have_the_same(asked: tuple[str, int]) -> None:
    result = tf.compare(*asked, backends="sat,cp,ilp,backtracking", optimum=asked[0] == "golomb")
    for record in result.records:
        assert (
            {*PHASES, "import", "total", "cpu"} <= record.seconds.keys() <= {*PHASES, "first", "import", "total", "cpu"}
        )
        assert sum(record.seconds[phase] for phase in PHASES) <= record.seconds["total"]


def test_progress_has_no_other_times() -> None:
    class Names(Silent):
        found: set[str] = set()  # noqa: RUF012

        def progressed(self, run: str, so_far: Record) -> None:
            self.found |= so_far.seconds.keys()

    tf.compare("nqueens", 6, backends="sat", progress=(names := Names()))
    assert "total" in names.found
    assert names.found <= {*PHASES, "first", "import", "total", "cpu"}


def test_a_row_in_parts_has_no_other_times() -> None:
    seconds = tf.count("nqueens", 6, jobs=2).records[0].seconds
    assert seconds.keys() == {*PHASES, "first", "import", "total", "cpu"}


@pytest.mark.parametrize("status", ["timeout", "memory", "crashed", "raised"])
def test_of_a_run_that_was_killed_what_it_reported_to_be_outside_is_left_out(status: str) -> None:
    reported = {"lower": 1.0, "total": 1.5, "cpu": 1.25, "outside total": 2.0, "outside cpu": 0.5}
    seconds = spent(reported, Outcome(status, None, None, wall=10.0, cpu=9.0))
    assert seconds == {"lower": 1.0, "total": 8.0, "cpu": 8.5}
    assert spent({}, Outcome(status, None, None, wall=10.0, cpu=9.0)) == {"total": 10.0, "cpu": 9.0}


@pytest.mark.parametrize(("said", "kept"), [(nan, 0.0), (-1.0, 0.0), (99.0, 10.0), (7.0, 7.0)])
def test_no_run_has_taken_less_than_nothing_or_more_than_its_process(said: float, kept: float) -> None:
    done = Outcome("done", None, None, wall=10.0, cpu=10.0)
    assert spent({"total": said, "cpu": said}, done) == {"total": kept, "cpu": kept}

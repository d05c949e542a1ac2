"""A sweep runs what is missing, once, and leaves out hopeless runs."""

from pathlib import Path

import pytest

from tests.runs.test_parallel_count import UNSTEADY
from tests.sweeps.lines import run
from threefold.api.sweeps import sweep
from threefold.backends import find
from threefold.checker.record import Record
from threefold.commands import main as cli
from threefold.runs.pool import LocalPool, Silent, Task
from threefold.sweeps.record_line import Line, SweepRun, parse_line, read_lines
from threefold.sweeps.runner import Hopeless, Runner
from threefold.sweeps.spec_hash import identified
from threefold.sweeps.store import Store
from threefold.sweeps.sweep_file import read_sweep

SMALL = """\
[limits]
seconds = 20
[[runs]]
puzzle = "nqueens"
parameters = { n = "3..5" }
configurations = ["sat", "cp", "backtracking"]
repetitions = 2
warmup = 1
"""
ONE_ROW = SMALL.replace('"sat", "cp", ', "")  # for tests that are about which runs are made


class WatchedPool(LocalPool):
    """Keeps the runs that were started, warm-ups included."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.runs: list[SweepRun] = []

    def submit(self, task: Task) -> None:
        [run] = task.arguments
        assert isinstance(run, SweepRun)
        self.runs.append(run)
        super().submit(task)


def carried_out(folder: Path, text: str, jobs: int = 1) -> tuple[list[Line], list[SweepRun]]:
    (folder / "sweep.toml").write_text(text)
    with Store(folder) as store, WatchedPool(jobs) as pool:
        Runner(identified(read_sweep(folder)), store, Silent(), pool).run()
        return store.lines(), pool.runs


def test_every_run_leaves_one_line_with_its_answer(tmp_path: Path) -> None:
    lines, _ = carried_out(tmp_path, SMALL, jobs=2)
    assert len(lines) == 18
    assert {(each.parameters["n"], each.record.status, each.record.count, each.verdict) for each in lines} == {
        (3, "unsat", 0, "agree"),
        (4, "sat", 2, "agree"),
        (5, "sat", 10, "agree"),
    }
    for record in (each.record for each in lines):
        assert record.seconds["cpu"] >= 0
        assert record.memory > 0
        assert record.size
        assert record.size.variables
        assert record.threefold


def test_a_second_time_nothing_is_run(tmp_path: Path) -> None:
    _, first = carried_out(tmp_path, ONE_ROW)
    _, again = carried_out(tmp_path, ONE_ROW)
    assert (len(first), again) == (9, [])


PUZZLE_WITH = """
import os, signal
from threefold.language import Parameter, Puzzle, Spec

def build(n):
    spec = Spec("doomed", n=n)
    spec.integers("x", range(n), domain=range(2))
    {first}
    return spec

PUZZLE = Puzzle("doomed", "doomed", (Parameter("n", "size", 1, 9),), build, str, (), (2,))
"""


def test_a_run_that_is_killed_twice_leaves_no_record_and_the_next_sweep_makes_it(tmp_path: Path) -> None:
    puzzle, marks = tmp_path / "doomed.py", tmp_path / "marks"
    die = f"open({str(marks)!r}, 'a').write('x'); os.path.getsize({str(marks)!r}) in (2, 3) and os.kill(os.getpid(), 9)"
    puzzle.write_text(PUZZLE_WITH.format(first=die))  # the first time it is built to know its spec
    text = f'[[runs]]\npuzzle = "{puzzle}"\nparameters = {{ n = 2 }}\nconfigurations = ["backtracking"]\n'
    (tmp_path / "sweep.toml").write_text(text)
    first = sweep(tmp_path)
    assert (first.lines, first.lost, first.exit_code) == ((), ("killed by SIGKILL",), 4)
    second = sweep(tmp_path)
    assert ([line.record.count for line in second.lines], second.lost, second.exit_code) == ([4], (), 0)


def test_a_run_finds_imported_what_its_backend_imports_late(tmp_path: Path) -> None:
    puzzle, found = tmp_path / "curious.py", tmp_path / "found"
    module = find("sat").late[0]
    look = f"import sys; open({str(found)!r}, 'a').write(str({module!r} in sys.modules)[0])"
    puzzle.write_text(PUZZLE_WITH.format(first=look))
    text = f'[[runs]]\npuzzle = "{puzzle}"\nparameters = {{ n = [2, 3] }}\nconfigurations = ["sat"]\n'
    (tmp_path / "sweep.toml").write_text(text)
    assert sweep(tmp_path).exit_code == 0
    assert found.read_text().endswith("TT")  # before, both were built to know their specs


def test_a_puzzle_whose_child_is_killed_while_it_is_built_keeps_its_key(tmp_path: Path) -> None:
    puzzle, mark = tmp_path / "doomed.py", tmp_path / "mark"
    die = f"os.path.exists({str(mark)!r}) or (open({str(mark)!r}, 'w'), os.kill(os.getppid(), 9), signal.pause())"
    puzzle.write_text(PUZZLE_WITH.format(first=die))
    text = f'[[runs]]\npuzzle = "{puzzle}"\nparameters = {{ n = [2, 3] }}\nconfigurations = ["backtracking"]\n'
    (tmp_path / "sweep.toml").write_text(text)
    disturbed, calm = (list(identified(read_sweep(tmp_path)).runs()) for _ in range(2))
    assert disturbed == calm
    assert len({run.spec for run in calm}) == 2


def test_a_fresh_sweep_keeps_an_old_record_until_the_new_one_is_there(tmp_path: Path) -> None:
    class Interrupts(Silent):
        def finished(self, run: str, record: Record, *, failed: bool) -> None:
            raise KeyboardInterrupt

    (tmp_path / "sweep.toml").write_text(ONE_ROW.replace("3..5", "4..5").replace("warmup = 1", ""))
    old = {line.key: line for line in sweep(tmp_path).lines}
    with pytest.raises(KeyboardInterrupt) as stop:
        sweep(tmp_path, fresh=True, progress=Interrupts())
    [note] = stop.value.__notes__
    assert note == "1 of 4 runs are kept, the others have their old records; the same command without «fresh» goes on"
    kept = {line.key: line for line in read_lines(tmp_path / "records.jsonl")}
    assert kept.keys() == old.keys()
    assert sum(kept[key].record.seconds != old[key].record.seconds for key in old) == 1
    new = {line.key: line for line in sweep(tmp_path).lines}
    assert sum(new[key].record.seconds != kept[key].record.seconds for key in old) == 3
    assert {line.key: line for line in sweep(tmp_path).lines} == new


def test_only_what_the_file_newly_asks_for_is_run_with_its_warm_up(tmp_path: Path) -> None:
    carried_out(tmp_path, ONE_ROW)
    _, new = carried_out(tmp_path, ONE_ROW.replace("3..5", "3..6"))
    assert [(each.parameters["n"], each.repetition) for each in new] == [(6, -1), (6, 0), (6, 1)]


@pytest.mark.slow
def test_a_row_that_hit_the_limit_is_skipped_on_larger_instances_and_says_where(tmp_path: Path) -> None:
    text = SMALL.replace("seconds = 20", "seconds = 1").replace("3..5", "14..16").replace('"cp", ', "")
    lines, runs = carried_out(tmp_path, text.replace("warmup = 1", ""), jobs=2)
    assert {each.parameters["n"] for each in runs} == {14}
    larger = [each for each in lines if each.parameters["n"] == 16]
    assert {(each.record.status, each.record.reason) for each in larger} == {("skipped", "hit the time limit at n=14")}


def test_what_is_smaller_in_one_parameter_is_not_hopeless() -> None:
    hopeless = Hopeless()
    hopeless.note(run(puzzle="cards", parameters={"n": 10, "k": 2}), "timeout")
    assert hopeless.reason(run(puzzle="cards", parameters={"n": 11, "k": 2}))
    assert not hopeless.reason(run(puzzle="cards", parameters={"n": 9, "k": 3}))
    assert not hopeless.reason(run(puzzle="cards", parameters={"n": 11, "k": 2}, row="cp"))
    assert not hopeless.reason(run(puzzle="cards", parameters={"n": 11, "k": 2}, seconds=61.0))


def test_a_random_draw_is_not_hopeless_because_another_one_hit_the_limit() -> None:
    """By their numbers, every later seed was larger than the first that hit the limit."""
    hopeless = Hopeless()
    hopeless.note(run(puzzle="qcp", parameters={"n": 30, "holes": 42, "seed": 1}), "timeout")
    assert not hopeless.reason(run(puzzle="qcp", parameters={"n": 30, "holes": 42, "seed": 2}))
    assert not hopeless.reason(run(puzzle="qcp", parameters={"n": 30, "holes": 44, "seed": 1}))


def test_a_limit_skips_repetitions_and_larger_instances_with_that_seed_and_no_other_seed() -> None:
    """One timeout once took the other seeds with it: a seed study lost its spread."""
    hopeless = Hopeless()
    hopeless.note(run(parameters={"n": 10}, seed=1), "timeout")
    assert hopeless.reason(run(parameters={"n": 10}, seed=1, repetition=1)) == "hit the time limit at n=10"
    assert not hopeless.reason(run(parameters={"n": 10}, seed=2))
    assert not hopeless.reason(run(parameters={"n": 11}, seed=2))
    assert hopeless.reason(run(parameters={"n": 11}, seed=1)) == "hit the time limit at n=10"


def test_a_sweep_can_limit_cpu_time_and_records_both_times(tmp_path: Path) -> None:
    text = SMALL.replace("seconds = 20", 'seconds = 0.3\nlimit = "cpu"').replace("3..5", "14..14").replace('"cp", ', "")
    lines, _ = carried_out(tmp_path, text.replace("warmup = 1", ""))
    assert {each.record.reason for each in lines} == {"CPU time limit of 0.3 s", "hit the time limit at n=14"}
    assert len(lines) == 4  # both rows; a repetition of what hit the limit is left out
    for each in (each for each in lines if each.record.status != "skipped"):
        assert (each.limit, each.record.status) == ("cpu", "timeout")
        assert each.record.seconds["cpu"] >= 0.29  # without the time of the digest
        assert each.record.seconds["total"] > 0
        assert parse_line(each.to_json(), "") == each


def test_a_run_that_only_lowers_has_sizes_and_no_answer(tmp_path: Path) -> None:
    lines, _ = carried_out(tmp_path, SMALL.replace("repetitions = 2\nwarmup = 1", 'task = "lower"'))
    assert {each.record.status for each in lines} == {"lowered"}
    assert {each.record.size and each.record.size.constraints for each in lines if each.row == "cp"} == {3}


def test_a_puzzle_that_is_edited_during_a_sweep_leaves_no_record_under_the_old_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "unsteady.py").write_text(UNSTEADY)
    (tmp_path / "sweep.toml").write_text(
        '[[runs]]\npuzzle = "./unsteady.py"\nparameters = { n = 3 }\nconfigurations = ["sat"]\n'
    )
    assert cli.run(["sweep", ".", "--quiet"], "threefold") == 2
    assert "./unsteady.py n=3: the puzzle was changed during the sweep" in capsys.readouterr().err
    with Store(tmp_path) as store:
        assert store.lines() == []


OPTIONAL = """
[[runs]]
puzzle = "nqueens"
parameters = { n = 4 }
configurations = ["backtracking", "minizinc"]
optional = "minizinc"
"""


def test_an_optional_row_whose_engine_is_missing_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda program: None)
    (tmp_path / "sweep.toml").write_text(OPTIONAL)
    assert cli.run(["sweep", str(tmp_path)], "threefold") == 0
    output = capsys.readouterr()
    assert "not installed here, and left out: minizinc" in output.err
    assert "1 of 2 runs have a record (1 sat)" in output.out


def test_an_optional_row_must_be_one_of_the_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sweep.toml").write_text(OPTIONAL.replace('optional = "minizinc"', 'optional = ["cp"]'))
    assert cli.run(["sweep", str(tmp_path)], "threefold") == 2
    assert "optional: cp is none of the configurations" in capsys.readouterr().err

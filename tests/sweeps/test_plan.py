"""A sweep file says which runs there are, and a mistake in it is reported with file, line and key."""

from pathlib import Path

import pytest

from tests.sweeps.lines import line, run
from threefold.guard import Limits
from threefold.language import BadInput
from threefold.sweeps.sweep_file import read_sweep

GOOD = """\
title = "Queens"

[limits]
seconds = 5
memory = "512M"

[[runs]]
puzzle = "nqueens"
parameters = { n = "4..6" }
configurations = ["sat", "cp+view=bool"]
repetitions = 2
warmup = 1
smoke = { n = 4 }

[[runs]]
puzzle = "cards"
parameters = [[3, 2], [9, 3]]
task = "first"
configurations = ["sat:minisat22"]
seeds = [1, 2]
"""


def written(folder: Path, text: str) -> Path:
    (folder / "sweep.toml").write_text(text, encoding="utf-8")
    return folder


def test_the_runs_are_the_product_of_parameters_configurations_seeds_and_repetitions(tmp_path: Path) -> None:
    sweep = read_sweep(written(tmp_path, GOOD))
    runs = [run for run in sweep.runs() if run.repetition >= 0]
    assert len(sweep) == len(runs) == 3 * 2 * 2 + 2 * 2
    assert {(run.parameters["n"], run.row, run.repetition) for run in runs if run.puzzle == "nqueens"} == {
        (n, row, repetition) for n in (4, 5, 6) for row in ("sat", "cp+view=bool") for repetition in (0, 1)
    }
    assert [(dict(run.parameters), run.seed) for run in runs if run.puzzle == "cards"] == [
        ({"n": n, "k": k}, seed) for n, k in ((3, 2), (9, 3)) for seed in (1, 2)
    ]


def test_warm_ups_come_before_and_have_negative_numbers(tmp_path: Path) -> None:
    runs = list(read_sweep(written(tmp_path, GOOD)).runs())
    assert [run.repetition for run in runs if run.puzzle == "nqueens" and run.parameters["n"] == 4] == [
        -1,
        -1,
        0,
        0,
        1,
        1,
    ]


def test_smoke_takes_its_own_parameters_once_and_is_quick(tmp_path: Path) -> None:
    sweep = read_sweep(written(tmp_path, GOOD.replace("seconds = 5", "seconds = 500")), smoke=True)
    assert [run.parameters["n"] for run in sweep.runs() if run.puzzle == "nqueens"] == [4, 4]
    assert sweep.seconds == 10


def test_the_key_of_a_run_does_not_depend_on_how_its_configuration_is_written(tmp_path: Path) -> None:
    runs = list(read_sweep(written(tmp_path, GOOD)).runs())
    spelled_out = GOOD.replace('"sat",', '"sat:cadical195",').replace("seconds = 5", "seconds = 5.0")
    assert [run.key for run in runs] == [run.key for run in read_sweep(written(tmp_path, spelled_out)).runs()]
    assert len({run.key for run in runs}) == len(runs)


@pytest.mark.parametrize("names", [None, {"nqueens": ("n",), "cards": ("n", "k")}])
def test_a_billion_runs_are_refused_with_their_number_without_being_made(
    tmp_path: Path, names: dict[str, tuple[str, ...]] | None
) -> None:
    """A report reads the file without the puzzles."""
    many = GOOD.replace('"4..6"', '"4..10"').replace("repetitions = 2", "repetitions = 1000000")
    with pytest.raises(BadInput, match="parameters: 14,000,000 runs are too many: at most 1,000,000 are possible"):
        read_sweep(written(tmp_path, many), names=names)
    with pytest.raises(BadInput, match="parameters: 3,999,999,988 runs are too many"):
        read_sweep(written(tmp_path, GOOD.replace('"4..6"', '"4..1000000000"')), names={"nqueens": ("n",)})


@pytest.mark.parametrize(
    ("wrong", "right", "line", "message"),
    [
        ('title = "Queens"', "title = 3", 1, "title: must be a text (got 3)"),
        ("seconds = 5", "second = 5", 4, "second: no such key; known: seconds, memory, limit; did you mean 'seconds'?"),
        ("seconds = 5", "seconds = 0", 4, "seconds: must be a positive number of seconds, at most 1,000,000,000 (got 0)"),
        ('"512M"', '"many"', 5, "memory: must be a size from 1M to 1024T, like 512M or 2G (got 'many')"),
        ('"512M"', '"1G"\nlimit = "real"', 6, "limit: must be one of cpu, wall (got 'real')"),
        ('"512M"', '"1G"\nlimit = ["cpu"]', 6, "limit: must be one of cpu, wall (got ['cpu'])"),
        ('"nqueens"', '"nqueen"', 8, "puzzle: no puzzle 'nqueen'"),
        ('n = "4..6"', 'm = "4..6"', 9, "parameters: m: no such parameter (nqueens takes: n)"),
        ('"4..6"', '"6..4"', 9, "parameters: the product is empty: there is nothing to run"),
        ('"4..6"', '"4..6..0"', 9, "parameters: the step of a range must be at least 1 (got '4..6..0')"),
        ('"4..6"', '"4..9999999"', 9, "parameters: nqueens: n must be at most"),
        ('"4..6"', "4.5", 9, "parameters: must be integers, texts, lists of them or a range like '4..12' (got 4.5)"),
        ("cp+view=bool", "cp+view=both", 10, "configurations: view must be one of"),
        ('"sat", ', '"sat", "sat", ', 10, "configurations: two rows are the same: sat"),
        ("repetitions = 2", 'reference = "sta"', 11, "reference: sta is none of the configurations; did you mean 'sat'?"),
        ("repetitions = 2", "reference = 1", 11, "reference: must be a text or a list of texts (got 1)"),
        ("repetitions = 2", 'reference = ["sat", "cp+view=bool"]', 11, "reference: two of them are of one kind"),
        ("repetitions = 2", "repetitions = 0", 11, "repetitions: must be an integer from 1 to 1,000,000 (got 0)"),
        ("repetitions = 2", f"repetitions = {'9' * 30}", 11, "repetitions: must be an integer from 1 to 1,000,000 (got 99"),
        ("seconds = 5", "seconds = 1e18", 4, "seconds: must be a positive number of seconds, at most 1,000,000,000 (got 1e+18)"),
        ('"512M"', f"'{'9' * 400}G'", 5, "memory: must be a size from 1M to 1024T"),
        ('"4..6"', f"'4..{'9' * 30}'", 9, "parameters: an integer must be between -9,007,199,254,740,992 and 9,007"),
        ('"4..6"', f"'4..{'9' * 5000}'", 9, "parameters: an integer must be between"),
        ('"4..6"', "'４..６'", 9, "parameters: nqueens: n must be an integer (got '４..６')"),
        ("warmup = 1", "warmup = true", 12, "warmup: must be an integer from 0 to 1,000 (got True)"),
        ('"first"', '"fastest"', 18, "task: must be one of count, first, lower, prove (got 'fastest')"),
        ("[[3, 2], [9, 3]]", "[[3, 2], [9]]", 17, "parameters: each must be a list of 2 (n, k) (got [9])"),
        ("smoke = { n = 4 }", 'smoke = { n = "4..x" }', 13, "smoke: nqueens: n must be an integer (got '4..x')"),
        ("seeds = [1, 2]", "seeds = [2, 1, 2]", 20, "seeds: the seed 2 is there twice; the same run again is a repetition"),
        ("seeds = [1, 2]", "seeds = [-1]", 20, "seeds: must be a list of integers from 0 to"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_file_line_and_key(
    tmp_path: Path, wrong: str, right: str, line: int, message: str
) -> None:
    folder = written(tmp_path, GOOD.replace(wrong, right, 1))
    with pytest.raises(BadInput) as error:
        read_sweep(folder)
    assert str(error.value).startswith(f"{folder / 'sweep.toml'}:{line}: {message}")


def test_the_reference_is_named_by_puzzle_and_task_and_belongs_to_no_run(tmp_path: Path) -> None:
    named = GOOD.replace("repetitions = 2", 'repetitions = 2\nreference = "cp+view=bool"')
    before = [run.key for run in read_sweep(written(tmp_path, GOOD)).runs()]
    plan = read_sweep(written(tmp_path, named))
    assert plan.references() == {("nqueens", "count"): ("cp+view=bool",), ("cards", "first"): ()}
    assert [run.key for run in plan.runs()] == before
    renamed = plan.labelled({str(plan.batches[0].rows["cp+view=bool"]): "cp:cpsat+view=bool"})
    assert renamed.references()["nqueens", "count"] == ("cp:cpsat+view=bool",)


def test_a_file_without_runs_says_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"sweep.toml:1: runs: the file needs at least one table \[\[runs\]\]"):
        read_sweep(written(tmp_path, 'title = "nothing"\n'))


def test_a_file_that_is_not_toml_is_reported_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"sweep.toml:2: not TOML: Invalid value \(column 10\)"):
        read_sweep(written(tmp_path, 'title = "a"\nlimits = = 3\n'))
    with pytest.raises(BadInput, match=r"sweep.toml:2: not TOML: Unterminated string at the end"):
        read_sweep(written(tmp_path, 'title = "a"\nlimits = """'))


def test_a_number_with_too_many_digits_and_deep_lists_are_reported(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"sweep.toml: not TOML: a number has too many digits"):
        read_sweep(written(tmp_path, GOOD.replace("seconds = 5", f"seconds = {'9' * 5000}")))
    with pytest.raises(BadInput, match=r"sweep.toml: not TOML: lists in lists too deep"):
        read_sweep(written(tmp_path, f"title = {'[' * 100_000}"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"sweep.toml: cannot be read: No such file or directory"):
        read_sweep(tmp_path)


def test_without_its_puzzles_a_file_asks_for_the_same_runs(tmp_path: Path) -> None:
    """A report is made wherever the puzzles are: the names of parameters are in the records."""
    sweep = read_sweep(written(tmp_path, GOOD))
    names = {"nqueens": ("n",), "cards": ("n", "k")}
    assert list(read_sweep(tmp_path, names=names).runs()) == list(sweep.runs())
    assert len(read_sweep(written(tmp_path, GOOD.replace("cards", "./gone.py")), names={})) == len(sweep)


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({}, True),
        ({"row": "cp+view=bool", "repetition": 1}, True),
        ({"row": "sat:cadical195"}, True),  # the same, spelled out
        ({"row": "cp"}, False),
        ({"repetition": 2}, False),
        ({"parameters": {"n": 7}}, False),
        ({"givens": ("queen[1]=2",)}, False),
        ({"task": "first"}, False),
        ({"seed": 1}, False),
        ({"seconds": 6.0}, False),
        ({"memory": 1 << 30}, False),
        ({"limit": "cpu"}, False),
    ],
)
def test_a_record_is_asked_for_or_of_another_run(tmp_path: Path, changes: dict[str, object], asked: bool) -> None:
    recorded = line(run(**({"parameters": {"n": 4}, "seconds": 5.0, "memory": 512 << 20} | changes)))
    assert read_sweep(written(tmp_path, GOOD)).asks_for(recorded) is asked


def test_the_limit_is_on_wall_time_unless_the_file_says_cpu_time(tmp_path: Path) -> None:
    wall = list(read_sweep(written(tmp_path, GOOD)).runs())
    cpu = list(read_sweep(written(tmp_path, GOOD.replace('"512M"', '"512M"\nlimit = "cpu"'))).runs())
    assert {run.limits for run in wall} == {Limits(5, 512 << 20)}
    assert {run.limits for run in cpu} == {Limits(110, 512 << 20, cpu=5)}
    assert not {run.key for run in wall} & {run.key for run in cpu}

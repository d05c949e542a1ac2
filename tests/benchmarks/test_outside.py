"""Programs of others count what ours counts, and a program that is not installed is said to be missing."""

import subprocess
from dataclasses import replace

import pytest

from benchmarks import gallery, outside, typed
from benchmarks.contestants import measured
from benchmarks.measurement import Timing
from benchmarks.outside import CLASP_ALONE, GECODE, LIMIT, MINIZINC, WITHOUT_LEARNING, Program, run_of_program
from benchmarks.render import page
from benchmarks.rows import Contest, row
from threefold.guard import Server

COUNTS = {"q6": 4, "cards 4 2": 2, "latin 3": 12}


def counted(program: Program, label: str) -> int:
    if program.missing():
        pytest.skip(program.missing() or "")
    function, arguments = program.call(row("sat count", label, ()).workload)
    said = function(lambda _: None, *arguments)
    assert said["whole"] == said["solve"] > 0
    return int(said["count"])


@pytest.mark.parametrize(
    "program", [CLASP_ALONE, GECODE, MINIZINC, WITHOUT_LEARNING, LIMIT], ids=lambda each: each.name
)
@pytest.mark.parametrize(
    "label", ["q6", *(pytest.param(each, marks=pytest.mark.slow) for each in ("cards 4 2", "latin 3"))]
)
def test_programs_of_others_count_right(program: Program, label: str) -> None:
    assert counted(program, label) == COUNTS[label]


@pytest.mark.slow
@pytest.mark.parametrize("program", [CLASP_ALONE, GECODE, WITHOUT_LEARNING], ids=lambda each: each.name)
def test_auxiliary_variables_do_not_change_the_count(program: Program) -> None:
    assert counted(program, "knights 3 4") == 0
    assert counted(program, "domination 5 3") == 186
    assert counted(program, "golomb 4 6") == 2


def test_a_program_that_is_not_installed_is_missing() -> None:
    with Server() as server:
        run = measured(server, replace(GECODE, program="no-such-program"), row("sat count", "q4", ()).workload, 10)
    assert (run.status, run.reason) == ("missing", "not installed: no-such-program")


def test_a_file_that_cannot_be_made_costs_one_contestant_only() -> None:
    def fails(_: object) -> list[str]:
        raise subprocess.CalledProcessError(3, "threefold", stderr="a limit was hit")

    with Server() as server:
        run = measured(server, Program("fails", "sh", fails), row("sat count", "q4", ()).workload, 10)
    assert (run.status, run.reason) == ("failed", "exit status 3: a limit was hit")


def test_a_program_that_fails_has_no_count() -> None:
    with pytest.raises(RuntimeError, match=r"exit status 2: no$"):
        run_of_program(lambda _: None, ["sh", "-c", "echo why; echo no >&2; exit 2"], "")


def test_a_typed_command_is_measured_with_its_children() -> None:
    command = typed.Typed("sh", lambda: ["-c", "import subprocess, sys; subprocess.run([sys.executable, '-c', '9'])"])
    alone = typed.run_of_words(lambda _: None, ["sh", "-c", ":"])
    function, arguments = command.call(typed.NOTHING)
    assert function(lambda _: None, *arguments)["whole"] > alone["whole"]


def test_the_gallery_is_one_line_for_each_instance() -> None:
    contests: list[Contest] = [row(gallery.GROUP, label, gallery.CONTESTANTS) for label in ("zebra 5", "magic 4")]
    ours = Timing("done", seconds={"build": 9.0, "lower": 0.1, "load": 0.1, "solve": 0.7, "check": 0.2})
    results = {("gallery zebra 5", name): [ours] for name in gallery.OURS}
    results |= {("gallery zebra 5", gallery.CLASP): [Timing("done", seconds={"solve": 0.3})]}
    results |= {("gallery magic 4", "cp"): [Timing("timeout", cpu=6.0)]}
    results |= {("gallery magic 4", gallery.GECODE): [Timing("missing", "not installed: fzn-gecode")]}
    text = page(results, contests, [], "", whole=False)
    assert "| zebra 5 | 8,208 | 0.90 | 0.90 | 0.90 | 0.90 | 0.30 |  | 3.0 | 3.0 |  | 20 20 20 20 |" in text
    assert "| magic 4 | 7,040 |  | ≥ 6.0 |  |  |  | missing: not installed: fzn-gecode |  |  |  | – – – – |" in text
    assert "| gallery, sat:clasp against clasp alone, the largest | ≤ 2 x | 3.00 x | not reached |" in text


def test_versions_name_every_program() -> None:
    assert all(f"{name} " in outside.versions() for name in ("clasp", "Gecode", "MiniZinc", "gcc"))

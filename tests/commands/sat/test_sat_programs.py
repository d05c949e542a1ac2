"""External solvers, also such as give wrong answers."""

import os
import time
from pathlib import Path
from shutil import which

import pytest

from tests.commands.sat.running import QUEENS, comments, model_of, run
from threefold.commands import main as cli

DEBIAN = {"minisat": "minisat {cnf} {out}", "cadical": "cadical {cnf}", "cadical reading its input": "cadical -q"}


@pytest.mark.parametrize("name", DEBIAN)
@pytest.mark.parametrize("instance", [(QUEENS, 8), ("cards", 7, 2)])
def test_debians_solvers_agree_through_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, instance: tuple[object, ...]
) -> None:
    program = name.split()[0]
    if which(program) is None:
        pytest.skip(f"the program {program} is not installed (apt-get install {program})")
    code, output, errors = run(capsys, *instance, "--solver-command", DEBIAN[name])
    assert (code, errors) == (10, "")
    answer = tmp_path / "answer.txt"
    answer.write_text(output)
    assert cli.run(["decode", *map(str, instance), str(answer)], "threefold") == 0
    assert "a solution" in capsys.readouterr().out


@pytest.mark.parametrize("program", ["minisat {cnf} {out}", "cadical {cnf}"])
def test_debians_solvers_enumerate_and_refute(capsys: pytest.CaptureFixture[str], program: str) -> None:
    if which(program.split()[0]) is None:
        pytest.skip(f"the program {program.split()[0]} is not installed")
    assert "4 models" in comments(run(capsys, QUEENS, 6, "--all", "--solver-command", program)[1])
    assert run(capsys, QUEENS, 3, "--solver-command", program)[0] == 20


def program(folder: Path, script: str) -> str:
    """A solver that is a shell script; its last argument is the script."""
    file = folder / "fake"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return str(file)


GOOD = "echo 's SATISFIABLE'; echo 'v 1 -2 3 0'"
LIARS = {
    f"{GOOD}; exit 20": "'fake' says SATISFIABLE, but its exit code 20 means UNSATISFIABLE",
    "echo 's UNSATISFIABLE'; exit 10": "'fake' says UNSATISFIABLE, but its exit code 10 means SATISFIABLE",
    f"{GOOD}; exit 1": "'fake' says SATISFIABLE, but its exit code is 1 instead of 10",
    "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10": "'fake' says SATISFIABLE, but its values do not satisfy the clause -1 -2",
    "echo 's SATISFIABLE'; echo 'v 3 0'; exit 10": "'fake' says SATISFIABLE, but its values do not satisfy the clause 1 2",
    "echo 's SATISFIABLE'; exit 10": "'fake' gave no valid answer (exit code 10): its output:1: says SATISFIABLE, but gives no",
    "echo 's SATISFIABLE'; echo 'v 1 -2'; exit 10": "its output:2: the values do not end in 0",
    "echo 's SATISFIABLE'; echo 'v 1 -2 4 0'; exit 10": "its output:2: literal 4 is beyond the variables, 1 to 3",
    "exit 0": "'fake' gave no valid answer (exit code 0): its output:1: the answer is empty",
    "exit 20": "'fake' gave no valid answer (exit code 20): its output:1: the answer is empty",
    "echo hello; echo world": "its output:1: 'hello' is not a line of an answer",
    "head -c 4000 /dev/urandom; exit 10": "'fake' gave no valid answer",
    "echo 'c all is well'; kill -SEGV $$": "'fake' crashed: killed by SIGSEGV",
    f"{GOOD}; kill -KILL $$": "'fake' was killed by SIGKILL",
    f"{GOOD}; kill -SEGV $$": "'fake' said SATISFIABLE and then crashed: killed by SIGSEGV",
    "echo 'cannot parse line 7' >&2; exit 3": "'fake' failed with exit code 3: cannot parse line 7",
    "echo 'c banner' >&2; echo 'no memory' >&2; exit 3": "'fake' failed with exit code 3: no memory",
    "yes hello": "its output:1: 'hello' is not a line of an answer",
}


@pytest.mark.parametrize("script", LIARS)
def test_a_lying_silent_or_crashing_solver_is_reported_as_such(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path, script: str
) -> None:
    start = time.monotonic()
    code, output, errors = run(capsys, cnf, "--solver-command", program(tmp_path, script))
    assert (code, output.splitlines()[-1]) == (4, "s UNKNOWN")
    assert LIARS[script] in errors
    assert (errors.startswith("threefold: "), errors.count("\n")) == (True, 1)
    assert time.monotonic() - start < 10


def test_a_result_file_that_is_not_written_is_reported(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path
) -> None:
    code, _, errors = run(capsys, cnf, "--solver-command", program(tmp_path, "exit 10") + " {cnf} {out}")
    assert (code, "it wrote no result file" in errors) == (4, True)


def test_minisat_without_a_result_file_is_reported_with_what_to_write(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path
) -> None:
    script = "echo '====[ Problem Statistics ]===='; echo SATISFIABLE; exit 10"
    code, _, errors = run(capsys, cnf, "--solver-command", program(tmp_path, script))
    assert (code, "'minisat {cnf} {out}'" in errors) == (4, True)


def test_a_program_that_never_ends_hits_the_limit_and_is_killed(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path
) -> None:
    marker = tmp_path / "alive"
    script = f"echo 'c thinking'; echo $$ > {marker}; while :; do sleep 0.1; done"
    code, output, _ = run(capsys, cnf, "--solver-command", program(tmp_path, script), "--timeout", "0.7")
    assert (code, output.splitlines()[-1]) == (3, "s UNKNOWN")
    with pytest.raises(ProcessLookupError):
        os.kill(int(marker.read_text()), 0)


def test_a_program_may_say_unknown(capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path) -> None:
    code, output, _ = run(capsys, cnf, "--solver-command", program(tmp_path, "echo 's UNKNOWN'"))
    assert (code, output.splitlines()[-2:]) == (3, ["c 'fake' says UNKNOWN", "s UNKNOWN"])


def test_exit_code_0_with_an_answer_is_accepted_with_a_note(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path
) -> None:
    code, output, _ = run(capsys, cnf, "--solver-command", program(tmp_path, GOOD))
    assert (code, "exit code 0 where 10 was expected" in comments(output)) == (10, True)


def test_a_partial_model_is_completed_with_false_and_checked(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path
) -> None:
    script = "echo 's SATISFIABLE'; echo 'v 1 0'; exit 10"
    code, output, _ = run(capsys, cnf, "--solver-command", program(tmp_path, script))
    assert (code, model_of(output, tmp_path, 3)) == (10, {1, -2, -3})
    assert "'fake' gave 2 variables no value; they are taken as false" in comments(output)


def test_a_program_gets_a_clean_formula_by_file_or_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, cnf: Path
) -> None:
    seen = tmp_path / "seen"
    for call in (' "{cnf}"', ""):
        fake = program(tmp_path, f"cat $1 > {seen}; {GOOD}; exit 10")
        assert run(capsys, cnf, "--solver-command", fake + call)[0] == 10
        assert seen.read_text() == "p cnf 3 2\n1 2 0\n-1 -2 0\n"


def test_a_program_that_repeats_a_blocked_model_is_caught(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path
) -> None:
    code, output, errors = run(capsys, cnf, "--all", "--solver-command", program(tmp_path, f"{GOOD}; exit 10"))
    assert (code, output.count("s SATISFIABLE")) == (4, 1)
    assert "do not satisfy the clause -1 2 -3" in errors


def test_an_unsat_that_contradicts_the_known_number_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fake = program(tmp_path, "echo 's UNSATISFIABLE'; exit 20")
    code, output, errors = run(capsys, QUEENS, 8, "--solver-command", fake)
    assert (code, output.splitlines()[-1]) == (4, "s UNKNOWN")
    assert "is wrong: it found no model, but 92 is the known number" in errors

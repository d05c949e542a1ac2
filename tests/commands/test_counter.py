"""`sat:ganak`: a number without solutions in the table, in the verdict and in JSON."""

import json
import sys
import time
from importlib.util import find_spec
from types import ModuleType

import pytest

from threefold.commands import main as cli

needs_ganak = pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")


def run(capsys: pytest.CaptureFixture[str], words: str) -> tuple[int, str, str]:
    code = cli.run(words.split(), "threefold")
    output = capsys.readouterr()
    return code, output.out, output.err


class Counter:
    """A stand-in for pyganak: every formula has this number of models. Guarded children are forked from this process."""

    answer = 4
    seconds = 0.0

    def __init__(self, **settings: object) -> None: ...
    def new_vars(self, many: int) -> None: ...
    def set_sampling_set(self, numbers: list[int]) -> None: ...
    def add_clause(self, clause: list[int]) -> None: ...

    def count(self) -> int:
        time.sleep(self.seconds)
        return self.answer


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> type[Counter]:
    module = ModuleType("pyganak")
    vars(module).update(Counter=Counter, __version__="2.8.0")
    monkeypatch.setitem(sys.modules, "pyganak", module)
    return Counter


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("compare nqueens 6 --backends sat:ganak --first", "sat:ganak counts all solutions and shows none: it cannot"),
        ("compare nqueens 6 --backends sat:ganak --limit 3", "sat:ganak counts all solutions and shows none"),
        ("compare nqueens 6 --backends sat:ganak --show 1", "sat:ganak counts all solutions and shows none"),
        ("count nqueens 6 --backend sat:ganak --limit 3", "sat:ganak counts all solutions and shows none"),
        ("count nqueens 6 --backend sat:ganak --up-to-symmetry", "sat:ganak counts all solutions and shows none"),
        ("solve nqueens 6 --backend sat:ganak", "sat:ganak counts all solutions and shows none"),
        ("count nqueens 6 --backend sat:ganak+enum=blocking", "sat:ganak has its own way to enumerate or count: leave"),
        ("count nqueens 6 --backend sat:gnak", "no solver 'gnak' for backend sat"),
    ],
)
def test_what_a_model_counter_cannot_do_is_bad_input(
    capsys: pytest.CaptureFixture[str], words: str, message: str
) -> None:
    code, output, errors = run(capsys, words)
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert message in errors


def test_a_missing_pyganak_is_bad_input_that_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyganak", None)
    code, _, errors = run(capsys, "count nqueens 6 --backend sat:ganak")
    assert (code, errors) == (
        2,
        "threefold: ganak needs pyganak, which is not installed: pip install 'threefold[count]'\n",
    )


def test_the_number_agrees_and_the_sets_are_not_compared(
    capsys: pytest.CaptureFixture[str], counter: type[Counter]
) -> None:
    code, output, _ = run(capsys, "compare nqueens 6 --backends sat:ganak,cp")
    assert code == 0
    assert output.splitlines()[3].split()[:4] == ["sat:ganak", "ganak", "sat", "4"]
    assert output.splitlines()[-1] == (
        "agree: two backends have the same number of solutions, 4; 4 is the known number (OEIS A000170); "
        "the solutions of cp were checked; "
        "sat:ganak counted without enumerating, so its set of solutions was not compared."
    )


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (5, "sat:ganak counted 5 solutions, cp found 4."),
        (3, "cp found 4 solutions, sat:ganak counted 3."),
        (0, "cp found a solution that satisfies the spec, but sat:ganak reports that there is none."),
    ],
)
def test_a_wrong_number_disagrees(
    capsys: pytest.CaptureFixture[str],
    counter: type[Counter],
    monkeypatch: pytest.MonkeyPatch,
    answer: int,
    sentence: str,
) -> None:
    monkeypatch.setattr(counter, "answer", answer)
    code, output, _ = run(capsys, "compare nqueens 6 --backends sat:ganak,cp")
    assert (code, f"disagree: {sentence}" in output) == (1, True)


def test_a_counted_number_against_no_solution_has_no_witness(
    capsys: pytest.CaptureFixture[str], counter: type[Counter]
) -> None:
    code, output, _ = run(capsys, "compare nqueens 3 --backends sat:ganak,cp")
    assert (code, "disagree: sat:ganak counted 4 solutions, cp found 0." in output, "witness" in output) == (
        1,
        True,
        False,
    )


def test_json_has_no_fingerprint_where_nothing_was_enumerated(
    capsys: pytest.CaptureFixture[str], counter: type[Counter]
) -> None:
    _, output, _ = run(capsys, "count nqueens 6 --backend sat:ganak --json")
    [row] = json.loads(output)["results"]
    assert (row["status"], row["count"], row["count_is"]) == ("sat", 4, "exact")
    assert (row["verified"], row["fingerprint"], row["drawings"]) == (0, None, [])
    assert (row["version"], row["method"]) == ("ganak (pyganak 2.8.0)", "projected model counting, no solution seen")
    assert (row["solver"], row["found_by"], row["decided_by"]) == ("ganak", {}, "ganak")


def test_a_killed_count_is_unknown(
    capsys: pytest.CaptureFixture[str], counter: type[Counter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counter, "seconds", 60)
    code, output, _ = run(capsys, "count nqueens 6 --backend sat:ganak --timeout 1 --json")
    [row] = json.loads(output)["results"]
    assert code == 3
    assert (row["status"], row["count"], row["count_is"]) == ("timeout", None, "unknown")


def test_a_number_too_long_to_enumerate_is_written_with_separators(
    capsys: pytest.CaptureFixture[str], counter: type[Counter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counter, "answer", 2**200)
    _, output, _ = run(capsys, "count nqueens 20 --backend sat:ganak --quiet")
    assert output == f"{2**200:,}\n"


def test_parts_of_a_count_add_up_without_a_fingerprint(
    capsys: pytest.CaptureFixture[str], counter: type[Counter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counter, "answer", 0)
    code, output, _ = run(capsys, "count nqueens 3 --backend sat:ganak --jobs 2 --json")
    [row] = json.loads(output)["results"]
    assert (code, row["status"], row["count"], row["fingerprint"]) == (0, "unsat", 0, None)


@needs_ganak
@pytest.mark.parametrize("more", ["", " --jobs 2"])
def test_ganak_itself_agrees_with_the_others(capsys: pytest.CaptureFixture[str], more: str) -> None:
    code, output, _ = run(capsys, f"compare nqueens 6 --backends sat:ganak,sat,cp{more}")
    assert (code, "three configurations have the same number of solutions, 4;" in output) == (0, True)
    assert "sat:ganak counted without enumerating, so its set of solutions was not compared." in output


@needs_ganak
@pytest.mark.parametrize("more", ["", " --jobs 2"])
def test_ganak_itself_agrees_that_there_is_no_solution(capsys: pytest.CaptureFixture[str], more: str) -> None:
    code, output, _ = run(capsys, f"compare nqueens 3 --backends sat:ganak,cp{more}")
    assert (code, "agree: two backends found that there is no solution" in output) == (0, True)

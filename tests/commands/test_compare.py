"""`compare` with real solvers; in a real process where the test is about output, pipes and terminals."""

import json
import re
import subprocess
import sys

import pytest

from tests.commands.terminal import ROOT, TOOL, here, in_terminal, threefold
from threefold import models


def compared(*words: str) -> dict[str, object]:
    """The JSON of a comparison, which must be all that is printed."""
    done = here("compare", *words, "--json")
    assert done.stderr == ""
    result: dict[str, object] = json.loads(done.stdout)
    return {**result, "exit": done.returncode}


def results(comparison: dict[str, object]) -> list[dict[str, object]]:
    return comparison["results"]  # type: ignore[return-value]


def test_the_main_job_finds_92_three_times_and_agrees() -> None:
    done = threefold("compare", "nqueens", "8", "--backends", "sat,cp,ilp", "--json")
    comparison = {**json.loads(done.stdout), "exit": done.returncode}
    rows = results(comparison)
    assert [row["backend"] for row in rows] == ["sat", "cp", "ilp"]
    assert [(row["status"], row["count"], row["count_is"], row["verified"]) for row in rows] == [
        ("sat", 92, "exact", 92)
    ] * 3
    assert len({row["fingerprint"] for row in rows}) == 1
    assert (comparison["verdict"], comparison["known"], comparison["exit"]) == ("agree", 92, 0)


def test_json_has_the_documented_fields() -> None:
    comparison = compared("nqueens", "4", "--backends", "sat", "--amo", "pairwise")
    assert list(comparison)[:4] == ["schema", "puzzle", "parameters", "givens"]
    [row] = results(comparison)
    assert row["options"] == {
        "amo": "pairwise",
        "card": "seqcounter",
        "pb": "auto",
        "ints": "direct",
        "enum": "auto",
        "search": "tuned",
    }
    assert row["size"] == {
        "variables": 16,
        "auxiliary": 0,
        "constraints": 80,
        "literals": 168,
        "largest_coefficient": 1,
    }
    assert {"lower", "load", "first", "solve", "check", "total", "cpu"} <= set(row["seconds"])  # type: ignore[call-overload]


@pytest.mark.parametrize("parameters", [(1,), (2,), (3,), (6,)])
def test_the_queens_agree_with_the_known_counts(parameters: tuple[int, ...]) -> None:
    _agrees("nqueens", parameters, "sat,cp,ilp")


@pytest.mark.parametrize("parameters", [(4, 2), (5, 2), (3, 1)])
def test_the_cards_agree_with_the_known_counts(parameters: tuple[int, ...]) -> None:
    _agrees("cards", parameters, "sat,cp,ilp")


def test_nine_cards_three_times_have_six_solutions() -> None:
    _agrees("cards", (9, 3), "sat,cp")


def _agrees(puzzle: str, parameters: tuple[int, ...], backends: str) -> None:
    found = models.find(puzzle)
    known = found.known_count(dict(zip([p.name for p in found.parameters], parameters, strict=True)))
    assert known is not None
    comparison = compared(puzzle, *map(str, parameters), "--backends", backends)
    assert comparison["verdict"] == "agree", comparison["sentence"]
    assert {row["count"] for row in results(comparison)} == {known[0]}
    assert "known number" in str(comparison["sentence"])


def test_configurations_of_one_backend_are_rows_of_their_own() -> None:
    done = here("compare", "nqueens", "8", "--backends", "sat:cadical195,sat:minisat22,cp,cp+view=bool")
    assert done.returncode == 0
    for row in ("sat:cadical195", "sat:minisat22", "cp+view=int", "cp+view=bool"):
        assert re.search(rf"^  {re.escape(row)} ", done.stdout, re.MULTILINE), done.stdout
    assert "four configurations found the same 92 solutions" in done.stdout


@pytest.mark.parametrize("queens", ["50", pytest.param("100", marks=pytest.mark.slow)])
def test_the_first_solution_of_a_large_board_is_found_by_all(queens: str) -> None:
    comparison = compared("nqueens", queens, "--first")
    assert (comparison["verdict"], comparison["exit"]) == ("agree", 0)
    assert [(row["status"], row["count_is"], row["verified"]) for row in results(comparison)] == [
        ("sat", "at_least", 1)
    ] * 3


@pytest.mark.slow
def test_a_time_limit_gives_lower_bounds_and_exit_3() -> None:
    comparison = compared("nqueens", "14", "--timeout", "2")
    assert (comparison["verdict"], comparison["exit"]) == ("incomplete", 3)
    for row in results(comparison):
        assert (row["status"], row["count_is"], row["reason"]) == ("timeout", "at_least", "time limit of 2 s")
        assert row["count"] > 0  # type: ignore[operator]
        assert row["seconds"]["total"] < 2.5  # type: ignore[index]


@pytest.mark.slow
def test_an_instance_that_does_not_fit_the_memory_ends_as_memory() -> None:
    comparison = compared("nqueens", "10000", "--backends", "sat,cp+view=bool,ilp", "--first", "--memory", "120M")
    assert [row["status"] for row in results(comparison)] == ["memory"] * 3
    assert (comparison["verdict"], comparison["exit"]) == ("incomplete", 3)


def test_a_limit_that_is_reached_never_looks_like_a_count() -> None:
    done = here("compare", "nqueens", "8", "--limit", "5")
    assert done.returncode == 0
    assert done.stdout.count("≥ 5") == 3
    assert "first 5 only" in done.stdout


def test_a_limit_that_is_not_reached_is_an_exact_count() -> None:
    assert [row["count_is"] for row in results(compared("nqueens", "6", "--limit", "5"))] == ["exact"] * 3


def test_givens_restrict_the_solutions() -> None:
    comparison = compared("nqueens", "8", "--given", "queen[1]=1")
    assert {row["count"] for row in results(comparison)} == {4}
    assert comparison["known"] is None
    contradictory = compared("nqueens", "6", "--given", "queen[1]=1", "--given", "queen[1]=2")
    assert ({row["status"] for row in results(contradictory)}, contradictory["verdict"]) == ({"unsat"}, "agree")


def test_a_seed_and_rows_side_by_side_change_neither_the_answer_nor_its_order() -> None:
    plain, seeded, parallel = (compared("nqueens", "6", *extra) for extra in ([], ["--seed", "77"], ["--parallel"]))
    answers = [[(row["backend"], row["fingerprint"]) for row in results(each)] for each in (plain, seeded, parallel)]
    assert answers[0] == answers[1] == answers[2]
    assert seeded["seed"] == 77


def test_one_row_without_another_vote_has_nothing_to_compare_with() -> None:
    done = here("compare", "nqueens", "9", "--backends", "sat", "--given", "queen[1]=1")
    assert (done.returncode, "nothing to compare with" in done.stdout) == (0, True)


def test_brute_force_votes_on_a_tiny_spec_without_a_published_count() -> None:
    done = here("compare", "nqueens", "5", "--backends", "sat", "--given", "queen[1]=1")
    assert "2 is the number by brute force" in done.stdout


def test_quiet_prints_the_verdict_only() -> None:
    done = here("compare", "nqueens", "4", "--quiet")
    assert done.stdout.startswith("agree: ")
    assert done.stdout.count("\n") == 1


def test_boards_are_shown_on_request() -> None:
    assert "\n  . Q . .\n" in here("compare", "nqueens", "4", "--backends", "sat", "--show", "2").stdout


def test_head_ends_quietly() -> None:
    command = f"{TOOL} compare nqueens 6 --show 4 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.stderr, done.stdout.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    "words", ["compare nqueens 6 --first", "list", "sat nqueens 8 --all", "cnf nqueens 8", "--help"]
)
def test_a_closed_pipe_is_neither_a_verdict_nor_a_success(words: str) -> None:
    command = f"{TOOL} {words} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("141\n", "")


def test_a_full_disk_is_one_line_and_no_verdict() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, ROOT / "cli.py", "compare", "nqueens", "4"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (4, "threefold: cannot write: No space left on device\n")


@pytest.mark.parametrize("columns", [40, 80])
def test_a_narrow_terminal_gets_fewer_columns_and_no_wrapped_line(columns: int) -> None:
    output = in_terminal(columns, "compare", "nqueens", "6", "--backends", "sat,cp", "--no-color")
    assert "sat" in output
    assert "solutions" in output
    assert max(len(line) for line in output.splitlines()) <= columns


@pytest.mark.parametrize("words", ["compare nqueens --help", "exercise 002 1 1", "exercise"])
def test_help_and_sheets_fit_a_narrow_terminal_too(words: str) -> None:
    output = in_terminal(50, *words.split(), NO_COLOR="1")
    assert max(len(line) for line in output.splitlines()) in range(40, 51)


def test_a_legend_explains_the_columns_that_are_shown() -> None:
    narrow, wide = (in_terminal(columns, "encodings", "nqueens", "3", NO_COLOR="1") for columns in (50, 120))
    assert "factor: models per solution" in " ".join(wide.split())  # it is wrapped
    assert "factor" not in narrow
    assert max(len(line) for line in narrow.splitlines()) in range(40, 51)


def test_colours_are_for_terminals_and_can_be_refused() -> None:
    words = ("compare", "nqueens", "4", "--backends", "sat")
    assert "\033[" in in_terminal(100, *words)
    assert "\033[" not in in_terminal(100, *words, "--no-color")
    assert "\033[" not in in_terminal(100, *words, NO_COLOR="1")
    assert "\033[" not in here(*words).stdout


@pytest.mark.slow
def test_progress_is_shown_in_a_terminal_only() -> None:
    words = ("compare", "nqueens", "14", "--backends", "sat", "--timeout", "2")
    assert re.search(r"sat:cadical195: [\d,]+ of 365,596 solutions so far, \d of 2 s", in_terminal(100, *words))
    assert threefold(*words).stderr == ""


def test_a_counter_of_one_is_written_in_the_singular() -> None:
    output = here("compare", "nqueens", "1", "--backends", "ilp").stdout
    assert "ended by own B&B, 1 call (1.0 solutions per call), 1 subproblem, 0 closed by propagation" in output

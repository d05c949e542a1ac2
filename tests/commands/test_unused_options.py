"""An option that nothing can use is refused, or noted where it is harmless: the same in every command, before anything runs."""

import pytest

from threefold.commands import main as cli

REFUSED = {
    # Options of a backend, where no row takes them.
    "compare nqueens 6 --backends cp --amo ladder": "--amo is for rows of the backend sat (got cp)",
    "compare nqueens 6 --backends cp,ilp --card totalizer": "--card is for rows of the backend sat (got cp, ilp)",
    "compare nqueens 6 --backends cp --pb bdd": "--pb is for rows of the backend sat (got cp)",
    "compare nqueens 6 --backends cp --ints order": "--ints is for rows of the backend sat (got cp)",
    "solve nqueens 6 --backend cp --amo ladder": "--amo is for rows of the backend sat (got cp)",
    "count nqueens 6 --backend cp --amo ladder": "--amo is for rows of the backend sat (got cp)",
    "count nqueens 6 --backend sat+amo=pairwise --amo ladder": "--amo is used by no row: each has +amo=… of its own",
    # Options that exclude each other.
    "compare nqueens 6 --first --jobs 2": "--jobs counts all solutions: drop --first or --jobs",
    "compare nqueens 6 --parallel --jobs 2": "give one of them",
    "count nqueens 6 --limit 3 --jobs 2": "--jobs counts all solutions",
    "count nqueens 6 --limit 3 --resume x": "--resume counts all solutions",
    "count nqueens 6 --limit 3 --cluster local": "--cluster counts all solutions",
    "count nqueens 6 --limit 3 --up-to-symmetry": "--up-to-symmetry counts all solutions",
    "count nqueens 6 --jobs 2 --cluster tcp://host:1": "--cluster tcp://host:1 has its own workers: drop --jobs",
    "count nqueens 6 --up-to-symmetry --resume x": "--up-to-symmetry counts on this machine and in one go: drop --resume",
    "count nqueens 6 --up-to-symmetry --cluster local": "drop --cluster",
    "compare nqueens 6 --quiet --show 1": "--show has no effect with --quiet, which prints the verdict only",
    "solve nqueens 6 --json --svg -": "--json and --svg - both want the standard output",
    "records reports/nqueens --csv --json": "--csv and --json contradict each other: give one of them",
    # Options of another use of the command.
    "show nqueens 4 --amo ladder": "--amo is for --as clauses: formulas have no encoding",
    "show nqueens 4 --backend sat --amo ladder": "--amo has no effect with --backend: write BACKEND+OPTION=VALUE",
    "encodings --first": "--first is for a puzzle: encodings PUZZLE PARAMETERS…",
    "encodings --timeout 3": "--timeout is for a puzzle: encodings PUZZLE PARAMETERS…",
    "sat nqueens 4 --lenient": "--lenient is for files",
    "sat x.cnf --amo ladder": "--amo is for puzzles: a file has its clauses",
    "sat x.cnf --given queen[1]=2": "--given is for puzzles: a file has its clauses",
    "sat nqueens 4 --solver-command cat --seed 3": "--seed has no effect with --solver-command",
    "sat nqueens 4 --solver-command cat --solver dpll": "--solver and --solver-command contradict each other",
    "exercise --cnf": "--cnf is for a sheet: exercise NUMBER",
    "exercise 000 4 --output x": "--output is the folder of --race and --statistics",
    "exercise 003 --race 4 --version formula": "--version is for one formula",
    "exercise 002 --statistics --race 4": "give one of them",
}

NOTED = {
    "compare nqueens 4 --backends backtracking --seed 3": "note: the seed has no effect on backtracking\n",
    "count nqueens 4 --backend sat:minisat22 --seed 3": "note: the seed has no effect on minisat22\n",
    "solve nqueens 4 --backend backtracking --seed 3": "note: the seed has no effect on backtracking\n",
    "sat nqueens 4 --solver dpll --seed 3": "note: the seed has no effect on dpll\n",
    "compare nqueens 4 --backends sat --parallel": "note: there is one row only: parallel has no effect\n",
}

USED = (
    "compare nqueens 4 --backends sat,cp --amo ladder",
    "compare nqueens 4 --backends backtracking,cp --seed 3",
    "compare nqueens 4 --backends sat+amo=ladder,cp --amo ladder",
    "compare nqueens 4 --backends sat,cp --parallel --up-to-symmetry",
)


@pytest.mark.parametrize("line", REFUSED)
def test_it_is_refused_before_anything_runs(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(line.split(), "threefold") == 2
    output, error = capsys.readouterr()
    assert (output, error.count("\n")) == ("", 1)
    assert REFUSED[line] in error


@pytest.mark.parametrize("line", NOTED)
def test_it_is_noted(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(line.split(), "threefold") in (0, 10)
    assert capsys.readouterr().err == NOTED[line]


@pytest.mark.parametrize("line", USED)
def test_an_option_that_one_row_uses_is_accepted_without_a_note(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(line.split(), "threefold") == 0
    assert capsys.readouterr().err == ""


def test_a_note_is_left_out_where_only_the_answer_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for silent in ("--quiet", "--json"):
        cli.run(["count", "nqueens", "4", "--backend", "backtracking", "--seed", "3", silent], "threefold")
        assert capsys.readouterr().err == ""

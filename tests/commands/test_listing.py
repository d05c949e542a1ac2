"""`list`: the puzzles and the backends, in terminals of several widths."""

import pytest

from tests.commands.terminal import in_terminal
from threefold import backends, models
from threefold.commands import main as cli


def test_list_names_every_puzzle_backend_and_solver(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["list"], "threefold") == 0
    output = capsys.readouterr().out
    for name in [*models.names(), *backends.names(), *backends.find("sat").solvers]:
        assert name in output
    assert output.count(", usable here") == len(backends.names())


@pytest.mark.parametrize("width", [30, 60, 100, 200])
def test_list_keeps_to_the_width_of_the_terminal(width: int) -> None:
    output = in_terminal(width, "list")
    puzzles = output.partition("Backends")[0].splitlines()
    assert max(map(len, puzzles)) <= min(width, 100)
    calls = [line.strip() for line in puzzles if line.startswith("  ") and line[2] != " "]
    assert [call.split()[0] for call in calls] == list(models.names())
    [knights] = [call for call in calls if call.startswith("knights r c")]
    assert ("a knight's round trip" in knights) == (width > 57)
    assert "\N{NO-BREAK SPACE}" not in output


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_the_backends_keep_to_the_width_too(columns: int) -> None:
    lines = in_terminal(columns, "list").partition("Backends")[2].splitlines()
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("columns", [1, 40, 49, 120])
@pytest.mark.parametrize("command", [None, *cli.COMMANDS])
def test_help_is_wrapped_to_the_width_of_the_terminal(
    command: str | None, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.run([*filter(None, [command]), "--help"], "threefold") == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= max(columns, 40)

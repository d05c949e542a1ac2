"""`list`: the puzzles and the backends, in terminals of several widths."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.terminal import in_terminal
from threefold import backends, models
from threefold.commands import main as cli


def test_list_names_every_puzzle_backend_and_solver(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["list"], "threefold") == 0
    output = capsys.readouterr().out
    for name in [*models.names(), *backends.names(), *backends.find("sat").solvers]:
        assert name in output
    without_gecode = shutil.which("fzn-gecode") is None
    assert output.count(", usable here") == len(backends.names()) - without_gecode
    assert ("not usable here: gecode: fzn-gecode is not installed" in " ".join(output.split())) == without_gecode


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


def loaded_by(*words: str, path: Path | None = None) -> set[str]:
    """The modules in a new process after this command."""
    run = f"sys.argv = ['threefold', *{words!r}]; from threefold.commands.start import main; main()"
    shown = "atexit.register(lambda: print('', *sys.modules, file=sys.stderr))"
    front = f"sys.path.insert(0, {str(path)!r}); " if path else ""
    script = f"import atexit, sys; {front}{shown}; {run}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_list_looks_optional_packages_up_without_importing_them(tmp_path: Path) -> None:
    optional = ("pyganak", "clingo", "pycryptosat", "highspy", "pyscipopt")
    for name in optional:
        (tmp_path / f"{name}.py").write_text("raise AssertionError('it was imported')", encoding="utf-8")
    loaded = loaded_by("list", path=tmp_path)
    assert loaded.isdisjoint((*optional, "numpy", "ortools", "pulp"))


def test_version_and_help_load_no_solver_and_no_spec() -> None:
    assert {name for name in loaded_by("--version") if name.startswith("threefold.commands.")} == {
        "threefold.commands.start",
        "threefold.commands.main",
    }
    for command in ("compare", "count", "relate", "encodings", "list"):
        loaded = loaded_by(command, "--help")
        assert loaded.isdisjoint(("pysat", "pysolvers", "ortools", "pulp", "numpy", "importlib.metadata")), command
    assert "threefold.language" not in loaded_by("compare", "--help")

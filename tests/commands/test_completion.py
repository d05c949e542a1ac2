"""Completion in real shells: bash and zsh at a terminal where TAB is pressed, fish by its own `complete`."""

import os
import pty
import select
import shutil
import subprocess
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from threefold import models
from threefold.commands.main import COMMANDS, run

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "PS1='> '; . {script}"),
    "zsh": (["zsh", "-f", "-i"], "PS1='> '; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -D -u; . {script}"),
}  # fmt: skip
WHOLE = "nqueens 8 --backends cp,sat:minicard+amo=ladder --amo ladder --ints binary"
TYPED = "nq\t8 --backe\tcp,sat:minic\t+amo=lad\t --amo lad\t --ints bi\t"


def script(shell: str, folder: Path) -> Path:
    with redirect_stdout(StringIO()) as printed:
        assert run(["completion", shell], "threefold") == 0
    path = folder / f"completion.{shell}"
    path.write_text(printed.getvalue())
    return path


class Terminal:
    """An interactive shell at a terminal."""

    def __init__(self, words: list[str], folder: Path) -> None:
        self._pid, self._descriptor = pty.fork()
        if self._pid == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, {**os.environ, "TERM": "dumb", "HOME": str(folder), "COLUMNS": "500"})
        self._read = b""

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 60  # of a machine under load
        while text.encode() not in self._read:
            ready, _, _ = select.select([self._descriptor], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{text!r} was expected in {self._read.decode()}"
            self._read += os.read(self._descriptor, 1 << 16)
        self._read = b""

    def write(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def close(self) -> None:
        os.close(self._descriptor)
        os.waitpid(self._pid, 0)


@pytest.mark.parametrize("shell", START)
@pytest.mark.parametrize("program", ["threefold compare", "compare"])
def test_tab_completes_puzzles_options_backends_solvers_and_values(shell: str, program: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    words, start = START[shell]
    terminal = Terminal(words, tmp_path)
    terminal.write(start.format(script=script(shell, tmp_path)) + "; stty cols 500\n")
    terminal.write('threefold() { echo "ran: $*"; }; compare() { threefold compare "$@"; }; echo rea\'\'dy\n')
    terminal.wait_for("ready\r")
    for part in (program + " " + TYPED).split("\t"):
        terminal.write(part + "\t" * (part != ""))
    terminal.write("\n")
    terminal.wait_for(f"ran: compare {WHOLE}\r")
    terminal.close()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("threefold rel", {"relate"}),
        ("threefold compare nq", {"nqueens"}),
        ("compare nq", {"nqueens"}),
        ("compare --backends cp nq", {"nqueens"}),
        ("threefold compare --backends cp --seed 1 nq", {"nqueens"}),
        ("compare --backends cp 8 nq", set()),
        ("compare nqueens 8 --backe", {"--backends"}),
        ("compare nqueens 8 --backends cp,il", {"cp,ilp", "cp,ilp:cbc", "cp,ilp:highs", "cp,ilp:scip"}),
        ("compare nqueens 8 --backends cp,sat+amo=la", {"cp,sat+amo=ladder"}),
        ("threefold show nqueens 4 --as ", {"math", "clauses"}),
        ("threefold sheet nqueens 4 --lang i", {"it"}),
        ("threefold verify que", {"queens.proof"}),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_candidates_for_a_word(shell: str, line: str, expected: set[str], tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "queens.proof").touch()
    code = {
        "bash": '. $0; COMP_WORDBREAKS=" "; COMP_LINE=$1; COMP_POINT=${#1}; _threefold; printf "%s\\n" "${COMPREPLY[@]}"',
        "fish": "source $argv[1]; complete -C $argv[2]",
    }[shell]
    words = [shell, "-c", code, str(script(shell, tmp_path)), line]
    done = subprocess.run(
        words, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)}
    )
    assert {each.split("\t")[0] for each in done.stdout.splitlines() if each} == expected, done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_has_every_command_and_puzzle(shell: str, tmp_path: Path) -> None:
    words = set(script(shell, tmp_path).read_text().replace("'", " ").split())
    assert {*COMMANDS, *models.all_names()} <= words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_installed_where_the_shell_looks(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert run(["completion", shell, "--install"], "threefold") == 0
    [first, *_] = [
        line.removeprefix("wrote ") for line in capsys.readouterr().out.splitlines() if line.startswith("wrote ")
    ]
    assert Path(first).read_text() == script(shell, tmp_path).read_text()


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "bahs"], "threefold") == 2
    assert "no completion for 'bahs'; did you mean 'bash'?" in capsys.readouterr().err

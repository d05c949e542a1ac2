"""A transcript: commands as a person types them, each with all that it prints, and how it ends.

    $ threefold count nqueens 0
    threefold: nqueens: n must be at least 1 (got 0)
    [exit code 2, 1 line on stderr]

The last line is there where the exit code is not 0 or where something stands on the standard error. Lines after a `<<` that
begin with `> ` belong to the command, as in a shell; `$ # …` is a remark. What stands before the first command says what the
file is about; where it says `a terminal of 60 columns`, the commands run in one.
The commands of a file share a folder of their own, in which `examples/` and `reports/` are those of the repository.

What differs from run to run or from machine to machine is masked, and only that: see MASKS, and `_bare_machine`.
A command in parentheses is a process of its own, in which times are as they are.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import join
from shutil import which
from tempfile import TemporaryDirectory
from types import FunctionType
from unittest.mock import patch

from tests.pages import ROOT
from tests.shell import Printed, Shell
from threefold import format
from threefold.commands import progress

FOLDER = Path(__file__).parent
COMMAND = re.compile(r"^\$ (?P<line>.*<<.*(?:\n>.*)+|.*)$", re.MULTILINE)
TERMINAL = re.compile(r"terminal of (\d+) columns")
KEY = re.compile(r', (?="[^"]*": )')  # JSON is shown with a key on each line
MASKS = {
    r"^\S*/bash: line": "bash: line",  # wherever it is
    r'^"commit":\n': "",  # a record has it if the code is a checkout
    r"versions\.commit,": "",
    r"\b\d+(\.\d)? ms\b|\b\d+\.\d\d s\b": "#.# ms",
    r"(?<=\S) \d+ MB\b": " ## MB",
    r"  \d\d MB$": "  ## MB",
    r"  \d\d\d MB$": "   ## MB",
    r'(": )\d+(\.\d+|(\.\d+)?e-\d+)\b': r"\1#",  # in JSON only times and memory have a fraction
    r"^note: the machine is busy .*\n": "",
    r"^\$ ": r"\\$ ",  # it would be the next command
}
# A transcript shows a bare machine: what may be installed besides is hidden.
EXTRAS = ("clingo", "distributed", "highspy", "pyarrow", "pycryptosat", "pyganak", "pyscipopt", "scipy")
PROGRAMS = ("cat", "cut", "cp", "head", "grep", "ls", "mkdir", "rm", "sed", "sort", "tail", "wc")
CLI = str(ROOT / "cli.py")
OURS = {"python": [], "threefold": [CLI], "compare": [CLI, "compare"]}


def transcripts() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def today(path: Path) -> str:
    """The transcript as its commands make it today."""
    text = path.read_text(encoding="utf-8")
    lines = [found["line"] for found in COMMAND.finditer(text)]
    about = re.split(r"^\$ ", text, maxsplit=1, flags=re.MULTILINE)[0]
    terminal = TERMINAL.search(about)
    with TemporaryDirectory() as place, _bare_machine():
        folder, programs = Path(place, "home"), Path(place, "programs")
        _prepare(folder, programs)
        with Shell(folder, int(terminal[1]) if terminal else None, PATH=str(programs), LC_ALL="C.UTF-8") as shell:
            blocks = [f"$ {line}\n{_shown(shell.run(_typed(line)), folder)}" for line in lines]
    return "\n".join([f"{about.rstrip()}\n", *blocks])


def _typed(line: str) -> str:
    """What the shell reads, without its prompts for more lines."""
    return "" if line.startswith("#") else re.sub(r"\n> ?", "\n", line)


def _shown(printed: Printed, folder: Path) -> str:
    text = _masked(printed.text, folder)
    if text and not text.endswith("\n"):
        text += "\n[no line break at the end]\n"
    lines = _masked(printed.errors.decode(), folder).count("\n")
    code = [f"exit code {printed.code}"] if printed.code else []
    errors = [f"{format.many(lines, 'line')} on stderr"] if lines else []
    return text + (f"[{', '.join(code + errors)}]\n" if code or errors else "")


def _masked(text: str, folder: Path) -> str:
    text = text.replace(str(folder), "FOLDER").replace(str(ROOT), "THREEFOLD")
    for pattern, mask in MASKS.items():
        text = re.sub(pattern, mask, text, flags=re.MULTILINE)
    text = re.sub(r'^\{".{120,}$', lambda found: KEY.sub(",\n  ", found[0]), text, flags=re.MULTILINE)
    return "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in text)


def _prepare(folder: Path, programs: Path) -> None:
    folder.mkdir()
    programs.mkdir()
    for name in ("examples", "reports"):
        (folder / name).symlink_to(ROOT / name)
    for name in PROGRAMS:
        (programs / name).symlink_to(which(name) or name)
    for name, words in OURS.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {join([sys.executable, *words])} "$@"\n', encoding="utf-8")
        (programs / name).chmod(0o755)


@contextmanager
def _bare_machine() -> Iterator[None]:
    """No extras, no progress lines, and one time for all that is measured, so that the columns of a table do not move."""
    code, modules = format.seconds.__code__, {name: sys.modules[name] for name in EXTRAS if name in sys.modules}
    sys.modules.update(dict.fromkeys(EXTRAS))  # type: ignore[arg-type]  # an import of None fails
    original = patch.object(format, "_original", FunctionType(code, vars(format)), create=True)
    with original, patch.object(progress, "QUIET_FOR", float("inf")):
        format.seconds.__code__ = _always_the_same.__code__  # wherever the function was imported
        try:
            yield
        finally:
            format.seconds.__code__ = code
            for name in EXTRAS:  # and not with patch.dict, which would forget what was imported in the meantime
                del sys.modules[name]
            sys.modules.update(modules)


def _always_the_same(value: float | None) -> str:
    """In the place of `format.seconds`, and in its module."""
    return _original(value and 0.0012)  # type: ignore[name-defined, no-any-return]  # noqa: F821

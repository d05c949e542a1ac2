"""Command lines as a person types them, for the pages of the documentation and for the transcripts.

A command of ours runs in this process, through the entry point that the installed program has, and so does `python -c "…"`;
a pipe may lead to it or from it. Every other line runs in bash.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import RawIOBase, TextIOWrapper
from pathlib import Path
from shutil import which
from tempfile import TemporaryFile
from unittest.mock import patch

from threefold.commands.main import carry_out

OURS = re.compile(
    r"(?:(?P<feed>.*) \| )?(?P<assigned>(?:[A-Z_]+=\S* )*)(?P<words>(?:threefold|compare)(?: [^|&;<>$*`]*)?)"
)
PYTHON = re.compile(r'python -c "([^"$`\\]*)"')
BASH = which("bash") or "bash"


@dataclass
class Printed:
    """The exit code, and what was written: the stream of each piece, and its bytes."""

    code: int = 0
    pieces: list[tuple[str, bytes]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Both streams, as a person sees them."""
        return b"".join(piece for _, piece in self.pieces).decode(errors="backslashreplace")

    @property
    def output(self) -> bytes:
        return self._of("stdout")

    @property
    def errors(self) -> bytes:
        return self._of("stderr")

    def _of(self, stream: str) -> bytes:
        return b"".join(piece for name, piece in self.pieces if name == stream)


class _Stream(RawIOBase):
    """One of the two streams: its pieces stand in a list that it shares with the other one."""

    def __init__(self, stream: str, printed: Printed, terminal: bool) -> None:
        self._stream, self._printed, self._terminal = stream, printed, terminal

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._terminal

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self._printed.pieces.append((self._stream, piece))
        return len(piece)


@contextmanager
def _typing(text: bytes) -> Iterator[None]:
    """The text as standard input: of this process too, because a guarded child may read it."""
    with TemporaryFile() as file, open(0, "rb", closefd=False) as keyboard:
        file.write(text)
        file.seek(0)
        kept = os.dup(0)
        os.dup2(file.fileno(), 0)
        try:
            with patch.object(sys, "stdin", TextIOWrapper(keyboard, encoding="utf-8")):
                yield
        finally:
            os.dup2(kept, 0)
            os.close(kept)


class Shell:
    """Command lines in a folder, which is the home of the user too. With `columns`, in a terminal of that width."""

    def __init__(self, folder: Path, columns: int | None = None, **environment: str) -> None:
        places = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")  # nothing is written for the user
        programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        common = dict.fromkeys(places, str(folder)) | {"NO_COLOR": "1", "PATH": programs}
        self.folder, self._terminal = folder, columns is not None
        self._environment = patch.dict(os.environ, common | environment | {"COLUMNS": str(columns or 80)})

    def __enter__(self) -> "Shell":
        self._environment.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._environment.stop()

    def run(self, line: str) -> Printed:
        first, _, rest = line.partition(" | ")
        if code := PYTHON.fullmatch(line):
            with self.captured() as printed:
                exec(code[1], {"__name__": "__main__"})
            return printed
        if ours := OURS.fullmatch(line.partition(" #")[0]):
            return self._ours(ours, self._bash(ours["feed"]).output if ours["feed"] else b"")
        if rest and (ours := OURS.fullmatch(first)):
            return self._bash(rest, self._ours(ours))
        return self._bash(line)

    def _ours(self, command: re.Match[str], typed: bytes = b"") -> Printed:
        assigned = dict(word.split("=", 1) for word in command["assigned"].split())
        words = shlex.split(command["words"])
        arguments = words[words[0] == "threefold" :] or ["--help"]
        with patch.dict(os.environ, assigned), self.captured(typed) as printed:
            printed.code = carry_out(arguments, lambda work: work())
        return printed

    @contextmanager
    def captured(self, typed: bytes = b"") -> Iterator[Printed]:
        """What is written in here, while `typed` stands on the standard input."""
        printed = Printed()
        output, errors = (
            TextIOWrapper(_Stream(name, printed, self._terminal), encoding="utf-8", write_through=True)  # type: ignore[type-var]
            for name in ("stdout", "stderr")
        )
        with chdir(self.folder), _typing(typed), redirect_stdout(output), redirect_stderr(errors):
            yield printed

    def _bash(self, line: str, before: Printed | None = None) -> Printed:
        """The output first: a program in a pipe writes it at its end, or when there is much of it."""
        before = before or Printed()
        done = subprocess.run([BASH, "-c", line], cwd=self.folder, input=before.output, capture_output=True)
        errors = [("stderr", before.errors), ("stderr", done.stderr)]
        return Printed(done.returncode, [("stdout", done.stdout), *errors])

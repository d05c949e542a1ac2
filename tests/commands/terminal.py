"""Commands in real processes: in a pipe, or in a terminal of some width; and the processes they leave. Or in this process."""

import os
import pty
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

from threefold.commands.main import run

ROOT = Path(__file__).parents[2]
TOOL = shlex.join([sys.executable, str(ROOT / "cli.py")])  # for a shell: a folder may have a space in its name


def threefold(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "cli.py", *words],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def here(*words: str) -> subprocess.CompletedProcess[str]:
    """The command without a process of its own, for tests of its answers: what it has to import was imported before."""
    with redirect_stdout(TextIOWrapper(BytesIO())) as output, redirect_stderr(TextIOWrapper(BytesIO())) as errors:
        code = run(list(words), "threefold")
        printed = [_written(stream) for stream in (output, errors)]
    return subprocess.CompletedProcess(words, code, *printed)


def _written(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def in_terminal(columns: int, *words: str, **environment: str) -> str:
    """The output of a command in a terminal of this width, stdout and stderr together."""
    script = f"stty cols {columns}; exec {TOOL} {shlex.join(words)}"
    chunks: list[bytes] = []

    pid, descriptor = pty.fork()
    if pid == 0:
        os.execvpe("bash", ["bash", "-c", script], {**os.environ, "TERM": "xterm", **environment})
    while True:
        try:
            if not (chunk := os.read(descriptor, 1 << 16)):
                break
            chunks.append(chunk)
        except OSError:
            break
    os.waitpid(pid, 0)
    os.close(descriptor)
    return b"".join(chunks).decode()


def assert_nothing_is_left(folder: Path) -> None:
    wait_until(lambda: not processes(folder) and not list(folder.iterdir()))


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60  # of a machine under load
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def processes(folder: Path) -> list[str]:
    """All processes that have this folder in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if f"THREEFOLD_TEST={folder}".encode() in (entry / "environ").read_bytes():
                    found.append(entry.name)
            except OSError:
                continue
    return sorted(found, key=int)

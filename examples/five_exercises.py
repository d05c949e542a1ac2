"""Runs the commands on the page "The five exercises" again.

    python examples/five_exercises.py            # prints the page with all output, races included (half a minute)
    python examples/five_exercises.py --write    # writes the page; a command without output there, as a race, is not run

Exit code: 0, or 1 if a command did not end as expected.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "five-exercises.md"
# A command line of threefold, or lines of Python; then the output.
STEP = re.compile(
    r"^```(?:python\n(?P<python>.*?)\n```\n\n```text|console(?: exit-code=(?P<code>\d+))?\n"
    r"\$ (?:printf '(?P<typed>[^']*)' \| )?threefold (?P<command>[^\n]*))\n(?P<output>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


def made(*, timed: bool) -> str:
    """The page with the output of today; `timed`: also where the page leaves it out, because it contains times."""
    with TemporaryDirectory() as folder:
        copy(ROOT / "examples" / "mine.py", folder)

        def again(step: re.Match[str]) -> str:
            output = _output(step, folder) if timed or step["output"] else ""
            return step[0].removesuffix(f"{step['output']}```") + f"{output}```"

        return STEP.sub(again, PAGE.read_text(encoding="utf-8"))


def _output(step: re.Match[str], folder: str) -> str:
    program = ["-c", step["python"]] if step["python"] else [str(ROOT / "cli.py"), *step["command"].split()]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        [sys.executable, *program],
        input=(step["typed"] or "").replace("\\n", "\n"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
    )
    if done.returncode != int(step["code"] or 0):
        sys.exit(f"{step[0]}\n{done.stdout}ended with exit code {done.returncode} instead of {step['code'] or 0}")
    return done.stdout


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit("usage: python examples/five_exercises.py [--write]")
    if sys.argv[1:]:
        PAGE.write_text(made(timed=False), encoding="utf-8")
    else:
        sys.stdout.buffer.write(made(timed=True).encode())

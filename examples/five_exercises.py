"""Goes through the five exercise sheets with the commands of `threefold`, and prints a page in Markdown.

    python examples/five_exercises.py                                       # everything, races included (half a minute)
    python examples/five_exercises.py --markdown > docs/five-exercises.md   # the page: without output that contains times

Exit code: 0, or 1 if a command did not end as expected.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Step:
    """A command line of threefold, or lines of Python."""

    text: str
    command: str = ""
    python: str = ""
    typed: str = ""  # piped into the command
    code: int = 0  # the expected exit code
    timed: bool = False  # the output contains times: not for the page
    folded: bool = False  # long: the page shows the output on a click


SECTIONS = {
    "The puzzle itself": (
        Step(
            "Each sheet writes down the formula of a puzzle. The tool's own formula of 4 queens, in mathematical notation:",
            command="show nqueens 4 --as math",
        ),
        Step("The clauses that this becomes:", command="show nqueens 4 --as clauses", folded=True),
    ),
    "Sheet 000: n queens, by columns": (
        Step(
            "The sheet has its formula three times: as a program, as a list of clauses for n = 4, and in mathematical notation."
            " They differ. Each is compared with the puzzle; all are equivalent to it, in spite of the misprints.",
            command="exercise 000 4",
        ),
    ),
    "Sheet 001: all solutions": (
        Step("The formula is the puzzle's own CNF, clause for clause.", command="exercise 001 4"),
        Step(
            "The loop: after each model a clause that blocks it, until there are no more models.",
            command="sat nqueens 4 --all --trace",
            code=10,
        ),
    ),
    "Sheet 002: cards": (
        Step(
            "The printed encoder is unsatisfiable for every instance. The clauses to blame exclude places of the *last* copy of a"
            " card, because another copy after it would not fit.",
            command="exercise 002 4 2",
        ),
        Step(
            "The sheet announces statistics and gives none. The size of the formula, from Python:",
            python="from threefold.exercises.sheet_002 import encode\n"
            "for n, k in [(4, 2), (7, 2), (8, 2), (9, 3)]:\n"
            "    formula = encode(n, k)\n"
            "    print(f'cards ({n}, {k}): {formula.variables} variables, {len(formula)} clauses')",
        ),
        Step(
            "Sizes, times and solutions together, as a table, a CSV file and a chart:",
            command="exercise 002 9 3 --statistics",
            timed=True,
        ),
    ),
    "Sheet 003: a race": (
        Step("Rows *and* columns have at-least-one clauses: harmless extras.", command="exercise 003 4"),
        Step(
            "The two functions of the lab:",
            python="from threefold.exercises.sheet_003 import reduce_nqueens_to_SAT, solve_nSAT\n"
            "clauses = reduce_nqueens_to_SAT(4)\n"
            "print(clauses[0], clauses[1], clauses[2], '...')\n"
            "print(solve_nSAT(clauses))\n"
            "print(solve_nSAT(reduce_nqueens_to_SAT(3)))",
        ),
        Step(
            "The race of backtracking, solve_nSAT and minisat. It writes the times, a chart and pictures of the boards into"
            " `myresults`:",
            command="exercise 003 --race 4..12",
            timed=True,
        ),
    ),
    "Sheet 004: an interactive program": (
        Step("The formula, cell by cell:", command="exercise 004 4"),
        Step(
            "At a terminal the program asks for N; here N is piped in. A board of 20 goes to the file.",
            command="play --solver cadical195",
            typed="4\\n8\\n3\\n20\\n0\\n",
            code=2,
        ),
    ),
}

HEAD = """# The five exercises

Five sheets from logic and SAT courses, in four languages. For each: its own formula, clause for clause, its solutions, and
whether it agrees with the puzzle. Each sheet is a file in `threefold/exercises/`; `threefold exercise` lists them.

This page is the output of `python examples/five_exercises.py --markdown`. Output that contains times is left out.
"""


def walk(markdown: bool) -> Iterator[str]:
    """The page, piece by piece; with `markdown` without output that contains times."""
    yield HEAD
    with TemporaryDirectory() as folder:
        for heading, steps in SECTIONS.items():
            yield f"\n## {heading}\n"
            for step in steps:
                yield f"\n{step.text}\n\n{_shown(step, '' if markdown and step.timed else _output(step, folder))}"


def _shown(step: Step, output: str) -> str:
    if step.python:
        return f"```python\n{step.python}\n```\n\n```text\n{output}```\n"
    pipe = f"printf '{step.typed}' | " if step.typed else ""
    block = f"```console\n$ {pipe}threefold {step.command}\n{output}```\n"
    return f"<details><summary>{step.command}</summary>\n\n{block}\n</details>\n" if step.folded else block


def _output(step: Step, folder: str) -> str:
    done = subprocess.run(
        [sys.executable, *([str(ROOT / "cli.py"), *step.command.split()] if step.command else ["-c", step.python])],
        input=step.typed.replace("\\n", "\n"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
    )
    if done.returncode != step.code:
        name = step.command or step.python
        sys.exit(f"{name}\n{done.stdout}ended with exit code {done.returncode} instead of {step.code}")
    return done.stdout


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--markdown"]):
        sys.exit("usage: python examples/five_exercises.py [--markdown]")
    for part in walk(sys.argv[1:] == ["--markdown"]):
        sys.stdout.buffer.write(part.encode())
        sys.stdout.buffer.flush()

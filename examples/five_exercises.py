"""Walks the five exercise sheets in one go, through the commands that anyone can type.

    python examples/five_exercises.py                                       # everything, races included (half a minute)
    python examples/five_exercises.py --markdown > docs/five-exercises.md   # the page: all but what has times in it

Exit code: 0, or 1 if a command did not end as it should.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
CLI = str(ROOT / "cli.py")


@dataclass(frozen=True)
class Step:
    """A command line of threefold, or lines of Python; `typed` is piped into the command."""

    text: str
    command: str = ""
    python: str = ""
    typed: str = ""
    code: int = 0  # how it should end
    timed: bool = False  # its output is another one each time: not for the page
    folded: bool = False  # long: the page shows it when clicked


SECTIONS = {
    "The puzzle itself": (
        Step(
            "Each sheet writes down the formula of a puzzle. What the tool itself says about 4 queens, in mathematical notation:",
            command="show nqueens 4 --as math",
        ),
        Step("The clauses that this becomes:", command="show nqueens 4 --as clauses", folded=True),
    ),
    "Sheet 000: n queens, by columns": (
        Step(
            "The sheet has its formula three times, as a program, as a list of clauses for n = 4 and as mathematics, and they"
            " are not the same. Each is compared with the puzzle; all are equivalent to it, the misprints included.",
            command="exercise 000 4",
        ),
    ),
    "Sheet 001: all solutions": (
        Step("The formula is the puzzle's own CNF, clause for clause.", command="exercise 001 4"),
        Step(
            "And the loop: after each model a clause that blocks it, until there is none left.",
            command="sat nqueens 4 --all --trace",
            code=10,
        ),
    ),
    "Sheet 002: cards": (
        Step(
            "The printed encoder is unsatisfiable for every instance. The clauses to blame forbid the *last* copy of a card its"
            " place, because a copy after it would not fit.",
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
            "Sizes, times and solutions together, as a table, a CSV file and a plot:",
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
            "The race of backtracking, solve_nSAT and minisat; it writes the times, their plot and a picture of the boards"
            " into `myresults`:",
            command="exercise 003 --race 4..12",
            timed=True,
        ),
    ),
    "Sheet 004: a program to play with": (
        Step("The formula, cell by cell:", command="exercise 004 4"),
        Step(
            "The program asks for N at a terminal; here N is piped in. A board of 20 goes to the file.",
            command="play --solver cadical195",
            typed="4\\n8\\n3\\n20\\n0\\n",
            code=2,
        ),
    ),
}

HEAD = """# The five exercises

Five sheets from logic and SAT courses, in four languages, and what this tool makes of them: each one's own formula, clause for
clause, its solutions, and whether it says what the puzzle says. The sheets are one file each in `exercises/`;
`threefold exercise` lists them.

This page is the output of `python examples/five_exercises.py --markdown`; what has times in it is left out.
"""


def ended(step: Step, folder: str) -> tuple[str, int]:
    """What the step prints, and its exit code."""
    words = [CLI, *step.command.split()] if step.command else ["-c", step.python]
    done = subprocess.run(
        [sys.executable, *words],
        input=step.typed.replace("\\n", "\n"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
    )
    return done.stdout, done.returncode


def shown(step: Step) -> str:
    """The command as it is typed."""
    pipe = f"printf '{step.typed}' | " if step.typed else ""
    return f"$ {pipe}threefold {step.command}"


def walk(markdown: bool) -> Iterator[str]:
    """The text, piece by piece; a step that ends otherwise than it should raises."""
    if markdown:
        yield HEAD
    with TemporaryDirectory() as folder:
        for heading, steps in SECTIONS.items():
            yield f"\n## {heading}\n" if markdown else f"\n{heading}\n{'=' * len(heading)}\n"
            for step in steps:
                yield from (page(step, folder) if markdown else terminal(step, folder))


def page(step: Step, folder: str) -> Iterator[str]:
    if step.text:
        yield f"\n{step.text}\n"
    if step.timed:
        yield f"\n```console\n{shown(step)}\n```\n"
    elif step.python:
        yield f"\n```python\n{step.python}\n```\n\n```text\n{output(step, folder)}```\n"
    else:
        block = f"```console\n{shown(step)}\n{output(step, folder)}```\n"
        yield f"\n<details><summary>{step.command}</summary>\n\n{block}\n</details>\n" if step.folded else f"\n{block}"


def terminal(step: Step, folder: str) -> Iterator[str]:
    if step.text:
        yield f"\n{step.text.replace('*', '').replace('`', '')}\n"
    yield f"\n{shown(step)}\n" if step.command else f"\n{step.python}\n\n"
    yield output(step, folder)


def output(step: Step, folder: str) -> str:
    text, code = ended(step, folder)
    if code != step.code:
        sys.exit(f"{step.command or step.python}\n{text}ended with exit code {code} instead of {step.code}")
    return text


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--markdown"]):
        sys.exit("usage: python examples/five_exercises.py [--markdown]")
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for part in walk(sys.argv[1:] == ["--markdown"]):
        sys.stdout.write(part)
        sys.stdout.flush()

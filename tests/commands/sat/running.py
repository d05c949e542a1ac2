"""`sat` run in this process, and its answer read back."""

from pathlib import Path

import pytest

from threefold.backends.sat.solver_output import parse_answer
from threefold.commands import main as cli

ROOT = Path(__file__).parents[3]
QUEENS = "nqueens"


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = cli.run(["sat", *map(str, words)], "threefold")
    output = capsys.readouterr()
    return code, output.out, output.err


def model_of(output: str, folder: Path, variables: int) -> set[int]:
    """The first model, read by our reader."""
    answer = folder / "answer"
    lines = output.splitlines()
    end = next((place for place, line in enumerate(lines) if line.endswith(" 0") and line.startswith("v")), len(lines))
    answer.write_text("\n".join(lines[: end + 1]))
    with answer.open("rb") as stream:
        return set(parse_answer(stream, "answer", variables=variables).model())


def comments(output: str) -> str:
    return " ".join(line[2:].strip() for line in output.splitlines() if line.startswith("c "))

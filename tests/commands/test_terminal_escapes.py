"""Escape sequences in files of others do not reach the terminal, neither in answers nor in messages."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.guard.forging import FORGING
from tests.sweeps.lines import changed, line
from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.checker.tally import Fault
from threefold.codec import encode
from threefold.commands import main as cli
from threefold.sweeps.record_line import lines_text

RED = "\x1b[31m\x9b31m\x07\u202e"
DICTIONARY = f"c START DICTIONARY\nc {RED}red=1\nc END DICTIONARY\n"


def formula(folder: Path, clauses: str = "p cnf 17 1\n1 17 0\n", names: str = DICTIONARY) -> str:
    (folder / "f.cnf").write_text(names + clauses)
    return str(folder / "f.cnf")


def named(folder: Path, text: str) -> str:
    (folder / "file").write_text(text)
    return str(folder / "file")


def swept(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder)


def dictionary(own: str) -> str:
    lines = [f"c queen[{r}, {c}]={4 * (r - 1) + c}" for r in range(1, 5) for c in range(1, 5)]
    return "\n".join(["c START DICTIONARY", *lines, own, "c END DICTIONARY", ""])


CASES: dict[str, Callable[[Path], list[str]]] = {
    "a model in words": lambda folder: ["sat", formula(folder), "--all", "--limit", "3", "--trace"],
    "two numbers": lambda folder: ["sat", formula(folder, names=DICTIONARY + DICTIONARY.replace("=1", "=2"))],
    "a foreign formula": lambda folder: ["relate", "nqueens", "4", formula(folder, names=dictionary(f"c {RED}=17"))],
    "missing names": lambda folder: ["relate", "nqueens", "4", formula(folder)],
    "a map file": lambda folder: ["relate", "nqueens", "4", formula(folder), "--names", named(folder, f"1 a[{RED}]\n{RED}")],
    "an answer": lambda folder: ["decode", "nqueens", "4", named(folder, f"s {RED}\n")],
    "a checkpoint": lambda folder: ["count", "nqueens", "4", "--resume", named(folder, json.dumps({"schema": RED}) + "\n")],
    "a sweep file": lambda folder: ["sweep", swept(folder, "sweep.toml", '"\\u001b[31m\\u009b" = 1\n')],
    "a word": lambda folder: ["compare", RED],
    "a file's name": lambda folder: ["sat", f"./{RED}"],
    "records": lambda folder: [
        "report", swept(folder, "records.jsonl", lines_text([changed(line(), puzzle=RED, row=RED, known=7)])), "--check",
    ],
}  # fmt: skip


def puzzle_file(folder: Path, build: str = "") -> str:
    lines = [
        FORGING,
        "from threefold import Puzzle, Spec",
        "def build():",
        f"    {build}",
        "    spec = Spec('mine')",
        "    spec.boolean('x')",
        "    return spec",
        f"PUZZLE = Puzzle('mine', 'forges', (), build, lambda solution: {RED!r} + '\\n#')",
    ]
    (folder / "mine.py").write_text("\n".join(lines))
    return str(folder / "mine.py")


def forged(folder: Path) -> str:
    """Its run answers with a record of another row whose texts are escape sequences."""
    fault = Fault((0,), RED)
    configuration = Configuration(RED, RED, {RED: RED})
    record = Record(
        configuration, RED, RED, RED, 2, "exact", fault=fault, drawings=(RED,), method=RED, statistics={RED: 1}
    )
    (folder / "record").write_bytes(encode(record))
    record_frame = f"frame(b'r', open({str(folder / 'record')!r}, 'rb').read())"
    is_row = "any(each.f_code.co_name == '_program' for each, _ in traceback.walk_stack(None))"
    return puzzle_file(folder, f"import traceback; {is_row} and [send({record_frame}), os._exit(0)]")


CASES["a drawing"] = lambda folder: ["solve", puzzle_file(folder), "--no-color"]
CASES["a row"] = lambda folder: ["compare", forged(folder), "--backends", "sat,backtracking", "--show", "1"]


@pytest.mark.parametrize("name", CASES)
def test_no_escape_sequence_is_printed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(CASES[name](tmp_path), "threefold")
    output, error = capsys.readouterr()
    assert output + error
    assert all(text.isprintable() for text in (output + error).split("\n"))

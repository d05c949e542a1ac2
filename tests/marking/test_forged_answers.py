"""A submission that writes its own answer into the channel of its run is marked so, and the marks of the others do not change."""

from dataclasses import replace
from pathlib import Path

import pytest

from examples import class_of_60 as example
from tests.guard.forging import FORGING
from threefold.commands import main as cli
from threefold.guard import Limits
from threefold.marking.marks import Mark
from threefold.marking.run import Marking
from threefold.runs.instance import Instance

ENCODER = "def encode(n):\n    {}\n    return 'p cnf 16 1\\n1 2 3 4 0\\n'\n"
FORGED = {
    "three bytes": 'send(b"abc")',
    "a pickle": 'send(frame(b"r", pickle.dumps(Creates(CREATED))))',
    "another type": 'send(frame(b"r", b\'{"@":"Written","dimacs":7,"form":"spec"}\'))',
    "an endless length": 'send(frame(b"r", b"", 1 << 63))',
    "an ending": 'send(frame(b"e", pickle.dumps(("done", None, 0.0, 0.0, 0, Creates(CREATED)))))',
    "reports": 'send(frame(b"p", pickle.dumps(Creates(CREATED))) * 1000)',
}


def marks(folder: Path) -> dict[str, Mark]:
    """By student. Times differ from run to run."""
    found = Marking(Instance("nqueens", {"n": 4}), folder, Limits(60, 1 << 30), jobs=2, fresh=True).marks()
    return {mark.student: replace(mark, seconds=0.0) for mark in found}


def write_class(folder: Path) -> None:
    folder.mkdir()
    (folder / "anna.cnf").write_text(example.dimacs(example.queens(4), 4))
    (folder / "carl.cnf").write_text(example.dimacs(example.queens(4, without="rising"), 4))
    (folder / "dora.py").write_text(ENCODER.format("pass"))


def forger(created: Path, forging: str) -> str:
    return f"{FORGING}\nCREATED = {str(created)!r}\n" + ENCODER.format(FORGED[forging])


@pytest.mark.parametrize("forging", FORGED)
def test_a_forged_answer_is_that_submissions_mark_only(forging: str, tmp_path: Path) -> None:
    folder, created = tmp_path / "class", tmp_path / "created"
    write_class(folder)
    without = marks(folder)
    (folder / "bob.py").write_text(forger(created, forging))
    found = marks(folder)
    bob = found.pop("bob")
    assert found == without
    assert [mark.verdict for mark in found.values()] == ["equal", "too weak", "too weak"]
    assert (bob.verdict, created.exists()) == ("unreadable", False)
    assert bob.sentence.startswith("bob.py: cannot be judged: its answer cannot be read: ")


def test_the_command_prints_the_marks_of_a_class_with_a_forger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "class"
    write_class(folder)
    (folder / "bob.py").write_text(forger(tmp_path / "created", "three bytes"))
    assert cli.run(["mark", "nqueens", "4", str(folder)], "threefold") == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line.strip()}
    assert "cannot be judged: its answer cannot be read" in lines["bob"]
    assert "too weak" in lines["dora"]

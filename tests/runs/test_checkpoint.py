"""The checkpoint of a count: what it has is what was counted, and a file of something else is never touched."""

import fcntl
import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from threefold import models
from threefold.backends import find
from threefold.backends.backend import Size
from threefold.backends.configuration import parse
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.hashing import HASH
from threefold.checker.record import Record
from threefold.checker.tally import Fault
from threefold.commands import main as cli
from threefold.language import BadInput, Spec
from threefold.runs.checkpoint import MOST_CUBES, Checkpoint, Heading

ROW = parse("sat", {})
BLANK = Record(ROW, "cadical195", "unknown")
HEADING = Heading("nqueens", "n=6", "", "sat:cadical195", "cadical195 (python-sat 1)", "ab12", 64, "cd34", 62)


def part(*hashes: int) -> Record:
    fingerprint = Fingerprint()
    for hashed in hashes:
        fingerprint.add(hashed.to_bytes(HASH, "little"))
    return replace(
        BLANK,
        status="sat" if hashes else "unsat",
        count=len(hashes),
        count_is="exact",
        verified=len(hashes),
        fingerprint=fingerprint,
        solutions=((2, 4, 6, 1, 3, 5),) if hashes else (),
        method="blocking",
        size=Size(36, 0, 290, 600),
        statistics={"solver calls": 3},
    )


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    faulty = replace(part(2**127), fault=Fault((1, 2), "was reported twice", repeated=True))
    uncounted = replace(part(), fingerprint=None)
    written = {0: part(1, 2**128 - 1, 65), 7: faulty, 3: part(), 4: uncounted}
    with Checkpoint(str(tmp_path / "checkpoint")) as checkpoint:
        assert (checkpoint.wanted, checkpoint.begin(HEADING)) == (None, {})
        for number, record in written.items():
            checkpoint.write(number, record)
    with Checkpoint(str(tmp_path / "checkpoint")) as checkpoint:
        assert (checkpoint.wanted, checkpoint.begin(HEADING)) == (64, written)


@pytest.mark.parametrize("lost", [1, 20, 200])
def test_half_a_line_at_the_end_is_forgotten(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "checkpoint"
    with Checkpoint(str(path)) as checkpoint:
        checkpoint.begin(HEADING)
        checkpoint.write(0, part(1))
        checkpoint.write(1, part(2))
    path.write_bytes(path.read_bytes()[:-lost])
    with Checkpoint(str(path)) as checkpoint:
        assert checkpoint.begin(HEADING) == {0: part(1)}
        checkpoint.write(2, part(3))
    with Checkpoint(str(path)) as checkpoint:
        assert checkpoint.begin(HEADING) == {0: part(1), 2: part(3)}


def test_half_a_heading_is_a_checkpoint_that_was_just_begun(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    path.write_text(HEADING.line()[:50])
    with Checkpoint(str(path)) as checkpoint:
        assert checkpoint.begin(HEADING) == {}
    assert path.read_text() == HEADING.line() + "\n"


# As the command says it


def count(*words: str) -> int:
    return cli.run(["count", *words, "--quiet"], "threefold")


def begun(path: Path) -> str:
    assert count("nqueens", "6", "--resume", str(path)) == 0
    return path.read_text()


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        ("nqueens 7", "it was begun with parameters n=6 (now n=7)"),
        ("cards 3 2", "it was begun with puzzle nqueens (now cards)"),
        ("nqueens 6 --given queen[1]=2", "it was begun with givens none (now queen[1]=2)"),
        ("nqueens 6 --backend sat:minisat22", "it was begun with row sat:mixed"),
        ("nqueens 6 --amo ladder", "it was begun with row sat:mixed"),
    ],
)
def test_a_checkpoint_of_another_count_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, difference: str
) -> None:
    path = tmp_path / "checkpoint"
    before = begun(path)
    capsys.readouterr()
    assert count(*words.split(), "--resume", str(path)) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.startswith(f"threefold: --resume {path}: {difference}")
    assert path.read_text() == before


def test_a_puzzle_that_was_changed_in_between_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path / "checkpoint")
    puzzle = models.find("nqueens")

    def build(n: int) -> Spec:
        spec: Spec = puzzle.build(n=n)
        del spec.groups["one queen per column"]
        return spec

    monkeypatch.setattr(import_module("threefold.models.nqueens"), "PUZZLE", replace(puzzle, build=build))
    assert count("nqueens", "6", "--resume", str(tmp_path / "checkpoint")) == 2
    assert (
        "it was begun with another version of the puzzle or of Threefold; give the name of a new file"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("content", ["hello\n", "hello", "{}\n", '{"schema": 1}\n', "\x00\n\n"])
def test_a_file_that_is_no_checkpoint_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    assert count("nqueens", "6", "--resume", str(path)) == 2
    assert "the file is not a checkpoint of this count" in capsys.readouterr().err
    assert path.read_text() == content


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry | {"count": 5},
        lambda entry: entry | {"verified": 0},
        lambda entry: {name: entry[name] for name in ("cube", "count", "verified", "buckets", "solutions")},
        lambda entry: entry | {"checksum": "00"},
        lambda entry: {name: value for name, value in entry.items() if name != "checksum"},
        lambda entry: entry | {"cube": -1},
        lambda entry: entry | {"cube": None},
        lambda entry: {"cube": 1},
        lambda entry: entry | {"cube": 9999},
        lambda entry: entry | {"buckets": {"99": [1, "0"]}},
        lambda entry: [entry],
    ],
)
def test_a_damaged_line_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: Callable[[dict[str, object]], object]
) -> None:
    path = tmp_path / "checkpoint"
    lines = begun(path).splitlines()
    place = next(place for place in range(1, len(lines)) if json.loads(lines[place])["count"])
    lines[place] = json.dumps(damage(json.loads(lines[place])))
    path.write_text("\n".join([*lines, ""]))
    assert count("nqueens", "6", "--resume", str(path)) == 2
    assert f"line {place + 1} is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(("path", "code"), [("/", 4), ("/dev/full", 2), ("/nowhere/checkpoint", 4), ("", 4)])
def test_a_place_that_takes_no_checkpoint_is_refused(capsys: pytest.CaptureFixture[str], path: str, code: int) -> None:
    assert count("nqueens", "6", "--resume", path) == code
    assert capsys.readouterr().err.startswith(f"threefold: --resume {path}: ")


def test_two_counts_do_not_write_to_one_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open(tmp_path / "checkpoint", "w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert count("nqueens", "6", "--resume", str(tmp_path / "checkpoint")) == 2
    assert "another count is writing to it" in capsys.readouterr().err


def test_a_limit_goes_with_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert count("nqueens", "6", "--limit", "2", "--resume", str(tmp_path / "checkpoint")) == 2
    assert "--resume counts all solutions: drop --limit or --resume" in capsys.readouterr().err


def test_a_checkpoint_of_an_older_version_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "checkpoint"
    old = begun(path).replace('{"schema": 2', '{"schema": 1')
    path.write_text(old)
    capsys.readouterr()
    assert count("nqueens", "6", "--resume", str(path)) == 2
    reason = "it was begun by an older version of threefold, and cannot be continued; give the name of a new file"
    assert capsys.readouterr().err == f"threefold: --resume {path}: {reason}\n"
    assert path.read_text() == old


def test_a_checkpoint_of_another_version_of_the_solver_is_refused(tmp_path: Path) -> None:
    with Checkpoint(str(tmp_path / "checkpoint")) as checkpoint:
        checkpoint.begin(HEADING)
    other = replace(HEADING, solver="cadical195 (python-sat 2)")
    refusal = r"it was begun with solver cadical195 \(python-sat 1\) \(now cadical195 \(python-sat 2\)\)"
    with Checkpoint(str(tmp_path / "checkpoint")) as checkpoint, pytest.raises(BadInput, match=refusal):
        checkpoint.begin(other)


def test_the_heading_has_the_version_of_the_solver_that_answers(tmp_path: Path) -> None:
    heading = json.loads(begun(tmp_path / "checkpoint").splitlines()[0])
    assert heading["solver"] == find("sat").version("mixed")
    assert heading["row"] == str(parse("sat:mixed", {}))


@pytest.mark.parametrize(("wanted", "accepted"), [(0, False), (1, True), (MOST_CUBES, True), (MOST_CUBES + 1, False)])
def test_a_heading_wants_a_possible_number_of_cubes(tmp_path: Path, wanted: int, accepted: bool) -> None:
    path = tmp_path / "checkpoint"
    path.write_text(replace(HEADING, wanted=wanted).line() + "\n")
    with (
        nullcontext() if accepted else pytest.raises(BadInput, match="not a checkpoint"),
        Checkpoint(str(path)) as read,
    ):
        assert read.wanted == wanted

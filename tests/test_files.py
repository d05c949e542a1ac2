"""A file is complete or absent, what a killed process left is removed, and nothing is written through a link."""

import os
from pathlib import Path

import pytest

from tests.guard.looking import UNUSED_PID
from threefold.files import complete_or_absent, started, write_text
from threefold.language import ThreefoldError


def test_a_file_is_absent_until_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    with complete_or_absent(path) as file:
        file.write(b"half")
        assert not path.exists()
    assert path.read_bytes() == b"half"
    with pytest.raises(RuntimeError), complete_or_absent(path) as file:
        raise RuntimeError
    assert [each.name for each in tmp_path.iterdir()] == ["a.cnf"]


def test_what_a_killed_process_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a[1].cnf"  # a pattern, if it were not escaped
    left = tmp_path / f"a[1].cnf.threefold-{UNUSED_PID}.part"
    others = [
        f"a[1].cnf.threefold-{os.getppid()}.part",  # of a living process
        f"a[1].cnf.{UNUSED_PID}.part",  # without our mark
        f"b.cnf.threefold-{UNUSED_PID}.part",  # of another file
        "a[1].cnf.threefold-old.part",
    ]
    for name in (left.name, *others):
        (tmp_path / name).touch()
    write_text(path, "new")
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(["a[1].cnf", *others])


def test_nothing_is_written_through_a_link_unless_a_person_named_it(tmp_path: Path) -> None:
    target, link = tmp_path / "precious", tmp_path / "report.md"
    target.write_text("precious")
    link.symlink_to(target)
    with pytest.raises(ThreefoldError, match=r"report\.md: is a link"):
        write_text(link, "new")
    assert target.read_text() == "precious"
    write_text(link, "new", named=True)
    assert (target.read_text(), link.is_symlink()) == ("new", True)


def test_a_device_is_written_under_its_own_name() -> None:
    write_text(Path(os.devnull), "text", named=True)
    assert Path(os.devnull).is_char_device()


def test_a_process_that_has_ended_is_dead_also_before_somebody_waits_for_it() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    assert (os.path.exists(f"/proc/{child}"), started(child)) == (True, "")
    os.waitpid(child, 0)
    assert started(os.getpid())

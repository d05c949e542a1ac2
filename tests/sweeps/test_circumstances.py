"""The line of a run says by which code it was made: the version, and the commit where the code is a checkout."""

import subprocess
from pathlib import Path
from shutil import which

import pytest

from tests.reporting.reports import lines
from tests.sweeps.lines import changed
from threefold.backends.configuration import parse
from threefold.reporting.report import arranged
from threefold.reporting.write import files
from threefold.sweeps import circumstances
from threefold.sweeps.record_line import parse_line

needs_git = pytest.mark.skipif(not which("git"), reason="git is not installed")


def git(folder: Path, *words: str) -> str:
    settings = ("-c", "user.name=A. Nonym", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *settings, "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in circumstances.CODE:
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.py").write_text("pass\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "First")
    return tmp_path


@needs_git
def test_a_checkout_is_named_by_its_commit(checkout: Path) -> None:
    name = circumstances.commit(checkout)
    assert name
    assert len(name) == 12
    assert git(checkout, "rev-parse", "HEAD").startswith(name)


@needs_git
def test_a_checkout_whose_code_was_edited_is_not_the_commit(checkout: Path) -> None:
    (checkout / "backends" / "code.py").write_text("edited\n")
    assert str(circumstances.commit(checkout)).endswith(", changed")


@needs_git
def test_records_that_were_written_are_no_change_of_the_code(checkout: Path) -> None:
    (checkout / "records.jsonl").write_text("{}\n")
    assert "changed" not in str(circumstances.commit(checkout))


@needs_git
def test_what_is_in_a_folder_of_another_checkout_has_no_commit(checkout: Path) -> None:
    installed = checkout / "venv"
    installed.mkdir()
    assert circumstances.commit(installed) is None


def test_a_checkout_that_git_cannot_read_has_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").write_text("broken")
    assert circumstances.commit(tmp_path) is None
    monkeypatch.setenv("PATH", "")
    (tmp_path / "other" / ".git").mkdir(parents=True)
    assert circumstances.commit(tmp_path / "other") is None


@pytest.mark.parametrize("commit", [None, "9c3e5e4a1b2c"])
def test_a_run_has_the_commit_among_its_versions_if_there_is_one(
    commit: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circumstances, "commit", lambda: commit)
    assert circumstances.circumstances(parse("sat", {}))["versions"].get("commit") == commit


def test_the_report_shows_the_commit_beside_the_version_and_records_without_one_are_read() -> None:
    new = [changed(each, versions={**each.versions, "commit": "9c3e5e4a1b2c"}) for each in lines()]
    assert [parse_line(each.to_json(), "").commit for each in (lines()[0], new[0])] == [None, "9c3e5e4a1b2c"]
    pages = [files(arranged("Queens", "", records))["report.md"] for records in (lines(), new)]
    assert "| threefold | 0.1.0 |" in pages[0]
    assert "| threefold | 0.1.0 (9c3e5e4a1b2c) |" in pages[1]

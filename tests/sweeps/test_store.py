"""The store keeps every finished run once, even if several processes use it or one is killed."""

import multiprocessing
import os
import sqlite3
import sys
from pathlib import Path
from subprocess import Popen

import pytest

from tests.sweeps.lines import line, run
from threefold.language import BadInput, ThreefoldError
from threefold.sweeps.record_line import lines_text, read_lines
from threefold.sweeps.store import FILE, Store


def test_a_line_comes_back_as_it_went_in(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(line())
    with Store(tmp_path) as store:
        assert [each.to_json() for each in store.lines()] == [line().to_json()]
        assert store.done() == {line().key}


def test_the_exported_lines_are_sorted_and_read_into_a_new_store(tmp_path: Path) -> None:
    lines = [line(run(parameters={"n": n}, row=row)) for n in (10, 9) for row in ("sat", "cp")]
    with Store(tmp_path) as store:
        for each in lines:
            store.add(each)
        store.add(line(run(parameters={"n": 11})))
        store.export({each.key for each in lines})
    (tmp_path / FILE).unlink()
    order = [(each.parameters["n"], each.row) for each in read_lines(tmp_path / "records.jsonl")]
    assert order == [(9, "cp"), (9, "sat"), (10, "cp"), (10, "sat")]
    with Store(tmp_path) as store:
        assert store.done() == {each.key for each in lines}


def test_a_run_is_claimed_once_while_its_process_lives(tmp_path: Path) -> None:
    with Store(tmp_path) as ours, Store(tmp_path) as theirs:
        theirs._owner = (
            f"{os.getppid()} {Path(f'/proc/{os.getppid()}/stat').read_text().rpartition(')')[2].split()[19]}"
        )
        assert ours.claim("a")
        assert not theirs.claim("a")
        ours.add(line(run()))
        assert not theirs.claim(line(run()).key)


@pytest.mark.parametrize("name", [FILE, "records.jsonl"])
def test_a_store_is_not_opened_through_a_link(name: str, tmp_path: Path) -> None:
    (tmp_path / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ThreefoldError, match=f"{name}: is a link"):
        Store(tmp_path)
    assert not (tmp_path / "elsewhere").exists()


def test_an_outdated_record_stays_until_the_new_one_is_there(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(line())
        store.outdate([line().key, "unknown"])
        assert (store.done(), len(store.lines()), store.claim(line().key)) == (set(), 1, True)
    with Store(tmp_path) as store:
        assert store.done() == set()
        store.add(line())
        assert store.done() == {line().key}
        assert not store.claim(line().key)


def test_the_claim_of_a_dead_process_is_ignored(tmp_path: Path) -> None:
    with Store(tmp_path) as ours, Store(tmp_path) as dead:
        dead._owner = "1 999999999999"  # process 1 did not start then
        assert dead.claim("a")
        assert ours.claim("a")


WRITER = """
import sys
from pathlib import Path
from threefold.sweeps.store import Store
from tests.sweeps.lines import line, run
with Store(Path(sys.argv[1])) as store:
    for n in range(100):
        store.add(line(run(parameters={"n": int(sys.argv[2]) + n})))
"""


def test_several_processes_write_to_one_store_at_once(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    writers = [Popen([sys.executable, "-c", WRITER, str(tmp_path), first], cwd=root) for first in ("1", "101", "201")]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    with Store(tmp_path) as store:
        assert len(store.lines()) == 300


def test_processes_that_make_a_store_at_the_same_moment_all_get_it(tmp_path: Path) -> None:
    """Without waiting, SQLite would report a locked database to one of four, in some of 60 folders."""
    folders = [tmp_path / str(number) for number in range(60)]
    for folder in folders:
        folder.mkdir()
    processes = multiprocessing.get_context("fork")
    together, failed = processes.Barrier(4, timeout=60), processes.Value("i", 0)

    def make_them_all() -> None:
        for folder in folders:
            together.wait()
            try:
                with Store(folder):
                    pass
            except ThreefoldError:
                failed.value += 1

    makers = [processes.Process(target=make_them_all) for _ in range(4)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert (failed.value, [maker.exitcode for maker in makers]) == (0, [0] * 4)


def test_a_store_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(line())
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(BadInput, match="written by a newer threefold"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_file_that_is_not_a_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database at all " * 100)
    with pytest.raises(BadInput, match="not a usable store"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == b"not a database at all " * 100


def open_files(folder: Path) -> list[str]:
    """Of this process."""
    handles = [f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd")]
    return [path for path in map(os.path.realpath, handles) if path.startswith(f"{folder.resolve()}/")]


@pytest.mark.parametrize("name", [FILE, "records.jsonl"])
def test_a_store_that_cannot_be_opened_leaves_no_file_open(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("neither a database nor a record\n" * 100)
    with pytest.raises(BadInput) as refused:
        Store(tmp_path)
    assert refused.tb  # the traceback keeps the store alive: nothing else closes its connection
    assert open_files(tmp_path) == []


def test_a_store_that_is_broken_at_its_end_leaves_no_file_open(tmp_path: Path) -> None:
    with pytest.raises(ThreefoldError, match="no such table: claims") as broken, Store(tmp_path) as store:
        store._connection.execute("DROP TABLE claims")
    assert broken.tb
    assert open_files(tmp_path) == []


def test_a_broken_page_in_the_middle_is_reported(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for n in range(1, 200):
            store.add(line(run(parameters={"n": n})))
    content = bytearray((tmp_path / FILE).read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(BadInput, match="not a usable store"), Store(tmp_path) as store:
        store.lines()


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ThreefoldError, match="unable to open database file"):
        Store(tmp_path / "missing")


def test_a_record_of_a_newer_format_is_refused_with_its_line(tmp_path: Path) -> None:
    text = line().to_json()
    (tmp_path / "records.jsonl").write_text(text + "\n" + text.replace('"schema": 2', '"schema": 3') + "\n")
    with pytest.raises(BadInput, match=r"records.jsonl:2: written by a newer threefold \(format 3; this one knows 2\)"):
        Store(tmp_path)


def test_a_damaged_export_does_not_stop_a_sweep_whose_store_is_whole(tmp_path: Path) -> None:
    """What is whole in it is taken in, and the damaged file is kept."""
    first, second, third = (line(run(repetition=number)) for number in range(3))
    with Store(tmp_path) as store:
        store.add(first)
    damaged = lines_text([first, second]) + lines_text([third])[:100]
    (tmp_path / "records.jsonl").write_text(damaged)
    with Store(tmp_path) as store:
        assert store.done() == {first.key, second.key}
        [note] = store.notes
        assert note.startswith(f"{tmp_path / 'records.jsonl'}:3: not a record: ")
    assert not (tmp_path / "records.jsonl").exists()
    assert (tmp_path / "records.jsonl.damaged1").read_text() == damaged


def test_without_a_store_a_damaged_export_is_refused(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_bytes(b"\xff\n")
    with pytest.raises(BadInput, match=r"records.jsonl:1: not a record"):
        Store(tmp_path)

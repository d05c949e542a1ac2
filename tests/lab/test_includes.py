"""A MiniZinc model in the lab includes files of the folder and of minizinc's library, and no others."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from tests.lab.asking import answer, running_lab
from threefold.flatzinc.includes import included
from threefold.lab.folder import BadField, Folder
from threefold.lab.server import Lab

MODEL = "var 1..k: x; solve satisfy;"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a file outside that a model would need, and links to it."""
    (tmp_path / "secret.mzn").write_text("int: k = 3;")
    here = tmp_path / "here"
    (here / "sub").mkdir(parents=True)
    (here / "link.mzn").symlink_to(tmp_path / "secret.mzn")
    (here / "away").symlink_to(tmp_path)
    return here


@pytest.fixture
def lab(folder: Path) -> Iterator[Lab]:
    with running_lab(folder) as started:
        yield started


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('include "a.mzn"; include"b.mzn";', ["a.mzn", "b.mzn"]),
        ('include % "c"\n /* "d" */ "a%.mzn";', ["a%.mzn"]),
        ('% include "a";\n/* include "b"; */ include "/*c*/";', ["/*c*/"]),
        ('output ["include \\"a\\" % \\("%(" ++ f("b"))"]; include "c";', ["c"]),
        ('int: \'include "%\' = 1; include "c";', ["c"]),
        ('string: s = "include"; int: includes = 1; include "c', []),
        ('include "a\\x2e"; include "\\(b)";', ["a\\x2e", "\\("]),
    ],
)
def test_include_items_are_found_where_comments_and_strings_are_skipped(text: str, names: list[str]) -> None:
    assert list(included(text)) == names


@pytest.mark.parametrize(
    "name", ["../secret.mzn", "link.mzn", "away/secret.mzn", "sub/../../secret.mzn", "/etc/passwd", "../missing.mzn"]
)
def test_an_include_that_leaves_the_folder_is_refused(folder: Path, name: str) -> None:
    (folder / "m.mzn").write_text(f'include "{name}"; {MODEL}')
    (folder / "first.mzn").write_text('include "globals.mzn"; include "sub/second.mzn";')
    (folder / "sub" / "second.mzn").write_text('include "m.mzn";')  # beside it there is none
    for model in ("./m.mzn", "first.mzn"):
        with pytest.raises(BadField, match=r"m\.mzn includes .*: the lab reads no file outside the folder"):
            Folder(folder).check_model(model, ())


def test_a_backslash_in_the_name_is_refused(folder: Path) -> None:
    (folder / "m.mzn").write_text(f'include "\\x2e./secret.mzn"; {MODEL}')
    with pytest.raises(BadField, match="write the name without backslashes"):
        Folder(folder).check_model("m.mzn", ())


@pytest.mark.parametrize("name", ["options.mpc", "m.mzn", "-I.dzn"])
def test_data_that_minizinc_would_read_as_a_model_or_as_options_is_refused(folder: Path, name: str) -> None:
    (folder / "m.mzn").write_text(MODEL)
    (folder / "own.dzn").write_text("k = 3;")
    (folder / name).write_text("")
    with pytest.raises(BadField, match=r"the data of a model are files \*\.dzn or \*\.json"):
        Folder(folder).check_model("m.mzn", (f"own.dzn,{name}",))


def test_a_link_that_leads_out_of_the_folder_is_not_offered(folder: Path) -> None:
    (folder / "m.mzn").write_text(MODEL)
    (folder.parent / "p.py").write_text("PUZZLE = 1")
    (folder / "p.py").symlink_to(folder.parent / "p.py")
    assert Folder(folder).puzzles()["files"] == ["./m.mzn"]


@pytest.mark.skipif(not which("minizinc"), reason="minizinc is not installed")
def test_minizinc_compiles_a_model_that_stays_in_the_folder_and_does_not_see_another(lab: Lab) -> None:
    here = lab.folder.path
    (here / "good.mzn").write_text(f'include "sub/k.mzn"; include "alldifferent.mzn"; int: n; {MODEL}')
    (here / "sub" / "k.mzn").write_text("int: k = n;")
    (here / "n.dzn").write_text("n = 3;")
    (here / "bad.mzn").write_text(f'include "../secret.mzn"; {MODEL}')
    status, said = answer(lab, "/board", {"puzzle": "./good.mzn", "parameters": ["n.dzn"]})
    assert (status, said["variables"][0]["values"]) == (200, [1, 2, 3])
    for path in ("/board", "/puzzle", "/inside"):
        status, said = answer(lab, path, {"puzzle": "./bad.mzn", "parameters": ["none"]})
        assert (status, said["field"]) == (422, "puzzle")
        assert said["error"].startswith("bad.mzn includes ../secret.mzn: the lab reads no file outside the folder")

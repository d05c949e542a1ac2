"""Puzzles and backends of other packages: found by entry points, shown with their package, harmless where broken."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from subprocess import run

import pytest

from threefold import backends, models
from threefold.backends.backend import Backend
from threefold.commands import main as cli
from threefold.language import BadInput

BACKEND = """
from dataclasses import replace
from threefold.backends.backtracking import BACKEND as OURS
BACKEND = replace(OURS, name="{name}", summary="our own search under another name")
"""
PUZZLE = Path(models.__file__).with_name("_template.py").read_text()
Offer = Callable[..., None]


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """Install a package whose entry point of this name has a module of this text; forget all of it afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    registries = (backends._registry, models._registry)
    before = set(sys.modules)

    def forget() -> None:
        for registry in registries:
            vars(registry).pop("_entries", None)

    def install(package: str, group: str, name: str, text: str, module: str = "") -> None:
        module = module or package.replace("-", "_")
        information = tmp_path / f"{package.replace('-', '_')}-1.2.dist-info"
        information.mkdir()
        information.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        information.joinpath("entry_points.txt").write_text(f"[threefold.{group}]\n{name} = {module}\n")
        tmp_path.joinpath(f"{module}.py").write_text(text)
        forget()

    yield install
    forget()
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def answer(capsys: pytest.CaptureFixture[str], words: str) -> tuple[int, str, str]:
    code = cli.run(words.split(), "threefold")
    output = capsys.readouterr()
    return code, output.out, output.err


def test_a_backend_of_another_package_is_a_row_like_any_other(offer: Offer, capsys: pytest.CaptureFixture[str]) -> None:
    offer("another-search", "backends", "another", BACKEND.format(name="another"))
    code, output, _ = answer(capsys, "compare nqueens 6 --backends sat,another")
    assert (code, "agree: two backends found the same 4 solutions" in output) == (0, True)
    code, output, _ = answer(capsys, "count nqueens 6 --backend another --jobs 2 --quiet")
    assert (code, output) == (0, "4\n")


def test_a_puzzle_of_another_package_is_named_like_any_other(offer: Offer, capsys: pytest.CaptureFixture[str]) -> None:
    offer("more-puzzles", "puzzles", "rooks", PUZZLE.replace("NAME", "rooks"))
    assert answer(capsys, "count rooks 4 --quiet")[:2] == (0, "24\n")
    assert answer(capsys, "sat rooks 3")[0] == 10
    assert "rooks: place n rooks" in answer(capsys, "compare rooks --help")[1]


def test_list_says_which_package_each_comes_from(offer: Offer, capsys: pytest.CaptureFixture[str]) -> None:
    offer("another-search", "backends", "another", BACKEND.format(name="another"))
    offer("more-puzzles", "puzzles", "rooks", PUZZLE.replace("NAME", "rooks"))
    code, output, errors = answer(capsys, "list")
    assert (code, errors) == (0, "")
    assert "another       our own search under another name\n                from another-search 1.2\n" in output
    assert "n rooks on an n×n board, none attacking another (4) [from more-puzzles 1.2]" in " ".join(output.split())
    assert output.count("[from ") == output.count("\n                from ") == 1
    assert backends.origin("sat") == models.origin("nqueens") == "built in"
    assert (backends.origin("another"), models.origin("rooks")) == ("another-search 1.2", "more-puzzles 1.2")
    assert models.origin("./rooks.py") == "file"


BROKEN = {
    "an import that fails": (
        "import nothing_of_the_kind",
        "ModuleNotFoundError: No module named 'nothing_of_the_kind'",
    ),
    "an exit": ("raise SystemExit(3)", "SystemExit: 3"),
    "a module without a backend": (
        "",
        "expected a Backend, or a module that ends in BACKEND (got <module 'bad_plugin'",
    ),
    "another name": (BACKEND.format(name="good"), "its own name is 'good': the entry point must have the same"),
    "a forgotten comma": (
        BACKEND.format(name="bad").replace("summary=", "solvers=('z3'), summary="),
        "backend bad: solvers must be a tuple of str (got 'z3')",
    ),
    "no solver": (
        BACKEND.format(name="bad").replace("summary=", "solvers=(), summary="),
        "backend bad: '' is not a name",
    ),
    "a sign of the grammar": (
        BACKEND.format(name="a+b"),
        "backend a+b: 'a+b' is not a name of letters, digits, - and _",
    ),
    "a value where a function stands": (
        BACKEND.format(name="bad").replace("summary=", "lower=4, summary="),
        "backend bad: lower must be a function (got 4)",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_backend_is_one_line_with_its_package_and_disturbs_nothing_else(
    what: str, offer: Offer, capsys: pytest.CaptureFixture[str]
) -> None:
    text, reason = BROKEN[what]
    offer("bad-plugin", "backends", "bad", text)
    line = f"backend 'bad' of bad-plugin 1.2 cannot be used: {reason}"
    code, output, errors = answer(capsys, "count nqueens 4 --backend bad")
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(f"threefold: {line}")
    code, output, errors = answer(capsys, "list")
    assert (code, "backtracking" in output, errors.count("\n")) == (0, True, 1)
    assert errors.startswith(f"note: {line}")
    assert answer(capsys, "count nqueens 4 --amo ladder --quiet")[:2] == (0, "2\n")
    assert answer(capsys, "export nqueens 4 --format lp")[0] == 0


def test_a_broken_puzzle_is_one_line_with_its_package_too(offer: Offer, capsys: pytest.CaptureFixture[str]) -> None:
    offer("bad-puzzles", "puzzles", "rooks", PUZZLE.replace("NAME", "rooks").replace("example=(4,)", "example=(4)"))
    line = (
        "puzzle 'rooks' of bad-puzzles 1.2 cannot be used: example must be a tuple like (4,), with its comma (got 4)\n"
    )
    assert answer(capsys, "count rooks 4") == (2, "", f"threefold: {line}")
    code, output, errors = answer(capsys, "list")
    assert (code, "nqueens" in output, errors) == (0, True, f"note: {line}")


def test_a_built_in_name_stays_built_in_and_list_says_what_is_not_used(
    offer: Offer, capsys: pytest.CaptureFixture[str]
) -> None:
    offer("false-sat", "backends", "sat", BACKEND.format(name="sat"))
    offer("false-queens", "puzzles", "nqueens", PUZZLE.replace("NAME", "nqueens"))
    assert answer(capsys, "count nqueens 4 --backend sat --quiet")[1] == "2\n"
    assert backends.find("sat").solvers[0] == "cadical195"
    assert answer(capsys, "list")[2] == (
        "note: puzzle 'nqueens' of false-queens 1.2 is not used: the name is built in\n"
        "note: backend 'sat' of false-sat 1.2 is not used: the name is built in\n"
    )


def test_two_packages_with_the_same_name_are_refused(offer: Offer, capsys: pytest.CaptureFixture[str]) -> None:
    offer("one-search", "backends", "another", BACKEND.format(name="another"))
    offer("two-search", "backends", "another", BACKEND.format(name="another"))
    code, _, errors = answer(capsys, "count nqueens 4 --backend another")
    assert (code, "uninstall all but one" in errors) == (2, True)
    assert "one-search 1.2" in errors
    assert "two-search 1.2" in errors


def test_an_unknown_name_is_refused_with_the_plug_ins_among_the_known(offer: Offer) -> None:
    offer("another-search", "backends", "another", BACKEND.format(name="another"))
    with pytest.raises(BadInput, match=r"no backend 'anoter'; known: sat, .*, another; did you mean 'another'"):
        backends.find("anoter")


@pytest.fixture
def registered() -> Iterator[Backend]:
    backend = replace(backends.find("backtracking"), name="mine")
    backends.register(backend)
    yield backend
    del backends._registry._registered["mine"]


def test_a_registered_backend_runs_in_guarded_children(registered: Backend, capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = answer(capsys, "compare nqueens 6 --backends mine,sat")
    assert (code, "agree: two backends found the same 4 solutions" in output) == (0, True)
    assert answer(capsys, "count nqueens 6 --backend mine --jobs 2 --quiet")[:2] == (0, "4\n")
    assert "from Python (registered in this process)" in answer(capsys, "list")[1]


def test_a_backend_that_is_registered_again_is_replaced_but_none_of_ours_is(registered: Backend) -> None:
    again = replace(registered, summary="a better one")
    backends.register(again)
    assert backends.find("mine") is again
    with pytest.raises(BadInput, match="'sat' is the name of a built-in backend: choose another one"):
        backends.register(replace(registered, name="sat"))
    with pytest.raises(BadInput, match="a Backend was expected"):
        backends.register("mine")  # type: ignore[arg-type]


def test_a_folder_of_the_import_path_that_cannot_be_read_is_passed_over(
    offer: Offer, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No permission stops root: the refusal is made here."""
    closed, listdir = str(tmp_path_factory.mktemp("closed")), os.listdir

    def refusing(path: str) -> list[str]:
        if path == closed:
            raise PermissionError(path)
        return listdir(path)

    monkeypatch.setattr(os, "listdir", refusing)
    offer("more-puzzles", "puzzles", "rooks", PUZZLE.replace("NAME", "rooks"))
    monkeypatch.setattr(sys, "path", [closed, *sys.path])
    assert "rooks" in models.all_names()


def test_a_plain_command_does_not_look_for_plug_ins() -> None:
    code = (
        "import sys; from threefold import backends, models; backends.find('cp'); models.find('nqueens');"
        "sys.exit('importlib.metadata' in sys.modules)"
    )
    assert run([sys.executable, "-c", code], check=False).returncode == 0

"""The package that is built is complete, has one top-level name, and works without the checkout."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
NOT_COPIED = shutil.ignore_patterns(
    ".*", "__pycache__", "*.egg-info", "build", "dist", "tests", "reports", "benchmarks"
)


def package_files() -> set[str]:
    """All files of the package in this checkout, by their place in a wheel."""
    folders = [ROOT / "threefold", ROOT / "threefold/models", ROOT / "threefold/backends"]
    found = (file for folder in folders for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(ROOT)) for file in found if "__pycache__" not in file.parts}


def test_the_two_links_are_relative_so_that_a_clone_has_them() -> None:
    assert os.readlink(ROOT / "threefold/models") == "../models"
    assert os.readlink(ROOT / "threefold/backends") == "../backends"


@pytest.mark.parametrize(
    "script",
    [
        "import threefold as tf; assert tf.count('nqueens', 6, backend='backtracking').count == 4",
        "from threefold import Spec, compare",
        "import threefold.models.nqueens; from threefold.language import Spec; import threefold as tf; tf.compare",
    ],
)
def test_a_script_beside_a_clone_imports_the_package_and_not_the_folder(script: str, tmp_path: Path) -> None:
    (tmp_path / "threefold").symlink_to(ROOT)
    (tmp_path / "mine.py").write_text(script)
    run(sys.executable, "mine.py", cwd=tmp_path)
    run(sys.executable, "-c", script, cwd=tmp_path)


def test_every_folder_with_code_is_a_package_and_every_other_file_is_package_data() -> None:
    folders = {(ROOT / file).parent for file in package_files()}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
    patterns = ["*.py", *PYPROJECT["tool"]["setuptools"]["package-data"]["*"]]
    names = {Path(file).name for file in package_files()}
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert "threefold/py.typed" in package_files()


def test_the_metadata_are_those_that_a_package_index_shows() -> None:
    assert PROJECT["authors"] == [{"name": "Threefold contributors"}]
    assert {"Typing :: Typed", "Programming Language :: Python :: 3.11"} <= set(PROJECT["classifiers"])
    assert PROJECT["keywords"]
    for file in [PROJECT["readme"], *PROJECT["license-files"]]:
        assert (ROOT / file).is_file()


def test_the_citation_names_the_version_of_the_project() -> None:
    citation = (ROOT / "CITATION.cff").read_text()
    assert re.findall(r'^version: "(.*)"$', citation, re.MULTILINE) == [PROJECT["version"]]
    assert f'- name: "{PROJECT["authors"][0]["name"]}"' in citation


def test_pytest_is_a_dependency() -> None:
    assert any(re.match(r"pytest\b", requirement) for requirement in PROJECT["dependencies"])


def test_the_command_line_runs_from_a_checkout_that_is_not_installed(tmp_path: Path) -> None:
    """The site-packages are those of this environment, but without the editable install of threefold."""
    site = next(path for path in map(Path, sys.path) if (path / "ortools").is_dir())
    for entry in site.iterdir():
        if "threefold" not in entry.name.lower() and entry.suffix != ".pth":
            (tmp_path / entry.name).symlink_to(entry)
    command = [getattr(sys, "_base_executable", sys.executable), str(ROOT / "cli.py"), "compare", "nqueens", "4"]
    done = subprocess.run(
        command,
        cwd="/",
        env=clean_environment() | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1].startswith("agree: "), done.stderr


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, env=clean_environment(), capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def python_of_new_environment(folder: Path) -> Path:
    run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
    return folder / "bin/python"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, the wheel of the checkout, and in `again/` the wheel of the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    python = python_of_new_environment(folder / "environment")
    run(python, "-m", "pip", "install", "-q", "build", cwd=folder)
    source = shutil.copytree(ROOT, folder / "source", symlinks=True, ignore=NOT_COPIED)
    run(python, "-m", "build", "--sdist", "--wheel", "--outdir", folder / "dist", source, cwd=folder)
    [archive] = (folder / "dist").glob("*.tar.gz")
    run(python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder / "again", archive, cwd=folder)
    return folder


def wheel_in(folder: Path) -> Path:
    [wheel] = folder.glob("*.whl")
    return wheel


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_a_wheel_has_all_files_of_the_package_and_only_them(built: Path) -> None:
    names = set(contents(wheel_in(built / "dist")))
    assert {
        name for name in names if not name.startswith(f"threefold-{PROJECT['version']}.dist-info/")
    } == package_files()
    assert {"threefold/models/_template.py", "threefold/backends/sat/__init__.py"} <= names


@pytest.mark.slow
def test_the_wheel_of_the_source_distribution_is_the_same(built: Path) -> None:
    assert contents(wheel_in(built / "again")) == contents(wheel_in(built / "dist"))


@pytest.mark.slow
def test_an_installed_wheel_works_without_the_checkout(built: Path, tmp_path: Path) -> None:
    python = python_of_new_environment(tmp_path / "environment")
    run(python, "-m", "pip", "install", "-q", wheel_in(built / "dist"), cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    where = run(python, "-c", "import threefold; print(threefold.__file__)", cwd=elsewhere)
    assert Path(where.strip()).is_relative_to(tmp_path)
    assert "agree: three backends found the same 92 solutions" in run(
        python.parent / "compare", "nqueens", "8", cwd=elsewhere
    )
    assert json.loads(run(python.parent / "threefold", "count", "nqueens", "6", "--json", cwd=elsewhere))
    count = "import threefold as tf; print(tf.count('nqueens', 6).count)"
    assert run(python, "-c", count, cwd=elsewhere) == "4\n"
    run(python.parent / "threefold", "new", "mine", cwd=elsewhere)  # it copies models/_template.py
    assert "agree" in run(python.parent / "compare", "./mine.py", cwd=elsewhere)

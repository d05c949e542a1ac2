"""docs/counting.md, docs/cluster.md, docs/certificates.md, docs/deadends.md: commands print what the pages show, up to times."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.commands.terminal import ROOT
from tests.test_readme import BLOCK, COMMAND, run, without_measurements, write_what_it_reads

PAGES = ("counting", "cluster", "certificates", "deadends")


def examples() -> list[tuple[str, str]]:
    """Commands with the output that is shown; a `text` block has an output that depends on the machine."""
    texts = [(ROOT / "docs" / f"{page}.md").read_text() for page in PAGES]
    consoles = [m["text"] for text in texts for m in BLOCK.finditer(text) if m["language"] == "console"]
    return [(match["command"], match["output"]) for text in consoles for match in COMMAND.finditer(text)]


def marked(command: str, output: str) -> ParameterSet:
    return pytest.param(command, output, marks=[pytest.mark.slow] if "explain pigeonhole 9 8" in command else [])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all: a command may read what an earlier one wrote."""
    return tmp_path_factory.mktemp("pages")


@pytest.mark.parametrize(("command", "output"), [marked(*each) for each in examples()])
def test_a_command_prints_what_its_page_shows(command: str, output: str, folder: Path) -> None:
    if "--cluster" in command and find_spec("distributed") is None:
        pytest.skip("distributed is not installed")
    write_what_it_reads(command, [each for each, _ in examples()], folder)
    assert without_measurements(run(command, folder).stdout) == without_measurements(output)

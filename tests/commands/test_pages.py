"""docs/counting.md and docs/cluster.md: the commands print what the pages show, up to times."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands.terminal import ROOT
from tests.test_readme import BLOCK, COMMAND, run, without_measurements

PAGES = ("counting", "cluster")


def examples() -> list[tuple[str, str]]:
    """Commands with the output that is shown; a `text` block has an output that depends on the machine."""
    texts = [(ROOT / "docs" / f"{page}.md").read_text() for page in PAGES]
    consoles = [m["text"] for text in texts for m in BLOCK.finditer(text) if m["language"] == "console"]
    return [(match["command"], match["output"]) for text in consoles for match in COMMAND.finditer(text)]


@pytest.mark.parametrize(("command", "output"), examples())
def test_a_command_prints_what_its_page_shows(command: str, output: str, tmp_path: Path) -> None:
    if "--cluster" in command and find_spec("distributed") is None:
        pytest.skip("distributed is not installed")
    assert without_measurements(run(command, tmp_path).stdout) == without_measurements(output)

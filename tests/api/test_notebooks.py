"""The notebooks under examples/: small, without paths of a machine, and executed with the output that they show.

`jupyter execute --inplace examples/NAME.ipynb` (of nbclient) writes new outputs.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))
MEASURED = re.compile(r"\d+(?:\.\d+)? (?:ms|s|MB)\b")


def test_there_are_two_notebooks() -> None:
    assert [path.name for path in NOTEBOOKS] == ["comparing_encodings.ipynb", "first_steps.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_has_outputs_but_no_path_of_a_machine(path: Path) -> None:
    text = path.read_text()
    assert len(text) < 100_000
    assert not re.search(r"/(?:home|root|tmp|work|usr|Users)/", text)
    assert all(cell["outputs"] for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own packages
def test_a_notebook_shows_what_it_prints(path: Path, tmp_path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    shown = [_outputs(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    assert [_outputs(cell) for cell in notebook.cells] == shown


def _outputs(cell: Any) -> str:
    """The outputs of a cell as one text, without measured times and memory."""
    outputs = [output.get("text", output.get("data")) for output in cell.get("outputs", ())]
    if all(isinstance(output, str) for output in outputs):
        return MEASURED.sub("#", "".join(outputs))
    return MEASURED.sub("#", json.dumps(outputs, sort_keys=True))

from pathlib import Path

import pytest


@pytest.fixture
def cnf(tmp_path: Path) -> Path:
    """Three variables, four models: exactly one of 1 and 2, and 3 is free."""
    file = tmp_path / "one.cnf"
    file.write_text("c exactly one\np cnf 3 2\n1 2 0\n-1\n-2 0\n")
    return file


@pytest.fixture
def unsatisfiable(tmp_path: Path) -> Path:
    file = tmp_path / "none.cnf"
    file.write_text("p cnf 1 2\n1 0\n-1 0\n")
    return file

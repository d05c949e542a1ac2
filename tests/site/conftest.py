"""The documentation site, built once for all tests of this folder."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.pages import ROOT

# Looked up without importing it: every guarded run copies the test process.
needs_mkdocs = pytest.mark.skipif(not all(map(find_spec, ("mkdocs", "mkdocstrings"))), reason="mkdocs is not installed")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    words = ["-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder

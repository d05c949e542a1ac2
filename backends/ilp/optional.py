"""Solvers whose packages are not among our dependencies."""

import os
from importlib import import_module
from typing import Any


def imported(solver: str, package: str) -> Any:
    """The package, or an error that says how to get it."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of numpy, which it imports: they spin for 0.05 s of CPU
    try:
        return import_module(package)
    except ModuleNotFoundError:
        install = f"pip install 'threefold[{solver}]'"
        raise ModuleNotFoundError(f"the solver {solver} needs {package}, which is not installed: {install}") from None

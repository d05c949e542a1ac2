"""Optional solvers that are not installed are reported with the command that installs them, before anything runs."""

import sys

import pytest

from threefold.backends import find
from threefold.backends.configuration import check_installed, parse
from threefold.language import BadInput
from threefold.models import nqueens

PACKAGES = {
    "sat:cms": ("cms", "pycryptosat", "cms"),
    "sat:clasp": ("clasp", "clingo", "clasp"),
    "sat:ganak": ("ganak", "pyganak", "count"),
    "ilp:highs": ("highs", "highspy", "highs"),
    "ilp:scip": ("scip", "pyscipopt", "scip"),
}


@pytest.mark.parametrize("row", PACKAGES)
def test_a_missing_package_is_reported_with_the_command_that_installs_it(
    row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver, module, extra = PACKAGES[row]
    monkeypatch.setitem(sys.modules, module, None)
    configuration = parse(row, {})
    backend = find(configuration.backend)
    expected = f"{solver} needs {module}, which is not installed: pip install 'threefold[{extra}]'"
    assert backend.missing(solver) == expected
    with pytest.raises(BadInput) as refusal:
        check_installed([configuration])
    assert str(refusal.value) == expected


@pytest.mark.parametrize("row", ["sat:clasp", "sat:cms", "sat:ganak"])
def test_without_its_package_a_solver_cannot_be_loaded(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    solver, module, _ = PACKAGES[row]
    monkeypatch.setitem(sys.modules, module, None)
    configuration = parse(row, {})
    backend = find(configuration.backend)
    with pytest.raises(ImportError, match=module):
        backend.version(solver)
    with pytest.raises(ImportError, match=module):
        backend.lower(nqueens.build(4), configuration).load(seed=None, first=False)

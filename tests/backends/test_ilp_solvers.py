"""The optional solvers of the ILP, and which packages may be imported together."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given

from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.ilp import cbc
from threefold.backends.ilp.branch_and_bound import BranchAndBound
from threefold.backends.ilp.program import RowProgram
from threefold.backends.variable_maps import decode
from threefold.checker import brute_force
from threefold.commands import main as cli
from threefold.language import Spec

ROOT = Path(__file__).parents[2]
PACKAGES = {"highs": "highspy", "scip": "pyscipopt"}


@pytest.mark.skipif(not all(map(find_spec, PACKAGES.values())), reason="highspy and pyscipopt are not installed")
def test_the_optional_solvers_in_a_process_of_their_own() -> None:
    tests = Path(__file__).with_name("optional_mip_solvers.py")
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tests)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@examples(20)
@given(specs())
def test_subproblems_are_solved_one_by_one(spec: Spec) -> None:
    """As with HiGHS; here with CBC, which is always installed."""
    program = find("ilp").lower(spec, parse("ilp", {}))
    assert isinstance(program, RowProgram)
    decisions = [program.model.views[x.position].numbers for x in spec.decisions]
    solutions = BranchAndBound(program.model, decisions, None, solve=cbc.solve, relax=False)
    found = [decode(spec, program.model.views, solution.__getitem__) for solution in solutions]
    projected = [tuple(assignment[x.position] for x in spec.decisions) for assignment in found]
    assert sorted(projected) == sorted(brute_force.projected(spec))
    assert solutions.counters.calls >= len(found)


@pytest.mark.parametrize(("solver", "package"), PACKAGES.items())
def test_a_solver_that_is_not_installed_says_how_to_install_it(
    solver: str, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert cli.run(["count", "nqueens", "6", "--backend", f"ilp:{solver}"], "threefold") == 2
    expected = f"threefold: {solver} needs {package}, which is not installed: pip install 'threefold[{solver}]'\n"
    assert capsys.readouterr().err == expected


def test_pulp_does_not_import_the_other_solvers_that_it_finds(tmp_path: Path) -> None:
    """With highspy imported, the backend cp could not be imported any more."""
    for package in PACKAGES.values():
        (tmp_path / f"{package}.py").write_text("")
    code = (
        "import sys; from threefold.backends.ilp import cbc_executable; cbc_executable.path();"
        "import threefold.backends.ilp.export;"
        "sys.exit(any(name in sys.modules for name in ('highspy', 'pyscipopt')))"
    )
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": f"{tmp_path}:{ROOT}"}, cwd=ROOT, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("row", ["ilp", "ilp+count=cuts"])
def test_a_run_of_the_ilp_imports_nothing_of_ortools(row: str) -> None:
    code = (
        "import sys; from threefold.runs.worker import measure; from threefold.runs.instance import Instance, Question;"
        "from threefold.backends.configuration import parse;"
        f"record = measure(lambda report: None, Instance('nqueens', {{'n': 5}}), parse('{row}', {{}}), Question());"
        "assert record.count == 10 and record.exact, record;"
        "sys.exit(any(name.startswith('ortools') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0

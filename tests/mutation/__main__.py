"""Mutants of our own code: small changes of meaning, one at a time, and whether the tests of the module notice.

    python -m tests.mutation --module threefold/language --mutants 40 [--seed 0] [--timeout 60] [--list]

By hand, not in CI. A mutant is written into a copy of the tree, and the test files of its module run there with -x. It is
*killed* by a failure or by the time limit; otherwise it *survives*. docs/mutation.md has the last run, and why each survivor is
left.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.mutation.mutants import ROOT, Mutant, mutants

COPIED = ("threefold", "backends", "models", "tests", "docs", "examples", "pyproject.toml", "cli.py", "README.md")
# The first entry that a path starts with decides which tests judge it.
TESTS = {
    "threefold/language/symmetry": [
        "tests/language/test_symmetry.py",
        "tests/checker/test_orbits.py",
        "tests/commands/test_symmetry.py",
    ],
    "threefold/language/files": ["tests/models/test_*.py"],
    "threefold/language/puzzle": [
        "tests/language/test_spec.py",
        "tests/language/test_symmetry.py",
        "tests/models/test_models.py",
        "tests/api/test_arguments.py",
        "tests/commands/test_bad*",
    ],
    "threefold/language": ["tests/language", "tests/backends/test_backtracking.py"],
    "threefold/checker/orbits": ["tests/checker/test_orbits.py", "tests/commands/test_symmetry.py"],
    "threefold/checker": ["tests/checker", "tests/sweeps/test_agreement.py"],
    "threefold/runs/cluster": ["tests/runs/cluster", "tests/runs/test_pool.py"],
    "threefold/runs/compare": ["tests/runs", "tests/commands/test_symmetry.py"],
    "threefold/runs": ["tests/runs", "tests/checker/test_planted_faults.py"],
    "backends/configuration": ["tests/backends/test_optional_solvers.py", "tests/commands/test_bad_input.py"],
    "backends/sat/external": ["tests/commands/sat", "tests/backends/test_sat_solver_output.py"],
    "backends/linear_form": ["tests/backends/test_ilp_rows.py", "tests/backends/test_sat.py"],
    "backends/sat": ["tests/backends/test_sat*.py", "tests/backends/test_cubes.py", "tests/backends/test_dimacs*.py"],
    "backends/cp": ["tests/backends/test_cp*.py", "tests/backends/test_cubes.py", "tests/backends/test_names*.py"],
    "backends/ilp": ["tests/backends/test_ilp*.py", "tests/backends/test_cubes.py", "tests/backends/test_names*.py"],
    "backends": [
        "tests/backends/test_b*.py",
        "tests/backends/test_cubes.py",
        "tests/api/test_arguments.py",
        "tests/backends/test_cp.py",
    ],
}


def sample(paths: Sequence[Path], number: int, seed: int, only: str = "") -> list[Mutant]:
    """So many of all mutants (whose text has this part), evenly over the files, as far as each has them."""
    random = Random(seed)
    every = ([mutant for mutant in mutants(path) if only in str(mutant)] for path in paths)
    waiting = [random.sample(each, len(each)) for each in every]
    chosen: list[Mutant] = []
    while any(waiting) and len(chosen) < number:
        for each in waiting:
            if each and len(chosen) < number:
                chosen.append(each.pop())
    return chosen


def judges(path: Path) -> list[str]:
    patterns = next(tests for start, tests in TESTS.items() if str(path).startswith(start))
    files = [str(file.relative_to(ROOT)) for pattern in patterns for file in sorted(ROOT.glob(pattern))]
    return sorted(dict.fromkeys(files), key=lambda file: path.stem not in file)  # a file of its own name kills sooner


def copy_of_the_tree(folder: Path) -> None:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)


def judged(folder: Path, path: Path, timeout: float) -> tuple[str, str]:
    return judged_by(folder, judges(path), timeout)


def judged_by(folder: Path, tests: Sequence[str], timeout: float) -> tuple[str, str]:
    """`killed`, `killed by time` or `survived`, and what pytest printed."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    bytecode = folder / ".bytecode"  # a new one for each: two mutants of a file may have the same size and time
    shutil.rmtree(bytecode, ignore_errors=True)
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": str(bytecode)}
    process = subprocess.Popen(
        [*command, *tests], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, text=True,
    )  # fmt: skip
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return "killed by time", ""
    return "killed" if process.returncode else "survived", output


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", required=True, nargs="+", help="files or folders: threefold/language")
    parser.add_argument("--mutants", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=120, help="seconds for the tests of a mutant")
    parser.add_argument("--only", default="", help="a part of the mutants' text, as a line has shown it")
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    asked = parser.parse_args()
    places = [ROOT / module for module in asked.module]
    files = [file for place in places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]
    chosen = sample([file.relative_to(ROOT) for file in files], asked.mutants, asked.seed, asked.only)
    if asked.list:
        print(*chosen, sep="\n")
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copy_of_the_tree(Path(name))
        report(Path(name), chosen, asked.timeout)


def report(folder: Path, chosen: Sequence[Mutant], timeout: float) -> None:
    for path in {frozenset(judges(mutant.path)): mutant.path for mutant in chosen}.values():
        verdict, output = judged(folder, path, 10 * timeout)
        if verdict != "survived":
            raise SystemExit(f"{path}: its tests fail without a mutant\n{output[-3000:]}")
    killed = 0
    for mutant in chosen:
        target = folder / mutant.path
        original = target.read_text()
        target.write_text(mutant.source)
        verdict, _ = judged(folder, mutant.path, timeout)
        target.write_text(original)
        killed += verdict != "survived"
        print(f"{verdict}: {mutant}", flush=True)
    print(f"{killed} of {len(chosen)} mutants were killed")


if __name__ == "__main__":
    main()

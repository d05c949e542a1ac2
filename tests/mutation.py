"""Mutants of our own code: small changes of meaning, one at a time, and whether the tests of the module notice.

    python -m tests.mutation --module threefold/language --mutants 40 [--seed 0] [--timeout 60] [--list]

By hand, not in CI. A mutant is written into a copy of the tree, and the test files of its module run there with -x. It is
*killed* by a failure or by the time limit; otherwise it *survives*. docs/mutation.md has the last run, and why each survivor is
left.

Not changed are annotations, texts, `__repr__`, loops' conditions, and constants of a module in capitals: these are sizes and
limits that were measured, and one more changes no meaning.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
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
        "tests/models/test_models.py",
        "tests/api/test_arguments.py",
        "tests/commands/test_bad*",
    ],
    "threefold/language": ["tests/language", "tests/backends/test_backtracking.py"],
    "threefold/checker/orbits": ["tests/checker/test_orbits.py", "tests/commands/test_symmetry.py"],
    "threefold/checker": ["tests/checker", "tests/sweeps/test_agreement.py"],
    "threefold/runs/cluster": ["tests/runs/cluster", "tests/runs/test_pool.py"],
    "threefold/runs": ["tests/runs", "tests/checker/test_planted_faults.py"],
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
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


class Change(NamedTuple):
    """What is changed, and a function that does it."""

    shown: ast.AST
    make: Callable[[], None]
    after: str = ""  # where it is not the changed node


@dataclass(frozen=True)
class Mutant:
    path: Path  # below the root
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_short(self.before)}  →  {_short(self.after)}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:99]}…"


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a file."""
    text = (ROOT / path).read_text()
    for place in range(len(list(_all_changes(ast.parse(text))))):
        tree = ast.parse(text)
        change = list(_all_changes(tree))[place]
        before = ast.unparse(change.shown)
        change.make()
        after = change.after or ast.unparse(change.shown)
        yield Mutant(
            path, getattr(change.shown, "lineno", 0), before, after, ast.unparse(ast.fix_missing_locations(tree))
        )


def _all_changes(tree: ast.AST) -> Iterator[Change]:
    for node in _changeable(tree):
        yield from _changes(node)
        yield from _dropped_statements(node)
        if isinstance(node, ast.FunctionDef):
            yield from _constant_answers(node)


def _changeable(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes below, without annotations, texts and what the docstring above names."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or _is_left_alone(node):
                continue
            yield node
            yield from _changeable(node)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.FunctionDef(name="__repr__"):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id=name), *_])]):
            return name.isupper() or name.startswith("__")
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _changes(node: ast.AST) -> Iterator[Change]:
    """Comparisons, operators, conditions, numbers, and elements of lists."""

    def change(name: str, value: object, shown: ast.AST = node, after: str = "") -> Change:
        return Change(shown, lambda: setattr(node, name, value), after)

    match node:
        case ast.Compare(ops=[ast.cmpop() as sign]) if type(sign) in COMPARISONS:
            yield change("ops", [COMPARISONS[type(sign)]()])
        case ast.BinOp(op=ast.operator() as arithmetic) if type(arithmetic) in OPERATORS:
            yield change("op", OPERATORS[type(arithmetic)]())
        case ast.BoolOp():
            yield change("op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.If(test=test) | ast.IfExp(test=test):
            yield change("test", ast.UnaryOp(ast.Not(), test), test, f"not ({ast.unparse(test)})")
        case ast.comprehension(ifs=[test, *others]):
            yield change("ifs", [ast.UnaryOp(ast.Not(), test), *others], test, f"not ({ast.unparse(test)})")
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield change("value", value + 1)
            yield change("value", value - 1)
        case ast.List(elts=[_, *_], ctx=ast.Load()):
            yield change("elts", node.elts[:-1])
        case ast.Call(func=ast.Attribute(attr="add" | "extend" | "update"), args=[_, _, *_]):
            yield change("args", node.args[:-1])


def _dropped_statements(node: ast.AST) -> Iterator[Change]:
    body = getattr(node, "body", None)
    if not isinstance(body, list):
        return
    for place, statement in enumerate(body):
        match statement:
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign() | ast.Raise():
                yield Change(statement, partial(body.__setitem__, place, ast.Pass()), "nothing")


def _constant_answers(function: ast.FunctionDef) -> Iterator[Change]:
    """True and False where the answer is one of them, None where it may be that."""
    kind = ast.unparse(function.returns) if function.returns else ""
    constants = (True, False) if kind == "bool" else (None,) if kind.endswith("| None") else ()
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
            for value in constants:
                yield Change(node, partial(setattr, node, "value", ast.Constant(value)))


def sample(paths: Sequence[Path], number: int, seed: int) -> list[Mutant]:
    """So many of all mutants, evenly over the files, as far as each has them."""
    random = Random(seed)
    waiting = [random.sample(each, len(each)) for each in (list(mutants(path)) for path in paths)]
    chosen: list[Mutant] = []
    while any(waiting) and len(chosen) < number:
        for each in waiting:
            if each and len(chosen) < number:
                chosen.append(each.pop())
    return chosen


def tests_of(path: Path) -> list[str]:
    patterns = next(tests for start, tests in TESTS.items() if str(path).startswith(start))
    files = [str(file.relative_to(ROOT)) for pattern in patterns for file in sorted(ROOT.glob(pattern))]
    return list(dict.fromkeys(files))


def copy_of_the_tree(folder: Path) -> None:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)


def judged(folder: Path, path: Path, timeout: float) -> tuple[str, str]:
    """`killed`, `killed by time` or `survived`, and what pytest printed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [*command, *tests_of(path)], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
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
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    asked = parser.parse_args()
    places = [ROOT / module for module in asked.module]
    files = [file for place in places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]
    chosen = sample([file.relative_to(ROOT) for file in files], asked.mutants, asked.seed)
    if asked.list:
        print(*chosen, sep="\n")
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copy_of_the_tree(Path(name))
        report(Path(name), chosen, asked.timeout)


def report(folder: Path, chosen: Sequence[Mutant], timeout: float) -> None:
    for path in {tuple(tests_of(mutant.path)): mutant.path for mutant in chosen}.values():
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

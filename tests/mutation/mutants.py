"""The mutants of a file: swapped comparisons, numbers one off, negated conditions, dropped statements and elements, constants.

Not changed are annotations, texts, `__repr__`, conditions of loops, and constants of a module in capitals: these are sizes and
limits that were measured, and one more changes no meaning.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
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
        change = next(islice(_all_changes(tree), place, None))
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
    """The nodes below, without annotations, texts and what is not changed."""
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
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name.isupper()
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

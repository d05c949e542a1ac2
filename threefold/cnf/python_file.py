"""A Python file as the other side of `relate`: an encoder (`student_code.py`) or a spec, written as DIMACS in a guarded child."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any, Never

from threefold import models
from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.backends.sat.lowering import lower
from threefold.cnf.student_code import ENCODER, WANTED, NoSuchFunction, dimacs_of, load_function
from threefold.guard import Report
from threefold.language import BadInput
from threefold.language.givens import add_givens
from threefold.runs.instance import Instance

CODE = ".py"
GIVENS = "givens"  # a parameter of this name gets those of the instance


@dataclass(frozen=True)
class Written:
    dimacs: str
    form: str  # clauses or spec


def written(report: Report[Never], instance: Instance, path: str) -> Written:
    """In the child: an encoder gets the puzzle's parameters; a spec is built with them, and gets the instance's givens."""
    try:
        function = load_function(path, ENCODER)
    except NoSuchFunction:
        return Written(_of_spec(instance, path), "spec")
    values = list(instance.parameters.values())
    call = f"{path}: {getattr(function, '__name__', 'encode')}({', '.join(map(str, values))})"
    return Written(dimacs_of(function(*values, **_givens(function, instance)), call), "clauses")


def _givens(function: Callable[..., Any], instance: Instance) -> dict[str, Any]:
    """`{"queen[1]": 3}` for a function that takes them."""
    try:
        taken = GIVENS in signature(function).parameters
    except (TypeError, ValueError):  # not a function of Python
        return {}
    pairs = [given.partition("=") for given in instance.givens]
    ruled_out = next((given for given in instance.givens if "!=" in given), None)
    if taken and ruled_out:
        raise BadInput(f"given {ruled_out!r}: a function with the parameter '{GIVENS}' takes VAR=VALUE only")
    return {GIVENS: {name.strip(): int(value) for name, _, value in pairs}} if taken else {}


def _of_spec(instance: Instance, path: str) -> str:
    try:
        puzzle = models.find(path)
    except BadInput as error:
        if "PUZZLE" not in str(error):
            raise
        raise BadInput(f"{path}: has neither a function {WANTED[ENCODER]} nor PUZZLE = Puzzle(…)") from None
    spec = puzzle.build(**puzzle.parse([str(value) for value in instance.parameters.values()]))
    add_givens(spec, instance.givens)
    try:
        program = lower(spec, parse("sat+amo=pairwise+ints=direct", {}))
    except Refused as refusal:
        raise BadInput(f"{path}: the spec cannot be written as CNF: {refusal}") from None
    return program.export("dimacs")

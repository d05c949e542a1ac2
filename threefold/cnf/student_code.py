"""A student's Python file: its encoder is called in a guarded child, and the formula comes back as DIMACS text.

A file has one of these functions, which get the puzzle's parameters:

    encode(n)                  returns a tf.Encoder
    reduce_nqueens_to_SAT(n)   returns a list of clauses, as sheet 003 asks: ["p", "cnf", 16, 84], [1, 2, 3, 4, 0], …

and for the race of sheet 003 `solve_nSAT(clauses)`, a SAT solver. In a list the header and the final zeros may be missing.

The guard limits time and memory. It is not a sandbox: the code can do what the user who runs it can do. What it prints is
dropped.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from os.path import isfile
from typing import Any, Never

from threefold.cnf.encoder import Encoder
from threefold.cnf.files import call_within
from threefold.cnf.literal import Literal
from threefold.guard import Limits, Report
from threefold.language import BadInput, LimitReached, ThreefoldError, Value
from threefold.models._puzzle_file import UserFile

ENCODER = re.compile(r"encode|reduce_\w+_to_SAT")
SOLVER = re.compile(r"solve_nSAT")
WANTED = {ENCODER: "encode(…) or reduce_…_to_SAT(…)", SOLVER: "solve_nSAT(clauses)"}


Item = str | int


class NoSuchFunction(BadInput):
    """The file has none of the functions above; it may be something else, as a spec."""


def formula_of(path: str | PathLike[str], parameters: Mapping[str, Value] | Sequence[Value], limits: Limits) -> str:
    """The DIMACS text that the file's encoder makes of these parameters."""
    name = fspath(path)
    values = list(parameters.values()) if isinstance(parameters, Mapping) else list(parameters)
    if not isfile(name):
        raise BadInput(f"{name}: there is no such file")
    try:
        outcome = call_within(limits, _formula, name, values)
    except BadInput:
        raise
    except ThreefoldError as error:  # it ended the process
        raise ThreefoldError(f"{name}: {error}") from None
    if not isinstance(outcome.value, str):
        raise LimitReached(f"{name}: {outcome.reason} before the formula was written")
    return outcome.value


def _formula(report: Report[Never], path: str, values: list[Value]) -> str:
    function = load_function(path, ENCODER)
    return dimacs_of(function(*values), f"{path}: {function.__name__}({', '.join(map(str, values))})")


# In the guarded child


def load_function(path: str, wanted: "re.Pattern[str]") -> Callable[..., Any]:
    """The first function of the file with such a name; its errors name file and line."""
    file = UserFile(path)
    found = {name: each for name, each in vars(file.run()).items() if wanted.fullmatch(name) and callable(each)}
    if not found:
        raise NoSuchFunction(f"{path}: has no function {WANTED[wanted]}")
    return file.located(found[min(found)])


def dimacs_of(made: object, call: str) -> str:
    """What an encoder returned as the text of a file. `call` begins an error."""
    if isinstance(made, Encoder):
        return made.dimacs()
    if isinstance(made, str):
        return made
    return "".join(f"{' '.join(map(str, item))}\n" for item in clause_list(made, call))


def clause_list(made: object, call: str) -> list[list[Item]]:
    """In the form of sheet 003: first the header, then the clauses, each ended by 0."""
    if isinstance(made, Encoder):
        formula = made.formula()
        encoded: list[list[Item]] = [[*clause, 0] for clause in formula.clauses()]
        return [["p", "cnf", formula.variables, len(formula)], *encoded]
    if not isinstance(made, Iterable) or isinstance(made, str | Mapping):
        raise BadInput(f"{call} must return an Encoder or a list of clauses (got {made!r:.40})")
    header: list[Item] | None = None
    clauses: list[list[Item]] = []
    for place, item in enumerate(made, start=1):
        if place == 1 and _is_header(item):
            header = list(item)
        else:
            clauses.append(list(_literals(item, f"{call}: item {place}")))
    highest = max((abs(literal) for clause in clauses for literal in clause if isinstance(literal, int)), default=0)
    return [header or ["p", "cnf", highest, len(clauses)], *clauses]


def _is_header(item: object) -> bool:
    return isinstance(item, Sequence) and not isinstance(item, str) and item[:1] in (["p"], ("p",))


def _literals(item: object, place: str) -> Iterator[int]:
    """The literals of a clause, ended by one 0."""
    if not isinstance(item, Iterable) or isinstance(item, str):
        raise BadInput(f"{place} must be a list of integers (got {item!r:.40})")
    literals = list(item)
    literals = literals[:-1] if literals[-1:] == [0] else literals
    for literal in literals:
        if type(literal) not in (int, Literal):
            raise BadInput(f"{place}: a literal is an integer (got {literal!r:.40})")
        if literal == 0:
            raise BadInput(f"{place}: 0 ends a clause and cannot stand inside one (got {item!r:.40})")
    yield from (*map(int, literals), 0)

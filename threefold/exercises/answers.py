"""The check of an answer in the race of sheet 003. A wrong solver and wrong clauses are told apart.

A model is checked against its clauses and as a board, and "no solution" against another solver and the known number of boards.
"""

from collections.abc import Iterator, Mapping, Sequence

from threefold.backends.backend import BrokenAnswer
from threefold.backends.sat.solvers import Assuming
from threefold.cnf.student_code import Item
from threefold.exercises.sheet_003 import UNSATISFIABLE
from threefold.models import nqueens

Clauses = list[list[Item]]  # as the sheet describes them: the header first, each clause ended by 0


def model_of(answer: object, name: str) -> list[int] | None:
    """The true literals of an answer: a list of literals, of 0 and 1 in order, or a dict by number. None: no solution."""
    if not answer or (isinstance(answer, str) and answer.upper().startswith("UNSAT")):
        return None
    if isinstance(answer, Mapping):
        answer = [number if value else -number for number, value in answer.items()]
    values = list(answer) if isinstance(answer, list | tuple | set | frozenset) else [None]
    if len(values) > 1 and set(values) <= {0, 1}:
        values = [number for number, value in enumerate(values, start=1) if value]
    literals = [value for value in values if type(value) is int]
    if len(literals) < len(values):
        raise BrokenAnswer(f"{name} answered {answer!r:.40}: a list of literals was expected, or '{UNSATISFIABLE}'")
    return [literal for literal in literals if literal > 0]


def checked_columns(name: str, true: Sequence[int], clauses: Clauses, n: int) -> tuple[int, ...]:
    """The columns of the queens."""
    model = set(true)
    values = {number if number in model else -number for number in range(1, variables(clauses) + 1)}
    false = next(filter(values.isdisjoint, plain_clauses(clauses)), None)
    if false is not None:
        raise BrokenAnswer(f"{name}: its model does not satisfy the clause {' '.join(map(str, false)) or '(empty)'}")
    columns = tuple((literal - 1) % n + 1 for literal in sorted(model) if literal <= n * n)
    spec = nqueens.build(n)
    violated = spec.violated(columns) if len(columns) == n else "not one queen per row"
    if violated:
        whose = (
            "" if len(clauses) == 1 else ", though it satisfies the clauses: they are too weak, or numbered otherwise"
        )
        raise BrokenAnswer(f"{name} found a board that is not a solution: {violated}{whose}")
    return columns


def check_no_model(name: str, clauses: Clauses, n: int) -> None:
    known = nqueens.PUZZLE.known_count({"n": n})
    if len(clauses) > 1 and Assuming(variables(clauses), plain_clauses(clauses)).solve_under(()):
        raise BrokenAnswer(f"{name} says that there is no solution, but the clauses have a model")
    if known and known[0]:
        why = "says so" if len(clauses) == 1 else "the clauses have no model"
        raise BrokenAnswer(f"{name}: {why}, but there are boards of {n} queens ({known[0]:,}, {known[1]})")


def plain_clauses(clauses: Clauses) -> Iterator[list[int]]:
    """Without the header and the zeros."""
    return ([int(literal) for literal in clause[:-1]] for clause in clauses[1:])


def variables(clauses: Clauses) -> int:
    return max([int(clauses[0][2]), *(abs(literal) for clause in plain_clauses(clauses) for literal in clause)])

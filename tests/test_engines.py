"""A row measures one engine: a spy in its place has returned every solution, and its last answer is that there are no more."""

from collections.abc import Callable, Generator
from itertools import islice
from unittest.mock import patch

import pytest

from threefold import conformance, models
from threefold.backends import find
from threefold.backends.backend import Program, Search
from threefold.backends.configuration import is_installed, parse
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import new_solver
from threefold.checker import brute_force
from threefold.conformance.cases import Case
from threefold.language import Assignment

GALLERY = (
    "nqueens 6", "cards 4 2", "latin 3", "magic 3", "zebra 0", "sudoku easy", "quasigroup five", "futoshiki five",
    "nonogram heart", "colouring petersen 3", "cryptarithm SEND+MORE=MONEY", "golomb 5 11", "costas 4", "schur 3 13",
    "vanderwaerden 2 3 8", "ramsey 3 3 5", "knights 3 4", "domination 5 3", "pentominoes 3x5:PUV", "bibd 7 3 1",
    "golfers 2 2 3",
)  # fmt: skip
UNSATISFIABLE = (
    "nqueens 2", "nqueens 3", "pigeonhole 3 2", "pigeonhole 5 4", "cards 5 2", "golomb 5 10", "schur 2 5",
    "vanderwaerden 2 3 9", "colouring petersen 2", "ramsey 3 3 6",
)  # fmt: skip
SAT = ("sat", "sat+plain", "sat:minisat22", "sat:kissat404", "sat:dpll", "sat:arrays", "sat:mixed")
OTHERS = ("cp", "cp+plain", "ilp", "backtracking")
OPTIONAL = [row for row in ("sat:cms", "sat:clasp", "ilp:scip", "minizinc") if is_installed(parse(row, {}))]


def case(row: str, instance: str) -> Case:
    name, *texts = instance.split()
    puzzle = models.find(name)
    spec = puzzle.build(**puzzle.parse(texts))
    configuration = parse(row, {})
    backend = find(configuration.backend)
    return Case(backend, spec, backend.lower(spec, configuration))


@pytest.mark.parametrize("instance", UNSATISFIABLE)
@pytest.mark.parametrize("row", [*SAT, *OTHERS, "ilp+plain", *OPTIONAL])
def test_that_there_is_no_solution_is_the_engine_s_answer(row: str, instance: str) -> None:
    case(row, instance).engines()


@pytest.mark.slow
@pytest.mark.parametrize("instance", GALLERY)
@pytest.mark.parametrize("row", [*SAT, "cp", "cp+plain", "ilp", *OPTIONAL])  # backtracking takes minutes for some
def test_every_solution_of_the_gallery_is_one_that_the_engine_returned(row: str, instance: str) -> None:
    case(row, instance).engines()


@pytest.mark.slow
@pytest.mark.parametrize("instance", ["nqueens 6", "zebra 0", "sudoku easy", "golomb 5 11", "nonogram heart"])
def test_every_solution_of_the_plain_ilp_is_one_that_cbc_returned(instance: str) -> None:
    case("ilp+plain", instance).engines()


class _Elsewhere(Search):
    """The solutions of our own backtracking under the name of a solver, which says only that a contradiction has no model."""

    method = "elsewhere"

    def __init__(self, program: Program) -> None:
        self._program, self._found = program, 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        own = find("backtracking").lower(self._program.spec, parse("backtracking", {}))
        for solution in own.load(seed=None, first=False):
            self._found += 1
            yield solution
        solver = new_solver("cadical195", 1, None)
        solver.add([[1], [-1]])
        assert not solver.solve()

    def found_by(self) -> dict[str, int]:
        return {"cadical195": self._found}

    def decided_by(self) -> str:
        return "cadical195"


class _KnowsTheNumber(Search):
    """The solver's own solutions, and as soon as there are as many as brute force finds no further question."""

    method = "knows the number"

    def __init__(self, program: Program, solver: Search) -> None:
        self._solver, self._known = solver, len(brute_force.projected(program.spec))

    def __iter__(self) -> Generator[Assignment, None, None]:
        yield from islice(self._solver, self._known)

    def found_by(self) -> dict[str, int]:
        return self._solver.found_by()

    def decided_by(self) -> str:
        return "cadical195"


def failures(load: Callable[[CnfProgram], Search]) -> set[str]:
    """What the kit says of the engines of rows that search in this way."""
    with patch.object(CnfProgram, "load", lambda self, **asked: load(self)):
        report = conformance.check("sat+plain", examples=4, classes=("Clause", "Cardinality", "Linear"))
    return {each.reason for each in report.of("failed") if each.aspect == "engines"}


def test_solutions_from_elsewhere_are_found_out() -> None:
    found = failures(_Elsewhere)
    assert found
    assert all("is said to have found" in reason and reason.endswith("returned 0") for reason in found)


def test_an_end_that_the_engine_did_not_say_is_found_out() -> None:
    found = failures(lambda program: _KnowsTheNumber(program, program._blocking(None, False, {})))
    assert found == {"the last answer of cadical195 is not that there are no more solutions"}

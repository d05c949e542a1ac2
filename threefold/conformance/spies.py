"""Spies: in an engine's place stands one that counts its answers, so that no row can take its solutions from elsewhere.

A spy replaces the one function through which a backend calls the library. It counts the solutions that the library returns, and
remembers whether its last answer was that there are no more.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from threefold.backends.backend import Configuration


@dataclass
class Answers:
    """What an engine has answered."""

    found: int = 0
    ended: bool = False  # by the last answer

    def add(self, found: bool) -> None:
        self.found, self.ended = self.found + found, not found


Engines = defaultdict[str, Answers]  # by the engine's name


@contextmanager
def spied(configuration: Configuration) -> Iterator[Engines]:
    """While the row searches; engines for which there is no spy have no entry."""
    engines: Engines = defaultdict(Answers)
    with ExitStack() as stack:
        for spy in _spies_of(configuration):
            stack.enter_context(spy(engines))
        yield engines


@contextmanager
def _replaced(place: Any, name: str, of: Callable[[Any], Any]) -> Iterator[None]:
    original = getattr(place, name)
    setattr(place, name, of(original))
    try:
        yield
    finally:
        setattr(place, name, original)


@contextmanager
def _pysat(engines: Engines) -> Iterator[None]:
    from threefold.backends.sat import solvers

    names = {prefix: name for name, prefix in solvers.PREFIXES.items()}
    engines.update({name: Answers() for name in names.values()})

    def spying(function_of: Callable[[str, str], Callable[..., Any]]) -> Callable[[str, str], Callable[..., Any]]:
        def function(prefix: str, name: str) -> Callable[..., Any]:
            call, answers = function_of(prefix, name), engines[names[prefix]]

            def counted(*arguments: Any) -> Any:
                answer = call(*arguments)
                if not (answer is None or (type(answer) is int and answer == 0)):  # a limit was reached
                    answers.add(answer > 0)
                return answer

            return counted if name in ("solve", "solve_lim") else call

        return function

    with _replaced(solvers, "_function", spying):
        yield


@contextmanager
def _in_python(engines: Engines) -> Iterator[None]:
    """The solvers that are Python objects of ours or of others: CryptoMiniSat, clasp asked for single models, and our dpll."""
    from threefold.backends.sat import clasp, dpll, solvers

    def spying(name: str, kind: type) -> Callable[[Callable[[Any], bool]], Callable[[Any], bool]]:
        def of(solve: Callable[[Any], bool]) -> Callable[[Any], bool]:
            def counted(self: Any) -> bool:
                answer = solve(self)
                if type(self) is kind:  # a search of ours on arrays completes its rows by a folded dpll
                    engines[name].add(answer)
                return answer

            return counted

        return of

    with ExitStack() as stack:
        engines.update({name: Answers() for name in ("cms", "dpll")})
        for name, kind in (("cms", solvers.CryptoMiniSat), ("clasp", clasp.Clasp), ("dpll", dpll.Dpll)):
            stack.enter_context(_replaced(kind, "solve", spying(name, kind)))
        yield


@contextmanager
def _cpsat(engines: Engines) -> Iterator[None]:
    from threefold.backends.cp import search  # first: it imports the helper without pandas

    engines["CP-SAT"] = Answers()
    helper: Any = import_module("ortools.sat.python.cp_model_helper")

    class Counter(helper.SolutionCallback):  # type: ignore[misc]
        def OnSolutionCallback(self) -> None:
            engines["CP-SAT"].add(True)

    def spying(solve: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def counted(solver: Any, model: Any) -> Any:
            counter = Counter()
            solver.add_solution_callback(counter)
            response = solve(solver, model)
            solver.clear_solution_callback(counter)
            engines["CP-SAT"].ended = response.status in (
                helper.CpSolverStatus.OPTIMAL,
                helper.CpSolverStatus.INFEASIBLE,
            )
            return response

        return counted

    with _replaced(search, "_solve", spying):
        yield


@contextmanager
def _cbc(engines: Engines) -> Iterator[None]:
    """CBC on integer programs, on many linear relaxations in one call, and under PuLP."""
    from threefold.backends.ilp import cbc
    from threefold.backends.ilp.export import pulp

    answers = engines["CBC"]

    def many(solve: Callable[..., dict[str, float]]) -> Callable[..., dict[str, float]]:
        def counted(*arguments: Any) -> dict[str, float]:
            values = solve(*arguments)
            answers.found += _integral(values)
            return values

        return counted

    def under_pulp(solve: Callable[..., int]) -> Callable[..., int]:
        def counted(*arguments: Any) -> int:
            status = solve(*arguments)
            answers.add(status == pulp.LpStatusOptimal)
            return status

        return counted

    with ExitStack() as stack:
        for place, name, of in (
            (cbc, "read", _one(answers)), (cbc.LinearPrograms, "solve", many), (pulp.LpProblem, "solve", under_pulp),
        ):  # fmt: skip
            stack.enter_context(_replaced(place, name, of))
        yield


def _integral(values: Mapping[str, float]) -> int:
    """How many relaxations have an integral solution; the column `a.3` is 1 where number 3 has a solution."""
    solvable = {name[2:] for name, value in values.items() if name.startswith("a.") and value > 1 - 1e-6}
    fractional = {name.partition(".")[2] for name, value in values.items() if abs(value - round(value)) > 1e-6}
    return len(solvable - fractional)


def _one(answers: Answers) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Of a function that returns a solution, or None where there is none."""

    def of(function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            solution = function(*arguments)
            answers.add(solution is not None)
            return solution

        return counted

    return of


@contextmanager
def _highs(engines: Engines) -> Iterator[None]:
    from threefold.backends.ilp import highs

    with _replaced(highs, "solve", _one(engines["HiGHS"])):
        yield


@contextmanager
def _scip(engines: Engines) -> Iterator[None]:
    """SCIP on integer programs, and where its tree has a solution; that the tree is closed, SCIP's status says."""
    from threefold.backends.ilp import scip

    answers = engines["SCIP"]

    def closing(iterate: Callable[[Any], Iterator[Any]]) -> Callable[[Any], Iterator[Any]]:
        def counted(tree: Any) -> Iterator[Any]:
            yield from iterate(tree)
            answers.ended = tree._model.getStatus() == "infeasible"

        return counted

    with (
        _replaced(scip, "solve", _one(answers)),
        _replaced(scip.Recorder, "_solution", _one(answers)),
        _replaced(scip.ScipTree, "__iter__", closing),
    ):
        yield


@contextmanager
def _clasp(engines: Engines) -> Iterator[None]:
    from threefold.backends.sat import clasp_search

    answers = engines["clasp"]

    def reading(read: Callable[[Any, int], tuple[int, bytes]]) -> Callable[[Any, int], tuple[int, bytes]]:
        def counted(models: Any, most: int) -> tuple[int, bytes]:
            number, memory = read(models, most)
            answers.found, answers.ended = answers.found + number, models.ended
            return number, memory

        return counted

    with _replaced(clasp_search._Models, "read", reading):
        yield


@contextmanager
def _gecode(engines: Engines) -> Iterator[None]:
    """The lines that fzn-gecode prints."""
    from threefold.backends.minizinc import program

    answers = engines["Gecode"]

    def reading(read: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        def counted(search: Any, lines: Iterator[str]) -> Iterator[Any]:
            return read(search, map(seen, lines))

        return counted

    def seen(line: str) -> str:
        if line.strip() == program.END:
            answers.add(True)
        elif line.strip() in (program.COMPLETE, program.UNSATISFIABLE):
            answers.add(False)
        return line

    with _replaced(program.FlatZincSearch, "_read", reading):
        yield


Spy = Callable[[Engines], AbstractContextManager[None]]


def _spies_of(configuration: Configuration) -> Sequence[Spy]:
    match configuration.backend, configuration.solver:
        case "sat", "clasp":
            return _pysat, _in_python, _clasp
        case "sat", _:
            return _pysat, _in_python
        case "cp", _:
            return (_cpsat,)
        case "ilp", solver:
            return ({"highs": _highs, "scip": _scip}.get(solver, _cbc),)
        case "minizinc", _:
            return (_gecode,)
    return ()

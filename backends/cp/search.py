"""Searching with CP-SAT: the model in the solver's memory, the search, and the solutions read from text.

CP-SAT passes solutions to a callback while `solve` runs, and `solve` releases the interpreter's lock. So it runs in a thread
of its own and the solutions go through a deque to the consumer's generator; the solver waits when the deque is full. If the
consumer stops early, the search is stopped and its thread joined. A single solution needs neither callback nor thread: it is
in the response (docs/measurements.md#cp-single).

Of OR-Tools only the compiled module `cp_model_helper` is imported: `ortools.sat.python.cp_model` imports pandas and numpy.
Its functions are bound at their first call (Python would bind all of them at the import). It has the values of a response one
by one or as one text, and the text is several times faster (docs/measurements.md#cp-decode).
"""

import atexit
import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, groupby, islice, repeat, starmap
from operator import attrgetter
from threading import Event, Thread
from time import sleep

from threefold.backends.backend import Refused, Search
from threefold.backends.blocks import Block
from threefold.backends.cp.model_builder import ModelConstraint, intervals
from threefold.backends.cp.parameters import Parameters
from threefold.backends.cp.program import CpProgram
from threefold.backends.cp.reading import Reader
from threefold.language import Assignment
from threefold.language.terms import Domain

_flags = sys.getdlopenflags()
sys.setdlopenflags(os.RTLD_LAZY)
try:
    from ortools.sat.python import cp_model_helper as helper
finally:
    sys.setdlopenflags(_flags)

MOST_WAITING = 30_000_000  # characters of solutions in the deque, if all are as long as the first
LARGEST_IN_TABLE = 2**31
ALIKE = 50  # variables that are read from text once and then copied together, if there are more
MOST_AT_ONCE = 10_000  # variables, of which a list is made
ENGINE, FIRST = "CP-SAT", "first"
VIEW_NAMES = {"int": "integer view", "bool": "Boolean view"}
# Seconds between two looks into the deque: the consumer wakes up seldom and has many solutions to check. The first solution and
# the end of the search wake it at once.
PAUSE = 0.064


class CpSearch(Search):
    def __init__(self, program: CpProgram, model: helper.CpModelProto, parameters: Parameters, way: str) -> None:
        self.model, self.parameters, self.first = model, parameters.text, way == FIRST
        self.method = f"{way}, {VIEW_NAMES[program.view]}, {parameters.words}"
        self._reader = Reader(program.spec, program.views)
        self._statistics: dict[str, int] = {}
        self._found, self._ended = 0, False

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._batches()) as batches:
            for text in chain.from_iterable(batches):
                self._found += 1
                yield self._reader.assignment(text)

    def blocks(self) -> Generator[Block, None, None]:
        with closing(self._batches()) as batches:
            for texts in batches:
                self._found += len(texts)
                yield self._reader.block(texts)

    def _batches(self) -> Generator[list[str], None, None]:
        self._found, self._ended = 0, False
        response = yield from self._single() if self.first and _ctrl_c_kills() else self._streamed()
        self._statistics = {"conflicts": response.num_conflicts, "branches": response.num_branches}
        _require_proof(self.model, response)
        if self.first and response.status == helper.CpSolverStatus.OPTIMAL:
            raise Refused("CP-SAT was asked for one solution only")
        self._ended = True

    def _single(self) -> Generator[list[str], None, helper.CpSolverResponse]:
        """One solution, in the consumer's thread."""
        response = _solve(_solver(self.parameters), self.model)
        if response.status == helper.CpSolverStatus.OPTIMAL:
            yield [str(response.solution)]
        return response

    def _streamed(self) -> Generator[list[str], None, helper.CpSolverResponse]:
        stream = _Stream(self.model, self.parameters)
        try:
            yield from filter(None, stream.batches())
        finally:
            stream.stop()
        return stream.response()

    def statistics(self) -> dict[str, int]:
        return self._statistics

    def found_by(self) -> dict[str, int]:
        return {ENGINE: self._found} if self._found else {}

    def decided_by(self) -> str:
        return ENGINE if self._ended else ""


class ProjectedSearch(CpSearch):
    """For a spec with hidden variables: each solution is the first one of a call, and then excluded by its decision values.

    CP-SAT enumerates over all variables: it would report a solution once for all values of the hidden ones.
    """

    def __init__(
        self, program: CpProgram, model: helper.CpModelProto, parameters: Parameters, decisions: list[int]
    ) -> None:
        super().__init__(program, model, parameters, "excluding solutions")
        self._decisions = decisions  # of the model's variables

    def _batches(self) -> Generator[list[str], None, None]:
        calls = conflicts = branches = 0
        while True:
            response = _solve(_solver(self.parameters), self.model)
            calls, conflicts, branches = calls + 1, conflicts + response.num_conflicts, branches + response.num_branches
            self._statistics = {"solver calls": calls, "conflicts": conflicts, "branches": branches}
            _require_proof(self.model, response)
            if response.status == helper.CpSolverStatus.INFEASIBLE:
                break
            yield [text := str(response.solution)]
            if not self._decisions:  # this solution is the only one
                break
            values = [int(value) for value in text[1:-1].split(", ")]
            row = [values[place] for place in self._decisions]
            if any(abs(value) >= LARGEST_IN_TABLE for value in row):
                raise Refused("CP-SAT's tables lose rows with values of 32 bits and more")
            _merge(self.model, f"constraints {{ table {{ vars: {self._decisions} values: {row} negated: true }} }}")
        self._ended = True


class OptimumSearch(CpSearch):
    """The improving solutions of one call, with the objective in the model."""

    def __init__(
        self,
        program: CpProgram,
        model: helper.CpModelProto,
        parameters: Parameters,
        variables: Sequence[int],
        coefficients: Sequence[int],
    ) -> None:
        _merge(model, f"objective {{ vars: {list(variables)} coeffs: {list(coefficients)} }}")
        super().__init__(program, model, parameters, "objective in the model")


def _ctrl_c_kills() -> bool:
    """True in a guarded run. Python's own handler would wait until the main thread returns from the solver."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_DFL


class _Stream(helper.SolutionCallback):
    """The solutions of one call of `solve`, each as text. The object itself is the callback: SolveWrapper keeps none alive."""

    def __init__(self, model: helper.CpModelProto, parameters: str) -> None:
        super().__init__()
        self._model, self._solver = model, _solver(parameters)
        self._waiting: deque[str] = deque()
        self._begun = Event()  # there is a solution, or the search has ended
        self._urgent = Event()  # the consumer must not pause
        self._finished = self._stopped = False
        self._response: helper.CpSolverResponse | None = None
        self._error: BaseException | None = None
        # A daemon: an interpreter that exits waits for `stop` below, not for the end of the search.
        self._thread = Thread(target=self._solve, name="CP-SAT", daemon=True)

    def batches(self) -> Iterator[list[str]]:
        """What has come since the last look. There is no pause after the end of the search: it sets `_urgent`."""
        atexit.register(self.stop)
        self._thread.start()
        self._begun.wait()
        while not self._finished:
            yield self._taken()
            self._urgent.wait(PAUSE)
            self._urgent.clear()
        yield self._taken()

    def _taken(self) -> list[str]:
        return [self._waiting.popleft() for _ in range(len(self._waiting))]

    def stop(self) -> None:
        self._stopped = True
        self._solver.stop_search()
        if self._thread.ident is not None:
            self._thread.join()
        atexit.unregister(self.stop)

    def response(self) -> helper.CpSolverResponse:
        if self._response is None:
            raise self._error or AssertionError("the search has not ended")
        return self._response

    def OnSolutionCallback(self) -> None:
        """The first solution. A chain of built-in functions reads the others: with a method in Python the whole count takes
        5 to 9 % longer (docs/measurements.md#cp-callback)."""
        text = str(self.Response().solution)  # type: ignore[no-untyped-call]  # its stub has no types
        self._waiting.append(text)
        self._begun.set()
        calls = chain.from_iterable(self._portions(MOST_WAITING // (2 * len(text)) + 1))
        texts = map(str, map(attrgetter("solution"), starmap(self.Response, calls)))
        vars(self)["OnSolutionCallback"] = map(self._waiting.append, texts).__next__

    def _portions(self, size: int) -> Iterator[Iterable[tuple[()]]]:
        """The arguments of the calls. Between two portions the solver waits until no more than one is in the deque."""
        while True:
            yield repeat((), size)
            while len(self._waiting) > size and not self._stopped:
                self._urgent.set()
                sleep(0.001)

    def _solve(self) -> None:
        try:
            self._solver.add_solution_callback(self)
            self._response = _solve(self._solver, self._model)
        except BaseException as error:  # raised in the consumer, by `response`
            self._error = error
        finally:
            self._solver.clear_solution_callback(self)
            vars(self).pop("OnSolutionCallback", None)  # it refers to this object
            self._finished = True
            self._urgent.set()
            self._begun.set()


def is_satisfiable(model: helper.CpModelProto, parameters: str) -> bool:
    response = _solve(_solver(parameters), model)
    _require_proof(model, response)
    return bool(response.status == helper.CpSolverStatus.OPTIMAL)


def _solver(text: str) -> helper.SolveWrapper:
    parameters, solver = helper.SatParameters(), helper.SolveWrapper()
    if not parameters.parse_text_format(text):
        raise AssertionError(f"CP-SAT does not know these parameters: {text}")
    solver.set_parameters(parameters)
    return solver


def _solve(solver: helper.SolveWrapper, model: helper.CpModelProto) -> helper.CpSolverResponse:
    response: helper.CpSolverResponse = solver.solve(model)  # type: ignore[no-untyped-call]  # its stub has no types
    return response


def _require_proof(model: helper.CpModelProto, response: helper.CpSolverResponse) -> None:
    """Only OPTIMAL and INFEASIBLE are complete; FEASIBLE and UNKNOWN are the statuses of a stopped search."""
    if response.status == helper.CpSolverStatus.MODEL_INVALID:
        raise Refused(f"CP-SAT refuses the model: {helper.CpSatHelper.validate_model(model)}")
    if response.status not in (helper.CpSolverStatus.OPTIMAL, helper.CpSolverStatus.INFEASIBLE):
        raise Refused(f"CP-SAT stopped: {response.status.name}")


def build(domains: Iterable[Domain], constraints: Iterable[ModelConstraint], strategy: str = "") -> helper.CpModelProto:
    """Many variables alike are copied and literals go in as sequences; the rest is text, the model's search_strategy included.
    One text for all would take several times as long (docs/measurements.md#cp-import-and-load)."""
    model, text = helper.CpModelProto(), ""  # what is to be merged
    # Variables of a family share their domain object; comparing ranges would take longer than it saves.
    for _, run in groupby(domains, key=id):
        while alike := list(islice(run, MOST_AT_ONCE)):
            line = f"variables {{ domain: {intervals(alike[0])} }}\n"
            copies, rest = divmod(len(alike), ALIKE) if len(alike) > ALIKE else (0, len(alike))
            if copies:
                _merge(model, text)
                _add_copies(model, line * ALIKE, copies)
                text = ""
            text += line * rest
    for shared, several in groupby(constraints, key=_kind_and_condition):
        if shared:
            _add_lists(model, *shared, several)
        else:
            _merge(model, text + "".join([f"constraints {{ {constraint.body} }}\n" for constraint in several]))
            text = ""
    _merge(model, text + strategy)
    return model


def _add_copies(model: helper.CpModelProto, text: str, copies: int) -> None:
    copied = helper.CpModelProto()
    _merge(copied, text)
    for _ in range(copies):
        model.merge_from(copied)


def _kind_and_condition(constraint: ModelConstraint) -> tuple[str, bool] | None:
    """Its kind, and whether it has a condition; None for one that is text."""
    return None if isinstance(constraint.fields, str) else (constraint.kind, bool(constraint.condition))


def _add_lists(
    model: helper.CpModelProto, kind: str, conditional: bool, constraints: Iterable[ModelConstraint]
) -> None:
    """Each is a copy of one object with its literals: an object for each, and for its parts, takes longer."""
    template, append = helper.ConstraintProto(), model.constraints.append
    literals, condition = getattr(template, kind).literals, template.enforcement_literal
    for constraint in constraints:
        literals.clear()
        literals.extend(constraint.fields)
        if conditional:
            condition.clear()
            condition.extend(constraint.condition)
        append(template)


def _merge(model: helper.CpModelProto, text: str) -> None:
    if text and not model.merge_text_format(text):
        raise AssertionError(f"CP-SAT cannot read: {text[:1000]}")

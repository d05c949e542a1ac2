"""CP-SAT at work.

CP-SAT hands out solutions in a callback while `solve` runs. `solve` releases the interpreter's lock, so it runs in a thread of
its own and the solutions flow through a deque to the generator from which the consumer draws. Each side goes at its own pace
until the deque is full. Where the consumer stops early, the search is stopped and its thread joined. One solution needs
neither callback nor thread: it is in the response.
"""

import atexit
import signal
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from threading import Event, Thread
from time import sleep

from threefold.backends.backend import Refused, Search
from threefold.backends.cp.decode import reader
from threefold.backends.cp.import_cpsat import helper
from threefold.backends.variable_maps import DirectView
from threefold.language import Assignment, Spec

MOST_WAITING = 30_000_000  # characters of solutions that the consumer has not taken yet
VIEW_NAMES = {"int": "integer view", "bool": "Boolean view"}
# Seconds between two looks into the deque, doubled from look to look, so that neither the first solutions wait nor many looks
# are taken: waking up for each of the 14,200 solutions of 12 queens costs 0.4 s.
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.064


class CpSearch(Search):
    def __init__(
        self,
        spec: Spec,
        view: str,
        views: Sequence[DirectView],
        model: helper.CpModelProto,
        parameters: str,
        first: bool,
    ) -> None:
        self.method = f"{'first' if first else 'enumeration'}, {VIEW_NAMES[view]}"
        self.model, self.parameters, self.first = model, parameters, first
        self._read = reader(spec, views)
        self._statistics: dict[str, int] = {}

    def __iter__(self) -> Generator[Assignment, None, None]:
        stream = (_Single if self.first and _ctrl_c_kills() else _Stream)(self.model, self.parameters)
        try:
            yield from map(self._read, stream.solutions())
        finally:
            stream.stop()
        response = stream.response()
        self._statistics = {"conflicts": response.num_conflicts, "branches": response.num_branches}
        _require_proof(self.model, response)
        if self.first and response.status == helper.CpSolverStatus.OPTIMAL:
            raise Refused("CP-SAT was asked for one solution only")

    def statistics(self) -> dict[str, int]:
        return self._statistics


def _ctrl_c_kills() -> bool:
    """So it is in a guarded run. Python's own handler waits until its main thread comes out of the solver."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_DFL


class _Single:
    """The only solution that is asked for, found in the consumer's thread: 50 queens 15.4 ms of CPU, with `_Stream` 16.3."""

    def __init__(self, model: helper.CpModelProto, parameters: str) -> None:
        self._model, self._solver = model, _solver(parameters)

    def solutions(self) -> Iterator[str]:
        self._response = _solve(self._solver, self._model)
        if self._response.status == helper.CpSolverStatus.OPTIMAL:
            yield str(self._response.solution)

    def stop(self) -> None:
        pass

    def response(self) -> helper.CpSolverResponse:
        return self._response


class _Stream(helper.SolutionCallback):
    """The solutions of one solve, each the text of its values. SolveWrapper does not keep its callback alive."""

    def __init__(self, model: helper.CpModelProto, parameters: str) -> None:
        super().__init__()
        self._model, self._solver = model, _solver(parameters)
        self._waiting: deque[str] = deque()
        self._news, self._urgent = Event(), Event()  # there is a solution; the consumer should not pause
        self._finished = self._stopped = False
        self._response: helper.CpSolverResponse | None = None
        self._error: BaseException | None = None
        # A daemon, so that an interpreter on its way out does not wait for the end of the search, but for `stop` below.
        self._thread = Thread(target=self._solve, name="CP-SAT", daemon=True)

    def solutions(self) -> Iterator[str]:
        atexit.register(self.stop)
        self._thread.start()
        pause = SHORTEST_PAUSE
        while self._waiting or not self._finished:
            self._news.wait()
            self._news.clear()
            while self._waiting:
                yield self._waiting.popleft()
            self._urgent.wait(pause)
            self._urgent.clear()
            pause = min(2 * pause, LONGEST_PAUSE)

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
        text = str(self.Response().solution)  # type: ignore[no-untyped-call]  # its stub has no types
        self._waiting.append(text)
        if not self._news.is_set():  # asking costs 0.03 µs, setting 1.3
            self._news.set()
        while len(self._waiting) * len(text) >= MOST_WAITING and not self._stopped:
            self._urgent.set()
            sleep(0.001)

    def _solve(self) -> None:
        try:
            self._solver.add_solution_callback(self)
            self._response = _solve(self._solver, self._model)
        except BaseException as error:  # surfaces in the consumer, by `response`
            self._error = error
        finally:
            self._solver.clear_solution_callback(self)
            self._finished = True
            self._urgent.set()
            self._news.set()


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
    """Only OPTIMAL and INFEASIBLE are complete: FEASIBLE and UNKNOWN are what a stopped search says."""
    if response.status == helper.CpSolverStatus.MODEL_INVALID:
        raise Refused(f"CP-SAT refuses the model: {helper.CpSatHelper.validate_model(model)}")
    if response.status not in (helper.CpSolverStatus.OPTIMAL, helper.CpSolverStatus.INFEASIBLE):
        raise Refused(f"CP-SAT stopped: {response.status.name}")

"""The stream of CP-SAT's solutions: it can be closed at any time, and it ends only when the search is complete."""

import subprocess
import sys
import threading
from collections import deque
from itertools import islice

import pytest

from threefold import models
from threefold.backends import find
from threefold.backends.backend import Program, Refused
from threefold.backends.configuration import parse
from threefold.language import Clause, Spec

both_views = pytest.mark.parametrize("view", ["int", "bool"])


def lowered(spec: Spec, view: str = "int") -> Program:
    return find("cp").lower(spec, parse(f"cp+view={view}", {}))


def queens(n: int, view: str = "int") -> Program:
    return lowered(models.find("nqueens").build(n), view)


def solver_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "CP-SAT"]


@both_views
def test_a_stream_left_early_leaves_no_thread(view: str) -> None:
    stream = iter(queens(12, view).load(seed=None, first=False))
    assert len(list(islice(stream, 5))) == 5
    assert solver_threads()
    stream.close()
    assert not solver_threads()


def test_the_search_of_the_import_leaves_no_thread_that_a_fork_would_lose() -> None:
    code = "import os, threefold.backends.cp.search; print(len(os.listdir('/proc/self/task')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


def test_a_stream_that_was_never_drawn_from_starts_no_thread() -> None:
    stream = iter(queens(8).load(seed=None, first=False))
    assert not solver_threads()
    stream.close()


def test_an_error_of_the_consumer_stops_the_search() -> None:
    def consume() -> None:
        for _ in queens(12).load(seed=None, first=False):
            raise KeyError("the consumer's own")

    with pytest.raises(KeyError, match="the consumer's own"):
        consume()
    assert not solver_threads()


def test_a_slow_consumer_holds_the_search_back_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.backends.cp.search.MOST_WAITING", 2)
    assert len(set(queens(8).load(seed=None, first=False))) == 92


def test_no_more_solutions_wait_than_the_bound_says(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = []

    class Watched(deque[str]):
        def append(self, text: str) -> None:
            super().append(text)
            lengths.append(sum(map(len, self)))

    monkeypatch.setattr("threefold.backends.cp.search.deque", Watched)
    monkeypatch.setattr("threefold.backends.cp.search.MOST_WAITING", 500)
    assert len(set(queens(8).load(seed=None, first=False))) == 92
    assert len(lengths) == 92
    assert max(lengths) <= 500 + 2 * len("[1, 5, 8, 6, 3, 7, 2, 4]")


def test_a_search_held_back_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.backends.cp.search.MOST_WAITING", 1)
    stream = iter(queens(10).load(seed=None, first=False))
    next(stream)
    stream.close()
    assert not solver_threads()


def test_the_consumer_does_not_pause_after_the_end_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses_after_the_end = []

    class Watched(threading.Event):
        """The first pause lasts until the search has ended, and its solutions wait."""

        def wait(self, timeout: float | None = None) -> bool:
            if timeout is not None and not self.is_set() and not solver_threads():
                pauses_after_the_end.append(timeout)
            for thread in solver_threads() if timeout is not None else []:
                thread.join()
            return super().wait(timeout)

    monkeypatch.setattr("threefold.backends.cp.search.Event", Watched)
    assert len(set(queens(8).load(seed=None, first=False))) == 92
    assert pauses_after_the_end == []


def test_an_error_in_the_solver_thread_surfaces_in_the_consumer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(stream: object) -> None:
        raise MemoryError("out of memory in the callback")

    monkeypatch.setattr("threefold.backends.cp.search._Stream.OnSolutionCallback", fail)
    with pytest.raises(MemoryError, match="in the callback"):
        list(queens(6).load(seed=None, first=False))
    assert not solver_threads()


def test_a_search_that_gave_up_is_refused_and_not_taken_for_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.backends.cp.parameters.ALWAYS", "num_workers: 1 max_number_of_conflicts: 0")
    with pytest.raises(Refused, match=r"CP-SAT stopped: (FEASIBLE|UNKNOWN)"):
        list(queens(10).load(seed=None, first=False))


@pytest.fixture(params=["here", "in a thread"])
def anywhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.backends.cp.search._ctrl_c_kills", lambda: request.param == "here")


@both_views
@pytest.mark.usefixtures("anywhere")
def test_the_first_solution_comes_alone_and_is_no_proof_that_there_is_no_other(view: str) -> None:
    program = queens(20, view)
    stream = iter(program.load(seed=None, first=True))
    assert program.spec.violated(next(stream)) is None
    with pytest.raises(Refused, match="one solution only"):
        next(stream)


@both_views
@pytest.mark.usefixtures("anywhere")
def test_the_first_solution_of_an_unsatisfiable_spec_ends_the_stream(view: str) -> None:
    assert list(queens(3, view).load(seed=None, first=True)) == []


@pytest.mark.usefixtures("anywhere")
def test_a_first_solution_that_is_not_proven_absent_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.backends.cp.parameters.ALWAYS", "num_workers: 1 max_number_of_conflicts: 0")
    with pytest.raises(Refused, match="CP-SAT stopped: UNKNOWN"):
        list(lowered(models.find("pigeonhole").build(9, 8), "bool").load(seed=None, first=True))


@both_views
@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_a_seed_does_not_change_the_answer(seed: int, view: str) -> None:
    assert len(set(queens(6, view).load(seed=seed, first=False))) == 4
    assert len(list(islice(queens(6, view).load(seed=seed, first=True), 1))) == 1


def test_a_search_can_be_repeated() -> None:
    search = queens(6).load(seed=None, first=False)
    assert set(search) == set(search)
    assert search.statistics()["branches"] > 0


def test_numbers_beyond_64_bits_are_refused() -> None:
    spec = Spec("huge")
    spec.group("sum").add(2**70 * spec.integer("x", range(2)) <= 2**70)
    with pytest.raises(Refused, match="64 bits"):
        lowered(spec).load(seed=None, first=False)


def test_a_sum_that_may_overflow_is_refused_with_the_solvers_reason() -> None:
    spec = Spec("huge")
    x, y = (spec.integer(name, [0, 2**50]) for name in "xy")
    spec.group("sum").add(2**20 * x + 2**20 * y <= 5)
    with pytest.raises(Refused, match=r"CP-SAT refuses the model: .*overflow"):
        list(lowered(spec).load(seed=None, first=False))


def run(script: str) -> str:
    """The script in an interpreter of its own, with 8 queens lowered as `program`."""
    opening = """
import sys
from threefold import models
from threefold.backends import find
from threefold.backends.configuration import parse
spec = models.find("nqueens").build(int(sys.argv[1]))
program = find("cp").lower(spec, parse("cp", {}))
"""
    done = subprocess.run([sys.executable, "-c", opening + script, "14"], capture_output=True, text=True, timeout=20)
    return done.stdout + done.stderr


def test_lowering_and_exporting_need_no_solver_package() -> None:
    assert run("program.export('cp'); print([name for name in sys.modules if 'ortools' in name])") == "[]\n"


def test_solving_imports_neither_pandas_nor_numpy() -> None:
    script = "next(iter(program.load(seed=None, first=False))); print({'pandas', 'numpy'} & set(sys.modules))"
    assert run(script) == "set()\n"


def test_an_interpreter_can_end_in_the_middle_of_a_search() -> None:
    assert run("stream = iter(program.load(seed=None, first=False)); next(stream); print('end')") == "end\n"


def test_ctrl_c_ends_the_search_for_a_first_solution_where_python_handles_it() -> None:
    script = """
import os, signal, threading
hard = find("cp").lower(models.find("nqueens").build(400), parse("cp", {}))
search = hard.load(seed=None, first=True)  # imports the solver, which takes long on a busy machine
try:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    next(iter(search))
except KeyboardInterrupt:
    print("interrupted")
"""
    assert run(script) == "interrupted\n"


def test_an_empty_clause_at_the_end_of_lowering_is_unsatisfiable() -> None:
    spec = Spec("false")
    spec.boolean("b")
    spec.group("false").add(Clause([]))
    assert list(lowered(spec).load(seed=None, first=False)) == []

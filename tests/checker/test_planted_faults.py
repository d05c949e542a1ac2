"""The checker can fail: wrong lowerings and faulty solvers are planted; `compare` must find them and name the cause."""

import re
from collections.abc import Callable, Collection, Generator, Iterable
from dataclasses import replace
from importlib import import_module
from itertools import islice

import pytest

from threefold import models
from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search
from threefold.backends.sat.program import CnfProgram
from threefold.commands import main as cli
from threefold.language import AllDifferent, Assignment, Spec

Lower = Callable[[Spec, Configuration], Program]


def plant(monkeypatch: pytest.MonkeyPatch, backend: str, wrong: Callable[[Lower], Lower]) -> None:
    """Replace the backend's lowering in this process; the guarded children are forked from it."""
    module = import_module(f"threefold.backends.{backend}")
    monkeypatch.setattr(module, "BACKEND", replace(module.BACKEND, lower=wrong(module.BACKEND.lower)))


def lower_instead(build: Callable[[Spec], Spec]) -> Callable[[Lower], Lower]:
    """A lowering that lowers another spec, over the same variables, in place of the given one."""
    return lambda lower: lambda spec, configuration: lower(build(spec), configuration)


class FaultySearch(Search):
    def __init__(self, search: Search, fault: Callable[[Search], Generator[Assignment, None, None]]) -> None:
        self.method, self._search, self._fault = search.method, search, fault

    def __iter__(self) -> Generator[Assignment, None, None]:
        return self._fault(self._search)


class FaultyProgram(Program):
    """A right program whose solver enumerates wrongly."""

    def __init__(self, program: Program, fault: Callable[[Search], Generator[Assignment, None, None]]) -> None:
        self.spec, self.configuration, self.size, self.groups = (
            program.spec,
            program.configuration,
            program.size,
            program.groups,
        )
        self._program, self._fault = program, fault

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        return FaultySearch(self._program.load(seed=seed, first=first, cube=cube), self._fault)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        return self._program.accepts(assignment, groups)

    def export(self, form: str) -> str:
        return self._program.export(form)


def compare(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The output of a comparison that must disagree."""
    code = cli.run(["compare", *words], "threefold")
    output = capsys.readouterr().out
    assert code == 1, output
    assert "disagree: " in output
    return output


def test_a_dropped_diagonal_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def build(spec: Spec) -> Spec:
        wrong = models.find("nqueens").build(**spec.parameters)
        del wrong.groups["one queen per ascending diagonal"]
        return wrong

    plant(monkeypatch, "sat", lower_instead(build))
    output = compare(capsys, "nqueens", "5", "--backends", "sat,cp")
    assert (
        "sat reported an assignment that violates 'one queen per ascending diagonal': AllDifferent(queen[1] + 1, "
        in output
    )
    assert "witness: violates 'one queen per ascending diagonal'" in output
    assert output.split("witness:")[1].count("Q") == 5  # the board is drawn


def test_an_off_by_one_in_the_card_distance_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(spec: Spec) -> Spec:
        wrong = Spec("cards", **spec.parameters)
        position = wrong.integers("position", range(1, 4), range(1, 3), domain=range(1, 7))
        wrong.group("one card per position").add(AllDifferent(position))
        for v in range(1, 4):
            wrong.group("v cards between copies of v").add(position[v, 2] == position[v, 1] + v)
        return wrong

    plant(monkeypatch, "cp", lower_instead(build))
    output = compare(capsys, "cards", "3", "2", "--backends", "sat,cp")
    assert "cp" in output
    assert "'v cards between copies of v'" in output


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
def test_a_solver_that_loses_a_solution_is_caught(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], backend: str
) -> None:
    plant(
        monkeypatch,
        backend,
        lambda lower: lambda *given: FaultyProgram(lower(*given), lambda search: islice_from(search, 1)),
    )
    output = compare(capsys, "nqueens", "6", "--backends", "sat,cp,ilp")
    assert f"{backend} found 3" in output
    assert f"witness: {backend} misses it although its program accepts it: the enumeration lost it" in output


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
def test_a_solver_that_reports_a_solution_twice_is_caught_even_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], backend: str
) -> None:
    plant(monkeypatch, backend, lambda lower: lambda *given: FaultyProgram(lower(*given), twice))
    output = compare(capsys, "nqueens", "6", "--backends", backend)
    assert f"{backend} reported a solution that was reported twice" in output
    assert "witness: was reported twice" in output


def test_a_solution_swapped_for_another_of_the_same_number_is_caught(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The counts are equal, the sets are not. cp has a queen fixed to column 2, sat to column 3."""

    def build(spec: Spec) -> Spec:
        wrong = models.find("nqueens").build(**spec.parameters)
        wrong.group("given").add(wrong.families["queen"][1] == 3)
        return wrong

    plant(monkeypatch, "cp", lower_instead(build))
    output = compare(capsys, "nqueens", "6", "--backends", "sat,ilp,cp", "--given", "queen[1]=2")
    assert "cp reported an assignment that violates 'given'" in output


def test_a_wrong_unsat_is_explained_by_the_group_that_rejects_a_solution(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(spec: Spec) -> Spec:
        wrong = models.find("nqueens").build(**spec.parameters)
        queen = wrong.families["queen"]
        wrong.group("one queen per column").add(
            AllDifferent([queen[1], queen[2] * 1, queen[1] + 0])
        )  # a repeated queen
        return wrong

    plant(monkeypatch, "ilp", lower_instead(build))
    output = compare(capsys, "nqueens", "6", "--backends", "sat,cp,ilp")
    assert "sat found a solution that satisfies the spec, but ilp reports that there is none." in output
    assert "witness: ilp misses it: its lowered group 'one queen per column' rejects it" in output


def test_an_auxiliary_that_reuses_a_number_is_caught(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PySAT's encodings number auxiliaries from the highest literal they are given, unless `top_id` is given (pysat#110)."""
    import pycard

    from threefold.backends.sat import cardinality
    from threefold.backends.sat.encoder import Encoder

    def without_top_id(encoder: Encoder, literals: Iterable[int], bound: int, encoding: str) -> None:
        listed = list(literals)
        clauses, top = pycard.encode_atmost(listed, bound, max(map(abs, listed)), cardinality.PYSAT[encoding], 0)
        encoder.top = max(encoder.top, top)
        for clause in clauses:
            encoder.add(clause)

    monkeypatch.setattr(cardinality, "at_most_by_pysat", without_top_id)
    output = compare(capsys, "nqueens", "5", "--backends", "sat+amo=seqcounter,cp")
    assert "cp found " in output
    assert "witness: sat misses it: its lowered group" in output
    assert re.search(r"'(one queen per row|one queen per \w+( diagonal)?)'.* rejects? it", output)


def test_the_faulty_distance_step_of_sheet_002_is_blamed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its loop runs over the last copy too and invents a further one, so that no card may lie at the end: UNSAT."""

    def wrong(lower: Lower) -> Lower:
        def lower_wrongly(spec: Spec, configuration: Configuration) -> Program:
            program = lower(spec, configuration)
            assert isinstance(program, CnfProgram)
            store, top = program.stores["v cards between copies of v", False], program.top
            for v in range(1, 5):
                for place in range(1, 9):
                    last_copy = (2 * v - 1) * 8 + place
                    falls_off = place + v + 1 > 8
                    top += not falls_off
                    store.extend([-last_copy, 0] if falls_off else [-last_copy, top, 0])
            return CnfProgram(program.spec, configuration, program.stores, top)

        return lower_wrongly

    plant(monkeypatch, "sat", wrong)
    output = compare(capsys, "cards", "4", "2", "--amo", "pairwise", "--backends", "sat,cp,ilp")
    assert re.search(r"sat +cadical195 +unsat +0 +64 \+ 18 +520 ", output)
    assert "cp found a solution that satisfies the spec, but sat reports that there is none." in output
    assert "witness: sat misses it: its lowered group 'v cards between copies of v' rejects it" in output
    assert "2 3 4 2 1 3 1 4" in output or "4 1 3 1 2 4 3 2" in output


def islice_from(search: Search, start: int) -> Generator[Assignment, None, None]:
    yield from islice(search, start, None)


def twice(search: Search) -> Generator[Assignment, None, None]:
    for assignment in search:
        yield assignment
        yield assignment

"""`explain`: the set has no solution, each of its constraints is needed, and its refutations are verified."""

import json
import pickle
from itertools import combinations
from math import inf
from random import Random
from typing import ClassVar, Never

import pytest

import threefold as tf
from threefold.checker import brute_force
from threefold.checker.record import Record
from threefold.commands import main as cli
from threefold.commands import prove
from threefold.commands.progress import Progress
from threefold.guard import Report
from threefold.language import Regular
from threefold.language.canonical_reader import parse
from threefold.proofs import explain
from threefold.proofs.explain import Core, find_core, smallest
from threefold.proofs.prove import ROUTES, measured_proof
from threefold.runs.instance import Instance

Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def run(words: str, capsys: Captured) -> tuple[int, str, str]:
    code = cli.run(words.split(), "threefold")
    out, err = capsys.readouterr()
    return code, out, err


def random_spec(random: Random) -> tf.Spec:
    """Nine constraints over four variables: some of these specs have no solution."""
    spec = tf.Spec("random")
    x = spec.integers("x", range(4), domain=range(3))
    for number in range(9):
        a, b, c = random.sample(range(4), 3)
        drawn = (
            tf.AllDifferent([x[a], x[b]]),
            x[a] + x[b] <= random.randint(0, 3),
            x[a] + x[b] - x[c] >= random.randint(0, 3),
            tf.Clause([x[a] == random.randrange(3), x[b] == random.randrange(3)]),
        )
        spec.group(f"group {number % 4}").add(random.choice(drawn))
    return spec


def test_the_set_of_a_random_spec_is_minimal_by_brute_force() -> None:
    explained = 0
    for seed in range(12):
        spec = random_spec(Random(seed))
        found = find_core(lambda value: None, Instance("random", source=pickle.dumps(spec)))
        assert isinstance(found, Core) == (not brute_force.solutions(spec))
        if isinstance(found, Core):
            explained += 1
            core = parse(found.spec)
            posted = list(core.posted)
            assert set(map(str, posted)) <= set(map(str, spec.posted))
            assert found.minimal
            assert not brute_force.solutions(core)
            assert all(
                brute_force.solutions(explain.restricted(core, [*posted[:place], *posted[place + 1 :]]))
                for place in range(len(posted))
            )
    assert explained >= 3


def test_the_only_set_is_found() -> None:
    for size in range(1, 4):
        for only in combinations(range(7), size):
            assert smallest(range(7), set(only).issubset) == list(only)


def test_many_items_are_left_out_at_once() -> None:
    calls = []

    def refutable(some: object) -> bool:
        calls.append(some)
        return 700 in some  # type: ignore[operator]

    assert smallest(range(1000), refutable) == [700]
    assert len(calls) <= 25


def test_many_pigeons_are_explained_by_a_sum_though_sat_finds_no_refutation(
    capsys: Captured, monkeypatch: Patch
) -> None:
    _limit(monkeypatch, "sat")
    code, out, _ = run("explain pigeonhole 20 19", capsys)
    assert code == 0
    assert "(1 of 1 group, 1 of 1 constraint): it contradicts the domains of its variables:\n" in out
    table = [line.split() for line in out.partition("their refutations, verified:\n")[2].splitlines()]
    assert table[1:4] == [["clauses,", "rows", "39"], ["steps,", "sums", "1"], ["nodes", "1"]]
    assert table[-1] == ["limit", "MemoryError"]


def _limit(monkeypatch: Patch, *routes: str) -> None:
    """The proofs by these routes hit a limit."""

    def limited(report: Report[Never], instance: Instance, route: str) -> Record:
        if route in routes:
            raise MemoryError
        return measured_proof(report, instance, route)

    limited.__module__, limited.__qualname__ = measured_proof.__module__, measured_proof.__qualname__
    monkeypatch.setattr("threefold.proofs.prove.measured_proof", limited)
    monkeypatch.setattr(explain, "measured_proof", limited)


def test_a_set_that_no_route_refutes_within_the_limits_is_not_called_proved(
    capsys: Captured, monkeypatch: Patch
) -> None:
    _limit(monkeypatch, "sat", "ilp")
    code, out, _ = run("explain nqueens 3", capsys)
    assert code == 3
    assert "not proved within the limits:\n" in out
    assert "verified" not in out


def test_three_queens_need_the_columns_and_both_diagonals(capsys: Captured) -> None:
    code, out, _ = run("explain nqueens 3", capsys)
    assert code == 0
    assert "Already these have none (3 of 3 groups, 3 of 3 constraints), and no one of them can be left out:\n" in out


def test_a_given_that_contradicts_is_named(capsys: Captured) -> None:
    code, out, _ = run("explain sudoku hardest --given cell[1,1]=1", capsys)
    assert code == 0
    assert "  cell[1, 1] = 8 (given)\n  cell[1, 1] = 1 (given)\ntheir refutations" in out


def test_quiet_is_the_set_only(capsys: Captured) -> None:
    words = "explain sudoku hardest --given cell[1,1]=1 --quiet"
    assert run(words, capsys) == (0, "cell[1, 1] = 8 (given)\ncell[1, 1] = 1 (given)\n", "")


def test_the_progress_line_has_the_size_of_the_smallest_set(monkeypatch: Patch) -> None:
    class Watching(Progress):
        texts: ClassVar[set[str]] = set()

        def progressed(self, run: str, so_far: Record) -> None:
            super().progressed(run, so_far)
            self.texts.add(self.text(inf))

    monkeypatch.setattr(prove, "Progress", Watching)
    assert cli.run(["explain", "nqueens", "3"], "threefold") == 0
    assert "minimal set: 3 constraints left, inf of 60 s" in Watching.texts


def test_a_limit_leaves_the_last_set_which_may_not_be_minimal(capsys: Captured, monkeypatch: Patch) -> None:
    def exhausted(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(explain, "smallest", exhausted)
    code, out, _ = run("explain nqueens 3", capsys)
    assert code == 3
    assert "(3 of 3 groups, 3 of 3 constraints), but a limit was hit, and the set may not be minimal:\n" in out
    assert "their refutations, verified:\n" in out


def test_a_limit_before_anything_is_decided_is_one_line(capsys: Captured) -> None:
    message = "threefold: nqueens n=3000: not explained: time limit of 0.3 s\n"
    assert run("explain nqueens 3000 --timeout 0.3", capsys) == (3, "", message)


def test_a_solver_that_claims_that_there_is_no_solution_is_caught(capsys: Captured, monkeypatch: Patch) -> None:
    monkeypatch.setattr(explain, "first_solution", lambda spec: None)
    code, out, err = run("explain nqueens 4", capsys)
    assert (code, out) == (4, "")
    assert "found no solution, but the proof by sat has one" in err


def test_json_has_the_set_or_the_solution(capsys: Captured) -> None:
    answer = json.loads(run("explain pigeonhole 3 2 --json", capsys)[1])
    assert (answer["core"]["minimal"], answer["solution"]) == (True, None)
    code, out, _ = run("explain nqueens 4 --given queen[1]=2 --json", capsys)
    assert (code, json.loads(out)["core"]) == (1, None)
    assert json.loads(out)["solution"] == {"queen[1]": 2, "queen[2]": 4, "queen[3]": 1, "queen[4]": 3}


def test_the_set_is_quoted_as_it_was_written() -> None:
    """And no auxiliary, like a truth value or the state of an automaton, is mentioned."""
    spec = tf.Spec("shifts")
    x = spec.integers("x", range(4), domain=range(2))
    spec.group("no two nights").add(Regular(x, {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, [0, 1]))
    spec.group("many").add(tf.total(x) >= 3, (x[0] == 1) | (x[1] * x[2] == 1))
    found = find_core(lambda value: None, Instance("shifts", source=pickle.dumps(spec)))
    assert isinstance(found, Core)
    assert found.minimal
    assert found.constraints == ("'no two nights': Regular(x[0..3])", "'many': x[0] + x[1] + x[2] + x[3] >= 3")
    for route in ROUTES:
        record = measured_proof(lambda value: None, Instance("core", source=pickle.dumps(parse(found.spec))), route)
        assert (record.count, record.reason) == (0, None)

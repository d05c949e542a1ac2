"""Optima: every backend finds the best value, the judge compares, and a solution cut by a limit is never an optimum."""

from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import threefold as tf
from tests.commands.terminal import here
from tests.specs import examples
from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.configuration import parse
from threefold.checker.judge import Vote
from threefold.checker.optimum import judge_optimum
from threefold.checker.record import Record
from threefold.language.canonical import render
from threefold.language.canonical_reader import parse as parse_text

BACKENDS = ("sat", "cp", "cp+view=bool", "ilp", "backtracking")


def knapsack(sense: str = "maximize") -> tf.Spec:
    """Weights 3, 4, 5 and values 4, 5, 7 in a sack for 8: the first and the last give 11."""
    spec = tf.Spec("sack")
    taken = spec.booleans("taken", range(3))
    weights, values = (3, 4, 5), (4, 5, 7)
    spec.group("it fits").add(tf.total(w * taken[i] for i, w in enumerate(weights)) <= 8)
    (spec.maximize if sense == "maximize" else spec.minimize)(tf.total(v * taken[i] for i, v in enumerate(values)))
    return spec


def random_spec(seed: int) -> tf.Spec:
    random, spec = Random(seed), tf.Spec("random")
    x, y, z = spec.integer("x", range(-2, 3)), spec.integer("y", (-1, 0, 3)), spec.integer("z", range(3))
    b = spec.boolean("b", hidden=bool(random.randrange(2)))
    for _ in range(random.randrange(3)):
        a, c, d, e = (random.randrange(-2, 3) for _ in range(4))
        bound = random.randrange(-3, 4)
        spec.group("stated").add(
            tf.Linear(a * x + c * y + d * z + e * b, random.choice(("<=", ">=", "!=", "==")), bound)
        )
    term = random.choice((x, y, 2 * x - y, x + y + z, 3 * b - z, abs(x - z)))
    (spec.minimize if random.randrange(2) else spec.maximize)(term)
    return spec


def best_of(spec: tf.Spec, configuration: str) -> int | None:
    chosen = parse(configuration, {})
    assert spec.objective is not None
    values = []
    for assignment in find(chosen.backend).lower(spec, chosen).optimum(seed=None):
        assert spec.violated(assignment) is None
        values.append(spec.objective.value(assignment))
    for one, following in pairwise(values):
        assert spec.objective.is_better(following, one), "every solution is better than the one before"
    return values[-1] if values else None


def by_brute_force(spec: tf.Spec) -> int | None:
    assert spec.objective is not None
    everything = product(*(x.domain for x in spec.variables))
    values = [spec.objective.value(each) for each in everything if spec.violated(each) is None]
    choose = min if spec.objective.sense == "minimize" else max
    return choose(values) if values else None


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("sense", "optimum"), [("maximize", 11), ("minimize", 0)])
def test_a_knapsack_computed_by_hand(backend: str, sense: str, optimum: int) -> None:
    assert best_of(knapsack(sense), backend) == optimum


@examples(8)
@given(st.integers(0, 1 << 32), st.sampled_from(BACKENDS))
def test_every_backend_finds_the_optimum_of_brute_force(seed: int, backend: str) -> None:
    spec = random_spec(seed)
    assert best_of(spec, backend) == by_brute_force(spec)


@pytest.mark.slow
@examples(40)
@given(st.integers(0, 1 << 32), st.sampled_from(BACKENDS))
def test_every_backend_finds_the_optimum_of_brute_force_in_more_specs(seed: int, backend: str) -> None:
    test_every_backend_finds_the_optimum_of_brute_force.hypothesis.inner_test(seed, backend)  # type: ignore[attr-defined]


def test_a_comparison_of_optima_says_the_value_and_the_known_one() -> None:
    result = tf.compare("golomb", 4, backends="sat,cp,ilp", optimum=True)
    assert result.optimum == 6
    assert result.sentence == (
        "three backends found the optimum 6; 6 is the known optimum (OEIS A003022); every solution was checked."
    )
    assert result.to_dict()["optimum"] == 6


def test_all_optimal_solutions_are_counted_and_compared_on_request() -> None:
    result = tf.compare("golomb", 4, backends="sat,cp", optima=True)
    assert result.optimal is not None
    assert (result.optimum, result.optimal.count) == (6, 2)
    assert "optimal solutions: agree" in str(result)


def test_an_optional_parameter_is_needed_where_no_optimum_is_asked_for() -> None:
    with pytest.raises(tf.BadInput, match="golomb: L is missing"):
        tf.compare("golomb", 4)


def test_a_puzzle_without_objective_is_refused() -> None:
    with pytest.raises(tf.BadInput, match="nqueens n=4 has no objective"):
        tf.compare("nqueens", 4, optimum=True)


def test_the_missing_objective_is_found_before_a_row_runs() -> None:
    class Rows(tf.Callbacks):
        def started(self, run: str, label: str) -> None:
            raise AssertionError(label)

    with pytest.raises(tf.BadInput, match="nqueens n=4 has no objective"):
        tf.compare("nqueens", 4, optimum=True, progress=Rows())


def test_a_count_that_ignores_an_objective_says_so_and_names_the_argument() -> None:
    note = "the spec has an objective, which is ignored: compare with optimum finds the best value"
    counted = tf.count(knapsack())
    assert str(counted).endswith(f"\n\nnote: {note}")
    assert f"<p>note: {note}</p>" in counted._repr_html_()
    for other in (tf.compare(knapsack(), optimum=True), tf.compare(knapsack(), optima=True), tf.count("nqueens", 4)):
        assert note not in str(other)


def test_the_command_says_before_the_rows_run_that_the_objective_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "sack.py").write_text(
        "from threefold.language import Puzzle, Spec\n\n\ndef build():\n    spec = Spec('sack')\n"
        "    spec.maximize(spec.integer('x', range(3)))\n    return spec\n\n\n"
        "PUZZLE = Puzzle('sack', 'one integer', (), build)\n"
    )
    note = "note: the spec has an objective, which is ignored: compare with --optimum finds the best value\n"
    for words in (("compare", "--backends", "cp"), ("count",), ("solve",)):
        done = here(words[0], f"{tmp_path}/sack.py", *words[1:])
        assert (done.returncode, done.stderr) == (0, note)
    assert here("compare", f"{tmp_path}/sack.py", "--optimum", "--backends", "cp").stderr == ""


def test_a_run_that_a_limit_ends_has_a_bound_and_no_optimum() -> None:
    result = tf.compare("golomb", 12, backends="sat", optimum=True, timeout=1)
    assert (result.verdict, result.optimum) == ("incomplete", None)
    assert result.records[0].optimum_is in ("bound", "unknown")


@pytest.mark.parametrize("backend", BACKENDS)
def test_where_the_objective_is_not_defined_there_is_no_solution(backend: str) -> None:
    spec = tf.Spec("undefined")
    x, y = spec.integer("x", range(-1, 2)), spec.integer("y", range(-1, 2))
    spec.minimize(x // y)
    chosen = parse(backend, {})
    program = find(chosen.backend).lower(spec, chosen)
    assert [x // y for x, y in program.optimum(seed=None)][-1] == -1
    assert len(list(program.load(seed=None, first=False))) == 6
    assert str(spec.violated((1, 0))) == "'the objective is defined': x // y == x // y"


def test_the_objective_is_a_part_of_the_canonical_text() -> None:
    text = render(knapsack())
    assert text.endswith("maximize 4*taken[0]+5*taken[1]+7*taken[2]\nend\n")
    assert render(parse_text(text)) == text


def record(backend: str, optimum: int | None, optimum_is: str = "exact", status: str = "sat") -> Record:
    return Record(
        Configuration(backend, backend), backend, status, optimum=optimum, optimum_is=optimum_is, reason="time limit"
    )


def lower_is_better(one: int, other: int) -> bool:
    return one < other


@pytest.mark.parametrize(
    ("records", "votes", "verdict", "words"),
    [
        ([record("sat", 5), record("cp", 5)], [], "agree", "two backends found the optimum 5"),
        ([record("sat", 5), record("cp", 4)], [], "disagree", "sat reports the optimum 5, but cp found 4"),
        (
            [record("sat", 5), record("cp", 4, "bound", "timeout")],
            [],
            "disagree",
            "sat reports the optimum 5, but cp found 4",
        ),
        ([record("sat", 5), record("cp", 6, "bound", "timeout")], [], "incomplete", "best solution so far 6"),
        ([record("sat", None, "unknown", "unsat"), record("cp", 5)], [], "disagree", "sat reports that there is none"),
        ([record("sat", None, "unknown", "unsat")] * 2, [], "agree", "found that there is no solution"),
        ([record("sat", 5)], [], "alone", "nothing to compare with: sat found the optimum 5"),
        ([record("sat", 5)], [Vote("the known optimum (here)", 5)], "agree", "5 is the known optimum"),
        ([record("sat", 5)], [Vote("the known optimum (here)", 4)], "disagree", "but 4 is the known optimum"),
        (
            [record("sat", 5, "bound", "timeout")],
            [Vote("the known optimum (here)", 6)],
            "disagree",
            "6 is the known optimum",
        ),
    ],
)
def test_the_verdict_on_optima(records: Sequence[Record], votes: Sequence[Vote], verdict: str, words: str) -> None:
    judged = judge_optimum(records, votes, lower_is_better)
    assert judged.verdict == verdict
    assert words in judged.sentence

"""The functions of `import threefold`."""

import subprocess
import sys
from itertools import islice

import pytest

import threefold as tf


def pairs(values: int = 3) -> tf.Spec:
    spec = tf.Spec("pairs", n=values)
    x = spec.integers("x", range(values), domain=range(values))
    spec.group("all different").add(tf.AllDifferent(x))
    return spec


def test_the_import_loads_no_solver_and_nothing_else_of_ours() -> None:
    solvers = ("threefold.", "pysat", "ortools", "pulp")
    script = f"import sys, threefold; print([name for name in sys.modules if name.startswith({solvers})])"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "[]\n"


def test_a_comparison_says_whether_the_rows_agree() -> None:
    result = tf.compare("nqueens", 6, backends="sat,cp,ilp")
    assert (result.verdict, result.agree, result.exit_code, result.witness) == ("agree", True, 0, None)
    assert (result["ilp"].count, result["ilp"].exact, result["ilp"].seconds["solve"] > 0) == (4, True, True)


def test_a_spec_in_memory_is_compared_counted_solved_and_lowered() -> None:
    spec = pairs()
    assert tf.compare(spec).count == 6
    assert tf.count(spec, backend="sat:minisat22").count == 6
    assert [sorted(solution.assignment) for solution in tf.solve(spec).solutions] == [[0, 1, 2]]
    assert tf.lower(spec, "sat+amo=ladder").dimacs().startswith("c")


def test_solutions_come_one_by_one() -> None:
    assert len({str(solution) for solution in tf.solutions(pairs(), backend="cp")}) == 6
    [first] = islice(tf.solutions("nqueens", 200, backend="cp"), 1)
    assert len(first.assignment) == 200


def test_a_stream_that_hits_a_limit_does_not_look_complete() -> None:
    with pytest.raises(
        tf.LimitReached, match=r"nqueens n=14: .* solutions? found, but there may be more: time limit of 0.5 s"
    ):
        list(tf.solutions("nqueens", 14, timeout=0.5))

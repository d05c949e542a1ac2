"""`tf.deadends`: a board of a spec in memory, its text, limits, and random boards."""

import pytest

import threefold as tf
from threefold.propagation.board import DeadEnds
from threefold.propagation.random_boards import RandomBoards


def small() -> tf.Spec:
    """x + y == total, with a total of at least 5."""
    spec = tf.Spec("small")
    b = spec.booleans("b", range(3))
    x = spec.integers("x", "ab", domain=range(4))
    total = spec.integer("total", range(7), derived=True)
    spec.group("total").add(total == x["a"] + x["b"])
    spec.group("large").add(total >= 5)
    spec.group("one").add(tf.Exactly(1, b))
    return spec


def board(spec: tf.Spec, *givens: str, views: str = "up,cp,lp") -> DeadEnds:
    result = tf.deadends(spec, givens=givens, views=views)
    assert isinstance(result, DeadEnds)
    return result


def test_derived_variables_and_those_without_a_board_are_in_a_table() -> None:
    result = board(small(), "b[1]=1")
    assert [result.left("cp", name) for name in ("x[a]", "total", "b[0]")] == [(2, 3), (5, 6), (0,)]
    assert result.status("cp", "b[1]", 1) == "given"
    assert result.status("cp", "b[0]", 0) == "forced"
    assert result.completes
    lines = str(result).splitlines()
    assert "         up        cp        lp" in lines
    assert "  x[a]   o o o o   . . o o   . . o o" in lines
    assert "  b[0]          0      0      0" in lines
    assert "  total         0..6   5, 6   5, 6" in lines
    assert lines[-1] == "The board can be completed."


def test_names_that_do_not_exist_are_refused() -> None:
    result = board(small(), views="cp")
    with pytest.raises(KeyError, match="no view 'lp'; there are cp"):
        result["lp"]
    with pytest.raises(tf.BadInput, match="small has no variable y"):
        result.status("cp", "y", 1)


@pytest.mark.slow  # the solver needs more than the time limit
def test_a_view_that_cannot_answer_says_why_and_the_others_answer() -> None:
    spec = tf.Spec("huge")
    x = spec.integers("x", range(12), domain=range(60))
    spec.group("sum").add(tf.total((10**7 + 1 + 12345 * i * i) * x[i] for i in range(12)) == 10**9 + 9)
    result = tf.deadends(spec, givens=["x[0]=0"], views="cp,lp", timeout=5)
    assert isinstance(result, DeadEnds)
    assert result["cp"].conclusions is not None
    assert result["lp"].conclusions is None
    assert f"lp: unknown: {result['lp'].unknown}." in str(result)
    assert (result.completes, result.exit_code) == (None, 3)


def test_random_boards_are_the_same_for_the_same_seed_and_no_view_rejects_a_live_board() -> None:
    first, second = (tf.deadends("nqueens", 6, random=12, fixed=2, seed=5, views="up,cp") for _ in range(2))
    assert isinstance(first, RandomBoards)
    assert first == second
    assert len(first.boards) == 12
    assert first.exit_code == 0
    assert all(len(each.givens) == 2 for each in first.boards)
    assert first.to_dict()["dead"] == len(first.dead)


def test_where_every_board_is_excluded_by_one_constraint_the_draw_ends() -> None:
    spec = tf.Spec("never")
    x = spec.integers("x", range(2), domain=range(2))
    spec.group("never").add(x[0] + x[1] >= 5)
    result = tf.deadends(spec, random=3, fixed=1, views="cp")
    assert isinstance(result, RandomBoards)
    assert (result.boards, result.exit_code) == ((), 3)
    assert "excluded by one constraint alone" in (result.incomplete or "")

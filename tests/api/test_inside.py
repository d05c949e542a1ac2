"""tf.lower(…).items and tf.trace: a look inside, in a guarded child."""

import pytest

import threefold as tf


def test_a_page_has_the_sizes_of_all_groups_and_some_items_of_one() -> None:
    page = tf.lower("nqueens", 4, "sat").items("one queen per column", start=22, most=5)
    assert [(part.group, part.count) for part in page.parts][:2] == [
        ("one queen per row", 28),
        ("one queen per column", 24),
    ]
    assert (page.start, page.count) == (22, 24)
    assert [item.text for item in page.items] == ["¬queen[2]=4 ∨ ¬queen[4]=4", "¬queen[3]=4 ∨ ¬queen[4]=4"]
    [first, _] = page.items[0].mentions
    assert (first.variable, first.values, first.positive) == ("queen[2]", (4,), False)


def test_an_unknown_group_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(tf.BadInput, match="no group 'one queen per colum'; did you mean 'one queen per column'"):
        tf.lower("nqueens", 4, "cp").items("one queen per colum")


def test_a_trace_ends_at_the_solutions_or_the_steps_that_were_asked_for() -> None:
    whole = tf.trace("nqueens", 4)
    assert (whole.solutions, whole.complete, whole.ending) == (2, True, "the search is over")
    first = tf.trace("nqueens", 4, limit=1)
    assert first.steps == whole.steps[: len(first.steps)]
    assert first.steps[-1].kind == "solution"
    assert first.ending == "1 solution found, as asked"
    assert [step.kind for step in tf.trace("nqueens", 4, backend="sat:dpll", steps=2).steps] == [
        "decision",
        "propagation",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"backend": "sat"}, "cannot be watched: backtracking and sat:dpll can"),
        ({"backend": "cp"}, "cannot be watched"),
        ({"steps": 0}, "steps must be between 1 and 20000"),
        ({"steps": 10**9}, "steps must be between 1 and 20000"),
        ({"givens": ["queen[1]=9"]}, "queen\\[1\\]"),
    ],
)
def test_what_cannot_be_watched_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(tf.BadInput, match=message):
        tf.trace("nqueens", 4, **arguments)  # type: ignore[arg-type]

"""The rows of the ILP as a comparison shows them: their names, who found the solutions, who decided, and what a kill leaves."""

from pathlib import Path

import pytest

import threefold as tf

CBC = "CBC 2.10.3"
OWN = f"own B&B + {CBC}"


def names(result: tf.Result) -> list[tuple[str, dict[str, int], str]]:
    return [(record.solver, dict(record.found_by), record.decided_by) for record in result.records]


def test_every_row_is_called_by_what_searches() -> None:
    rows = "ilp,ilp+count=cuts"
    assert names(tf.compare("nqueens", 6, backends=rows)) == [
        (OWN, {"CBC": 4}, "own B&B"),
        (CBC, {"CBC": 4}, "CBC"),
    ]
    assert names(tf.compare("nqueens", 6, backends=rows, first=True)) == [(CBC, {"CBC": 1}, "")] * 2
    assert names(tf.compare("nqueens", 3, backends=rows, first=True)) == [(CBC, {}, "CBC")] * 2
    assert names(tf.compare("knapsack", "p01", backends=rows, optimum=True)) == [(CBC, {"CBC": 1}, "CBC")] * 2
    assert names(tf.compare("nqueens", 6, backends=rows, limit=2)) == [(OWN, {"CBC": 2}, ""), (CBC, {"CBC": 2}, "")]


@pytest.mark.parametrize(("row", "name", "decided_by"), [("ilp", OWN, "own B&B"), ("ilp+plain", CBC, "CBC")])
def test_a_count_in_parts_keeps_the_name(row: str, name: str, decided_by: str) -> None:
    result = tf.count("nqueens", 6, backend=row, jobs=2)
    assert names(result) == [(name, {"CBC": 4}, decided_by)]
    assert (result.count, result.exact) == (4, True)


def test_a_plain_row_that_is_stopped_has_a_lower_bound_and_leaves_no_file_of_pulp(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("TMPDIR", "TMP"):  # PuLP prefers the second
        monkeypatch.setenv(name, str(tmp_path))
    [record] = tf.compare("nqueens", 9, backends="ilp+plain", timeout=2).records
    assert (record.status, record.solver, record.exact) == ("timeout", CBC, False)
    assert record.found_by == {"CBC": record.count}
    assert not list(tmp_path.rglob("*-pulp.*"))

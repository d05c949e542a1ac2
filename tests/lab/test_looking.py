"""The answers of look inside, check mine and watch it search, without a browser: they are JSON, and bad input is a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.lab.asked import Asked
from threefold.lab.folder import BadField, Folder
from threefold.lab.mentions import MOST
from threefold.lab.parts import check, inside, watch
from threefold.language import BadInput

MISTAKES = Path(__file__).parents[2] / "examples" / "mistakes"


def asked(
    *, puzzle: str = "nqueens", parameters: tuple[str, ...] = ("4",), givens: tuple[str, ...] = (), **detail: object
) -> Asked:
    return Asked(puzzle, parameters, givens, detail, Folder(MISTAKES))


def ignored(report: object) -> None:
    json.dumps(report)


def answered(function: Any, question: Asked) -> Any:
    return json.loads(json.dumps(function(ignored, question)))


def test_the_groups_have_formulas_and_the_domains_come_first() -> None:
    [domains, column, *_] = answered(inside.groups, asked())["groups"]
    assert (domains["name"], column["formulas"]) == ("one queen per row", ["∀ i < j ∈ {1, …, 4}:  queen[i] ≠ queen[j]"])


def test_a_page_never_has_more_than_some_items_of_a_large_program() -> None:
    page = answered(inside.page, asked(parameters=("60",), group="one queen per column", row="sat+amo=pairwise"))
    assert (page["count"], len(page["items"])) == (106_200, inside.ITEMS)


@pytest.mark.parametrize(
    ("detail", "field", "message"),
    [
        ({"row": "sat+amo=x"}, "row", "amo"),
        ({"row": "nothing"}, "row", "nothing"),
        ({"row": "minizinc"}, "row", "does not list"),
        ({"row": 3}, "row", "must be a text"),
        ({"start": -1}, "start", "must be an integer"),
    ],
)
def test_a_wrong_row_or_place_is_a_sentence_beside_its_field(
    detail: dict[str, object], field: str, message: str
) -> None:
    with pytest.raises(BadField, match=message) as raised:
        inside.page(ignored, asked(**detail))  # type: ignore[arg-type]
    assert raised.value.field == field


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no group 'x'"):
        inside.page(ignored, asked(group="x"))


def test_a_formula_is_related_and_its_clauses_have_their_cells() -> None:
    text = (MISTAKES / "forgotten_diagonals.cnf").read_text()
    relation = answered(check.check, asked(text=text))["relation"]
    assert (relation["verdict"], relation["missing"]["count"]) == ("too weak", 10)
    assert relation["wrong"]["values"] == ["queen[1]=3", "queen[2]=2", "queen[3]=4", "queen[4]=1"]
    [first, _] = relation["missing"]["clauses"][0]["mentions"]
    assert first == ["¬queen[1]=3", "queen[1]", [3], False]


def test_a_lost_solution_has_the_clauses_to_blame() -> None:
    text = (MISTAKES / "forgotten_diagonals.cnf").read_text().replace("p cnf 16 66", "p cnf 16 67") + "-2 0\n"
    relation = answered(check.check, asked(text=text))["relation"]
    [blamed] = relation["lost"]["blamed"]["clauses"]
    assert (relation["verdict"], blamed["mentions"]) == ("both", [["¬queen[1]=2", "queen[1]", [2], False]])


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("", "", "the formula is missing"),
        ("p cnf 1 1\n1 0 2\n", "mine.cnf", "line 2: "),
        ("p cnf 1 1\n1 zero\n", "", "line 2: a literal is an integer"),
        ("print(1)", "mine.py", "is Python code, which is not run here"),
        ("print(1)", "mine.PY.gz", "is Python code, which is not run here"),
        ("max: x;", "mine.lp", "mine.lp|line"),
    ],
)
def test_a_formula_that_cannot_be_read_is_a_sentence(text: str, name: str, message: str) -> None:
    with pytest.raises(BadField, match=message) as raised:
        check.check(ignored, asked(text=text, name=name))
    assert raised.value.field == "text"


def test_the_steps_are_sent_as_events_and_the_end_says_why() -> None:
    events: list[Any] = []
    end = watch.watch(events.append, asked(row="sat:dpll", solutions=0))
    steps = [step for event in events for step in event["steps"]]
    assert end == {"event": "end", "ending": "the search is over"}
    assert [step["sentence"] for step in steps if step["kind"] == "solution"] == [
        "Solution 1: queen[1]=2, queen[2]=4, queen[3]=1, queen[4]=3",
        "Solution 2: queen[1]=3, queen[2]=1, queen[3]=4, queen[4]=2",
    ]
    trail: list[object] = []
    for step in steps:
        assert step["undone"] <= len(trail)
        del trail[len(trail) - step["undone"] :]
        trail += step["made"]


def test_a_step_that_makes_too_many_literals_to_show_is_undone_as_a_whole(tmp_path: Path) -> None:
    """y has 500 values, and x leaves one of them: 499 are ruled out in one step."""
    code = ["import threefold as tf", "def build():", "    spec = tf.Spec('copy')"]
    code += [f"    {name} = spec.integer('{name}', range({size}))" for name, size in (("x", 2), ("y", 500))]
    code += [
        "    spec.group('same').add(y == 7 * x)",
        "    return spec",
        "PUZZLE = tf.Puzzle('copy', 'y is 7·x', (), build)",
    ]
    (tmp_path / "copy.py").write_text("\n".join(code))
    events: list[Any] = []
    watch.watch(events.append, asked(puzzle=str(tmp_path / "copy.py"), parameters=(), solutions=0))
    trail: list[int] = []
    for step in (step for event in events for step in event["steps"]):
        left = step["undone"]
        while left > 0:
            left -= trail.pop()
        assert left == 0
        trail.append(step["count"])
        assert len(step["made"]) == min(step["count"], MOST)
    assert max(trail) > MOST


def test_what_cannot_be_watched_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="cannot be watched"):
        watch.watch(ignored, asked(row="cp"))
    with pytest.raises(BadField, match="steps must be an integer from 1 to 20000"):
        watch.watch(ignored, asked(steps=0))

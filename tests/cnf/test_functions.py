"""The functions behind `relate`, `decode` and `sat`, as Python code calls them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cnf.formulas import Clauses, program, queens
from threefold.backends.configuration import parse
from threefold.cnf.decode import decode_answer
from threefold.cnf.relate import relate_file
from threefold.cnf.relation.result import Relation
from threefold.cnf.sat_run import SatJob, solve_cnf
from threefold.guard import Limits
from threefold.language import BadInput
from threefold.models import costas
from threefold.runs.instance import Instance

LIMITS = Limits(seconds=60)
FOUR_QUEENS = Instance("nqueens", {"n": 4})


def written(path: Path, clauses: Clauses, variables: int) -> Path:
    lines = "".join(f"{' '.join(map(str, (*clause, 0)))}\n" for clause in clauses)
    path.write_text(f"p cnf {variables} {len(clauses)}\n{lines}")
    return path


def test_a_relation_has_a_verdict_drawings_and_an_exit_code(tmp_path: Path) -> None:
    weak = [clause for clause in queens(4, "row") if clause != [1, 2, 3, 4]]
    relation = relate_file(FOUR_QUEENS, written(tmp_path / "weak.cnf", [*weak, [-2]], 16), limits=LIMITS)
    assert (relation.verdict, relation.exit_code, relation.reason) == ("both", 1, None)
    assert relation.wrong
    assert relation.wrong.drawing.startswith(". . . .\n")
    assert relation.lost
    assert relation.lost.drawing == ". Q . .\n. . . Q\nQ . . .\n. . Q ."


def test_a_relation_is_printed_as_its_sentence_and_causes() -> None:
    relation = Relation("both", "two things are wrong", reason="a limit", causes=("this", "that"))
    assert str(relation) == "too weak and too strong: two things are wrong (a limit)\n  this\n  that"


def test_the_json_form_of_a_relation_has_the_documented_fields(tmp_path: Path) -> None:
    relation = relate_file(FOUR_QUEENS, written(tmp_path / "q.cnf", [*queens(4, "row"), [-2]], 16), limits=LIMITS)
    form = json.loads(json.dumps(relation.to_dict()))
    documented = (Path(__file__).parents[2] / "docs" / "json.md").read_text().partition("`relate")[2].partition("##")[0]
    assert all(f"`{field}`" in documented for field in form)
    assert form["lost_solution"]["blamed"] == {
        "count": 1,
        "clauses": [{"clause": 81, "literals": [-2], "text": "queen[1] != 2", "group": None}],
    }


def test_a_limit_leaves_a_relation_unknown_with_its_reason(tmp_path: Path) -> None:
    file = written(tmp_path / "q.cnf", queens(40, "row", without="column"), 1600)
    relation = relate_file(Instance("nqueens", {"n": 40}), file, limits=Limits(seconds=0.2))
    assert (relation.verdict, relation.exit_code) == ("unknown", 3)
    assert (relation.reason, relation.file) == ("time limit of 0.2 s", str(file))


def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    for name in ("absent.cnf", "null\0character"):
        with pytest.raises(BadInput, match=r"cannot be read|is not a file name"):
            relate_file(FOUR_QUEENS, tmp_path / name, limits=LIMITS)


@pytest.mark.parametrize("encoding", ["direct", "order", "binary"])
def test_derived_variables_are_decoded_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    cnf, answer = tmp_path / "costas.cnf", tmp_path / "answer"
    cnf.write_text(program(costas.build(5), f"sat+ints={encoding}").export("dimacs"))
    text: list[str] = []
    result = solve_cnf(SatJob(cnf, parse("sat", {})), limits=LIMITS, on_text=text.append)
    assert (result.status, result.models, result.exit_code) == ("sat", 1, 10)
    answer.write_text("".join(text))
    decoded = decode_answer(Instance("costas", {"n": 5}), answer, cnf, limits=LIMITS)
    assert (decoded.verdict, decoded.exit_code) == ("solution", 0)
    assert decoded.assignment
    assert costas.build(5).violated(decoded.assignment) is None


def test_all_models_of_a_puzzle_are_counted() -> None:
    text: list[str] = []
    job = SatJob(FOUR_QUEENS, parse("sat", {}), most=None)
    result = solve_cnf(job, limits=LIMITS, on_text=text.append)
    assert (result.status, result.models) == ("sat", 2)
    assert "".join(text).count("\nv ") == 2
    none = solve_cnf(replace(job, source=Instance("nqueens", {"n": 3})), limits=LIMITS, on_text=text.append)
    assert (none.status, none.models, none.exit_code) == ("unsat", 0, 20)

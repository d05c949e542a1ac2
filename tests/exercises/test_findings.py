"""What is found out about a sheet's formula, and the exit code that follows from it."""

from dataclasses import replace

import pytest

from threefold import exercises
from threefold.cnf.relation import Relation
from threefold.exercises.findings import Findings, dimacs, examine
from threefold.guard import Limits
from threefold.language import LimitReached

RIGHT, WRONG = Relation("equivalent", ""), Relation("too strong", "")
FOUND = Findings(faulty=False, known=(2, "OEIS"), count=2, exact=True, relation=RIGHT)


def test_the_exit_code_is_0_only_where_the_known_fault_is_found_and_no_other() -> None:
    assert FOUND.exit_code == 0
    assert replace(FOUND, relation=WRONG).exit_code == 1
    assert replace(FOUND, faulty=True).exit_code == 1
    assert replace(FOUND, faulty=True, relation=WRONG, count=0).exit_code == 0
    assert replace(FOUND, count=3).exit_code == 1
    assert replace(FOUND, count=3, exact=False).exit_code == 0
    assert replace(FOUND, reason="time limit of 1 s").exit_code == 3
    assert replace(FOUND, relation=None).exit_code == 3
    assert replace(FOUND, relation=Relation("unknown", "")).exit_code == 3


def test_the_clauses_to_blame_are_in_the_letters_and_groups_of_the_sheet() -> None:
    sheet = exercises.find("002")
    [printed] = sheet.choose({"n": 4, "k": 2}, "printed")
    found = examine(sheet, printed, {"n": 4, "k": 2}, limits=Limits(seconds=60))
    assert (found.variables, found.clauses, found.satisfiable, found.exit_code) == (82, 520, False, 0)
    assert found.relation
    assert found.relation.lost
    assert len(found.relation.lost.drawing.split()) == 8
    assert all(clause.text.startswith("¬X[") for clause in found.blamed)
    assert {clause.group for clause in found.blamed} == {"v cards between copies of v"}


def test_a_limit_before_the_formula_is_written_leaves_no_groups_and_no_file() -> None:
    sheet = exercises.find("000")
    [encoder] = sheet.choose({"n": 100}, "encoder")
    found = examine(sheet, encoder, {"n": 100}, limits=Limits(seconds=0.1))
    assert (found.groups, found.reason, found.exit_code) == ((), "time limit of 0.1 s", 3)
    with pytest.raises(LimitReached, match=r"exercise 000: time limit of 0.1 s"):
        dimacs(sheet, encoder, {"n": 100}, limits=Limits(seconds=0.1))

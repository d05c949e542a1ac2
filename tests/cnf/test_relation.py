"""The relation of a foreign formula to the spec: the verdict, what shows it, and the formulas of the sheets."""

from collections.abc import Callable

import pytest

from tests.cnf.formulas import Clauses, at_least_one, cell, formula, lowered, program, queens, sheet_000, sheet_002
from threefold.cnf.relation import Relation, relate
from threefold.language import Spec
from threefold.models import cards, nqueens


def related(n: int, clauses: Clauses) -> Relation:
    return relate(nqueens.build(n), formula(clauses, n * n))


def test_the_same_clauses_in_any_order_are_equal() -> None:
    relation = related(4, [clause[::-1] for clause in reversed(queens(4, "row"))])
    assert (relation.verdict, relation.exit_code) == ("equal", 0)
    assert relation.sentence == "the formula has the 80 clauses of the spec's CNF"
    assert relation.naming == "the default numbering"


def test_a_missing_clause_that_the_others_imply_is_harmless() -> None:
    without = [clause for clause in queens(4, "row") if clause != [-1, -2]]
    relation = related(4, without)
    assert (relation.verdict, relation.unwritten, relation.missing) == ("equivalent", 1, ())


def test_a_formula_that_is_too_weak_comes_with_a_model_and_the_constraint_that_it_violates() -> None:
    relation = related(5, queens(5, "row", without="column"))
    assert (relation.verdict, relation.exit_code) == ("too weak", 1)
    assert relation.wrong
    assert relation.wrong.assignment
    assert len(set(relation.wrong.assignment)) < 5
    assert relation.wrong.group == "one queen per column"
    assert relation.wrong.violated.startswith("AllDifferent(queen[1], queen[2]")
    assert relation.lost is None
    assert {clause.group for clause in relation.missing} == {"one queen per column"}


def test_a_model_without_a_value_violates_the_domain() -> None:
    relation = related(4, [clause for clause in queens(4, "row") if clause != [1, 2, 3, 4]])
    assert relation.wrong
    assert (relation.wrong.group, relation.wrong.violated) == ("one queen per row", "queen[1] has no value")
    assert relation.wrong.assignment is None
    assert relation.wrong.values[0] == ()


def test_a_model_with_two_values_violates_the_domain() -> None:
    spec = Spec("two")
    spec.integer("x", range(1, 4))
    relation = relate(spec, formula([[1, 2, 3], [-1, -2], [-2, -3]], 3))
    assert relation.wrong
    assert relation.wrong.violated == "x has 2 values: 1 and 3"


def test_a_formula_that_is_too_strong_comes_with_a_solution_and_the_clauses_to_blame() -> None:
    relation = related(4, [*queens(4, "row"), [-2], [-3, -9]])
    assert relation.verdict == "too strong"
    assert relation.lost
    assert relation.lost.assignment in [(2, 4, 1, 3), (3, 1, 4, 2)]
    [blamed] = relation.lost.blamed
    assert (blamed.index, blamed.text) in [(81, "queen[1] != 2"), (82, "queen[1] != 3 or queen[3] != 1")]


def test_too_weak_and_too_strong_is_both() -> None:
    relation = related(5, [*queens(5, "row", without="column"), [-1]])
    assert relation.verdict == "both"
    assert relation.wrong
    assert relation.lost


def test_a_formula_without_a_model_is_told_so() -> None:
    relation = related(4, [*queens(4, "row"), []])
    assert relation.sentence == "the formula has no model at all, though the spec has a solution"
    assert relation.lost
    assert [clause.text for clause in relation.lost.blamed] == ["the empty clause, which is false"]


def test_no_solutions_on_either_side_is_equivalent() -> None:
    assert related(3, [[1], [-1]]).verdict == "equivalent"


def test_a_contradiction_says_little_about_a_spec_without_solutions() -> None:
    relation = related(3, [[1], [-1]])
    assert relation.sentence == (
        "neither the formula nor the spec has a solution; compared group by group, they differ, so that this proves little"
    )
    told = (
        "the group 'one queen per column' is missing: 9 of its 9 clauses do not follow from what the formula says of it"
    )
    assert told in relation.causes
    assert "2 clauses (first clause 1: queen[1] == 1) follow from no group of the spec" in relation.causes


def test_a_formula_without_models_that_lacks_a_group_is_told_so() -> None:
    relation = related(3, [*queens(3, "row", without="ascending"), [5], [-5]])
    assert relation.verdict == "equivalent"
    cause, strange = relation.causes
    assert strange.endswith("follow from no group of the spec")
    assert cause.startswith("the group 'one queen per ascending diagonal' is missing: 5 of its 5 clauses")


def test_an_encoding_of_a_spec_without_solutions_says_the_same_group_by_group() -> None:
    relation = relate(nqueens.build(3), lowered(nqueens.build(3), "ladder"))
    assert (relation.verdict, relation.causes) == ("equivalent", ())
    assert relation.sentence.endswith("compared group by group, they say the same")


def test_the_first_counterexample_is_reported_at_once() -> None:
    """30 queens with auxiliaries and without a group: to ask for every clause would take a minute."""

    class Enough(Exception):
        pass

    def stop(so_far: Relation) -> None:
        if so_far.verdict != "unknown":
            assert so_far.verdict == "too weak"
            assert so_far.wrong
            raise Enough

    spec = nqueens.build(30)
    clauses = [clause for group, clause in program(spec, "sat+amo=seqcounter").clauses() if "ascending" not in group]
    with pytest.raises(Enough):
        relate(spec, formula(clauses, max(abs(n) for clause in clauses for n in clause)), report=stop)


def test_a_spec_without_solutions_makes_every_model_wrong() -> None:
    assert related(3, []).verdict == "too weak"


def test_what_is_known_is_reported_on_the_way() -> None:
    reports: list[Relation] = []
    clauses = [*queens(5, "row", without="column"), [-1]]
    relate(nqueens.build(5), formula(clauses, 25), report=reports.append)
    assert [report.verdict for report in reports] == ["unknown", "too weak", "too weak", "both"]
    assert all("not decided" in report.sentence for report in reports[1:3])


def test_booleans_are_decision_literals_too() -> None:
    spec = Spec("booleans")
    a, b = spec.boolean("a"), spec.boolean("b")
    spec.group("one").add(a + b == 1)
    assert relate(spec, formula([[1, 2], [-1, -2]], 2)).exit_code == 0
    relation = relate(spec, formula([[1, 2]], 2))
    assert relation.wrong
    assert relation.wrong.assignment == (1, 1)


# The sheets


def test_sheet_000_is_equal_when_read_by_columns_and_its_diagonals_are_there_twice() -> None:
    clauses = sheet_000(4)
    assert len(clauses) == 108
    names = {cell(4, i, j): f"queen[{j}, {i}]" for i in range(1, 5) for j in range(1, 5)}
    relation = relate(nqueens.build(4), formula(clauses, 16), names)
    assert (relation.verdict, relation.duplicates) == ("equal", 28)
    assert relation.sentence == "the formula has the 80 clauses of the spec's CNF, 28 of them repeated"
    assert [cause.partition(" is applied twice")[0] for cause in relation.causes] == [
        "the group 'one queen per descending diagonal'",
        "the group 'one queen per ascending diagonal'",
    ]


def test_the_wrong_clause_in_the_listing_of_sheet_000_is_harmless() -> None:
    belongs, stands = [-cell(4, 1, 4), -cell(4, 2, 4)], [-cell(4, 2, 4), -cell(4, 3, 4)]
    listing = [stands if clause == belongs else clause for clause in queens(4, "column")]
    relation = related(4, listing)
    assert (relation.verdict, relation.duplicates) == ("equivalent", 1)


def test_sheet_003_has_a_harmless_clause_per_column_more() -> None:
    clauses = queens(8, "row", "column")
    assert len(clauses) == 744
    relation = related(8, clauses)
    assert relation.verdict == "equivalent"
    assert [list(extra.literals) for extra in relation.extras] == at_least_one(8, "column")


@pytest.mark.slow
def test_the_printed_encoder_of_sheet_002_is_too_strong_by_the_distance_clauses_of_the_last_copy() -> None:
    clauses, names = sheet_002(4, 2, faulty=True)
    assert (len(clauses), len(names)) == (520, 82)
    relation = relate(cards.build(4, 2), formula(clauses, len(names), names))
    assert (relation.verdict, relation.auxiliaries) == ("too strong", 18)
    assert "no model at all" in relation.sentence
    assert relation.naming == "the formula's dictionary, X[…] read as position[…]"
    assert relation.lost
    assert relation.lost.blamed
    assert all(len(clause.literals) == 1 and ", 2] !=" in clause.text for clause in relation.lost.blamed)


def test_the_formula_of_sheet_002_is_equal() -> None:
    clauses, names = sheet_002(4, 2, faulty=False)
    assert relate(cards.build(4, 2), formula(clauses, len(names), names)).verdict == "equal"


# 30 queens: seconds, also where the pigeonhole principle is needed


@pytest.mark.parametrize(
    ("clauses", "verdict"),
    [
        (lambda: queens(30, "row"), "equal"),
        pytest.param(lambda: queens(30, "column"), "equivalent", marks=pytest.mark.slow),
        pytest.param(lambda: queens(30, "row", "column"), "equivalent", marks=pytest.mark.slow),
        pytest.param(lambda: queens(30, "column", without="column"), "equivalent", marks=pytest.mark.slow),
        pytest.param(
            lambda: [clause for clause in queens(30, "row") if clause != [-1, -32]], "too weak", marks=pytest.mark.slow
        ),
        pytest.param(lambda: [*queens(30, "row"), [-1, -64]], "too strong", marks=pytest.mark.slow),
    ],
    ids=["by rows", "by columns", "by both", "without column pairs", "one clause dropped", "one clause too many"],
)
def test_30_queens_are_decided(clauses: Callable[[], Clauses], verdict: str) -> None:
    assert related(30, clauses()).verdict == verdict


@pytest.mark.slow
def test_30_queens_with_auxiliaries_are_decided() -> None:
    assert relate(nqueens.build(30), lowered(nqueens.build(30), "product")).verdict == "equivalent"

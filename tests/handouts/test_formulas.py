"""Formulas for general parameters are inferred from some sizes, and generate the very statements of others."""

import pytest

from threefold.handouts.expressions import expression
from threefold.handouts.generalise import Describer
from threefold.handouts.inference import infer, shapes
from threefold.handouts.notation import to_latex
from threefold.handouts.regions import fit
from threefold.handouts.statements import Reader
from threefold.language import Spec
from threefold.models import find


def describer(name: str, *parameters: int) -> Describer:
    puzzle = find(name)
    values = puzzle.parse([str(each) for each in parameters])
    return Describer.of(puzzle, puzzle.build(**values), values, plain=True)


def written(text: str) -> str:
    return text.replace(r"\,", "").replace(r"\mathit", "").replace(" ", "")


@pytest.mark.parametrize(
    ("group", "formulas"),
    {
        "one queen per row": [
            r"\bigwedge_{1\lei\len}\bigvee_{1\lej\len}{queen}[i,j]",
            r"\bigwedge_{1\lei\len}\bigwedge_{1\lej<j'\len}{queen}[i,j]\rightarrow\lnot{queen}[i,j']",
        ],
        "one queen per column": [
            r"\bigwedge_{1\lei<i'\len}\bigwedge_{1\lej\len}{queen}[i,j]\rightarrow\lnot{queen}[i',j]"
        ],
        "one queen per descending diagonal": [
            r"\bigwedge_{1\lei<i'\len}\bigwedge_{1\lej,j'\len,j-i=j'-i'}{queen}[i,j]\rightarrow\lnot{queen}[i',j']"
        ],
    }.items(),
)
def test_the_clauses_of_queens_have_the_formulas_of_the_sheets(group: str, formulas: list[str]) -> None:
    found = describer("nqueens", 4).formulas(group, Reader.clauses)
    assert [written(to_latex(each.general or ())) for each in found] == formulas


def test_the_distance_of_cards_needs_both_parameters() -> None:
    [near, far] = describer("cards", 4, 2).formulas("v cards between copies of v", Reader.clauses)
    assert (near.count, far.count) == (18, 14)
    assert r"1\lel,i+l+1\len\cdotk" in written(to_latex(near.general or ()))
    assert r"{position}[i,j]=" in written(
        to_latex(describer("cards", 4, 2).formulas("v cards between copies of v", Reader.posted)[0].general or ())
    )


def test_rows_are_summed_over_diagonals() -> None:
    [rows] = describer("nqueens", 4).formulas("one queen per descending diagonal", Reader.linear_rows)
    assert written(to_latex(rows.general or ())) == (
        r"\bigwedge_{2-n\led\len-2}\sum_{1\lei,j\len,j-i=d}{queen}[i,j]\le1"
    )


def test_a_pattern_that_another_size_contradicts_is_for_the_instance_only() -> None:
    """2·i ≤ n is no bound of i that is the same for even and odd n."""
    general, instance = describer("schur", 3, 13).formulas("no sum in one colour", Reader.clauses)
    assert general.general
    assert not instance.general
    assert instance.instance


def test_a_text_parameter_gives_formulas_of_the_instance() -> None:
    found = describer("sudoku").formulas("every number once in a box", Reader.clauses)
    assert [each.general for each in found] == [None]
    assert r"\lceili/3\rceil=\lceili'/3\rceil" in written(to_latex(found[0].instance or ()))


def test_arbitrary_statements_are_listed_and_have_no_formula() -> None:
    [given] = describer("sudoku").formulas("given", Reader.clauses)
    assert (given.general, given.instance, given.count) == (None, None, 30)


@pytest.mark.parametrize(("name", "parameters"), [("nqueens", (5,)), ("cards", (3, 2)), ("latin", (3,))])
def test_every_accepted_pattern_generates_exactly_the_statements_of_the_instance(
    name: str, parameters: tuple[int, ...]
) -> None:
    chosen = describer(name, *parameters)
    for group, statements in Reader(chosen.spec).clauses().items():
        assert sum(each.count for each in chosen.formulas(group, Reader.clauses)) == len(statements)
        for [own] in shapes([statements]):
            pattern = infer([own], [{}])
            assert pattern is None or pattern.generates(own, {}, own)
            assert pattern is None or not pattern.generates(own[1:], {}, own)


def test_an_expression_is_the_shortest_that_fits() -> None:
    sizes = [{"n": 3}, {"n": 4}]
    found = [expression(values, sizes) for values in ([9, 16], [15, 34], [3, 4], [7, 7])]
    assert [each.value({"n": 5}) for each in found if each] == [25, 65, 5, 7]


def test_points_without_a_description_have_no_region() -> None:
    assert fit([{(1, 1), (2, 5), (7, 3), (4, 4)}], [{}]) is None


def test_the_numbering_is_row_by_row() -> None:
    [numbering] = describer("cards", 4, 2).numbering()
    assert written(to_latex(numbering.general or ())).endswith(r"((i-1)\cdotk+j-1)\cdotn\cdotk+l")


def test_auxiliary_variables_give_a_list() -> None:
    spec = Spec("small")
    x = spec.booleans("x", range(4))
    from threefold.language import AtMost

    spec.group("two").add(AtMost(2, x))
    [listed] = Describer(find("nqueens"), spec, {}, []).formulas("two", Reader.clauses)
    assert listed.auxiliary
    assert listed.listed

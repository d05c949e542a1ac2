"""Numbers, words, tables and lists of descriptions."""

import pytest

from threefold.format import Column, Table, described, duration, in_words, listed, many, seconds

COLUMNS = (Column("row", left=True), Column("solver", left=True, rank=1), Column("solutions"), Column("time", rank=2))
ROWS = [["sat", "cadical195", "92", "1.5 s"], ["cp", "CP-SAT", "1,234,567", "20 ms"]]


def test_a_table_aligns_its_columns() -> None:
    assert str(Table(COLUMNS, ROWS)).splitlines() == [
        "  row   solver       solutions    time",
        "  sat   cadical195          92   1.5 s",
        "  cp    CP-SAT       1,234,567   20 ms",
    ]


@pytest.mark.parametrize(
    ("width", "titles"),
    [
        (39, ["row", "solver", "solutions", "time"]),
        (35, ["row", "solver", "solutions", "time"]),
        (30, ["row", "solver", "solutions"]),
        (20, ["row", "solutions"]),
        (3, ["row", "solutions"]),
    ],
)
def test_a_narrow_table_has_narrow_gaps_and_then_fewer_columns(width: int, titles: list[str]) -> None:
    table = Table(COLUMNS, ROWS, width=width)
    assert table.titles == titles
    if width > 3:
        assert max(map(len, str(table).splitlines())) <= width


def test_colours_do_not_change_the_alignment() -> None:
    painted = [["sat", "\033[32mcadical195\033[0m", "92", "1.5 s"], ROWS[1]]
    lines = Table(COLUMNS, painted).lines
    assert [line.replace("\033[32m", "").replace("\033[0m", "") for line in lines] == Table(COLUMNS, ROWS).lines


def test_further_lines_fit_the_columns_of_a_table_without_rows() -> None:
    table = Table([Column("n", least=3), Column("time", least=8)])
    assert [table.head, table.line(["8", "1.5 s"])] == ["    n       time", "    8      1.5 s"]


def test_a_description_stands_beside_its_term_or_below_it() -> None:
    items = [
        ("nqueens n", ["queens on a board that do not attack each other", "+option=… a long line about an option"])
    ]
    assert described(items, 12, 60).splitlines() == [
        "  nqueens n queens on a board that do not attack each other",
        "            +option=… a long line about an option",
    ]
    assert described(items, 12, 40).splitlines() == [
        "  nqueens n",
        "      queens on a board that do not",
        "      attack each other",
        "      +option=… a long line about an",
        "        option",
    ]


def test_numbers_and_words() -> None:
    assert [many(1, "class", "classes"), many(14_200, "class", "classes")] == ["1 class", "14,200 classes"]
    assert [in_words(3), in_words(11), in_words(1234)] == ["three", "11", "1,234"]
    assert [listed(["sat"]), listed(["sat", "cp", "ilp"])] == ["sat", "sat, cp and ilp"]
    assert [seconds(None), seconds(0.0005), seconds(0.138), seconds(4.474)] == ["–", "0.5 ms", "138 ms", "4.47 s"]
    assert [duration(40), duration(180), duration(7500)] == ["40 s", "3 min", "2 h 5 min"]

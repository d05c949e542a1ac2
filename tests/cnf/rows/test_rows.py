"""0/1 programs against specs: what the readers accept, what the rows mean, and what is said about them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

import threefold as tf
from threefold.cnf.files import File
from threefold.cnf.relation import Relation
from threefold.cnf.rows import clauses
from threefold.cnf.rows.bounds import intervals
from threefold.cnf.rows.clauses import translated
from threefold.cnf.rows.columns import Meaning
from threefold.cnf.rows.lp_reader import read_lp
from threefold.cnf.rows.mps_reader import read_mps
from threefold.cnf.rows.opb_reader import read_opb
from threefold.cnf.rows.program import LinearProgram

READERS = {"lp": read_lp, "mps": read_mps, "opb": read_opb}


def read(folder: Path, form: str, text: str) -> LinearProgram:
    path = folder / f"mine.{form}"
    path.write_text(text, encoding="utf-8")
    return READERS[form](File(str(path), f"mine.{form}"))


def queens(n: int, name: str = "x_{}_{}", base: int = 1) -> Iterator[tuple[str, list[str], str]]:
    """The rows of n queens: a group, the columns of a row, and its sense; the bound is 1."""
    cells = range(base, n + base)
    for r in cells:
        yield "row", [name.format(r, c) for c in cells], "="
    for c in cells:
        yield "column", [name.format(r, c) for r in cells], "<="
    for sign, group in ((-1, "descending"), (1, "ascending")):
        for d in range(-2 * n, 2 * n + 3):
            line = [name.format(r, c) for r, c in product(cells, cells) if c + sign * r == d]
            if len(line) > 1:
                yield group, line, "<="


def lp(rows: list[tuple[str, list[str], str]], section: str = "Binaries") -> str:
    columns = sorted({column for _, line, _ in rows for column in line})
    body = "\n".join(f" c{i}: {' + '.join(line)} {sense} 1" for i, (_, line, sense) in enumerate(rows))
    return f"Minimize\n obj: 0\nSubject To\n{body}\n{section}\n {' '.join(columns)}\nEnd\n"


def related(folder: Path, text: str, *puzzle: str | int, form: str = "lp", **options: object) -> Relation:
    path = folder / f"mine.{form}"
    path.write_text(text, encoding="utf-8")
    return tf.relate(*(puzzle or ("nqueens", 4)), str(path), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["x_{}_{}", "Q[{},{}]", "q({},{})", "queen_{}_{}", "x_({},_{})", "x[{}, {}]", "x{}_{}"]
)
def test_columns_are_read_by_their_names(tmp_path: Path, name: str) -> None:
    assert related(tmp_path, lp(list(queens(4, name)))).verdict == "equal"


def test_indices_from_0_are_read_and_reported(tmp_path: Path) -> None:
    relation = related(tmp_path, lp(list(queens(4, base=0))))
    assert relation.verdict == "equal"
    assert "indices from 0" in relation.naming


@pytest.mark.parametrize("base", [0, 1])
def test_numbered_columns_are_the_literals_in_order(tmp_path: Path, base: int) -> None:
    rows = [(g, [f"x{4 * int(n[0]) + int(n[1]) + base}" for n in line], s) for g, line, s in queens(4, "{}{}", 0)]
    assert related(tmp_path, lp(rows)).verdict == "equal"


def test_a_missing_group_of_rows_is_too_weak_with_a_board(tmp_path: Path) -> None:
    relation = related(tmp_path, lp([row for row in queens(4) if row[0] != "ascending"]))
    assert relation.verdict == "too weak"
    assert relation.wrong is not None
    assert relation.wrong.drawing.count("Q") == 4
    assert "ascending" in " ".join(relation.causes)


def test_a_row_too_much_is_too_strong_and_blamed(tmp_path: Path) -> None:
    relation = related(tmp_path, lp([*queens(4), ("corner", ["x_1_2", "x_1_3"], "<="), ("wrong", ["x_1_2"], "=")]))
    assert relation.verdict == "too strong"
    assert relation.lost is not None
    assert [clause.text for clause in relation.lost.blamed] == ["c19: x_1_2 = 1"]
    assert relation.form == "rows"


def test_rows_that_follow_are_harmless(tmp_path: Path) -> None:
    rows = [(g, line, "=" if g == "column" else s) for g, line, s in queens(4)]
    relation = related(tmp_path, lp(rows))
    assert relation.verdict == "equivalent"
    assert len(relation.extras) == 4


def test_a_forgotten_declaration_is_a_warning(tmp_path: Path) -> None:
    relation = related(tmp_path, lp(list(queens(4)), "\\ ").replace("\\ \n", "\\ "))
    assert relation.verdict == "equal"
    assert "not declared integer" in relation.warnings[0]


def test_an_objective_is_a_warning(tmp_path: Path) -> None:
    rows = [(g, line, "<=") for g, line, _ in queens(4)]
    relation = related(tmp_path, lp(rows).replace("Minimize\n obj: 0", "Maximize\n x_1_1 + x_1_2"))
    assert relation.verdict == "too weak"
    assert "objective" in relation.warnings[0]


def test_integer_columns_are_the_variables_of_the_spec(tmp_path: Path) -> None:
    text = "Minimize\n 0\nSubject To\n a + b = 3\nBounds\n 1 <= a <= 2\n 1 <= b <= 2\nGenerals\n a b\nEnd\n"
    spec = tf.Spec("two")
    a, b = spec.integer("a", range(1, 3)), spec.integer("b", range(1, 3))
    spec.group("sum").add(a + b == 3)
    path = tmp_path / "mine.lp"
    path.write_text(text)
    assert tf.relate(spec, path).exit_code == 0
    path.write_text(text.replace("= 3", ">= 3"))
    assert tf.relate(spec, path).verdict == "too weak"


def test_a_map_names_the_columns(tmp_path: Path) -> None:
    names = tmp_path / "names"
    names.write_text("".join(f"c{r}{c}z queen[{r}, {c}]\n" for r in range(1, 5) for c in range(1, 5)))
    assert related(tmp_path, lp(list(queens(4, "c{}{}z"))), names=names).verdict == "equal"


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(tf.BadInput, match=r"no column for queen\[1, 5\] and 8 more .* it may be called x_1_5"):
        related(tmp_path, lp(list(queens(4))), "nqueens", 5)


@pytest.mark.parametrize("form", ["lp", "mps", "opb"])
@pytest.mark.parametrize(
    "puzzle", [("nqueens", 4), ("cards", 3, 2), pytest.param(("knights", 3, 4), marks=pytest.mark.slow), ("zebra",)]
)
def test_our_own_exports_are_right(tmp_path: Path, form: str, puzzle: tuple[str | int, ...]) -> None:
    text = tf.lower(*puzzle, "ilp").export(form)  # type: ignore[arg-type]
    relation = related(tmp_path, text, *puzzle, form=form)
    assert relation.exit_code == 0
    assert relation.warnings == ()


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "mine.lp.gz"
    path.write_bytes(gzip.compress(lp(list(queens(4))).encode()))
    assert tf.relate("nqueens", 4, path).verdict == "equal"


# The readers


def test_lp_accepts_ranges_both_sides_and_several_lines(tmp_path: Path) -> None:
    program = read(
        tmp_path,
        "lp",
        "max\n 2 x\nst\n r: 1 <= x +\n 2 y\n <= 3\n 2*x >= y - 0.5 z + 1\nbound\n z <= 1\nbin\n x y\nint\nz\nend",
    )
    assert [str(row) for row in program.rows] == ["r: -x - 2·y <= -1", "r: x + 2·y <= 3", "row 3: 4·x - 2·y + z >= 2"]
    assert intervals(program) == {"x": (0, 1), "y": (0, 1), "z": (0, 1)}


@pytest.mark.parametrize(
    ("form", "text", "problem"),
    [
        ("lp", "x + y <= 1", ":1: expected Minimize, Maximize or Subject To"),
        ("lp", "max: x;\nc1: x <= 1;", "semicolon|Subject To"),
        ("lp", "Subject To\n x + y\nEnd", ":2: a row must have"),
        ("lp", "Subject To\n [ x ^ 2 ] <= 1\nEnd", ":2:"),
        ("lp", "Minimize\n 0\n", "no section 'Subject To'"),
        ("lp", "Subject To\n x <= 1\nsos1\n", ":3: 'sos1' cannot be compared"),
        ("mps", "ROWS\n E r\nCOLUMNS\n x s 1\n", ":4: no row s"),
        ("mps", "ROWS\n E r\nCOLUMNS\n x r one\n", ":4: a number is expected"),
        ("mps", "NAME a\n", "no section ROWS"),
        ("opb", "+1 x1 +1 x2 >= 1", ":1: a constraint must end in ';'"),
        ("opb", "+1 x1 x2 >= 1 ;", ":1: a product at 'x2'"),
        ("opb", "* nothing\n", "no constraint"),
    ],
)
def test_a_mistake_in_a_file_is_one_line_with_its_place(tmp_path: Path, form: str, text: str, problem: str) -> None:
    with pytest.raises(tf.BadInput, match=problem):
        read(tmp_path, form, text)


def test_mps_reads_ranges_and_bounds(tmp_path: Path) -> None:
    text = "ROWS\n N o\n L l\n E e\nCOLUMNS\n x l 1 e 2\n y l 1\nRHS\n r l 3 e 4\nRANGES\n r l 2 e -1\n"
    text += "BOUNDS\n UP b x 3\n BV b y\n"
    program = read(tmp_path, "mps", text)
    assert [str(row) for row in program.rows] == ["l: x + y >= 1", "l: x + y <= 3", "e: 2·x >= 3", "e: 2·x <= 4"]
    assert intervals(program) == {"x": (0, 3), "y": (0, 1)}


def test_opb_reads_negated_literals_and_missing_coefficients(tmp_path: Path) -> None:
    program = read(tmp_path, "opb", "* c\nmin: +1 x1 ;\n+2 ~x1 +1 x2 >= 2 ; x1 + x2\n <= 1 ;\n")
    assert [str(row) for row in program.rows] == ["row 1: -2·x1 + x2 >= 0", "row 2: x1 + x2 <= 1"]


def test_a_column_without_bound_is_named(tmp_path: Path) -> None:
    program = read(tmp_path, "lp", "Subject To\n x - y <= 1\nGenerals\n x y\nEnd")
    with pytest.raises(tf.BadInput, match="x has no upper bound"):
        intervals(program)


@pytest.mark.parametrize("most", [0, clauses.MOST_COVERS])
@pytest.mark.parametrize("seed", range(20))
def test_clauses_have_the_solutions_of_the_rows(monkeypatch: pytest.MonkeyPatch, seed: int, most: int) -> None:
    """Against brute force, with coefficients of both signs; also where a row has too many covers for plain clauses."""
    from pysat.solvers import Minisat22

    monkeypatch.setattr(clauses, "MOST_COVERS", most)
    random = Random(seed)
    size = random.randint(1, 6)
    program = LinearProgram("random", "lp")
    for _ in range(random.randint(1, 4)):
        terms = {f"x{i}": Fraction(random.randint(-4, 4)) for i in range(1, size + 1)}
        program.add("", terms, random.choice(["<=", ">=", "="]), Fraction(random.randint(-4, 4)))
    for column in program.columns.values():
        column.declare_binary()
    numbers = {f"x{i}": i for i in range(1, size + 1)}
    formula = translated(program, intervals(program), Meaning("", {}, numbers)).formula
    solver = Minisat22(bootstrap_with=list(formula.clauses()))
    for point in product((0, 1), repeat=size):
        values = {f"x{i}": value for i, value in enumerate(point, start=1)}
        sums = [(sum(a * values[x] for x, a in row.terms.items()), row) for row in program.rows]
        wanted = all({"<=": s <= r.bound, ">=": s >= r.bound, "=": s == r.bound}[r.sense] for s, r in sums)
        assert solver.solve([i if value else -i for i, value in enumerate(point, start=1)]) is wanted

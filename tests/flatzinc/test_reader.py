"""FlatZinc is read into a spec with the same solutions. All counts here are computed by hand or by Python's own operators."""

from collections.abc import Callable
from itertools import product

import pytest

from tests.lowering import lowered_solutions
from threefold.errors import BadInput
from threefold.flatzinc.reader import Reader
from threefold.language import Solution, Spec

BACKENDS = ("sat", "cp", "ilp", "backtracking")


def read(text: str) -> Spec:
    return Reader(text, "model").spec


def counts(text: str) -> list[int]:
    spec = read(text)
    return [len(set(lowered_solutions(spec, backend))) for backend in BACKENDS]


def truncated(a: int, b: int) -> int:
    return int(a / b)


DECLARED = """
var -3..3: a :: output_var; var -2..2: b :: output_var; var -6..6: c :: output_var;
var bool: p :: output_var; var bool: q :: output_var;
array [1..3] of int: weights = [2, -1, 1];
array [1..3] of var int: terms = [a, b, c];
"""
Meaning = Callable[[int, int, int, int, int], object]

MEANINGS: dict[str, Meaning] = {
    "int_eq(a, b)": lambda a, b, c, p, q: a == b,
    "int_ne(a, 2)": lambda a, b, c, p, q: a != 2,
    "int_lt(a, b)": lambda a, b, c, p, q: a < b,
    "int_le(1, b)": lambda a, b, c, p, q: b >= 1,
    "int_eq_reif(a, b, p)": lambda a, b, c, p, q: (a == b) == p,
    "int_le_reif(a, 0, p)": lambda a, b, c, p, q: (a <= 0) == p,
    "int_lt_imp(a, b, p)": lambda a, b, c, p, q: not p or a < b,
    "int_ne_reif(a, b, true)": lambda a, b, c, p, q: a != b,
    "int_ne_reif(a, b, false)": lambda a, b, c, p, q: a == b,
    "int_lin_eq(weights, terms, 1)": lambda a, b, c, p, q: 2 * a - b + c == 1,
    "int_lin_le([1, 1], [a, b], -2)": lambda a, b, c, p, q: a + b <= -2,
    "int_lin_ne_reif(weights, terms, 1, p)": lambda a, b, c, p, q: (2 * a - b + c != 1) == p,
    "bool_lin_eq([2, 3], [p, q], c)": lambda a, b, c, p, q: 2 * p + 3 * q == c,
    "int_plus(a, b, c)": lambda a, b, c, p, q: a + b == c,
    "int_times(a, b, c)": lambda a, b, c, p, q: a * b == c,
    "int_div(a, b, c)": lambda a, b, c, p, q: b != 0 and truncated(a, b) == c,
    "int_div(a, 2, c)": lambda a, b, c, p, q: truncated(a, 2) == c,
    "int_div(a, -2, c)": lambda a, b, c, p, q: truncated(a, -2) == c,
    "int_mod(a, b, c)": lambda a, b, c, p, q: b != 0 and a - b * truncated(a, b) == c,
    "int_mod(a, 2, c)": lambda a, b, c, p, q: a - 2 * truncated(a, 2) == c,
    "int_abs(a, c)": lambda a, b, c, p, q: abs(a) == c,
    "int_max(a, b, c)": lambda a, b, c, p, q: max(a, b) == c,
    "int_min(a, b, c)": lambda a, b, c, p, q: min(a, b) == c,
    "int_pow(b, 2, c)": lambda a, b, c, p, q: b * b == c,
    "array_int_maximum(c, [a, b, 1])": lambda a, b, c, p, q: max(a, b, 1) == c,
    "array_int_minimum(c, [a, b])": lambda a, b, c, p, q: min(a, b) == c,
    "set_in(a, {-3, 0, 2})": lambda a, b, c, p, q: a in (-3, 0, 2),
    "set_in(a, -1..1)": lambda a, b, c, p, q: -1 <= a <= 1,
    "set_in_reif(a, {-3, 0, 2}, p)": lambda a, b, c, p, q: (a in (-3, 0, 2)) == p,
    "set_in_reif(a, -1..1, p)": lambda a, b, c, p, q: (-1 <= a <= 1) == p,
    "array_int_element(a, [4, 5, 6], c)": lambda a, b, c, p, q: a >= 1 and c == [4, 5, 6][a - 1],
    "array_var_int_element(a, [b, 5, b], c)": lambda a, b, c, p, q: a >= 1 and c == [b, 5, b][a - 1],
    "array_bool_element(a, [true, false, true], p)": lambda a, b, c, p, q: a >= 1 and p == [1, 0, 1][a - 1],
    "array_var_bool_element(a, [q, false, p], p)": lambda a, b, c, p, q: a >= 1 and p == [q, 0, p][a - 1],
    "bool2int(p, a)": lambda a, b, c, p, q: p == a,
    "bool_eq(p, q)": lambda a, b, c, p, q: p == q,
    "bool_not(p, q)": lambda a, b, c, p, q: p != q,
    "bool_le(p, q)": lambda a, b, c, p, q: p <= q,
    "bool_lt(p, q)": lambda a, b, c, p, q: p < q,
    "bool_and(p, q, true)": lambda a, b, c, p, q: p and q,
    "bool_or(p, q, false)": lambda a, b, c, p, q: not p and not q,
    "bool_xor(p, q, p)": lambda a, b, c, p, q: (p != q) == p,
    "bool_xor(p, q)": lambda a, b, c, p, q: p != q,
    "bool_clause([p], [q])": lambda a, b, c, p, q: p or not q,
    "bool_clause([], [q, true])": lambda a, b, c, p, q: not q,
    "bool_clause_reif([p], [q], p)": lambda a, b, c, p, q: (p or not q) == p,
    "array_bool_and([p, q], p)": lambda a, b, c, p, q: (p and q) == p,
    "array_bool_or([p, q, false], q)": lambda a, b, c, p, q: (p or q) == q,
    "array_bool_xor([p, q, true])": lambda a, b, c, p, q: (p + q + 1) % 2 == 1,
    "fzn_all_different_int(terms)": lambda a, b, c, p, q: len({a, b, c}) == 3,
    "threefold_table_int([a, b], [1, 1, 2, 0])": lambda a, b, c, p, q: (a, b) in ((1, 1), (2, 0)),
    "threefold_circuit(1, [a, b, c])": lambda a, b, c, p, q: (a, b, c) in ((2, 3, 1), (3, 1, 2)),
    "count_eq(terms, 1, 2)": lambda a, b, c, p, q: [a, b, c].count(1) == 2,
}


@pytest.mark.parametrize("constraint", MEANINGS)
def test_a_constraint_has_the_solutions_of_its_meaning(constraint: str) -> None:
    spec = read(f"{DECLARED} constraint {constraint}; solve satisfy;")
    everything = product(range(-3, 4), range(-2, 3), range(-6, 7), range(2), range(2))
    meant = {values for values in everything if MEANINGS[constraint](*values)}
    assert set(lowered_solutions(spec, "sat")) == meant
    assert set(lowered_solutions(spec, "cp")) == meant


def test_solutions_are_counted_over_the_output_variables() -> None:
    text = """
    var 1..3: x :: output_var; var 1..3: y; var 0..9: s :: var_is_introduced :: is_defined_var;
    constraint int_lin_eq([1, 1, -1], [x, y, s], 0) :: defines_var(s);
    constraint int_le(4, s);
    solve satisfy;
    """
    assert counts(text) == [3, 3, 3, 3]
    assert [str(x) for x in read(text).decisions] == ["x"]


def test_a_variable_that_is_defined_by_decisions_is_derived_and_any_other_is_hidden() -> None:
    spec = read(
        """
        var 1..3: x :: output_var; var 1..3: y; var 0..9: s :: is_defined_var; var 0..9: t :: is_defined_var;
        constraint int_lin_eq([1, -1], [x, s], 0) :: defines_var(s);
        constraint int_lin_eq([1, 1, -1], [x, y, t], 0) :: defines_var(t);
        solve satisfy;
        """
    )
    assert {str(x): (x.derived, x.hidden) for x in spec.variables} == {
        "x": (False, False), "y": (True, True), "s": (True, False), "t": (True, True),
    }  # fmt: skip


def test_without_output_annotations_all_variables_of_the_model_are_counted() -> None:
    assert counts("var 1..3: x; var bool: b; var 0..1: i :: var_is_introduced; solve satisfy;") == [6, 6, 6, 6]


def test_an_output_array_is_a_family_with_its_own_indices() -> None:
    spec = read(
        """
        var 1..2: x1; var 1..2: x2; var 1..2: x3;
        array [1..4] of var int: grid :: output_array([0..1, 1..2]) = [x1, x2, 7, x3];
        solve satisfy;
        """
    )
    assert [str(x) for x in spec.decisions] == ["grid[0, 1]", "grid[0, 2]", "grid[1, 2]"]


def test_a_solution_is_printed_in_the_form_of_minizinc() -> None:
    reader = Reader(
        """
        var 1..2: x1; var bool: p :: output_var;
        array [1..2] of var int: q :: output_array([1..2]) = [x1, 7];
        solve satisfy;
        """,
        "model",
    )
    values = {"q[1]": 2, "p": 1}
    assignment = [values[str(x)] for x in reader.spec.variables]
    assert reader.draw(Solution(reader.spec, assignment)) == "p = true;\nq = array1d(1..2, [2, 7]);\n----------"


def test_another_name_for_a_variable_is_the_same_variable() -> None:
    text = "var 1..3: x :: output_var; var 1..3: y :: output_var = x; constraint int_ne(y, 2); solve satisfy;"
    assert counts(text) == [2, 2, 2, 2]


def test_a_variable_without_bounds_gets_them_from_its_equation() -> None:
    text = """
    var 1..3: x :: output_var; var int: y; var int: z;
    constraint int_lin_eq([2, -1], [x, y], 1); constraint int_lin_eq([1, 1, -1], [y, x, z], 0);
    constraint int_le(z, 5);
    solve satisfy;
    """
    assert counts(text) == [2, 2, 2, 2]


def test_bounds_come_from_comparisons_and_products_too() -> None:
    text = """
    var int: x :: output_var; var 2..3: y :: output_var; var int: p; var int: z :: output_var;
    constraint int_le(1, x); constraint int_lin_le([1, 1], [x, y], 5);
    constraint int_times(x, y, p) :: defines_var(p); constraint int_eq(p, 6);
    constraint int_lin_eq([1, -2], [z, x], 0);
    solve satisfy;
    """
    assert counts(text) == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("var 1..3: x; constraint float_plus(x, x, x); solve satisfy;", "line 1: float_plus: this constraint is not in"),
        ("var float: x; solve satisfy;", "x: variables of the type float are not in the language"),
        ("var set of 1..3: x; solve satisfy;", "x: variables of the type set of int are not in the language"),
        ("var int: x; solve satisfy;", "x has no bounds: declare it with a domain"),
        ("var 1..3: x\nsolve satisfy;", "line 2: ';' was expected .got 'solve'"),
        ("var 1..3: x; constraint int_eq(x, y); solve satisfy;", "y is not declared"),
        ("var 1..3: x; solve hope;", "satisfy, minimize or maximize was expected"),
        ("var 1..3: x; constraint int_eq(x, 1.5); solve satisfy;", "numbers with a point"),
        ("var 0.0..1.0: x; solve satisfy;", "x: variables of the type float are not in the language"),
        ("var 1..3 ?", r"line 1: '\?' is not understood"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused_with_its_line_or_name(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read(text)


def test_a_variable_that_is_only_implied_is_hidden_although_the_compiler_says_that_it_is_defined() -> None:
    text = """
    var bool: p :: output_var; var bool: q :: output_var; var bool: b :: is_defined_var; var bool: c :: is_defined_var;
    constraint bool_clause([p], [b]) :: defines_var(b);
    constraint array_bool_or([b, q], c) :: defines_var(c);
    constraint bool_eq(c, true);
    solve satisfy;
    """
    assert counts(text) == [3, 3, 3, 3]
    assert {str(x) for x in read(text).variables if x.hidden} >= {"b", "c"}


@pytest.mark.parametrize(
    ("constraint", "function"),
    [
        ("int_lin_eq([1, -1], [x, s], 0)", True),
        ("int_lin_eq(zero, [x, s], 0)", False),
        ("int_lin_le([1, -1], [x, s], 0)", False),
        ("int_abs(x, s)", True),
        ("int_abs(s, x)", False),
        ("int_times(x, s, x)", False),
        ("int_times(x, x, s)", True),
        ("int_times(x, s, s)", False),
        ("array_int_maximum(s, [x, 2])", True),
        ("array_int_maximum(x, [s, 2])", False),
        ("int_lt_imp(x, 2, s)", False),
        ("int_lt_reif(x, 2, s)", True),
        ("int_eq_reif(s, x, true)", False),
    ],
)
def test_a_variable_is_derived_only_where_its_constraint_is_a_function(constraint: str, function: bool) -> None:
    domain = "bool" if "lt_" in constraint else "0..9"
    text = f"""
    array [1..2] of int: zero = [1, 0];
    var 1..3: x :: output_var; var {domain}: s :: is_defined_var;
    constraint {constraint} :: defines_var(s); solve satisfy;
    """
    [s] = [each for each in read(text).variables if str(each) == "s"]
    assert s.hidden != function

"""A literal of `tf.Encoder` is its number, and an operator that would write another clause says what to write."""

import copy
import json
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from pysat.card import CardEnc
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

import threefold as tf
from threefold.cnf.literal import Literal
from threefold.cnf.student_code import clause_list


def three() -> tuple[tf.Encoder, Any]:
    encoder = tf.Encoder("three")
    return encoder, encoder.family("a", range(1, 4))


NEGATIONS: dict[str, Callable[[Any], int]] = {
    "-a": operator.neg,
    "~a": operator.invert,
    "- of ~ of ~": lambda a: -~~a,
}


@pytest.mark.parametrize("name", NEGATIONS)
def test_minus_and_tilde_negate_and_give_a_literal(name: str) -> None:
    _, a = three()
    negated = NEGATIONS[name](a[2])
    assert (negated, type(negated)) == (-2, Literal)


def test_literals_by_name_are_literals_too() -> None:
    encoder, _ = three()
    assert [~encoder.literal("a", 3), ~encoder.no("a", 3)] == [-3, 3]


INSTEAD: dict[str, tuple[Callable[[Any, Any], object], str]] = {
    "a | b": (operator.or_, "write encoder.clause(a, b) for 'a or b'"),
    "a & b": (operator.and_, "write encoder.clause(a).clause(b) for 'a and b'"),
    "a ^ b": (operator.xor, "write encoder.clause(a, b).clause(-a, -b) for 'one of a and b'"),
    "a >> b": (operator.rshift, "write encoder.clause(-a, b) for 'if a then b'"),
    "a | 2": (lambda a, b: a | 2, "write encoder.clause(a, b)"),
    "1 | a": (lambda a, b: 1 | a, "write encoder.clause(a, b)"),
    "1 & a": (lambda a, b: 1 & a, "write encoder.clause(a).clause(b)"),
    "1 ^ a": (lambda a, b: 1 ^ a, "write encoder.clause(a, b).clause(-a, -b)"),
    "a or b": (lambda a, b: a or b, "for 'a or b' write encoder.clause(a, b)"),
    "a and b": (lambda a, b: a and b, "for 'a and b' encoder.clause(a).clause(b)"),
    "not a": (lambda a, b: not a, "for 'not a' -a"),
    "if a": (lambda a, b: 1 if -a else 2, "a literal is neither true nor false while the formula is written"),
    "any": (lambda a, b: any([a, b]), "a literal is neither true nor false while the formula is written"),
}


@pytest.mark.parametrize("name", INSTEAD)
def test_an_operator_that_python_has_for_bits_or_truth_says_what_to_write(name: str) -> None:
    call, message = INSTEAD[name]
    _, a = three()
    with pytest.raises(tf.BadInput) as caught:
        call(a[1], a[2])
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", ["==", "!=", "<="])
def test_a_comparison_is_no_literal(name: str) -> None:
    """`clause(a[1] != a[2])`: True is 1, the literal a[1]."""
    compare = {"==": operator.eq, "!=": operator.ne, "<=": operator.le}[name]
    encoder, a = three()
    with pytest.raises(tf.BadInput, match=r"a literal is a number, like Q\[1, 2\] or -Q\[1, 2\] \(got True\)"):
        encoder.clause(a[3], compare(a[1], a[1 if name == "==" else 2]))


def test_in_everything_else_a_literal_is_its_number() -> None:
    encoder, a = three()
    assert (a[1] + 1, a[3] - a[1], 2 * a[2], abs(-a[3]), -a[1] < 0 < a[1]) == (2, 2, 4, 3, True)
    assert sorted([a[2], -a[3], a[1]], key=abs) == [1, 2, -3]
    assert {a[1]: "x", -a[1]: "y"} == {1: "x", -1: "y"}
    assert (str(-a[1]), f"{a[2]}", repr(a[3]), json.dumps([a[1], -a[2]])) == ("-1", "2", "3", "[1, -2]")
    assert encoder.clause(1, -2).clause(a[3]).dimacs().endswith("1 -2 0\n3 0\n")


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a))])
def test_a_copy_is_a_literal_that_can_be_negated(again: Callable[[Any], Any]) -> None:
    _, a = three()
    assert (~again(a[2]), type(~again(a[2]))) == (-2, Literal)


@pytest.mark.parametrize("name", ["cadical195", "glucose42", "lingeling", "maplechrono", "minicard", "minisat22"])
def test_pysat_takes_literals(name: str) -> None:
    _, a = three()
    with Solver(name=name, bootstrap_with=[[a[1], a[2]], [-a[1], ~a[2]]]) as solver:
        solver.add_clause([-a[2], a[3]])
        assert solver.solve(assumptions=[a[2]])
        assert solver.get_model() == [-1, 2, 3]
        assert not solver.solve(assumptions=[a[1], a[2]])


def test_formulas_of_pysat_take_literals() -> None:
    _, a = three()
    weighted = WCNF()
    weighted.append([-a[1]], weight=2)
    clauses = [[a[1], a[2]], [-a[3]]]
    assert CNF(from_clauses=clauses).to_dimacs().split("\n") == ["p cnf 3 2", "1 2 0", "-3 0"]
    assert CardEnc.atmost([a[1], a[2], a[3]], bound=1, encoding=0).clauses == [[-1, -2], [-1, -3], [-2, -3]]
    assert (weighted.nv, weighted.soft) == (1, [[-1]])


def test_a_list_of_clauses_that_a_student_returns_may_have_literals() -> None:
    _, a = three()
    clauses = clause_list([[a[1], ~a[2], 0], (a[3],)], "encode()")
    assert clauses == [["p", "cnf", 3, 2], [1, -2, 0], [3, 0]]
    assert {type(literal) for clause in clauses[1:] for literal in clause} == {int}

"""DIMACS out, and in again: the same clauses, names and shown literals; the same bytes on every run; the sizes of the sheets."""

import subprocess
import sys
from array import array
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import KINDS, examples, specs
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat.clause_store import ClauseStore, Formula, Pairs, clauses_of
from threefold.backends.sat.dimacs_reader import parse_dimacs
from threefold.backends.sat.dimacs_writer import own_literals, to_dimacs
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import DEFAULT, new_solver
from threefold.checker import brute_force
from threefold.language import AllDifferent, Clause, Spec
from threefold.language.givens import add_givens
from threefold.models import cards, nqueens

OPTIONS = ("amo=pairwise", "amo=ladder", "amo=product", "ints=order", "ints=binary")


def lowered(spec: Spec, configuration: str = "sat+amo=pairwise") -> CnfProgram:
    program = find("sat").lower(spec, parse(configuration, {}))
    assert isinstance(program, CnfProgram)
    return program


def text(program: CnfProgram, *, plain: bool = False) -> bytes:
    return b"".join(program.dimacs(plain=plain))


def read(written: bytes) -> Formula:
    return parse_dimacs(BytesIO(written), "written")


# Round trips


@pytest.mark.parametrize("kind", KINDS)
@examples(40)
@given(data=st.data())
def test_what_is_written_is_read_as_the_same_clauses_names_and_shown_literals(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    program = lowered(spec, f"sat+{data.draw(st.sampled_from(OPTIONS))}")
    literals = list(own_literals(spec, program.projection.views))
    formula = read(text(program))
    assert list(formula.clauses()) == [clause for _, clause in program.clauses()]
    assert formula.variables == program.top
    assert formula.names == {number: name for number, name, _ in literals}
    assert list(formula.names) == list(range(1, program.size.variables + 1))
    assert formula.shown == [number for number, _, x in literals if not x.derived]


def test_an_auxiliary_of_a_single_value_has_no_literal_to_describe() -> None:
    spec = Spec("single")
    x, y = spec.integer("x", [0]), spec.integer("y", [4])
    spec.group("products").add(AllDifferent([x * y, x + 1]))
    formula = read(text(lowered(spec, "sat+ints=order")))
    assert not formula.names


@examples(60)
@given(spec=specs())
def test_plain_has_the_same_clauses_and_no_comment(spec: Spec) -> None:
    program = lowered(spec)
    written = text(program, plain=True)
    assert b"c" not in written.replace(b"p cnf", b"")
    formula = read(written)
    assert list(formula.clauses()) == list(read(text(program)).clauses())
    assert (formula.names, formula.shown) == ({}, None)


@examples(60)
@given(spec=specs())
def test_every_run_writes_the_same_bytes(spec: Spec) -> None:
    assert text(lowered(spec)) == text(lowered(spec))


def test_another_process_with_another_hash_seed_writes_the_same_bytes() -> None:
    script = """
import sys
from threefold.backends.configuration import parse
from threefold.backends.sat import BACKEND
from models import cards
sys.stdout.write(BACKEND.lower(cards.build(5, 2), parse("sat", {})).export("dimacs"))
"""
    runs = {
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    }
    assert runs == {text(lowered(cards.build(5, 2), "sat"))}


flats = st.lists(st.lists(st.integers(-9, 9).filter(bool), max_size=4), max_size=4)
foldeds = st.lists(st.integers(1, 9), unique=True, min_size=2, max_size=6)


@given(parts=st.lists(st.one_of(flats, foldeds.map(tuple))))
def test_folded_pairs_are_written_as_the_clauses_they_stand_for(parts: list[list[list[int]] | tuple[int, ...]]) -> None:
    """Pairs are written by `join`, other clauses literal by literal."""
    folded, flat = ClauseStore(), ClauseStore()
    for part in parts:
        if isinstance(part, tuple):
            folded.parts.append(Pairs(array("i", part)))
        else:
            folded.extend(literal for clause in part for literal in (*clause, 0))
    flat.extend(literal for clause in folded for literal in (*clause, 0))
    assert not any(isinstance(part, Pairs) for part in flat.parts)
    assert (len(folded), folded.literals) == (len(flat), flat.literals)
    assert list(folded) == list(flat)
    assert b"".join(to_dimacs(9, {("g", False): folded}, None)) == b"".join(to_dimacs(9, {("g", False): flat}, None))


def test_clauses_of_a_flat_array_may_be_empty() -> None:
    assert list(clauses_of([0, 1, -2, 0, 0])) == [[], [1, -2], []]


@examples(60)
@given(spec=specs(), option=st.sampled_from(OPTIONS))
def test_models_counted_over_the_shown_literals_are_the_solutions(spec: Spec, option: str) -> None:
    """As a projected model counter counts: by the file alone."""
    formula = read(text(lowered(spec, f"sat+{option}")))
    assert formula.shown is not None
    solver, found = new_solver(DEFAULT, formula.variables, None), 0
    solver.add(formula.clauses())
    while solver.solve():
        model = solver.model()
        solver.add([[-model[number - 1] for number in formula.shown]])
        found += 1
    assert found == len(brute_force.projected(spec))


# What the comments say


def test_the_comments_say_puzzle_givens_encoding_names_and_what_to_count_over() -> None:
    spec = nqueens.build(2)
    add_givens(spec, ["queen[1]=2"])
    lines = text(lowered(spec)).decode().splitlines()
    assert lines[0] == "c nqueens n=2"
    assert lines[1] == "c given queen[1] == 2"
    assert lines[2].startswith("c encoding amo=pairwise ")
    assert lines[2].endswith("ints=direct")
    assert lines[3:] == [
        "c START DICTIONARY",
        "c queen[1, 1]=1",
        "c queen[1, 2]=2",
        "c queen[2, 1]=3",
        "c queen[2, 2]=4",
        "c END DICTIONARY",
        "c t pmc",
        "p cnf 4 9",
        "c p show 1 2 3 4 0",
        "c group one queen per row",
        "1 2 0",
        "-1 -2 0",
        "3 4 0",
        "-3 -4 0",
        "c group one queen per column",
        "-1 -3 0",
        "-2 -4 0",
        "c group one queen per descending diagonal",
        "-1 -4 0",
        "c group one queen per ascending diagonal",
        "-2 -3 0",
        "c group given",
        "2 0",
    ]


def test_names_have_the_indices_and_then_the_value_and_booleans_only_indices() -> None:
    spec = Spec("names")
    spec.integer("x", (-2, 3))
    spec.boolean("b")
    spec.booleans("edge", range(1, 2), ("left",), derived=True)
    formula = read(text(lowered(spec)))
    assert formula.names == {1: "x[-2]", 2: "x[3]", 3: "b", 4: "edge[1, left]"}
    assert formula.shown == [1, 2, 3]


def test_order_and_binary_literals_are_named_for_what_they_mean() -> None:
    spec = Spec("names")
    spec.integer("x", (1, 2, 5))
    assert read(text(lowered(spec, "sat+ints=order"))).names == {1: "x[<=1]", 2: "x[<=2]"}
    binary = lowered(spec, "sat+ints=binary")
    assert read(text(binary)).names == {1: "x[bit 0]", 2: "x[bit 1]", 3: "x[bit 2]"}
    assert b"c x is 1 plus its bits, the least significant first\n" in text(binary)


def test_auxiliaries_are_said_to_be_ones_and_have_no_name() -> None:
    program = lowered(nqueens.build(8), "sat+amo=ladder")
    formula = read(text(program))
    assert len(formula.names) == len(formula.shown or ()) == 64 < formula.variables
    assert f"c 65 to {program.top} are auxiliary\n".encode() in text(program)


def test_a_line_break_in_a_name_does_not_break_the_file() -> None:
    spec = Spec("broken", note="one\ntwo")
    spec.booleans("b", ("1\n2 0",))
    spec.group("a\r\n1 0").add(Clause([]))
    assert list(read(text(lowered(spec))).clauses()) == [[]]


def test_a_spec_of_nothing_is_a_formula_of_nothing() -> None:
    formula = read(text(lowered(Spec("empty"))))
    assert (formula.variables, len(formula), formula.names, formula.shown) == (0, 0, {}, [])


# Sizes and streaming


@pytest.mark.parametrize(
    ("spec", "header"),
    [
        (nqueens.build(4), "p cnf 16 80"),
        (nqueens.build(8), "p cnf 64 736"),
        (nqueens.build(10), "p cnf 100 1480"),
        (cards.build(4, 2), "p cnf 64 488"),
        (cards.build(7, 2), "p cnf 196 2660"),
        (cards.build(9, 3), "p cnf 729 19467"),
    ],
    ids=str,
)
def test_the_sheets_have_their_sizes(spec: Spec, header: str) -> None:
    assert text(lowered(spec), plain=True).startswith(f"{header}\n".encode())


def test_a_large_formula_comes_in_bounded_pieces_that_are_not_kept() -> None:
    program = lowered(nqueens.build(60))
    pieces = list(map(len, program.dimacs(plain=True)))
    assert sum(pieces) > 4_000_000
    assert max(pieces) < 200_000
    parts = [part for store in program.stores.values() for part in store.parts]
    held = sum(len(part.literals) if isinstance(part, Pairs) else len(part) for part in parts)
    assert program.size.literals > 30 * held


def test_an_at_most_one_with_a_constant_or_a_repetition_is_written_out() -> None:
    spec = Spec("constants")
    x, y = spec.integer("x", range(3)), spec.integer("y", range(3))
    spec.group("different").add(AllDifferent([x, y, 1]), AllDifferent([x, x + 0]))
    program = lowered(spec)
    assert list(read(text(program)).clauses()) == [clause for _, clause in program.clauses()]

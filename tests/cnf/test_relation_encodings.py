"""A file that names its encoding is compared with the spec's CNF in that encoding."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.cnf.formulas import Clauses, program
from tests.cnf.mutants import Base, card_row, judged, queens
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.cnf.relation import relate
from threefold.cnf.relation.formulas import Reference
from threefold.models import nqueens

AMO = ("product", "commander", "seqcounter", "ladder", "bitwise", "totalizer", "kmtotalizer")
SAMPLE = 6  # clauses of a formula that are changed


def exported(tmp_path: Path, base: Base, configuration: str) -> Formula:
    file = tmp_path / "ours.cnf"
    file.write_text(program(base.spec, configuration).export("dimacs"), encoding="utf-8")
    return read_dimacs(str(file), "ours.cnf")


def with_clauses(formula: Formula, clauses: Clauses) -> Formula:
    flat = formula.flat[:0]
    for clause in clauses:
        flat.extend([*clause, 0])
    return replace(formula, flat=flat)


def changes(clauses: Clauses, random: Random) -> list[Clauses]:
    """One clause dropped, one sign flipped, one literal changed, in some places."""
    changed = []
    for place in random.sample(range(len(clauses)), min(SAMPLE, len(clauses))):
        clause, before, after = clauses[place], clauses[:place], clauses[place + 1 :]
        moved = clause[0] + (1 if clause[0] > 0 else -1)
        changed += [
            before + after,
            [*before, [-clause[0], *clause[1:]], *after],
            [*before, [moved, *clause[1:]], *after],
        ]
    return changed


@pytest.mark.parametrize("amo", AMO)
def test_a_file_in_its_own_encoding_is_compared_as_a_set_of_clauses(amo: str, tmp_path: Path) -> None:
    formula = exported(tmp_path, queens(6), f"sat+amo={amo}")
    relation = relate(nqueens.build(6), formula)
    clauses = f"the {len(formula)} clauses of the spec's CNF in the encoding that it names"
    assert relation.verdict == "equivalent"
    assert relation.sentence.endswith(f"({relation.auxiliaries} auxiliaries): it has {clauses}")
    assert relation.auxiliaries > 0


def test_the_plain_encoding_is_equal_under_every_name(tmp_path: Path) -> None:
    for configuration in ("sat", "sat+amo=pairwise", "sat+amo=auto+card=totalizer"):
        relation = relate(nqueens.build(5), exported(tmp_path, queens(5), configuration))
        assert (relation.verdict, relation.sentence) == (
            "equal",
            "the formula has the 165 clauses of the spec's CNF",
        ), configuration


@pytest.mark.parametrize("amo", AMO)
@pytest.mark.parametrize("base", [queens(5), card_row(3, 2)], ids=str)
def test_a_changed_clause_gets_the_verdict_of_brute_force(amo: str, base: Base, tmp_path: Path) -> None:
    formula = exported(tmp_path, base, f"sat+amo={amo}")
    for clauses in changes(list(formula.clauses()), Random(f"{amo} {base}")):
        relation = relate(base.spec, with_clauses(formula, clauses))
        truth = judged(base, clauses)
        assert (relation.verdict if relation.exit_code else "right") == truth, (amo, clauses)
        if relation.repaired is not None:
            assert judged(base, relation.repaired) == "right"


def test_a_name_that_does_not_fit_does_not_change_the_verdict(tmp_path: Path) -> None:
    ladder = exported(tmp_path, queens(5), "sat+amo=ladder")
    for name in ("amo=product", "amo=native", "ints=order", "amo=", "queens", "amo=pairwise ints=binary", "±"):
        named = replace(ladder, encoding=name)
        assert relate(nqueens.build(5), named).verdict == "equivalent"
        assert relate(nqueens.build(6), exported(tmp_path, queens(6), "sat")).verdict == "equal"


def test_the_reference_is_small_where_the_file_is(tmp_path: Path) -> None:
    formula = exported(tmp_path, queens(20), "sat+amo=product")
    reference = Reference(nqueens.build(20), formula.encoding)
    assert not reference.plain
    assert len(reference.groups) == len(formula) < len(Reference(nqueens.build(20)).groups) / 2

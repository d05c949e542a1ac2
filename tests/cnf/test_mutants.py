"""The mutants of `tests/cnf/mutants.py` at a small scale: right verdicts, right causes, and the cause in the student's words."""

import pytest

from tests.cnf.mutants import KINDS, Base, card_row, groups, measured, numberings, queens, related

SAID = {
    "at least, one queen per row: all signs flipped": "'at least one queen per row' has all its signs flipped",
    "at least, one queen per row: and instead of or": "'at least one queen per row' has a clause for every literal",
    "at most, one queen per row: the first sign flipped": "'at most one queen per row' has one wrong sign in every clause",
    "at most, one queen per row: every cell paired with itself": "literals are paired with themselves: 25 clauses",
    "one queen per column: missing": "the group 'one queen per column' is missing",
    "one queen per column: only the first half": "the group 'one queen per column' is incomplete",
    "one queen per column: a counter without carry": "the group 'one queen per column' is written wrongly",
    "one queen per column: counters whose auxiliaries are cells": "auxiliaries reuse the numbers of queen[5] == 2",
    "one queen per column: counters that share their auxiliaries": "auxiliaries of an earlier constraint are used again",
    "one queen per column: numbers one too high": "the group 'one queen per column' has its numbers 1 too high",
    "one queen per ascending diagonal: lines past the border": "'one queen per ascending diagonal' go on past the border",
    "snake": "the variables are numbered in a snake line, every second row backwards",
    "10·i+j": "the variables are numbered with gaps (21 follows 15)",
    "rows of 4": "the variables are numbered with rows of 4 instead of 5",
    "from 0": "a variable has the number 0, which ends a clause",
    "the formula of nqueens n=6": "this is a formula of nqueens n=6",
    "loops of nqueens n=4": "the loops are those of nqueens n=4, with the numbers of nqueens n=5",
    "loops of nqueens n=6": "the loops are those of nqueens n=6, with the numbers of nqueens n=5",
}
FIVE = queens(5)
MUTANTS = {mutant.name: mutant for kind in (groups, numberings) for mutant in kind(FIVE)}


@pytest.mark.parametrize("name", SAID)
def test_the_cause_says_what_was_done_to_the_formula(name: str) -> None:
    [cause] = related(FIVE, MUTANTS[name]).causes
    assert SAID[name] in cause


def test_lines_that_go_on_at_the_opposite_border_are_named() -> None:
    """With 4 queens: every solution of 5 queens is also one of the board whose borders are joined."""
    [mutant] = [each for each in groups(queens(4)) if each.name == "one queen per descending diagonal: lines that wrap"]
    [cause] = related(queens(4), mutant).causes
    assert "the lines of 'one queen per descending diagonal' go on at the opposite border: 2 clauses" in cause


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=KINDS.values())
@pytest.mark.parametrize("base", [queens(4), FIVE, card_row(3, 2)], ids=lambda base: base.name)
def test_mutants_get_the_right_verdict_and_a_cause_whose_repair_is_right(base: Base, kind: object) -> None:
    tally, notes = measured(base, kind, every=3)  # type: ignore[arg-type]
    assert (tally.verdicts, tally.causes) == (0, 0), notes
    assert tally.named >= 0.85 * tally.wrong, [note for note in notes if note.startswith("no cause")]

"""The verdict is the first that applies: disagree, error, incomplete, agree; in one plain sentence."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from threefold.backends.backend import Configuration
from threefold.checker import judge as judging
from threefold.checker.fingerprint import BLAKE2B, Fingerprint
from threefold.checker.hashing import Hashing
from threefold.checker.judge import Vote, disagreement, judge, name
from threefold.checker.record import Record
from threefold.checker.tally import Fault


def row(backend: str, *solutions: int, status: str | None = None, exact: bool = True, **fields: object) -> Record:
    fingerprint = Fingerprint()
    for solution in solutions:
        fingerprint.add(Hashing([range(99)]).one([solution]))
    return Record(
        Configuration(backend, "solver", {}),
        "solver 1.0",
        status or ("sat" if solutions else "unsat"),
        count=len(solutions),
        count_is="exact" if exact else "at_least",
        verified=len(solutions),
        fingerprint=fingerprint,
        solutions=tuple((solution,) for solution in solutions[:1]),
        **fields,  # type: ignore[arg-type]
    )


def timeout(backend: str, *solutions: int) -> Record:
    return row(backend, *solutions, status="timeout", exact=False, reason="time limit of 5 s")


def many(backend: str, count: int) -> Record:
    return replace(row(backend, 1), count=count, verified=count)


def counted(backend: str, count: int) -> Record:
    """By a model counter: a number without solutions."""
    status = "sat" if count else "unsat"
    return Record(Configuration(backend, "solver", {}), "ganak", status, count=count, count_is="exact")


def error(backend: str) -> Record:
    return Record(Configuration(backend, "solver", {}), "solver 1.0", "error", reason="killed by SIGSEGV")


KNOWN = Vote("the known number (OEIS)", 2)


@pytest.mark.parametrize(
    ("records", "votes", "verdict", "sentence"),
    [
        (
            [row("sat", 1, 2), row("cp", 2, 1), row("ilp", 1, 2)],
            [KNOWN],
            "agree",
            "three backends found the same 2 solutions; 2 is the known number (OEIS); every solution was checked.",
        ),
        ([row("sat"), row("cp")], [], "agree", "two backends found that there is no solution."),
        (
            [row("sat", 1)],
            [],
            "alone",
            "nothing to compare with: sat found 1 solution; every solution was checked.",
        ),
        ([row("sat", 1, 2), row("cp", 1)], [], "disagree", "sat found 2 solutions, cp found 1."),
        (
            [row("sat", 1, 2), row("cp", 1, 3)],
            [],
            "disagree",
            "cp and sat both found 2 solutions, but not the same ones.",
        ),
        (
            [row("sat", 1), row("cp")],
            [],
            "disagree",
            "sat found a solution that satisfies the spec, but cp reports that there is none.",
        ),
        ([timeout("sat", 1, 2), row("cp", 1)], [], "disagree", "sat found at least 2 solutions, cp found 1."),
        (
            [timeout("sat", 1), row("cp")],
            [],
            "disagree",
            "sat found a solution that satisfies the spec, but cp reports that there is none.",
        ),
        (
            [row("sat", 1), row("cp", 1)],
            [KNOWN],
            "disagree",
            "sat found 1 solution, but 2 is the known number (OEIS).",
        ),
        (
            [timeout("sat", 1, 2, 3)],
            [KNOWN],
            "disagree",
            "sat found at least 3 solutions, but 2 is the known number (OEIS).",
        ),
        (
            [error("sat"), row("cp", 1), row("ilp", 2)],
            [],
            "disagree",
            "ilp and cp both found 1 solution, but not the same ones.",
        ),
        ([error("sat"), timeout("cp")], [], "error", "no verdict, because a run failed (sat: killed by SIGSEGV)."),
        (
            [row("sat", 1, 2), timeout("cp", 1)],
            [],
            "incomplete",
            "sat found 2 solutions; cp did not finish (at least 1; time limit of 5 s).",
        ),
        (
            [row("sat", 1), timeout("cp")],
            [],
            "incomplete",
            "sat found 1 solution; cp did not finish (time limit of 5 s).",
        ),
        (
            [many("sat", 19_724), many("cp", 19_724), replace(timeout("ilp", 1), count=1_184)],
            [Vote("the known number (OEIS)", 19_724)],
            "incomplete",
            "sat and cp found the same 19,724 solutions; 19,724 is the known number (OEIS); ilp did not finish (at least"
            " 1,184; time limit of 5 s).",
        ),
        (
            [replace(timeout("sat", 1), count=1_184), timeout("cp")],
            [Vote("the known number (OEIS)", 19_724)],
            "incomplete",
            "sat did not finish (at least 1,184 solutions; time limit of 5 s); cp did not finish (time limit of 5 s).",
        ),
        (
            [row("sat"), row("cp"), timeout("ilp")],
            [],
            "incomplete",
            "sat and cp found that there is no solution; ilp did not finish (time limit of 5 s).",
        ),
        (
            [row("sat", 1), replace(timeout("cp"), status="unknown", reason="too large")],
            [],
            "incomplete",
            "sat found 1 solution; cp has no answer (too large).",
        ),
    ],
)
def test_the_first_verdict_that_applies(records: list[Record], votes: list[Vote], verdict: str, sentence: str) -> None:
    found = judge(records, votes)
    assert (found.verdict, found.sentence) == (verdict, sentence)


@pytest.mark.parametrize(
    ("records", "votes", "verdict", "sentence"),
    [
        (
            [counted("sat", 2), row("cp", 1, 2)],
            [KNOWN],
            "agree",
            "two backends have the same number of solutions, 2; 2 is the known number (OEIS); the solutions of cp were checked; "
            "sat counted without enumerating, so its set of solutions was not compared.",
        ),
        (
            [row("cp", 1, 2), counted("sat", 2), row("ilp", 1, 2)],
            [],
            "agree",
            "three backends have the same number of solutions, 2; cp and ilp found the same ones, all of them checked; "
            "sat counted without enumerating, so its set of solutions was not compared.",
        ),
        (
            [counted("sat", 2), counted("ilp", 2)],
            [],
            "agree",
            "two backends have the same number of solutions, 2; sat and ilp counted without enumerating, so no solution "
            "was checked.",
        ),
        (
            [counted("sat", 2)],
            [],
            "alone",
            "nothing to compare with: sat found 2 solutions; sat counted without enumerating, so no solution was checked.",
        ),
        ([counted("sat", 0), row("cp")], [], "agree", "two backends found that there is no solution."),
        ([counted("sat", 3), row("cp", 1, 2)], [], "disagree", "sat counted 3 solutions, cp found 2."),
        ([counted("sat", 1), row("cp", 1, 2)], [], "disagree", "cp found 2 solutions, sat counted 1."),
        ([counted("sat", 1), row("cp")], [], "disagree", "sat counted 1 solution, cp found 0."),
        ([counted("sat", 1), timeout("cp", 1, 2)], [], "disagree", "cp found at least 2 solutions, sat counted 1."),
        ([counted("sat", 3)], [KNOWN], "disagree", "sat counted 3 solutions, but 2 is the known number (OEIS)."),
        (
            [counted("sat", 0), row("cp", 1)],
            [],
            "disagree",
            "cp found a solution that satisfies the spec, but sat reports that there is none.",
        ),
        (
            [counted("sat", 2), row("cp", 1, 2), row("ilp", 1, 3)],
            [],
            "disagree",
            "ilp and cp both found 2 solutions, but not the same ones.",
        ),
    ],
)
def test_a_count_without_solutions_is_compared_by_its_number_only(
    records: list[Record], votes: list[Vote], verdict: str, sentence: str
) -> None:
    found = judge(records, votes)
    assert (found.verdict, found.sentence) == (verdict, sentence)


def test_a_faulty_row_disagrees_even_alone() -> None:
    faulty = replace(row("sat", 1, 2), fault=Fault((2,), "violates 'g': Clause(x == 1)"), verified=1)
    found = judge([faulty])
    assert found.verdict == "disagree"
    assert found.sentence == "sat reported an assignment that violates 'g': Clause(x == 1)."
    assert found.accused is faulty


def test_a_repeated_solution_is_a_disagreement_of_its_own() -> None:
    faulty = replace(row("sat", 1, 1), fault=Fault((1,), "was reported twice", repeated=True))
    assert judge([row("cp", 1), faulty]).sentence == "sat reported a solution that was reported twice."


def test_first_solutions_agree_without_being_the_same() -> None:
    one, other = (row(name, value, exact=False) for name, value in (("sat", 1), ("cp", 2)))
    found = judge([one, other], [Vote("the known number", 92)])
    assert (found.verdict, found.sentence) == ("agree", "two backends found a solution; every solution was checked.")


def test_a_limit_that_was_reached_says_first_n_only() -> None:
    one, other = (row(name, 1, 2, exact=False) for name in ("sat", "cp"))
    assert "first 2 only" in judge([one, other]).sentence


def test_an_unknown_never_counts_as_agreement() -> None:
    unknown = Record(Configuration("ilp", "cbc", {}), "CBC", "unknown", reason="a coefficient is too large")
    found = judge([row("sat", 1), unknown])
    assert found.verdict == "incomplete"
    assert "a coefficient is too large" in found.sentence


def test_the_odd_one_out_is_accused() -> None:
    odd = row("cp", 1, 2)
    found = judge([row("sat", 1, 2, 3), odd, row("ilp", 1, 2, 3)])
    assert found.accused is odd
    assert judge([row("sat", 1), row("cp", 1, 2), row("ilp", 1)]).accused is not None


@pytest.mark.parametrize(
    ("configurations", "names"),
    [
        (["sat", "cp"], ["sat", "cp"]),
        ([("sat", "a", {}), ("sat", "b", {})], ["sat:a", "sat:b"]),
        ([("cp", "a", {"view": "int"}), ("cp", "a", {"view": "bool"})], ["cp+view=int", "cp+view=bool"]),
        (
            [("sat", "a", {"amo": "x"}), ("sat", "a", {"amo": "y"}), ("sat", "b", {"amo": "x"})],
            ["sat:a+amo=x", "sat:a+amo=y", "sat:b"],
        ),
        (  # an option that only rows of another solver have differently does not tell rows of this one apart
            [("sat", "a", {"amo": "x", "pb": "p"}), ("sat", "a", {"amo": "y", "pb": "p"}), ("sat", "b", {"pb": "q"})],
            ["sat:a+amo=x", "sat:a+amo=y", "sat:b"],
        ),
    ],
)
def test_a_row_has_the_shortest_name_that_tells_it_apart(configurations: list[object], names: list[str]) -> None:
    built = [Configuration(c, "solver", {}) if isinstance(c, str) else Configuration(*c) for c in configurations]  # type: ignore[misc]
    records = [Record(configuration, "", "sat") for configuration in built]
    assert [name(record, records) for record in records] == names


def test_an_exact_count_of_which_not_all_were_verified_is_a_disagreement() -> None:
    wrong = replace(row("cp", 1, 2), verified=1)
    found = judge([row("sat", 1, 2), wrong])
    assert (found.verdict, found.accused is wrong) == ("disagree", True)
    assert found.sentence == "cp found 2 solutions, but the spec accepts only 1 of them."


def test_numbers_have_separators_as_in_the_table() -> None:
    found = judge([counted("sat", 14_200), counted("cp", 14_199)], [Vote("the known number", 14_200)])
    assert found.sentence == "sat counted 14,200 solutions, cp counted 14,199."
    agreed = judge([counted("sat", 14_200)], [Vote("the known number", 14_200)]).sentence
    assert agreed.startswith("sat found 14,200 solutions; 14,200 is the known number; ")


def test_equal_answers_of_thousands_of_records_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep judges all records of an instance at once, with as many different lower bounds as runs that hit the limit."""
    compared = []

    def contradiction(accuser: Record, accused: Record, records: Sequence[Record]) -> str | None:
        compared.append((accuser, accused))
        return None

    monkeypatch.setattr(judging, "_contradiction", contradiction)
    right, wrong = [row("sat", 1, 2)] * 1000, [row("cp", 1)]
    bounds = [replace(timeout("ilp", 1), count=count) for count in range(1000)]
    assert disagreement([*right, *wrong, *bounds]) is None
    assert len(compared) == 2 * 1002
    assert compared[0][1] is wrong[0]


def test_sets_whose_hashes_are_of_two_kinds_are_not_compared() -> None:
    new = row("cp", 1, 2)
    old = replace(row("sat", 1, 2), fingerprint=Fingerprint([2], [1], BLAKE2B))
    parts_of_both = replace(old, fingerprint=None)
    for other in (old, parts_of_both):
        verdict = judge([other, new])
        assert verdict.verdict == "agree"
        assert verdict.sentence == "two backends have the same number of solutions, 2; every solution was checked."
    sentence = judge([old, new, counted("ilp", 2)]).sentence
    assert "same number of solutions, 2; the solutions of sat and cp were checked; ilp counted without" in sentence
    proved = Vote("the proved number", 2, new.fingerprint)
    assert "2 is the proved number" in judge([old], [proved]).sentence
    assert "exactly the proved ones" in judge([new], [proved]).sentence

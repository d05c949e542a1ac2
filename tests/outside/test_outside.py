"""Random specs from outside: `python -m tests.outside` tries many more."""

import pytest

from tests.outside.comparison import findings, masked
from tests.outside.drawing import FORCED, drawn_tree
from tests.outside.meaning import TERMS, TRUTHS, solutions
from tests.outside.smaller import smallest
from tests.outside.tally import Tally, related, shrunk, tried
from tests.outside.tree import Declared, Node, Part, Tree, constant, nodes, variable
from tests.outside.written import text_of

X, Y = Declared("x", (0, 1, 2)), Declared("y", (-1, 0, 2))
x, y = variable("x"), variable("y")


def equal(*parts: Part) -> Node:
    return Node("==", parts)


QUOTIENT = Node("//", (x, y))
ENTRY = Node("value_at", ((constant(3), constant(4)), x))
BY_HAND = {
    "a quotient by 0 is no number": (Node("!=", (QUOTIENT, constant(7))), 6),
    "nor in a negation": (Node("~", (equal(QUOTIENT, constant(1)),)), 8),  # 2 // 2
    "rounded down": (equal(QUOTIENT, constant(-1)), 1),  # 1 // -1
    "the rest has the sign of the divisor": (equal(Node("%", (x, constant(-3))), constant(-1)), 3),  # x is 2
    "the smallest truth value is false": (Node("Iff", (equal(QUOTIENT, QUOTIENT), Node(">", (x, constant(1))))), 4),
    "an index out of range": (equal(ENTRY, ENTRY), 6),
    "a term that is not needed": (Node("Element", (constant(0), (x, QUOTIENT), constant(1))), 2),
    "a truth value keeps it inside": (equal(Node("+", (equal(QUOTIENT, constant(0)), x)), constant(0)), 1),  # y is 0
    "Element out of range": (Node("~", (Node("Element", (x, (constant(0), constant(0)), constant(0))),)), 3),
    "nodes that follow each other": (Node("Circuit", ((x, Node("-", (constant(1), x))),)), 3),  # 1, 0
    "at the same time": (
        Node("Cumulative", ((x, constant(1)), (constant(2), constant(1)), (constant(1), constant(1)), constant(1))),
        3,  # x is 2
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BY_HAND)
def test_the_meaning_agrees_with_counts_by_hand(case: str) -> None:
    said, count = BY_HAND[case]
    assert len(solutions(Tree((X, Y), (said,)))) == count


def test_a_seed_and_a_number_give_one_spec_with_the_kind_of_this_number() -> None:
    everything = set()
    for number in range(2 * len(FORCED)):
        tree = drawn_tree(3, number)
        assert tree == drawn_tree(3, number)
        everything |= {node.kind for node in nodes(tree.constraints)}
    assert everything == {*TERMS, *TRUTHS, "variable"}


def test_a_tree_is_written_as_a_person_writes_it() -> None:
    row = (variable("row[0]"), variable("row[1]"))
    declared = (X, Declared("b", (0, 1), True), Declared("row[0]", (0, 1)), Declared("row[1]", (3,)))
    said = Node("Implies", (variable("b"), Node("Regular", (row, (("a", 1, "b"),), "a", ("b",)))))
    assert text_of(Tree(declared, (said, Node("<", (constant(-1), x))))).splitlines()[2:] == [
        'spec = Spec("outside")',
        'x = spec.integer("x", [0, 1, 2])',
        'b = spec.boolean("b")',
        'row = spec.integers("row", [0, 1], domain={0: [0, 1], 1: [3]}.get)',
        'group = spec.group("said")',
        "group.add(Implies(b, Regular(row, {('a', 1): 'b'}, 'a', ['b'])))",
        "group.add(((-1) < x))",
    ]


def test_a_failing_tree_is_made_smaller() -> None:
    tree = drawn_tree(1, FORCED.index("Circuit"))
    small = smallest(tree, lambda each: any(node.kind == "Circuit" for node in nodes(each.constraints)))
    assert [node.kind for node in small.constraints] == ["Circuit"]
    assert all(len(each.domain) == 1 or each.boolean for each in small.declared)


def test_a_mistake_is_noticed_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the meaning has it; for the comparison that is the same."""
    monkeypatch.setitem(TRUTHS, "Lexicographic", lambda first, second, strictly: tuple(first) <= tuple(second))
    start = FORCED.index("Lexicographic")
    numbers = range(start, start + 20 * len(FORCED), len(FORCED))
    tally = tried(numbers, seed=1, backends=("backtracking",))
    failure = next(each for each in tally.failures if each[2].by == "backtracking")
    small, finding = shrunk(failure, ("backtracking",))
    assert finding.verdict == "wrong"
    assert [node.kind for node in nodes(small.constraints) if node.kind in TRUTHS] == ["Lexicographic"]
    assert "strictly=True" in text_of(small)


def test_an_exception_is_ours_or_foreign() -> None:
    numbers = Tree((X,), (Node("AllDifferent", ((constant(1),),)),))
    assert [(each.by, each.verdict) for each in findings(numbers)] == [("building", "refused")]
    computed = Tree((X,), (equal(Node("//", (constant(1), constant(0))), x),))
    [finding] = findings(computed)
    assert finding.verdict == "foreign"
    assert "ZeroDivisionError" in finding.text


def test_messages_are_counted_without_names_and_numbers() -> None:
    assert masked("the index row[0] - 2·sum_4 can be -3") == masked("the index x can be 12") == "the index … can be …"


def check(tally: Tally) -> None:
    assert not tally.found.keys() & {(by, "wrong") for by in ("building", "violated", "brute force", *tally.backends)}
    assert not tally.verdicts["wrong"], [text_of(tree) for *_, tree in tally.failures]


def test_no_answer_about_a_random_spec_is_wrong() -> None:
    check(tried(range(60), seed=2))


def test_no_answer_of_quick_backends_is_wrong() -> None:
    check(tried(range(600), seed=4, backends=("sat", "backtracking")))


def test_no_answer_about_a_changed_spec_is_wrong() -> None:
    check(related(range(0, 7 * 50, 7), seed=2, backends=("sat", "cp", "backtracking")))


def test_few_specs_are_refused_and_every_exception_is_ours() -> None:
    tally = tried(range(300), seed=3, backends=())
    assert not tally.verdicts["foreign"], [text_of(tree) for *_, tree in tally.failures]
    assert tally.verdicts["refused"] <= 3, str(tally)


@pytest.mark.slow
def test_no_answer_is_wrong_in_a_longer_run() -> None:
    """`python -m tests.outside --specs 5000 --metamorphic 2000` tries more, by hand."""
    for tally in (tried(range(1_000), seed=1), related(range(400), seed=1)):
        assert not tally.failures, [text_of(tree) for *_, tree in tally.failures]
        assert tally.verdicts["refused"] <= tally.specs // 100, str(tally)

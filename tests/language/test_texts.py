"""How a constraint reads: as a person wrote it, and in mathematics."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from threefold.language import (
    All,
    AllDifferent,
    Assignment,
    AtLeast,
    AtMost,
    Clause,
    Cumulative,
    GlobalCardinality,
    Iff,
    Implies,
    Increasing,
    Lexicographic,
    NoOverlap,
    Regular,
    Spec,
    Variable,
    maximum,
    minimum,
    number_of_values,
    occurrences,
    value_at,
)
from threefold.language.canonical import digest
from threefold.language.constraints.quotient import truncated_quotient
from threefold.language.flattening import flatten
from threefold.language.functions import Function
from threefold.language.mathematics import formula, statements
from threefold.language.node import Kind
from threefold.language.truth import Logical

spec = Spec("texts")
x, y, z = (spec.integer(name, range(1, 6)) for name in "xyz")
a, b, c = (spec.boolean(name) for name in "abc")
shift = spec.integers("shift", range(1, 8), domain=range(3))


def regular() -> Regular:
    return Regular(shift, {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, [0, 1])


TEXTS: dict[str, tuple[Callable[[], Logical], str]] = {
    # Boolean structure
    "a | (b & c)": (lambda: a | (b & c), "a ∨ (b ∧ c)"),
    "All(a, b | c)": (lambda: a & (b | c), "a ∧ (b ∨ c)"),
    "~(a | b)": (lambda: ~(a | b), "¬(a ∨ b)"),
    "~((a | b) & (b | c))": (lambda: ~((a | b) & (b | c)), "¬((a ∨ b) ∧ (b ∨ c))"),
    "~(x + y <= 3)": (lambda: ~(x + y <= 3), "¬(x + y ≤ 3)"),
    "(x + y <= 3) | ~a": (lambda: (x + y <= 3) | ~a, "x + y ≤ 3 ∨ ¬a"),
    "~Regular(shift[1..7])": (lambda: ~regular(), "¬Regular(shift[1..7])"),
    "~AllDifferent(x, y, z)": (lambda: ~AllDifferent([x, y, z]), "¬(∀ i < j:  tᵢ ≠ tⱼ,  t = (x, y, z))"),
    "Iff(b, Regular(shift[1..7]))": (lambda: b == regular(), "b ⇔ Regular(shift[1..7])"),
    "Iff(x + y == 2, y + z == 3)": (lambda: Iff(x + y == 2, y + z == 3), "x + y = 2 ⇔ y + z = 3"),
    "a implies Regular(shift[1..7])": (lambda: Implies(a, regular()), "a ⇒ Regular(shift[1..7])"),
    "(x + y <= 3) implies a": (lambda: Implies(x + y <= 3, a), "x + y ≤ 3 ⇒ a"),
    "a implies (b implies c)": (lambda: Implies(a, Implies(b, c)), "a ⇒ (b ⇒ c)"),
    "All(a, x + y == 3)": (lambda: All([a, x + y == 3]), "a ∧ x + y = 3"),
    "x + y <= 3": (lambda: Clause([x + y <= 3]), "x + y ≤ 3"),
    # Terms
    "2·x*y + z <= 3": (lambda: 2 * (x * y) + z <= 3, "2·x·y + z ≤ 3"),
    "x*y*z == 4": (lambda: x * y * z == 4, "x·y·z = 4"),
    "y*(x + 1) - z >= 2": (lambda: y * (x + 1) - z >= 2, "y·(x + 1) − z ≥ 2"),
    "(x + 1)**3 == z**2": (lambda: (x + 1) ** 3 == z**2, "(x + 1)³ = z²"),
    "3·abs(x - y) - 2·abs(y) <= 4": (lambda: 3 * abs(x - y) - 2 * abs(y) <= 4, "3·|x − y| − 2·|y| ≤ 4"),
    "abs(abs(x) - 2) == 1": (lambda: abs(abs(x) - 2) == 1, "||x| − 2| = 1"),
    "(x + 1) // (y + z) == 2": (lambda: (x + 1) // (y + z) == 2, "⌊(x + 1) / (y + z)⌋ = 2"),
    "2·(x // 3) + x % 3 == z": (lambda: 2 * (x // 3) + x % 3 == z, "2·⌊x / 3⌋ + x mod 3 = z"),
    "-(x // y) == -1": (lambda: -(x // y) == -1, "−⌊x / y⌋ = −1"),
    "x % (y*z) == 1": (lambda: x % (y * z) == 1, "x mod (y·z) = 1"),
    "(x - 3) div z == -1": (lambda: truncated_quotient(x - 3, z) == -1, "(x − 3) div z = −1"),
    "[1, 2, 3][x - 1] == y": (lambda: value_at([1, 2, 3], x - 1) == y, "(1, 2, 3)[x − 1] = y"),
    "shift[1..7][2·x] == y": (lambda: value_at(shift, 2 * x) == y, "shift[1..7][2·x] = y"),
    "max(x, y + 1) - min(shift[1..7]) <= 4": (
        lambda: maximum([x, y + 1]) - minimum(shift) <= 4,
        "max(x, y + 1) − min(shift[1..7]) ≤ 4",
    ),
    "2·(x + y == 3) + (x == 1) == z": (lambda: 2 * (x + y == 3) + (x == 1) == z, "2·[x + y = 3] + [x = 1] = z"),
    "(x + y == 3)*z == 2": (lambda: (x + y == 3) * z == 2, "[x + y = 3]·z = 2"),
    "Regular(shift[1..7]) + a >= 1": (lambda: regular() + a >= 1, "Regular(shift[1..7]) + a ≥ 1"),
    "AtMost(2, x == 1, a, x + y == 2)": (lambda: AtMost(2, [x == 1, a, x + y == 2]), "[x = 1] + a + [x + y = 2] ≤ 2"),
    "AtLeast(1, Regular(shift[1..7]), a)": (lambda: AtLeast(1, [regular(), a]), "Regular(shift[1..7]) + a ≥ 1"),
    "occurrences(shift[1..7]; x) >= 1": (lambda: occurrences(shift, x) >= 1, "occurrences(shift[1..7]; x) ≥ 1"),
    "number_of_values(x, y, 3) == 2": (lambda: number_of_values([x, y, 3]) == 2, "|{x, y, 3}| = 2"),
    # Others
    "Increasing(x, y, z; strictly)": (lambda: Increasing([x, y, z], strictly=True), "x < y < z"),
    "Lexicographic(x, y; y, z)": (lambda: Lexicographic([x, y], [y, z]), "Lexicographic(x, y; y, z)"),
    "NoOverlap(x, y, z; 1, 2, 3)": (lambda: NoOverlap([x, y, z], [1, 2, 3]), "NoOverlap(x, y, z; 1, 2, 3)"),
    "Cumulative(x, y; 1, 2; 1, 1; a + 1)": (
        lambda: Cumulative([x, y], [1, 2], [1, 1], a + 1),
        "Cumulative(x, y; 1, 2; 1, 1; a + 1)",
    ),
    "GlobalCardinality(shift[1..7]; 0: 2, 1: 0..2, 2: x)": (
        lambda: GlobalCardinality(shift, {0: 2, 1: range(3), 2: x}),
        "GlobalCardinality(shift[1..7]; 0: 2, 1: 0..2, 2: x)",
    ),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_constraint_reads_as_it_was_written_and_in_mathematics(text: str) -> None:
    build, mathematics = TEXTS[text]
    built = build()
    posted = built if isinstance(built, Kind) else Clause([built])
    assert (str(posted), formula(posted)) == (text, mathematics)


def test_a_new_constraint_and_a_new_function_are_shown_by_their_own_text() -> None:
    class Even(Function):
        word, fields = "even", ("term",)

        def __init__(self, term: object) -> None:
            self.term = term
            self.finish(range(2))

        def value(self, assignment: Assignment) -> int:
            raise NotImplementedError

        def decompose(self, result: Variable) -> Iterator[Logical]:
            raise NotImplementedError

    class Pleasant(Increasing):
        def __repr__(self) -> str:
            return "Pleasant(…)"

        def formula(self, write: object) -> str:
            return "everybody is pleased"

    assert formula(Even(x + y) + 1 == z) == "even(x + y) + 1 = z"
    assert formula(Clause([a, ~Pleasant([x, y])])) == "a ∨ ¬(everybody is pleased)"


DEEP: dict[str, Callable[[int], Logical]] = {
    "a product": lambda levels: nested(a._sum(), lambda each, place: each * (b, c)[place % 2], levels) == 1,
    "an absolute value": lambda levels: nested(x._sum(), lambda each, _: abs(each - y), levels) == 1,
    "an alternation": lambda levels: nested(
        a | b, lambda each, place: each & c if place % 2 else each | (b == c), levels
    ),
    "a negation": lambda levels: nested(a | b, lambda each, _: ~Iff(each, c), levels),
    "an implication": lambda levels: nested(a | b, lambda each, _: Implies(c, each), levels),
}


def nested(first: Any, step: Callable[[Any, int], Any], levels: int) -> Any:
    for place in range(levels):
        first = step(first, place)
    return first


@pytest.mark.parametrize("name", DEEP)
def test_the_text_of_a_deep_tree_is_short(name: str) -> None:
    deep = Spec("deep")
    deep.groups["deep"] = spec.group(name)
    built = DEEP[name](20_000)
    posted = built if isinstance(built, Kind) else Clause([built])
    deep.groups["deep"].constraints = [posted]
    for text in (str(posted), repr(posted), formula(posted), "\n".join(statements(deep, 50))):
        assert "…" in text
        assert len(text) < 1000


def test_a_wide_tree_is_shown_in_part() -> None:
    wide = x._sum()
    for _ in range(8):
        wide = maximum([wide, wide + 1, wide + 2]) + minimum([wide, wide + 1])
    assert len(str(wide == 1)) < 10_000


def test_a_spec_with_deep_trees_travels_to_another_process() -> None:
    deep = Spec("deep", n=3)
    u, v = deep.integer("u", range(3)), deep.integer("v", range(3))
    deep.group("deep").add(nested(u._sum(), lambda each, _: abs(each - v), 5_000) == 1, (u == 1) | (u + v == 2))
    deep.minimize(maximum([u, v]))
    again = pickle.loads(pickle.dumps(deep))
    assert digest(again) == digest(deep)
    assert again.parameters == {"n": 3}


def test_parentheses_of_an_auxiliary_at_the_start_of_a_literal_stay() -> None:
    spec = Spec("parentheses")
    x, y = spec.integers("x", range(2), domain=range(3)).values()
    spec.group("g").add(AllDifferent([x + y, 1]))
    [total] = (x for x in flatten(spec).variables if x.derived)
    assert str(Clause([total == 1])) == "Clause((x[0] + x[1]) == 1)"
    assert str(All([total == 1, total != 2])) == "All((x[0] + x[1]) == 1, (x[0] + x[1]) != 2)"

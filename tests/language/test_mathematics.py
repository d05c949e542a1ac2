"""Constraints in mathematical notation: one text per kind, by index if there is a rule, and long lists shortened."""

from collections.abc import Callable

import pytest
from hypothesis import given

from tests.specs import examples, specs
from threefold.language import (
    AllDifferent,
    AtLeast,
    AtMost,
    Circuit,
    Clause,
    Constraint,
    Element,
    Exactly,
    Implies,
    Spec,
    Sum,
    Table,
)
from threefold.language.mathematics import formula, statements
from threefold.models import cards, nqueens

spec = Spec("mathematics")
x, y = spec.integer("x", range(5)), spec.integer("y", (-2, 0, 3))
b = spec.boolean("b")
row = spec.integers("row", range(1, 9), domain=range(1, 9))
cell = spec.integers("cell", range(1, 4), range(1, 4), domain=range(1, 10))
on = spec.booleans("on", range(20))
place = spec.integers("place", ("left", "middle", "right"), domain=range(3))

TEXTS: dict[str, Callable[[], Constraint]] = {
    # Clause
    "⊥": lambda: Clause([]),
    "x = 3 ∨ x ≠ 2 ∨ y ≤ −2 ∨ y > 0 ∨ b ∨ ¬b": lambda: Clause([x == 3, x != 2, y <= -2, y > 0, b, ~b]),
    "row[1] = 1 ∨ row[2] = 1 ∨ row[3] = 1 ∨ row[4] = 1 ∨ … ∨ row[8] = 1  (8 literals)": lambda: Clause(
        [row[i] == 1 for i in row]
    ),
    # Cardinality
    "b + [¬b] + [x = 1] ≤ 1": lambda: AtMost(1, [b, ~b, x == 1]),
    "0 ≥ 1": lambda: AtLeast(1, []),
    "∑_{i ∈ {0, …, 19}} on[i] = 3": lambda: Exactly(3, on),
    "∑_{i ∈ {1, …, 8}} [row[i] = 2] ≤ 1": lambda: AtMost(1, [row[i] == 2 for i in row]),
    "∑_{(i, j) ∈ {1, 2, 3} × {1, 2, 3}} [cell[i, j] > 4] ≥ 2": lambda: AtLeast(2, [cell[i] > 4 for i in cell]),
    "b + on[0] + on[1] + on[2] + … + on[6] ≤ −1  (8 literals)": lambda: AtMost(-1, [b, *(on[i] for i in range(7))]),
    # AllDifferent
    "⊤": lambda: AllDifferent([x]),
    "x ≠ y + 1": lambda: AllDifferent([x, y + 1]),
    "∀ i < j:  tᵢ ≠ tⱼ,  t = (x, −y, 4)": lambda: AllDifferent([x, -y, 4]),
    "∀ i < j ∈ {1, …, 8}:  row[i] ≠ row[j]": lambda: AllDifferent(row),
    "∀ i < j ∈ {1, …, 8}:  row[i] − i ≠ row[j] − j": lambda: AllDifferent(row[i] - i for i in row),
    "∀ i < j ∈ {1, 3, 5}:  −row[i] + 2·i + 1 ≠ −row[j] + 2·j + 1": lambda: AllDifferent(
        -row[i] + 2 * i + 1 for i in (1, 3, 5)
    ),
    "∀ i < j:  tᵢ ≠ tⱼ,  t = (row[1] + 1, row[2] + 4, row[3] + 9)": lambda: AllDifferent(
        row[i] + i * i for i in (1, 2, 3)
    ),
    "∀ p ≠ q ∈ {1, 2, 3} × {1, 2, 3}:  cell[p] ≠ cell[q]": lambda: AllDifferent(cell),
    "∀ i < j ∈ {1, 2, 3}:  cell[2, i] ≠ cell[2, j]": lambda: AllDifferent(cell[2, j] for j in (1, 2, 3)),
    "∀ i < j ∈ {1, 2, 3}:  cell[i, 2] + i ≠ cell[j, 2] + j": lambda: AllDifferent(cell[i, 2] + i for i in (1, 2, 3)),
    "∀ i < j ∈ {left, middle, right}:  place[i] ≠ place[j]": lambda: AllDifferent(place),
    # Linear
    "x + 2·y − 3 ≤ 4": lambda: x + 2 * y - 3 <= 4,
    "−x ≠ y + 1": lambda: -x != y + 1,
    "x + x = 0": lambda: x + x == 0,
    "∑_{i ∈ {1, 2, 3}} cell[i, 3] ≤ 9": lambda: Sum(tuple((1, cell[i, 3]) for i in (1, 2, 3)), 0) <= 9,
    "∑_{i ∈ {1, …, 8}} row[i] ≥ 30": lambda: Sum(tuple((1, row[i]) for i in row), 0) >= 30,
    "row[1] + 2·row[2] + 3·row[3] + 4·row[4] + … + 8·row[8] = 9": lambda: Sum(tuple((i, row[i]) for i in row), 0) == 9,
    # Table
    "(x, y) ∈ {(0, −2), (1, 3)}": lambda: Table([x, y], [(0, -2), (1, 3)]),
    "(x) ∈ {(0), (1), (2), (3), …, (8)}  (9 rows)": lambda: Table([x], [(i,) for i in range(9)]),
    # Element
    "a[x − 1] = y,  a[0, …] = (3, b, −2)": lambda: Element(x - 1, [3, b, -2], y),
    # Circuit
    "0 → s[0] → s[s[0]] → … → 0 is one round trip through {0, 1},  s = (x, y)": lambda: Circuit([x, y]),
    # Implies
    "b ⇒ x + y ≤ 3": lambda: Implies(b, x + y <= 3),
    "x ≠ 1 ⇒ (b ∨ y = 0)": lambda: Implies(x != 1, Clause([b, y == 0])),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_constraint_reads(text: str) -> None:
    assert formula(TEXTS[text]()) == text


def test_n_queens_is_said_in_four_lines() -> None:
    assert list(statements(nqueens.build(8), 50)) == [
        "nqueens n=8",
        "",
        "variables",
        "    ∀ i ∈ {1, …, 8}:  queen[i] ∈ {1, …, 8}  (one queen per row)",
        "",
        "one queen per column",
        "    ∀ i < j ∈ {1, …, 8}:  queen[i] ≠ queen[j]",
        "",
        "one queen per descending diagonal",
        "    ∀ i < j ∈ {1, …, 8}:  queen[i] − i ≠ queen[j] − j",
        "",
        "one queen per ascending diagonal",
        "    ∀ i < j ∈ {1, …, 8}:  queen[i] + i ≠ queen[j] + j",
    ]


def test_a_group_is_a_conjunction_and_a_long_one_is_cut_with_its_size() -> None:
    lines = list(statements(cards.build(6, 2), 3))
    assert lines[-4:] == [
        "    position[1, 2] = position[1, 1] + 2",
        "  ∧ position[2, 2] = position[2, 1] + 3",
        "  ∧ position[3, 2] = position[3, 1] + 4",
        "    … 3 more, 6 in all",
    ]
    assert list(statements(cards.build(6, 2), None))[-1] == "  ∧ position[6, 2] = position[6, 1] + 7"


def test_domains_that_differ_are_listed_and_derived_variables_are_said_to_be() -> None:
    domains = Spec("domains")
    domains.integers("z", range(1, 4), domain=lambda i: range(i))
    domains.boolean("free", derived=True)
    assert list(statements(domains, None))[3:] == [
        "    z[1] ∈ {0}",
        "    z[2] ∈ {0, 1}",
        "    z[3] ∈ {0, 1, 2}",
        "    free ∈ {0, 1}  (derived)",
    ]


@examples(100)
@given(drawn=specs())
def test_any_spec_can_be_said(drawn: Spec) -> None:
    assert all(line.isprintable() for line in statements(drawn, 50))

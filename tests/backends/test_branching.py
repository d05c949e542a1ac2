"""In which order decision variables are branched on."""

from threefold import models
from threefold.backends.branching import most_connected_first
from threefold.language import AllDifferent, Clause, Spec


def order(spec: Spec) -> list[str]:
    return list(map(str, most_connected_first(spec)))


def test_queens_are_placed_from_the_middle_of_the_board_outwards() -> None:
    assert order(models.find("nqueens").build(5)) == [f"queen[{place}]" for place in (3, 2, 4, 1, 5)]


def test_terms_that_can_take_no_common_value_are_not_connected() -> None:
    spec = Spec("islands")
    a, b, c = spec.integer("a", range(3)), spec.integer("b", range(10, 13)), spec.integer("c", range(11, 14))
    spec.group("different").add(AllDifferent([a, b, c, 12]))
    assert order(spec) == ["b", "c", "a"]


def test_any_other_constraint_connects_each_of_its_variables_once() -> None:
    spec = Spec("chain")
    a, b, c = (spec.integer(name, range(4)) for name in "abc")
    spec.group("chain").add(a <= b, b <= c, Clause([b == 1, b == 2, c == 3]))
    assert order(spec) == ["b", "c", "a"]


def test_booleans_come_last_and_derived_variables_not_at_all() -> None:
    spec = Spec("mixed")
    p, q = spec.boolean("p"), spec.boolean("q")
    x, y = spec.integer("x", range(3)), spec.integer("y", range(3), derived=True)
    spec.group("g").add(Clause([q, x == 1]), Clause([q, p]), y == x)
    assert order(spec) == ["x", "p", "q"]


def test_huge_domains_are_not_looked_through() -> None:
    spec = Spec("huge")
    x = spec.integers("x", range(3), domain=range(2**50))
    spec.group("different").add(AllDifferent(x.values()), x[2] <= x[1], x[2] >= x[0])
    assert order(spec) == ["x[2]", "x[0]", "x[1]"]


def test_an_integer_without_connections_keeps_its_place_before_a_boolean() -> None:
    spec = Spec("loose")
    spec.integer("x", range(3))
    b = spec.boolean("b")
    spec.group("g").add(Clause([b]))
    assert order(spec) == ["x", "b"]


def test_a_term_is_not_connected_with_itself() -> None:
    spec = Spec("islands")
    a, b, c = spec.integer("a", range(3)), spec.integer("b", range(10, 13)), spec.integer("c", range(3))
    spec.group("g").add(AllDifferent([a, b]), Clause([c == 1, c == 2]))
    assert order(spec) == ["c", "a", "b"]

"""A spec is validated while it is built; variables are in order of declaration; solutions are read by name."""

import json
import pickle
from collections.abc import Iterable

import pytest

from threefold.errors import BadInput
from threefold.language import AllDifferent, Clause, Solution, Spec, SpecError
from threefold.language.givens import add_givens


def test_variables_are_numbered_row_by_row() -> None:
    spec = Spec("test")
    cell = spec.integers("cell", range(1, 3), "ab", domain=(3, 1))
    assert [str(x) for x in spec.variables] == ["cell[1, a]", "cell[1, b]", "cell[2, a]", "cell[2, b]"]
    assert [x.position for x in spec.variables] == [0, 1, 2, 3]
    assert cell[2, "a"].domain == (1, 3)
    assert list(cell) == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]


def test_a_domain_may_be_a_function_of_the_index() -> None:
    spec = Spec("test")
    x = spec.integers("x", range(3), domain=lambda i: range(i + 1))
    assert [len(x[i].domain) for i in x] == [1, 2, 3]


def test_a_domain_without_holes_is_a_range() -> None:
    assert Spec("test").integer("x", [3, 1, 2, 2]).domain == range(1, 4)


def test_derived_variables_are_not_counted_over() -> None:
    spec = Spec("test")
    spec.integer("x", range(3))
    spec.integer("d", range(3), derived=True)
    assert [str(x) for x in spec.decisions] == ["x"]


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda spec: spec.integers("x", range(2), domain=[]), "test: family 'x': the domain is empty"),
        (lambda spec: spec.integer("x", [1, 2.5]), r"test: family 'x': a domain holds integers only \(got 2.5\)"),
        (lambda spec: spec.integer("x", [10**18]), "test: family 'x': a value must lie between"),
        (lambda spec: (spec.boolean("x"), spec.boolean("x")), "test: family 'x' is declared twice"),
        (lambda spec: spec.boolean("no name"), "a name has letters, digits and underscores only"),
        (lambda spec: spec.booleans("x", [1, 1]), r"test: family 'x' has the index \(1,\) twice"),
        (lambda spec: spec.booleans("x", [2.5]), r"test: family 'x': an index has integers and texts only"),
        (lambda spec: spec.booleans("x", range(2))[5], r"family 'x' has no variable x\[5\]"),
        (lambda spec: spec.group("g").add(spec.integer("x", range(2))), "group 'g': a constraint was expected"),
        (lambda spec: spec.group("g").add(3), "group 'g': a constraint was expected"),
    ],
)
def test_a_wrong_declaration_is_refused_by_name(declare: object, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        declare(Spec("test"))  # type: ignore[operator]


def test_a_group_of_the_same_name_is_the_same_group() -> None:
    spec = Spec("test")
    b = spec.boolean("b")
    spec.group("g").add(b)
    spec.group("g").add(~b)
    assert [str(posted) for posted in spec.posted] == ["'g': Clause(b)", "'g': Clause(~b)"]


def test_the_text_of_a_large_domain_that_is_violated_is_short() -> None:
    spec = Spec("large")
    spec.integer("x", range(100_000))
    assert len(str(spec.violated([-1]))) < 200


def test_the_first_violated_constraint_is_named_with_its_group() -> None:
    spec = Spec("test")
    x = spec.integers("x", range(2), domain=range(3))
    spec.group("first").add(AllDifferent(x))
    spec.group("second").add(Clause([]))
    assert str(spec.violated((1, 1))) == "'first': AllDifferent(x[0], x[1])"
    assert str(spec.violated((1, 2))) == "'second': Clause()"
    assert str(spec.violated((1, 7))).startswith("'domain of x': ")


def test_a_solution_is_read_by_name() -> None:
    spec = Spec("test", n=2)
    spec.integers("x", range(2), domain=range(3))
    spec.integer("y", range(3), derived=True)
    solution = Solution(spec, (2, 1, 0))
    assert (solution["x", 0], solution["x", 1], solution["y"]) == (2, 1, 0)
    assert solution.parameters == {"n": 2}
    assert str(solution) == "x[0]=2, x[1]=1"
    assert repr(solution) == "<Solution of test n=2: x[0]=2, x[1]=1>"
    with pytest.raises(SpecError, match="test has no family 'z'"):
        _ = solution["z"]
    with pytest.raises(SpecError, match=r"family 'x' has no variable x\[7\]"):
        _ = solution["x", 7]


def test_a_solution_is_data() -> None:
    spec = Spec("test", n=2, file="a.txt")
    spec.integers("x", [1, "1", "b"], domain=range(3))
    spec.integer("y", range(3), derived=True)
    solution = Solution(spec, (2, 1, 0, 2))
    assert solution.values == dict(solution) == {"x[1]": 2, "x['1']": 1, "x[b]": 0}
    assert solution.derived == {"y": 2}
    assert solution.parameters == {"n": 2, "file": "a.txt"}
    assert json.loads(json.dumps(solution.to_dict())) == {
        "spec": "test",
        "parameters": {"n": 2, "file": "a.txt"},
        "values": {"x[1]": 2, "x['1']": 1, "x[b]": 0},
        "derived": {"y": 2},
    }


def test_solutions_are_equal_if_their_decisions_are() -> None:
    spec = Spec("test")
    spec.integers("x", range(2), domain=range(3))
    spec.integer("y", range(3), derived=True)
    one, same, other = (Solution(spec, values) for values in ((0, 1, 2), (0, 1, 1), (1, 1, 2)))
    assert one == same
    assert len({one, same, other}) == 2
    assert one != "x[0]=0, x[1]=1"


def test_no_two_variables_of_a_family_have_the_same_text_and_each_can_be_given_by_it() -> None:
    spec = Spec("test")
    spec.declare("x")
    for index in [
        (1, 2),
        ("1, 2",),
        (1, "2"),
        ("1", 2),
        ("a",),
        ("a]",),
        ("a, b",),
        ("a,b",),
        ("a=b",),
        ("a", "b"),
        (" a",),
        ("",),
        (-1,),
        ("-1",),
    ]:
        spec.include(spec.families["x"], index, range(2))
    assert len({str(x) for x in spec.variables}) == len(spec.variables)
    for x in spec.variables:
        add_givens(spec, [f"{x}=1"])
    assert [str(posted.constraint) for posted in spec.posted] == [f"Clause({x} == 1)" for x in spec.variables]


def test_an_outline_has_the_variables_and_no_constraints() -> None:
    spec = Spec("test", n=2)
    x = spec.integers("x", range(2), domain=range(3))
    spec.group("apart").add(AllDifferent(x))
    outline = pickle.loads(pickle.dumps(spec.outline()))
    assert Solution(outline, (2, 1)).to_dict() == Solution(spec, (2, 1)).to_dict()
    assert not list(outline.posted)
    outline.integer("y", range(2))
    assert len(spec.variables) == 2


def test_a_spec_shows_what_it_holds() -> None:
    spec = Spec("test", n=2, text="<b>")
    x = spec.integers("x", range(2), domain=range(3), meaning="one < three")
    spec.group("apart & together").add(AllDifferent(x))
    assert repr(spec) == "<Spec test n=2 text=<b>: 2 variables, 1 constraint in 1 group>"
    assert spec._repr_html_() == (
        "<table><caption>test n=2 text=&lt;b&gt;</caption>"
        "<tr><td>x: 2 variables</td><td>one &lt; three</td></tr>"
        "<tr><td>apart &amp; together</td><td>1 constraint</td></tr></table>"
    )


def test_the_meaning_of_a_family_names_its_domain_constraint() -> None:
    spec = Spec("test")
    spec.integers("x", range(2), domain=range(3), meaning="one of three")
    assert str(spec.violated((1, 7))) == "'one of three': Clause(x[1] == 0 or x[1] == 1 or x[1] == 2)"


def test_a_group_and_a_domain_have_different_names() -> None:
    spec = Spec("test")
    spec.integer("x", range(3), meaning="taken")
    spec.group("given")
    with pytest.raises(SpecError, match="test: 'taken' names a group and also the domain of a family"):
        spec.group("taken")
    with pytest.raises(SpecError, match="test: 'given' names a group and also the domain of a family"):
        spec.integer("y", range(3), meaning="given")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("quen[1]=3", "has no family 'quen' .*did you mean 'queen'"),
        ("queen[9]=3", r"no variable queen\[9\]; family 'queen' goes from queen\[1\] to queen\[4\]"),
        ("queen=3", "no variable queen;"),
        ("queen[1]=7", r"queen\[1\] cannot be 7: its domain is 1..4"),
        ("queen[1]=x", r"the value must be an integer \(got 'x'\)"),
        ("queen[1]", r"expected NAME\[INDEX\]=VALUE or NAME\[INDEX\]!=VALUE, like queen\[1\]=1"),
        ("", r"expected NAME\[INDEX\]=VALUE"),
        ("flag=2", "flag cannot be 2"),
    ],
)
def test_a_wrong_given_is_refused_in_plain_words(given: str, message: str) -> None:
    spec = Spec("test")
    spec.integers("queen", range(1, 5), domain=range(1, 5))
    spec.boolean("flag")
    with pytest.raises(BadInput, match=message):
        add_givens(spec, [given])


def test_givens_form_a_group_of_their_own() -> None:
    spec = Spec("test")
    spec.integers("cell", range(2), "ab", domain=range(5))
    spec.boolean("flag")
    add_givens(spec, ["cell[1,a]=3", "cell[0, b] = 2", "flag=true"])
    assert [str(posted) for posted in spec.posted] == [
        "'given': Clause(cell[1, a] == 3)",
        "'given': Clause(cell[0, b] == 2)",
        "'given': Clause(flag)",
    ]


@pytest.mark.parametrize("value", [0, 2, 3, 5, 7])
def test_a_given_value_in_a_hole_of_the_domain_is_refused(value: int) -> None:
    spec = Spec("test")
    spec.integer("x", [1, 4, 6])
    with pytest.raises(BadInput, match=f"^given: x cannot be {value}: its domain is 1, 4, 6$"):
        add_givens(spec, [f"x={value}"])


@pytest.mark.parametrize("value", [0, 2, 3, 5, 7])
def test_a_value_in_a_hole_of_its_domain_violates_the_spec(value: int) -> None:
    spec = Spec("test")
    x = spec.integer("x", [1, 4, 6], meaning="one of three")
    spec.group("any").add(Clause([x <= 9]))
    assert [spec.violated([allowed]) for allowed in (1, 4, 6)] == [None, None, None]
    assert str(spec.violated([value])) == "'one of three': Clause(x == 1 or x == 4 or x == 6)"


@pytest.mark.parametrize("only", [{(1,), (2,)}, [1, 2], iter([2, 1]), ((i,) for i in (2, 1))])
def test_the_members_to_keep_come_in_any_iterable_in_any_order(only: Iterable[int]) -> None:
    assert list(Spec("kept").integers("x", range(3), domain=range(2), only=only)) == [1, 2]


def test_a_constraint_about_numbers_alone_stands_in_a_spec_without_variables() -> None:
    spec = Spec("empty")
    spec.group("nothing").add(~AllDifferent([]))
    assert spec.violated(()) is not None


def test_a_solution_has_the_values_of_terms_and_the_truth_of_constraints() -> None:
    spec = Spec("values")
    x = spec.integers("x", range(2), domain=range(4))
    solution = Solution(spec, (3, 1))
    assert (solution[x[0] + 1], solution[abs(x[1] - x[0])], solution[x[0]]) == (4, 2, 3)
    assert (solution[x[0] == 1], solution[x[0] + x[1] == 4]) == (False, True)
    with pytest.raises(SpecError, match="a solution has values of names, variables and terms"):
        solution[x]  # type: ignore[index]

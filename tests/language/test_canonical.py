"""One text per spec: a text that is read and printed again is the same, with the same solutions; other texts are refused."""

import pickle
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.instances import INSTANCES
from tests.specs import EDGES, KINDS, examples, specs
from threefold import models
from threefold.checker.brute_force import solutions
from threefold.language import AtMost, Circuit, Clause, Element, Iff, Implies, Linear, Spec, SpecError, Table, maximum
from threefold.language.canonical import HEADING, digest, lines, render
from threefold.language.canonical_reader import parse


def small() -> Spec:
    spec = Spec('small "one"\nend', n=2, file="a\u2028b", ratio=1.5)
    x = spec.integers("x", [1, "1", "a]"], domain=(0, 1, 2, 7), meaning="one value\neach")
    b = spec.booleans("b", range(2), only={(1,)})
    d = spec.integer("d", range(-3, 1), derived=True)
    spec.group("first").add(Clause([x[1] == 0, x["1"] != 2, b[1], ~b[1], d <= 1, x["a]"] > 2]), AtMost(1, [b[1]]))
    spec.group("second\ngroup").add(
        Linear(2 * x[1] - x["1"] + x["1"], "!=", 3 - d),
        Table([x[1], -x["a]"] + 3], [(0, 1), (2, -2)]),
        Element(b[1], [x[1], 4], -d),
        Circuit([b[1], 0]),
        Implies(~b[1], Linear(d, "==", 0)),
    )
    far = abs(x[1] - x["1"]) >= 2
    spec.group("nested").add(b[1] | far, ~Circuit([x[1], b[1]]), Iff(b[1], far), x[1] // d + far <= 1)
    spec.maximize(x[1] * d - 1)
    return spec


SMALL = r"""threefold spec 2
name "small \"one\"\nend"
parameter "n" 2
parameter "file" "a\u2028b"
parameter "ratio" "1.5"
family x integer "one value\neach"
variable x[1] 0..2,7
variable x["1"] 0..2,7
variable x["a]"] 0..2,7
family b boolean "domain of b"
variable b[1] 0..1
family d integer derived "domain of d"
variable d -3..0
group "first"
clause ( x[1]==0 x["1"]!=2 b[1]==1 b[1]!=1 d<=1 x["a]"]>2 )
cardinality ( b[1]==1 ) <= 1
group "second\ngroup"
linear 2*x[1]-x["1"]+x["1"] != -d+3
table ( x[1] -x["a]"]+3 ) ( ( 0 1 ) ( 2 -2 ) )
element b[1] ( x[1] 4 ) -d
circuit ( b[1] 0 )
$1 linear d == 0
implies b[1]!=1 $1
group "nested"
$2 total x[1]-x["1"]
$3 absolute $2
$4 linear $3 >= 2
clause ( b[1]==1 $4 )
$5 circuit ( x[1] b[1] )
clause ( ~$5 )
iff b[1]==1 $4
$6 quotient x[1] d
linear $6+$4 <= 1
$7 product x[1] d
maximize $7-1
end
"""


def test_the_text_is_readable_and_complete() -> None:
    assert render(small()) == SMALL


def test_the_digest_is_that_of_the_text_in_a_file() -> None:
    assert digest(small()) == sha256(SMALL.encode()).hexdigest()


def test_the_example_of_the_documentation_is_a_canonical_text() -> None:
    page = Path("docs/language.md").read_text(encoding="utf-8")
    example = page[page.index(HEADING) : page.index("end\n```") + 4]
    assert render(parse(example)) == example


@pytest.mark.parametrize("kind", KINDS)
@examples(100)
@given(data=st.data())
def test_a_text_read_back_says_the_same(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    again = parse(render(spec))
    assert render(again) == render(spec)
    assert digest(again) == digest(spec)
    assert solutions(again) == solutions(spec)
    assert [str(x) for x in again.variables] == [str(x) for x in spec.variables]


@pytest.mark.parametrize("edge", EDGES)
def test_the_text_of_an_edge_says_the_same(edge: str) -> None:
    spec = EDGES[edge][0]()
    assert solutions(parse(render(spec))) == solutions(spec)


@pytest.mark.parametrize(("name", "values"), sorted({(name, values) for name, values, _ in INSTANCES}, key=str))
def test_the_text_of_every_puzzle_can_be_read_back(name: str, values: tuple[int | str, ...]) -> None:
    puzzle = models.find(name)
    spec = puzzle.build(**puzzle.parse([str(value) for value in values]))
    assert render(parse(render(spec))) == render(spec)


@given(st.data())
def test_two_specs_with_one_text_have_the_same_solutions(data: st.DataObject) -> None:
    one, other = data.draw(specs()), data.draw(specs())
    assert render(one) != render(other) or solutions(one) == solutions(other)


@given(st.text(), st.text(), st.text())
def test_no_name_can_forge_a_line(name: str, group: str, index: str) -> None:
    spec = Spec(name, word=group)
    x = spec.integers("x", [index, 1], domain=range(2), meaning=f"values of {group}")
    spec.group(group).add(x[index] == 1, x[1] == 0)
    text = render(spec)
    assert text.isascii()
    assert len(text.splitlines()) == 10
    again = parse(text)
    assert render(again) == text
    assert (again.name, list(again.groups), again.variables[0].index) == (name, [group], (index,))


@given(st.from_regex(r"[^\W\d]\w{0,3}·?", fullmatch=True).filter(str.isidentifier), st.integers())
def test_a_family_may_have_any_identifier_as_its_name(name: str, index: int) -> None:
    spec = Spec("test")
    x = spec.integers(name, {index, True}, domain=(-3, 5, 7))
    spec.group("all").add(*(2 * x[i] - 3 <= -x[i] for i in x), Clause([x[i] == 5 for i in x]))
    assert render(parse(render(spec))) == render(spec)


def test_a_change_anywhere_changes_the_digest() -> None:
    def built(*, high: int = 2, text: str = "g", derived: bool = False, bound: int = 1) -> str:
        spec = Spec("test")
        x = spec.integers("x", range(2), domain=range(high), derived=derived)
        spec.group(text).add(x[0] + x[1] <= bound)
        return digest(spec)

    assert len({built(), built(high=3), built(text="h"), built(derived=True), built(bound=2)}) == 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (HEADING, "threefold spec 3", "line 1: 'threefold spec 2' was expected"),
        (HEADING, "threefold spec 1", "line 1: 'threefold spec 1' was written by an earlier version of Threefold"),
        ('name "small', "name small", "line 2: .* is not understood"),
        (r'name "small \"one\"\nend"', "name small", "line 2: neither an integer nor a text in quotes: 'small'"),
        ('parameter "n" 2', 'parameter "n" 2.5', "line 3: neither an integer nor a text in quotes: '2.5'"),
        ("family x", "family 2x", "line 6: .*a name has letters, digits and underscores only"),
        ('variable x["1"]', "variable x[1]", r"line 8: .*family 'x' has the index \(1,\) twice"),
        ("variable x[1] 0..2,7", "variable x[1] 0..1,2,7", r"line 7: 'variable x\[1\] 0..2,7' was expected"),
        ("variable x[1] 0..2,7", "variable x[1] 2..0", "line 7: .*the domain is empty"),
        ("variable x[1] 0..2,7", "variable x[1] 0..9007199254740991,9007199254740993", "line 7: a domain with holes"),
        ("variable x[1] 0..2,7", f"variable x[1] 0..{'9' * 30},7", "line 7: a domain with holes"),
        ("variable x[1] 0..2,7", "variable x[1] 0..99999999999999999999", "line 7: .*a value must lie between"),
        ("variable b[1] 0..1", "variable b[1] 0..2", "line 11: .*the domain of a Boolean is 0..1"),
        ("( x[1]==0", "( x[2]==0", r"line 15: there is no variable 'x\[2\]'"),
        ("( x[1]==0", "( x[1]=0", r"line 15: neither a term nor a literal: 'x\[1\]=0'"),
        ("( x[1]==0", "(  x[1]==0", "line 15: .* was expected"),
        ("( x[1]==0", "( x[1]", r"line 15: .*a literal is a Boolean variable"),
        ("( x[1]==0", "x[1]==0", "line 15: neither a term nor a literal: '[)]'"),
        ('x["a]"]>2 )', 'x["a]"]>2', "line 15: a parenthesis is not closed"),
        ("<= 1\ngroup", "<= one\ngroup", "line 16: there is no variable 'one'"),
        ("<= 1\ngroup", "<= x[1]\ngroup", "line 16: .*the bound must be an integer"),
        ("<= 1\ngroup", '<= "1"\ngroup', "line 16: neither a term nor a literal: '\"1\"'"),
        ("<= 1\ngroup", "!= 1\ngroup", "line 16: .*the comparator must be"),
        ("<= 1\ngroup", "<= 1 1\ngroup", r"line 16: 'cardinality' has 3 fields \(got 4\)"),
        ('name "small \\"one\\"\\nend"', "name 3", "line 2: 'name \"3\"' was expected"),
        ("cardinality", "few", r"line 16: 'few \( b\[1\]==1 \) <= 1' is not understood"),
        ("cardinality ( b[1]==1 ) <= 1", "absolute x[1]", "line 16: 'absolute' is a term, and no constraint"),
        ('group "second\\ngroup"', 'group "first"', "line 17: .* was expected"),
        ("-d+3", "3-d", r"line 18: 'linear 2\*x\[1\].* != -d\+3' was expected"),
        ("!= -d+3", "~ -d+3", "line 18: neither a term nor a literal: '~'"),
        ("!= -d+3", "!= $1", r"line 18: there is no variable '\$1'"),
        ("( 0 1 )", "( 0 1 2 )", "line 19: .*has 3 values for 2 terms"),
        ("( 0 1 )", "( 0 x[1] )", "line 19: .*must hold integers only"),
        ("( 0 1 )", "0", "line 19: Table takes rows of integers"),
        ("element b[1] ( x[1] 4 ) -d", "element b[1] x[1] -d", "line 20: .*a list was expected"),
        ("element b[1] ( x[1] 4 ) -d", "element 2*b[1] ( x[1] 4 ) -d", "line 20: .* was expected"),
        ("circuit ( b[1] 0 )", "circuit ( )", "line 21: .*a circuit needs at least one node"),
        ("implies b[1]!=1 $1", "implies b[1]!=1 " * 9999, "line 23: there is no variable 'implies'"),
        ("implies b[1]!=1 $1", "( " * 9999, "line 23: .* is not understood"),
        ("implies b[1]!=1 $1", "clause " + "( " * 9999, "line 23: neither a term nor a literal: '[(]'"),
        (
            "implies b[1]!=1 $1",
            "clause ( " + "( " * 9999 + ") " * 9999 + ")",
            "line 23: neither a term nor a literal: '[(]'",
        ),
        ("implies b[1]!=1 $1", "implies b[1]!=1 $9", r"line 23: there is no variable '\$9'"),
        ("$2 total", "$9 total", r"line 26: there is no variable '\$2'"),
        ("$7", "$8", r"line 35: there is no variable '\$7'"),
        ("$3 absolute $2", "$3 absolute x[1]", "line 25: .* was expected"),
        ("$3 absolute $2", "$3 absolute ( x[1] )", r"line 26: 'absolute' has other fields \(got '\( x\[1\] \)'\)"),
        ("$3 absolute $2", "$3 power $2 1", "line 26: .*: the exponent is an integer from 2 to 53"),
        ("$3 absolute $2", f"$3 power $2 {10**15}", "line 26: .*: the exponent is an integer from 2 to 53"),
        ("$3 absolute $2", "$3 power $2 $2", "line 26: "),
        ("~$5", "~~$5", "line 30: neither a term nor a literal: '~~.5'"),
        ("~$5", "~$3", "line 30: neither a term nor a literal: '~.3'"),
        ("$7 product x[1] d", "$7 product  x[1] d", "line 34: .* was expected"),
        ("end\n", "", "line 36: 'end' was expected"),
        ("end\n", "end\nend\n", "line 37: "),
        ("end\n", "end", "line 37: '' was expected .got 'the end of the text'"),
        (SMALL, "", "line 1: 'threefold spec 2' was expected"),
    ],
)
def test_a_text_that_no_spec_prints_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(SpecError, match=f"(?s){message}"):
        parse(SMALL.replace(old, new, 1))


@given(st.data())
def test_a_damaged_text_is_refused_or_says_what_it_prints(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(SMALL)))
    text = SMALL[:place] + data.draw(st.text(max_size=3)) + SMALL[place + data.draw(st.integers(0, 3)) :]
    try:
        printed = render(parse(text))
    except SpecError as error:
        printed, message = text, str(error)
        assert message.startswith("line ")
    assert printed == text


def test_lines_come_one_by_one() -> None:
    spec = Spec("test")
    spec.integers("x", range(10**5), domain=range(2))
    assert next(lines(spec)) == HEADING


def test_a_board_of_200_queens_is_hashed_soon() -> None:
    spec = models.find("nqueens").build(n=200)
    begin = perf_counter()
    digest(spec)
    assert perf_counter() - begin < 0.05


@pytest.mark.parametrize("kind", KINDS)
@examples(100)
@given(data=st.data())
def test_a_spec_travels_to_another_process(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    again = pickle.loads(pickle.dumps(spec))
    assert render(again) == render(spec)
    assert solutions(again) == solutions(spec)
    own = {id(x) for x in again.variables}
    assert {id(x) for posted in again.posted for x in posted.constraint.variables()} <= own
    assert {id(x) for family in again.families.values() for x in family.variables} == own
    again.group("more").add(again.variables[0] == again.variables[0].domain[0])
    assert len(solutions(again)) <= len(solutions(spec))


def test_a_truth_value_that_is_a_term_by_itself_is_read_as_one() -> None:
    spec = Spec("term")
    x, y = (spec.integer(name, range(3)) for name in "xy")
    spec.group("all").add((x + y == 2) * (x + 1) == 2, maximum([x + y <= 1, y]) == 1)
    assert render(parse(render(spec))) == render(spec)

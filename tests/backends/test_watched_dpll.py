"""The steps of dpll, replayed: each follows from the clauses and from what is true before it."""

from hypothesis import given
from hypothesis import strategies as st

from tests.backends.test_sat_dpll import Formula, formulas
from tests.lowering import lowered_solutions
from tests.specs import examples, specs
from threefold.backends.configuration import parse
from threefold.backends.sat.dpll import Dpll
from threefold.backends.sat.lowering import lower
from threefold.backends.sat.watched_dpll import Event, WatchedDpll
from threefold.backends.trace import Step
from threefold.language import Spec
from threefold.models import nqueens

VARIABLES = 6


class Replay:
    """The trail that the events alone make; every event is checked against it."""

    def __init__(self) -> None:
        self.trail: list[int] = []
        self.decisions: list[int] = []  # places in the trail
        self.clauses: set[frozenset[int]] = set()
        self.last = ""

    def told(self, event: Event) -> None:
        if event.clause or event.kind == "conflict":
            assert frozenset(event.clause) in self.clauses, "a clause of the formula, or a blocking clause"
        false = {-literal for literal in self.trail}
        match event.kind:
            case "decision":
                self.decisions.append(len(self.trail))
            case "propagation":
                assert set(event.clause) - {event.made[0]} <= false, "every other literal is false"
            case "conflict":
                assert set(event.clause) <= false, "every literal is false"
            case "back":
                place = self.decisions.pop()
                assert list(event.undone) == self.trail[place:]
                assert event.made == (-self.trail[place],), "the opposite of the last decision"
                del self.trail[place:]
        for literal in event.made:
            assert literal not in self.trail
            assert -literal not in self.trail
            self.trail.append(literal)
        assert event.depth == len(self.decisions)
        self.last = event.kind


def models(solver: Dpll, formula: Formula, replay: Replay | None) -> list[list[int]]:
    def add(clause: list[int]) -> None:
        if replay:
            replay.clauses.add(frozenset(clause))
        solver.add([clause])

    for clause in formula:
        add(list(clause))
    found = []
    while solver.solve():
        found.append(solver.model())
        assert replay is None or sorted(replay.trail, key=abs) == found[-1], "the trail is the model"
        add([-literal for literal in found[-1]])
    return found


@examples(60)
@given(formula=formulas(VARIABLES))
def test_a_replay_of_the_steps_gives_the_models_and_each_step_follows(formula: Formula) -> None:
    replay = Replay()
    watched = models(WatchedDpll(VARIABLES, replay.told), formula, replay)
    assert watched == models(Dpll(VARIABLES), formula, None), "watching changes nothing"
    assert (replay.last, replay.decisions) == ("conflict", []), "the search ends with a conflict without decisions"


@examples(25)
@given(spec=specs(), ints=st.sampled_from(["direct", "order", "binary"]))
def test_the_steps_in_words_lead_to_the_solutions_of_the_spec(spec: Spec, ints: str) -> None:
    steps: list[Step] = []
    program = lower(spec, parse(f"sat:dpll+ints={ints}", {}))
    found = list(program.watch(steps.append))
    assert [step.solution for step in steps if step.kind == "solution"] == found
    decisions = [x.position for x in spec.decisions]
    expected = lowered_solutions(spec, f"sat:dpll+enum=blocking+ints={ints}")
    assert [tuple(each[place] for place in decisions) for each in found] == expected
    for step in steps:
        assert (step.group != "") == (step.kind in ("propagation", "conflict")), step
        for mention in (*step.made, *step.undone):
            assert mention.variable is None or mention.values is not None, "literals, and not whole variables"


def test_a_sentence_names_the_literal_the_group_and_the_clause() -> None:
    steps: list[Step] = []
    list(lower(nqueens.build(4), parse("sat:dpll", {})).watch(steps.append))
    said = [step.sentence for step in steps]
    assert said[0] == "Decision 1: queen[1]=1"
    assert "¬queen[2]=1: all other literals are false in 'one queen per column': ¬queen[1]=1 ∨ ¬queen[2]=1" in said
    assert "Solution 1: queen[1]=2, queen[2]=4, queen[3]=1, queen[4]=3" in said
    assert any(text.startswith("Conflict: all literals are false in 'solutions found before': ") for text in said)

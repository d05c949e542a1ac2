"""The steps of backtracking, replayed: each follows from a constraint and the values before it."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from tests.specs import EDGES, examples, specs
from threefold.backends.backtracking.program import BacktrackingProgram
from threefold.backends.configuration import parse
from threefold.backends.listing import Mention
from threefold.backends.trace import Step
from threefold.language import Constraint, Spec, Variable
from threefold.language.mathematics import formula
from threefold.models import nqueens


class Replay:
    """The values that the steps alone give and rule out; every step is checked against them."""

    def __init__(self, program: BacktrackingProgram) -> None:
        self.spec = program.spec
        self.by_name = {str(x): x for x in self.spec.variables}
        self.constraints: dict[tuple[str, str], list[Constraint]] = {}
        for posted in program.posted:
            named = posted.source.group, formula(posted.constraint)
            self.constraints.setdefault(named, []).append(posted.constraint)
        self.trail: list[Mention] = []
        self.decisions: list[int] = []  # places in the trail

    def told(self, step: Step) -> None:
        match step.kind, step.made:
            case "decision", [made]:
                assert made.positive
                assert self.fact(made)[1] in self.left(self.fact(made)[0])
                self.decisions.append(len(self.trail))
            case "propagation", [made] if made.positive:
                assert self.left(self.fact(made)[0]) == [self.fact(made)[1]], "the only value that is left"
            case (("propagation" | "conflict"), _):
                candidates = self.constraints[step.group, step.reason.partition(", part of ")[0]]
                assert any(self.forbids(constraint, step.made) for constraint in candidates), step
            case "back", ():
                assert step.depth < len(self.decisions)
                place = self.decisions[step.depth]  # several decisions may be undone at once
                del self.decisions[step.depth :]
                assert step.undone
                assert list(step.undone) == self.trail[place:]
                del self.trail[place:]
            case _:
                assert step.kind == "solution"
                assert step.solution == tuple(map(self.values().get, self.spec.declared))
        self.trail += step.made
        assert step.depth == len(self.decisions), step
        assert step.kind != "conflict" or not step.made or not self.left(self.fact(step.made[0])[0])

    def fact(self, mention: Mention) -> tuple[Variable, int]:
        assert mention.variable is not None
        assert mention.values is not None
        [value] = mention.values
        return self.by_name[mention.variable], value

    def values(self) -> dict[Variable, int]:
        return dict(self.fact(mention) for mention in self.trail if mention.positive)

    def left(self, x: Variable) -> list[int]:
        out = [self.fact(mention)[1] for mention in self.trail if mention.variable == str(x) and not mention.positive]
        return [value for value in x.domain if value not in out]

    def forbids(self, constraint: Constraint, ruled_out: Sequence[Mention]) -> bool:
        """All other variables have values, and with them none of the values that were ruled out satisfies the constraint."""
        values, open_variables = self.values(), {mention.variable for mention in ruled_out}
        if any(x not in values and str(x) not in open_variables for x in constraint.variables()):
            return False
        assignment = [values.get(x, x.domain[0]) for x in self.spec.variables]
        for x, value in map(self.fact, ruled_out):
            assignment[x.position] = value
            if constraint.holds(assignment):
                return False
        return bool(ruled_out) or not constraint.holds(assignment)


def assert_replays(spec: Spec) -> None:
    program = BacktrackingProgram(spec, parse("backtracking", {}))
    replay = Replay(program)
    found = [tuple(each) for each in program.watch(replay.told)]
    assert found == [tuple(each) for each in program.load(seed=None, first=False)], "watching changes nothing"


@examples(50)
@given(spec=specs())
def test_a_replay_of_the_steps_gives_the_solutions_and_each_step_follows(spec: Spec) -> None:
    assert_replays(spec)


@pytest.mark.parametrize("name", EDGES)
def test_the_edge_cases_replay(name: str) -> None:
    assert_replays(EDGES[name][0]())


def test_a_sentence_names_the_value_the_group_and_the_values_before() -> None:
    steps: list[Step] = []
    list(BacktrackingProgram(nqueens.build(4), parse("backtracking", {})).watch(steps.append))
    said = [step.sentence for step in steps]
    assert said[:2] == [
        "Decision 1: queen[1] = 1",
        "queen[2] = 1 is ruled out by 'one queen per column': queen[1] ≠ queen[2], with queen[1] = 1",
    ]
    assert "Back: the decision queen[2]=3 and 3 later literals are undone" in said
    assert "queen[3] = 1: the only value that is left" in said
    assert "Solution 1: queen[1]=2, queen[2]=4, queen[3]=1, queen[4]=3" in said

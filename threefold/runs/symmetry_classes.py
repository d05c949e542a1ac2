"""Counting up to symmetry in two independent ways: orbits of all solutions, and the lex-leader model.

The first enumerates all solutions and sorts them into classes; the second adds constraints that leave one solution of each
class. The two numbers must agree, and the orbit equation must hold between classes and solutions.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.checker.judge import Verdict, Vote
from threefold.checker.orbits import Classes, Orbits
from threefold.guard import Report
from threefold.language.symmetry import symmetries_of
from threefold.runs.compare import Comparison, Experiment
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import Callbacks, LocalPool
from threefold.runs.witness import witness


def sort_into_classes(report: Report, instance: Instance, configuration: Configuration, question: Question) -> Classes:
    """In the child."""
    puzzle, spec = instance.load()
    symmetries = symmetries_of(puzzle, spec, instance.parameters)
    orbits, solutions = Orbits(spec, symmetries), 0
    search = find(configuration.backend).lower(spec, configuration).load(seed=question.seed, first=False)
    with closing(iter(search)) as stream:
        for assignment in stream:
            solutions += 1
            orbits.add(assignment)
    wrong = None
    if found := orbits.wrong:
        sentence = f"the declared symmetry '{found.symmetry}' is not a symmetry: the image of a solution {found.reason}"
        wrong = witness(puzzle, spec, found.shown, sentence)
    return Classes(solutions, orbits.classes, orbits.equation, symmetries.order, orbits.solutions == solutions, wrong)


def compare_classes(
    experiment: Experiment, configurations: Sequence[Configuration], callbacks: Callbacks
) -> Comparison:
    """The lex-leader model in every row, and the number of classes as a vote, if no limit was hit before it was known."""
    with LocalPool() as pool:
        asked = experiment.instance, configurations[0], experiment.question
        outcome = pool.call(sort_into_classes, *asked, limits=experiment.limits)
    classes = outcome.value if isinstance(outcome.value, Classes) else None
    leaders = replace(experiment, instance=replace(experiment.instance, leaders=True), votes=_votes(classes))
    comparison = replace(leaders.compare(configurations, callbacks), classes=classes)
    if classes and not classes.right:
        return replace(comparison, verdict=Verdict("disagree", _reason(classes)), witness=classes.wrong)
    return comparison


def _votes(classes: Classes | None) -> tuple[Vote, ...]:
    if not classes or not classes.right:
        return ()
    equation = f" ({classes.equation})" if classes.solutions else ""
    return (Vote(f"the number of classes{equation}", classes.number),)


def _reason(classes: Classes) -> str:
    if classes.wrong:
        return f"{classes.wrong.sentence}."
    return f"the orbits account for {classes.equation.rpartition('= ')[2]} solutions of {classes.solutions:,}."

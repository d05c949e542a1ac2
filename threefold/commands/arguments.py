"""What compare, solve and count have in common: the words after the command become an experiment, which is then carried out."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import typer

from threefold import models
from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.commands import options, puzzle_help
from threefold.commands.progress import Progress
from threefold.commands.terminal import fitted
from threefold.language import BadInput
from threefold.runs.compare import Comparison, Experiment
from threefold.runs.instance import Instance, Question

STDIN = "-"


@dataclass(frozen=True)
class Asked:
    """Everything that was typed and does not say how the answer is to be printed."""

    puzzle: str | None
    parameters: list[str] | None
    given: list[str] | None
    most: int | None
    seed: int | None
    show: int
    timeout: float
    memory: str | None
    leaders: bool = False  # --break-symmetry
    children: int = 1  # runs at the same time, which share the free memory


def helped(context: typer.Context, help: bool, puzzle: str | None) -> bool:
    """Print the help of the command, or of the puzzle that was named, if help was asked for."""
    if help:
        print(fitted(puzzle_help.render(models.find(puzzle), puzzle, context)) if puzzle else context.get_help())
    return help


def file_after(puzzle: str | None, words: list[str], command: str, what: str, place: str) -> tuple[list[str], str]:
    """The parameters, and the file, which comes last; without parameters it belongs to the default instance.

    A number where a parameter may stand is no file: that one was forgotten.
    """
    if puzzle is None:
        return [], ""
    wanted = [parameter.name for parameter in models.find(puzzle).parameters]
    if not words or (len(words) <= len(wanted) and words[-1].lstrip("-").isdigit()):
        raise BadInput(f"{what} is missing; expected: {' '.join([command, puzzle, *wanted, place])}")
    return words[:-1], words[-1]


def experiment_of(context: typer.Context, asked: Asked) -> Experiment:
    if asked.puzzle is None:
        expected = f"{context.info_name} PUZZLE PARAMETERS…"
        raise BadInput(f"a puzzle is missing; expected: {expected} (threefold list shows all puzzles)")
    texts = asked.parameters or []
    options.no_stray_options(context, [asked.puzzle, *texts])
    parameters = models.find(asked.puzzle).parse(texts)
    return Experiment(
        Instance(asked.puzzle, parameters, tuple(asked.given or ()), asked.leaders),
        Question(asked.most, options.seed_of(asked.seed), options.show_of(asked.show)),
        options.limits_of(asked.timeout, asked.memory, asked.children),
    )


def carry_out(
    experiment: Experiment,
    configurations: Sequence[Configuration],
    *,
    parallel: bool = False,
    silent: bool = False,
    jobs: int = 1,
    resume: str | None = None,
    cluster: str | None = None,
    classes: bool = False,
    on_stop: Callable[[Sequence[Record]], None] | None = None,
) -> Comparison:
    """`classes`: up to symmetry; `on_stop`: what to do with the finished rows when the rest is interrupted."""
    known = None if classes else _known_number(experiment)
    progress = Progress(experiment.limits.seconds, silent=silent, known=known)
    try:
        if classes:
            from threefold.runs.symmetry_classes import compare_classes

            return compare_classes(experiment, configurations, progress, jobs=jobs)
        return experiment.compare(
            configurations, progress, parallel=parallel, jobs=jobs, resume=resume, cluster=cluster
        )
    except (KeyboardInterrupt, SystemExit) as stop:
        progress.erase()
        if on_stop and progress.records:
            on_stop(progress.records)
            stop.add_note(f"{len(progress.records)} of {len(configurations)} rows are finished")
        raise
    finally:
        progress.erase()
        sys.stderr.flush()


def _known_number(experiment: Experiment) -> int | None:
    """Of the solutions, where all of them are asked for."""
    instance = experiment.instance
    if experiment.question.most is not None or instance.givens or instance.leaders:
        return None
    known = models.find(instance.puzzle).known_count(instance.parameters)
    return known[0] if known else None


def title(instance: Instance) -> str:
    """`nqueens n=8`, with the givens."""
    parameters = [f"{name}={value}" for name, value in instance.parameters.items()]
    givens = [f"given {given}" for given in instance.givens]
    leaders = ["up to symmetry"] if instance.leaders else []
    return " ".join([instance.puzzle, *parameters, *givens, *leaders])

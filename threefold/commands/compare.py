"""`compare`: one puzzle, several configurations, the table and the verdict."""

import sys
from collections.abc import Sequence
from functools import partial
from shutil import get_terminal_size
from textwrap import fill

import typer

from threefold.backends import configuration
from threefold.checker.judge import name
from threefold.checker.orbits import Classes
from threefold.checker.record import Record
from threefold.commands import as_json, options, table
from threefold.commands.arguments import Asked, carry_out, experiment_of, helped, title
from threefold.commands.terminal import DIM, Style, style_of
from threefold.runs.compare import Comparison
from threefold.runs.instance import Instance


def compare(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    backends: options.Backends = "sat,cp,ilp",
    first: options.First = False,
    limit: options.Limit = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    seed: options.Seed = None,
    given: options.Given = None,
    amo: options.Amo = None,
    card: options.Card = None,
    pb: options.Pb = None,
    ints: options.Ints = None,
    counter: options.Counter = None,
    certify: options.Certify = False,
    show: options.Show = 0,
    parallel: options.Parallel = False,
    jobs: options.Jobs = 1,
    break_symmetry: options.BreakSymmetry = False,
    up_to_symmetry: options.UpToSymmetry = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    no_color: options.NoColor = False,
    help: options.Help = False,
) -> int:
    """Solve a puzzle in several ways and say whether the answers agree.

    Example: compare nqueens 8 --backends sat,cp,ilp

    Exit code: 0 agree, 1 disagree, 2 bad input, 3 incomplete (a limit was hit), 4 error, 130 interrupted.
    """
    if helped(context, help, puzzle):
        return 0
    most = options.most_of(first, limit)
    count = options.count_of(certify, most)
    defaults = options.defaults_of(amo=amo, card=card, pb=pb, ints=ints, counter=counter, count=count)
    rows = configuration.parse_list(backends, defaults)
    children = len(rows) if parallel else jobs
    asked = Asked(puzzle, parameters, given, most, seed, show, timeout, memory, break_symmetry, children)
    options.check_symmetry(break_symmetry, up_to_symmetry, given, most)
    experiment = experiment_of(context, asked)
    options.check_jobs(jobs, most, parallel=parallel)
    options.check_certify(certify, rows)
    style, silent = style_of(no_color), quiet or json
    on_stop = None if silent else partial(_print_finished, experiment.instance, style)
    comparison = carry_out(
        experiment, rows, parallel=parallel, silent=silent, jobs=jobs, classes=up_to_symmetry, on_stop=on_stop
    )
    if json:
        print(as_json.render(experiment.instance, experiment.question, comparison))
    elif quiet:
        print(f"{comparison.verdict.verdict}: {comparison.verdict.sentence}")
    else:
        print(render(experiment.instance, comparison, style))
    return comparison.verdict.exit_code


def _print_finished(instance: Instance, style: Style, records: Sequence[Record]) -> None:
    """What an interrupted comparison came to."""
    print(f"{title(instance)}\n\n{table.render(records, style, _width())}", flush=True)


def render(instance: Instance, comparison: Comparison, style: Style) -> str:
    width = _width()
    verdict = comparison.verdict
    sentence = fill(f"{verdict.verdict}: {verdict.sentence}", width or 10_000, break_on_hyphens=False)
    painted = style.word(verdict.verdict) + sentence.removeprefix(verdict.verdict)
    parts = [
        _headline(instance, comparison, style, width),
        table.render(comparison.records, style, width),
        *_methods(comparison, style, width),
        *([classes_of(comparison.classes)] if comparison.classes else []),
        *_notes(comparison),
    ]
    return "\n\n".join([*parts, painted, *_witness(comparison), *_drawings(comparison)])


def _width() -> int | None:
    """Of the terminal; None in a pipe."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def _headline(instance: Instance, comparison: Comparison, style: Style, width: int | None) -> str:
    spec = comparison.description
    if spec is None:
        return title(instance)
    derived = f" ({spec.derived} derived)" if spec.derived else ""
    constraints = f"{_many(spec.constraints, 'constraint')} in {_many(spec.groups, 'group')}"
    size = f"{_many(spec.variables, 'variable')}{derived} · {constraints}"
    gap = "    " if width is None or len(title(instance)) + 4 + len(size) <= width else "\n"
    return title(instance) + gap + style.paint(fill(size, width or 10_000), DIM)


def classes_of(classes: Classes) -> str:
    """`12 classes of 92 solutions under 8 symmetries: 11·8 + 1·4 = 92`."""
    number = f"{classes.number:,} class{'' if classes.number == 1 else 'es'}"
    group = f"{classes.symmetries:,} symmetr{'y' if classes.symmetries == 1 else 'ies'}"
    equation = f": {classes.equation}" if classes.solutions else ""
    return f"{number} of {_many(classes.solutions, 'solution')} under {group}{equation}"


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _methods(comparison: Comparison, style: Style, width: int | None) -> list[str]:
    """How each row came to its answer, and what it took: `ilp: LP branching, 8 calls (11.5 solutions per call), …`."""
    records = [record for record in comparison.records if record.method]
    texts = [
        f"{name(record, comparison.records)}: {', '.join([record.method or '', *_counters(record)])}"
        for record in records
    ]
    lines = [fill(text, width or 10_000, initial_indent="  ", subsequent_indent="    ") for text in texts]
    return [style.paint("\n".join(lines), DIM)] if lines else []


def _counters(record: Record) -> list[str]:
    told = [f"{value:,} {_one(counter) if value == 1 else counter}" for counter, value in record.statistics.items()]
    calls = record.statistics.get("calls")
    if calls and record.count:
        told[list(record.statistics).index("calls")] += f" ({record.count / calls:.1f} solutions per call)"
    return told


def _one(counter: str) -> str:
    return counter.removesuffix("es") if counter.endswith("ches") else counter.removesuffix("s")


def _notes(comparison: Comparison) -> list[str]:
    """Why a row is not a complete answer, where the verdict's sentence does not say it."""
    if comparison.verdict.verdict != "disagree":
        return []
    lines = [f"  {name(r, comparison.records)}: {r.reason}" for r in comparison.records if r.reason and not r.complete]
    return ["\n".join(lines)] if lines else []


def _witness(comparison: Comparison) -> list[str]:
    witness = comparison.witness
    if witness is None:
        return []
    return [
        f"witness: {witness.sentence}\n  {witness.values}",
        *([_indented(witness.drawing)] if witness.drawing else []),
    ]


def _drawings(comparison: Comparison) -> list[str]:
    """The boards of the first row that has some."""
    return next(([_indented(board) for board in r.drawings] for r in comparison.records if r.drawings), [])


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())

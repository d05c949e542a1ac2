"""`compare`: one puzzle, several configurations, the table and the verdict."""

from collections.abc import Sequence
from functools import partial

import typer

from threefold.backends import configuration
from threefold.checker.judge import name
from threefold.checker.orbits import Classes
from threefold.checker.record import Record
from threefold.commands import as_json, options
from threefold.commands.arguments import Asked, carry_out, experiment_of, helped, title
from threefold.commands.table import Column, Table
from threefold.commands.terminal import BOLD, DIM, Style, style_of, width, wrapped
from threefold.format import indented, many, seconds
from threefold.runs.compare import Comparison
from threefold.runs.instance import Instance

COLUMNS = (
    Column("backend", left=True),
    Column("solver", left=True, rank=3),
    Column("status", left=True),
    Column("solutions"),
    Column("variables", rank=5),
    Column("constraints", rank=4),
    Column("lower", rank=6),
    Column("solve", rank=1),
    Column("total", rank=2),
    Column("memory", rank=7),
)


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
        print(as_json.render(experiment, comparison))
    elif quiet:
        print(f"{comparison.verdict.verdict}: {comparison.verdict.sentence}")
    else:
        print(render(experiment.instance, comparison, style))
    return comparison.verdict.exit_code


def _print_finished(instance: Instance, style: Style, records: Sequence[Record]) -> None:
    """The finished rows of an interrupted comparison."""
    print(f"{title(instance)}\n\n{_table(records, style)}", flush=True)


def render(instance: Instance, comparison: Comparison, style: Style) -> str:
    verdict = comparison.verdict
    parts = [
        _headline(instance, comparison, style),
        _table(comparison.records, style),
        *_methods(comparison, style),
        *([classes_of(comparison.classes)] if comparison.classes else []),
        *_reasons(comparison),
        style.verdict(verdict.verdict, verdict.sentence),
        *_witness(comparison),
        *_drawings(comparison),
    ]
    return "\n\n".join(parts)


def _headline(instance: Instance, comparison: Comparison, style: Style) -> str:
    spec = comparison.description
    if spec is None:
        return title(instance)
    derived = f" ({spec.derived} derived)" if spec.derived else ""
    constraints = f"{many(spec.constraints, 'constraint')} in {many(spec.groups, 'group')}"
    size = f"{many(spec.variables, 'variable')}{derived} · {constraints}"
    columns = width()
    gap = "    " if columns is None or len(title(instance)) + 4 + len(size) <= columns else "\n"
    return title(instance) + gap + style.paint(wrapped(size), DIM)


def _table(records: Sequence[Record], style: Style) -> str:
    table = Table(COLUMNS, [_cells(record, records, style) for record in records], width=width())
    return "\n".join([style.paint(table.head, BOLD), *table.lines])


def _cells(record: Record, records: Sequence[Record], style: Style) -> list[str]:
    size = record.size
    return [
        name(record, records),
        record.solver.partition(" (")[0],
        style.word(record.status),
        count_text(record),
        f"{size.variables:,} + {size.auxiliary:,}" if size else "–",
        f"{size.constraints:,}" if size else "–",
        *(seconds(record.seconds.get(phase)) for phase in ("lower", "solve", "total")),
        f"{record.memory / 1e6:.0f} MB",
    ]


def count_text(record: Record) -> str:
    """`92` is exact, `≥ 15` a lower bound, `?` unknown."""
    if record.count is None:
        return "?"
    return f"{record.count:,}" if record.exact else f"≥ {record.count:,}"


def classes_of(classes: Classes) -> str:
    """`12 classes of 92 solutions under 8 symmetries: 11·8 + 1·4 = 92`."""
    number, group = many(classes.number, "class", "classes"), many(classes.symmetries, "symmetry", "symmetries")
    equation = f": {classes.equation}" if classes.solutions else ""
    return f"{number} of {many(classes.solutions, 'solution')} under {group}{equation}"


def _methods(comparison: Comparison, style: Style) -> list[str]:
    """How each row was counted, with the solver's counters: `ilp: LP branching, 8 calls (11.5 solutions per call), …`."""
    texts = [
        f"{name(record, comparison.records)}: {', '.join([record.method, *_counters(record)])}"
        for record in comparison.records
        if record.method
    ]
    return [style.paint("\n".join(wrapped(text, first="  ", rest="    ") for text in texts), DIM)] if texts else []


def _counters(record: Record) -> list[str]:
    texts = {counter: many(value, _one(counter), counter) for counter, value in record.statistics.items()}
    calls = record.statistics.get("calls")
    if calls and record.count:
        texts["calls"] += f" ({record.count / calls:.1f} solutions per call)"
    return list(texts.values())


def _one(counter: str) -> str:
    return counter.removesuffix("es") if counter.endswith("ches") else counter.removesuffix("s")


def _reasons(comparison: Comparison) -> list[str]:
    """Why rows are incomplete, where the verdict does not mention it."""
    if comparison.verdict.verdict != "disagree":
        return []
    lines = [f"  {name(r, comparison.records)}: {r.reason}" for r in comparison.records if r.reason and not r.complete]
    return ["\n".join(lines)] if lines else []


def _witness(comparison: Comparison) -> list[str]:
    witness = comparison.witness
    if witness is None:
        return []
    drawing = [indented(witness.drawing)] if witness.drawing else []
    return [f"witness: {witness.sentence}\n  {witness.values}", *drawing]


def _drawings(comparison: Comparison) -> list[str]:
    """The boards of the first row that has some."""
    return next(([indented(board) for board in r.drawings] for r in comparison.records if r.drawings), [])

"""`sweep`, `report` and `records`: run a sweep file, write its report, export its records."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from threefold.commands.options import ClusterAddress, Output, argument, flag, numeric, option
from threefold.commands.output import write
from threefold.commands.progress import Bar
from threefold.errors import BadInput
from threefold.format import many, visible

MANY = 10_000  # more runs than this must be confirmed

Smoke = Annotated[bool, flag("--smoke", "The small variant of the sweep, in FOLDER/.smoke.")]
Folders = Annotated[list[Path], argument("Folders of records.jsonl, like reports/nqueens.", "FOLDER…")]
Check = Annotated[bool, flag("--check", "Write nothing; fail if the files do not match the records.")]
Against = Annotated[
    Path | None,
    option("--against", "OLD", "Print what changed since OLD, a folder or a file of records of the same runs.", False),
]
Sources = Annotated[list[Path], argument("Folders of sweeps, or files of records.", "SOURCE…")]
Csv = Annotated[bool, flag("--csv", "Comma-separated values with a header.")]
Json = Annotated[bool, flag("--json", "JSON lines, sorted (the default).")]
Parquet = Annotated[bool, flag("--parquet", "The columns of --csv as Parquet; needs pyarrow and -o.")]
Latex = Annotated[
    bool,
    flag("--latex", "The tables of the report in LaTeX, with booktabs: times, ranges, scores, published figures."),
]
Newest = Annotated[bool, flag("--newest", "If two places differ about a run, take the later one.")]


def sweep(
    folder: Annotated[Path, argument("The folder of sweep.toml, like reports/nqueens.", "FOLDER")],
    smoke: Smoke = False,
    jobs: Annotated[
        int | None, numeric("--jobs", "N", "Runs at the same time; their times are less fair.", "1")
    ] = None,
    cluster: ClusterAddress = None,
    yes: Annotated[bool, flag("--yes -y", "Do not ask for confirmation of many runs.")] = False,
    fresh: Annotated[
        bool, flag("--fresh", "Run everything again; an old record is kept until the new one is there.")
    ] = False,
    quiet: Annotated[bool, flag("--quiet -q", "No progress bar and no summary.")] = False,
) -> int:
    """Run what is missing of a sweep file and write records.jsonl.

    Example: threefold sweep reports/nqueens

    It can be stopped at any time: finished runs are kept, and the same command continues with the rest.

    Exit code: 0 all runs have a record, 1 two of them disagree about a count, 2 bad input, 4 a run failed, 130 interrupted.
    """
    from threefold.api import sweeps
    from threefold.sweeps.sweep_file import read_sweep

    plan = read_sweep(folder, smoke=smoke)
    _confirm(plan.name, len(plan), plan.seconds, yes)
    with Bar(silent=quiet) as bar:
        result = sweeps.sweep(folder, smoke=smoke, jobs=jobs, cluster=cluster, fresh=fresh, progress=bar)
    for sentence in result.disagreements:
        print(f"disagree: {visible(sentence)}", file=sys.stderr)
    if result.lost:
        reason = f"{many(len(result.lost), 'run')} lost, the same command makes them again: {result.lost[0]}"
        print(f"threefold: {visible(reason)}", file=sys.stderr)
    if not quiet:
        print(result)
        if result.older:
            older = f"{many(result.older, 'older record')} of other runs in {result.path.parent}"
            print(f"note: {older}: not asked for, or of a puzzle that was edited", file=sys.stderr)
    return result.exit_code


def _confirm(name: str, runs: int, seconds: float, yes: bool) -> None:
    if runs <= MANY or yes:
        return
    question = f"{name}: {runs:,} runs, up to {seconds:g} s each"
    if sys.stdin is None or not sys.stdin.isatty():
        raise BadInput(f"{question}: give --yes if that is meant")
    print(f"{question}. Go on? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):  # at the end of the input it is empty
        raise BadInput("nothing was run")


def report(
    folders: Folders, check: Check = False, smoke: Smoke = False, against: Against = None, output: Output = None
) -> int:
    """Write report.md, report.html and the figures from the records.

    Example: threefold report reports/nqueens

    The same records give the same files, byte for byte. With --against nothing is written there: what changed is
    printed as Markdown, or written to a file, as a page if its name ends with .html.

    Exit code: 0 written (or, with --check, the files match), 1 --check found a difference, or --against a contradiction,
    2 bad input, 4 error.
    """
    from threefold.api import sweeps

    if against is not None:
        return _changes(folders, against, output, check, smoke)
    if output is not None:
        raise BadInput("-o is for --against: a report lies in the folder of its records")
    found = 0
    for folder in folders:
        with _no_garbage_collection():
            place, names = sweeps.place_of(folder, smoke), sweeps.report(folder, smoke=smoke, check=check)
        if check:
            found += len(names)
            print("".join(f"{visible(f'{place}/{problem}')}\n" for problem in names), file=sys.stderr, end="")
        else:
            print(f"wrote {place}: {', '.join(names[:2])} and {len(names) - 2} figures")
    if check and not found:
        print("the files match the records, and no two records disagree")
    return 1 if found else 0


def _changes(folders: list[Path], old: Path, output: str | None, check: bool, smoke: bool) -> int:
    from threefold.api import sweeps
    from threefold.reporting.changes_document import to_html, to_markdown

    if len(folders) > 1 or check:
        raise BadInput("--against compares one folder with OLD, and checks nothing")
    found = sweeps.against(sweeps.place_of(folders[0], smoke), old)
    text = to_html(found) if (output or "").endswith(".html") else to_markdown(found)
    return write([text.encode()], output) or found.exit_code


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """A report makes millions of objects that it needs until its end: there is no garbage to look for."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def records(
    sources: Sources,
    csv: Csv = False,
    json: Json = False,
    parquet: Parquet = False,
    latex: Latex = False,
    newest: Newest = False,
    output: Output = None,
) -> int:
    """Export the records of sweeps, merged into one list.

    Example: threefold records reports/nqueens --csv

    docs/records.md has every column with its unit.
    """
    from threefold.sweeps.export import merged, to_csv, to_parquet
    from threefold.sweeps.record_line import lines_text

    forms = {"--csv": csv, "--json": json, "--parquet": parquet, "--latex": latex}
    if len(asked := [form for form, given in forms.items() if given]) > 1:
        raise BadInput(f"{asked[0]} and {asked[1]} contradict each other: give one of them")
    if parquet and output is None:
        raise BadInput("--parquet is not a text: give a file with -o")
    if latex:
        return write([_tables(sources, newest).encode()], output)
    lines = merged(sources, newest=newest)
    return write([to_parquet(lines) if parquet else (to_csv(lines) if csv else lines_text(lines)).encode()], output)


def _tables(sources: list[Path], newest: bool) -> str:
    """Of one folder in the order of its sweep file, of several places in that of the records."""
    from threefold.reporting.latex import to_latex
    from threefold.reporting.report import arranged, read
    from threefold.sweeps.export import merged

    if len(sources) == 1 and sources[0].is_dir():
        return to_latex(read(sources[0]))
    return to_latex(arranged("", "", merged(sources, newest=newest)))

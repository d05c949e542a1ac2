"""`records`: the records of sweeps, from one or several places, as JSON lines or CSV."""

from pathlib import Path
from typing import Annotated

import typer

from threefold.commands.output import Output, opened
from threefold.language import BadInput
from threefold.sweeps.merge import merged, to_csv
from threefold.sweeps.record_line import lines_text

Sources = Annotated[list[Path], typer.Argument(metavar="SOURCE…", help="Folders of sweeps, or files of records.")]
Csv = Annotated[bool, typer.Option("--csv", help="Comma-separated values with a header.")]
Json = Annotated[bool, typer.Option("--json", help="JSON lines, sorted (the default).")]
Newest = Annotated[bool, typer.Option("--newest", help="Where two places differ about a run, take the later one.")]


def records(
    sources: Sources, csv: Csv = False, json: Json = False, newest: Newest = False, output: Output = None
) -> int:
    """Export the records of sweeps, merged into one list.

    Example: threefold records reports/nqueens --csv

    docs/records.md has every column with its unit.
    """
    if csv and json:
        raise BadInput("--csv and --json contradict each other: give one of them")
    lines = merged(sources, newest=newest)
    text = to_csv(lines) if csv else lines_text(lines)
    with opened(None if output == "-" else output) as file:
        file.write(text.encode())
    if output not in (None, "-"):
        print(f"wrote {output}: {len(lines)} records")
    return 0

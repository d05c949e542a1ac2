"""`report`: the files of a report, from its records; or whether they are what the records give."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from threefold.commands.sweep import Smoke
from threefold.reporting.report import read
from threefold.reporting.write import problems, write
from threefold.sweeps.sweep_file import SMOKE

Folders = Annotated[
    list[Path], typer.Argument(metavar="FOLDER…", help="Where records.jsonl lies, like reports/nqueens.")
]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; fail if the files are not what the records give.")]


def report(folders: Folders, check: Check = False, smoke: Smoke = False) -> int:
    """Write report.md, report.html and the figures from the records.

    Example: threefold report reports/nqueens

    The same records give the same files, byte for byte.

    Exit code: 0 written (or, with --check, all is as it should be), 1 --check found something, 2 bad input, 4 error.
    """
    found = 0
    for folder in folders:
        place = folder / SMOKE if smoke else folder
        if check:
            told = problems(read(place), place)
            print("\n".join(f"{place}/{problem}" for problem in told), file=sys.stderr, end="\n" if told else "")
            found += len(told)
        else:
            written = write(read(place), place)
            print(f"wrote {place}: {', '.join(written[:2])} and {len(written) - 2} figures")
    if check and not found:
        print("the files are what the records give, and no two records disagree")
    return 1 if found else 0

"""The work of `exercise`: list the sheets, examine the formulas of one, the statistics of sheet 002, the race of sheet 003."""

import re
from collections.abc import Sequence

from threefold import exercises
from threefold.commands import exercise_text as text
from threefold.commands.exercise_text import listing as listing
from threefold.commands.terminal import fitted, style_of
from threefold.errors import BadInput
from threefold.exercises import findings, sheet_002, sheet_003
from threefold.exercises.results import Results
from threefold.guard import Limits

ONE_FORMULA, MANY_RUNS = 60.0, 10.0  # seconds: the limit of a run unless --timeout says otherwise
LARGEST = (10, 3)  # n and k of the statistics, unless they are given
LONGEST_RACE = 100  # boards


def examine(number: str, texts: list[str], version: str | None, limits: Limits, no_color: bool) -> int:
    sheet = exercises.find(number)
    parameters = sheet.parameters(texts)
    versions = sheet.choose(parameters, version)
    style = style_of(no_color)
    print(fitted(text.headline(sheet, parameters, style)))
    code = 0
    for chosen in versions:
        found = findings.examine(sheet, chosen, parameters, limits=limits)
        print("\n" + fitted(text.version(chosen, found, style)), flush=True)
        code = max(code, found.exit_code)
    print("\n" + fitted(text.remarks(sheet, style)))
    return code


def write_cnf(number: str, texts: list[str], version: str | None, limits: Limits) -> int:
    """One version as a DIMACS file on stdout."""
    sheet = exercises.find(number)
    parameters = sheet.parameters(texts)
    versions = sheet.choose(parameters, version)
    if len(versions) > 1:
        names = ", ".join(chosen.name for chosen in versions)
        raise BadInput(f"exercise {sheet.number}: --cnf needs --version, one of {names}")
    print(findings.dimacs(sheet, versions[0], parameters, limits=limits), end="")
    return 0


def statistics(number: str, texts: list[str], limits: Limits, output: str) -> int:
    sheet = exercises.find(number)
    if sheet.number != "002":
        raise BadInput(f"exercise {sheet.number} has no statistics; exercise 002 has")
    n, k = sheet.parameters(texts or list(map(str, LARGEST))).values()
    if n > 100 or k > 6:
        raise BadInput(f"exercise 002: statistics go up to n = 100 and k = 6 (got {n} {k})")
    results = Results(output)
    table, rows = text.statistics_table(), []
    print(f"Sheet 002: cards (n, k) up to n = {n}, k = {k}; at most {limits.seconds:g} s each\n\n{table.head}")
    for row in sheet_002.rows(n, k, limits):
        rows.append(row)
        print(table.line(text.statistics_cells(row)), flush=True)
    written = results.write(sheet_002.files(rows, limits.seconds or 0))
    print("\nfirst: time to the first solution, or to the proof that there is none; all: to all of them.")
    print(f"limit: cut off after {limits.seconds:g} s; –: not tried, because a smaller n was cut off.\n")
    print("\n".join(written))
    return 0


def race(number: str, texts: list[str], between: str, limits: Limits, output: str) -> int:
    sheet = exercises.find(number)
    if sheet.number != "003":
        raise BadInput(f"exercise {sheet.number} has no race; exercise 003 has")
    if texts:
        too_many = f"{texts[0]!r} is one word too many"
        raise BadInput(f"exercise 003: the boards of a race stand in --race FROM..TO ({too_many})")
    sizes, results = _sizes_of(between), Results(output)
    table = text.race_table()
    print(f"Sheet 003: time to the first board of n queens\n\n{table.head}")
    laps: list[sheet_003.Lap] = []
    for board in sheet_003.race(sizes, limits):
        laps += board
        print(table.line(text.race_cells(board, limits)), flush=True)
    written = results.write(sheet_003.files(laps, limits.seconds or 0))
    print("\n".join([text.race_foot(laps), *written]))
    return 4 if any(lap.status == "failed" for lap in laps) else 0


def _sizes_of(between: str) -> Sequence[int]:
    match = re.fullmatch(r"(\d{1,5})(?:\.\.(\d{1,5}))?", between.strip())
    if match is None:
        raise BadInput(f"--race must be FROM..TO, like 4..12 (got {between!r})")
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if not 1 <= first <= last:
        raise BadInput(f"--race FROM..TO must go up from 1 or more (got {between})")
    if last - first >= LONGEST_RACE:
        raise BadInput(f"--race takes at most {LONGEST_RACE} boards (got {last - first + 1})")
    return range(first, last + 1)

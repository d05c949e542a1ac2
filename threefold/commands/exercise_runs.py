"""The work of `exercise`, and its text: the sheets, the findings about their formulas, the statistics of 002, the race of 003."""

import re
from collections.abc import Iterable, Sequence

from threefold import exercises
from threefold.commands.output import BOLD, Style, fitted, style_of, width, wrapped
from threefold.errors import BadInput
from threefold.exercises import Exercise, Version, findings, sheet_002, sheet_003
from threefold.exercises.findings import Findings
from threefold.exercises.results import Results
from threefold.exercises.sheet_002 import ALL, FIRST, CardsRow
from threefold.exercises.sheet_003 import Lap
from threefold.format import Column, Table, indented, many, seconds, shortened
from threefold.guard import Limits

ONE_FORMULA, MANY_RUNS = 60.0, 10.0  # seconds: the limit of a run unless --timeout says otherwise
LARGEST = (10, 3)  # n and k of the statistics, unless they are given
LONGEST_RACE = 100  # boards
HARMLESS = ("equal", "equivalent", "unknown")
GROUPS = (
    Column("group", left=True),
    Column("clauses"),
    Column("the first of them", left=True, rank=2),
    Column("in DIMACS", left=True, rank=1),
)
STATISTICS = {"n": 3, "k": 2, "variables": 10, "clauses": 11, "solutions": 13, "first": 9, "all": 9}  # and the widths


def examine(sheet: Exercise, texts: list[str], version: str | None, limits: Limits, no_color: bool) -> int:
    parameters = sheet.parameters(texts)
    versions = sheet.choose(parameters, version)
    style, instance = style_of(no_color), " ".join(f"{name}={value}" for name, value in parameters.items())
    title = f"Sheet {sheet.number}: {sheet.title}, in {sheet.language} · {sheet.puzzle} {instance}"
    print(fitted("\n".join([style.paint(title, BOLD), "", *_aligned(sheet.groups)])))
    code = 0
    for chosen in versions:
        found = findings.examine(sheet, chosen, parameters, limits=limits)
        print("\n" + fitted(_version(chosen, found, style)), flush=True)
        code = max(code, found.exit_code)
    remarks = [wrapped(remark, 110, "  - ", "    ") for remark in sheet.remarks]
    lines = ["", style.paint("Notes on the sheet", BOLD), *remarks, "", style.paint("More to try", BOLD)]
    print(fitted("\n".join([*lines, *_aligned(sheet.commands.items())])))
    return code


def write_cnf(sheet: Exercise, texts: list[str], version: str | None, limits: Limits) -> int:
    """One version as a DIMACS file on stdout."""
    parameters = sheet.parameters(texts)
    versions = sheet.choose(parameters, version)
    if len(versions) > 1:
        names = ", ".join(chosen.name for chosen in versions)
        raise BadInput(f"exercise {sheet.number}: --cnf needs --version, one of {names}")
    print(findings.dimacs(sheet, versions[0], parameters, limits=limits), end="")
    return 0


def statistics(sheet: Exercise, texts: list[str], limits: Limits, output: str) -> int:
    if sheet.number != "002":
        raise BadInput(f"exercise {sheet.number} has no statistics; exercise 002 has")
    n, k = sheet.parameters(texts or list(map(str, LARGEST))).values()
    if n > 100 or k > 6:
        raise BadInput(f"exercise 002: statistics go up to n = 100 and k = 6 (got {n} {k})")
    results = Results(output)
    table = Table([Column(title, least=least) for title, least in STATISTICS.items()], gap=1)
    rows: list[CardsRow] = []
    print(f"Sheet 002: cards (n, k) up to n = {n}, k = {k}; at most {limits.seconds:g} s each\n\n{table.head}")
    with results.kept(rows, lambda: sheet_002.files(rows, limits.seconds or 0)):
        for row in sheet_002.rows(n, k, limits):
            rows.append(row)
            print(table.line(_statistics_cells(row)), flush=True)
    written = results.write(sheet_002.files(rows, limits.seconds or 0))
    print("\nfirst: time to the first solution, or to the proof that there is none; all: to all of them.")
    print(f"limit: cut off after {limits.seconds:g} s; –: not tried, because a smaller n was cut off.\n")
    print("\n".join(written))
    return 0


def race(sheet: Exercise, texts: list[str], between: str, limits: Limits, output: str) -> int:
    if sheet.number != "003":
        raise BadInput(f"exercise {sheet.number} has no race; exercise 003 has")
    if texts:
        too_many = f"{texts[0]!r} is one word too many"
        raise BadInput(f"exercise 003: the boards of a race stand in --race FROM..TO ({too_many})")
    sizes, results = _sizes_of(between), Results(output)
    table = Table([Column("n", least=4), *(Column(name, least=12) for name in ["reduce", *sheet_003.contestants()])])
    print(f"Sheet 003: time to the first board of n queens\n\n{table.head}")
    laps: list[Lap] = []
    with results.kept(laps, lambda: sheet_003.files(laps, limits.seconds or 0)):
        for board in sheet_003.race(sizes, limits):
            laps += board
            print(table.line([str(board[0].n), *(_lap(lap, limits) for lap in board)]), flush=True)
    written = results.write(sheet_003.files(laps, limits.seconds or 0))
    failed = [lap for lap in laps if lap.status == "failed"]
    print("\nreduce: the making of the clauses; none: there is no board; skipped: a smaller board was cut off.")
    if "minisat" not in sheet_003.contestants():
        print("The program minisat is not installed here (Debian: apt-get install minisat); minisat22 is PySAT's.")
    print("".join(f"{lap.contestant} failed on {lap.n} queens: {lap.reason}\n" for lap in failed))
    print("\n".join(written))
    return 4 if failed else 0


def _sizes_of(between: str) -> Sequence[int]:
    match = re.fullmatch(r"([0-9]{1,5})(?:\.\.([0-9]{1,5}))?", between.strip())
    if match is None:
        raise BadInput(f"--race must be FROM..TO, like 4..12 (got {between!r})")
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if not 1 <= first <= last:
        raise BadInput(f"--race FROM..TO must go up from 1 or more (got {between})")
    if last - first >= LONGEST_RACE:
        raise BadInput(f"--race takes at most {LONGEST_RACE} boards (got {last - first + 1})")
    return range(first, last + 1)


def listing() -> str:
    lines = ["The five exercise sheets\n"]
    for number in exercises.names():
        sheet = exercises.find(number)
        call = " ".join(["threefold exercise", number, *map(str, sheet.example)])
        more = [each for each in sheet.commands if each.startswith(("threefold exercise", "threefold play"))]
        lines.append(f"  {number}  {sheet.title} · {sheet.language} · {sheet.puzzle}")
        lines += [f"       {line}" for line in (sheet.summary, call, *more)]
    return "\n".join(lines)


def _version(chosen: Version, findings: Findings, style: Style) -> str:
    lines = [style.paint(f"{chosen.name}: {chosen.summary}", BOLD)]
    if not findings.groups:
        return "\n".join([*lines, f"  unknown: {findings.reason} before the formula was written"])
    lines += [f"  {_size(findings)}", "", *_groups(findings), "", f"  {_solutions(findings)}"]
    if findings.drawing:
        lines += ["", indented(findings.drawing, 4)]
    return "\n".join([*lines, "", *_relation(findings, style)])


def _size(findings: Findings) -> str:
    twice = findings.clauses - findings.distinct
    distinct = f", {findings.distinct:,} of them distinct" if twice else ""
    invented = findings.relation.auxiliaries if findings.relation else 0
    strangers = f" ({invented:,} of them unknown to the puzzle)" if invented else ""
    return f"{many(findings.variables, 'variable')}{strangers}, {many(findings.clauses, 'clause')}{distinct}"


def _groups(findings: Findings) -> list[str]:
    """How many clauses each group has, and the first of them, in the sheet's letters and in DIMACS."""
    rows = []
    for group in findings.groups:
        literals, numbers = shortened(group.text.split(" ∨ "), " ∨ "), shortened(group.first, " ")
        rows.append((group.name, f"{group.clauses:,}", literals, f"{numbers} 0"))
    table = Table(GROUPS, rows, width=width())
    return [table.head, *table.lines]


def _aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Left-aligned columns without a head."""
    cells = list(rows)
    return Table([Column(left=True)] * len(cells[0]), cells).lines if cells else []


def _solutions(findings: Findings) -> str:
    if findings.satisfiable is None:
        return f"unknown whether it has a solution: {findings.reason}"
    known = findings.known
    published = f" (the known number is {known[0]:,}: {known[1]})" if known else ""
    if not findings.satisfiable:
        return f"unsatisfiable: no solution{published}"
    if not findings.exact:
        more = findings.reason or "not counted any further"
        return f"satisfiable: at least {many(findings.count, 'solution')} ({more})"
    return f"satisfiable: {many(findings.count, 'solution')}{published}"


def _relation(findings: Findings, style: Style) -> list[str]:
    relation = findings.relation
    if relation is None:
        return [f"  {style.word('unknown')}: {findings.reason} before it was compared with the puzzle"]
    lines = [f"  {style.word(relation.verdict)}: {relation.sentence}"]
    if relation.extras and relation.verdict in HARMLESS:
        more = many(len(relation.extras), "clause")
        lines.append(f"  harmless: {more} that the puzzle's CNF does not have, but implies")
    if relation.unwritten and relation.verdict in HARMLESS:
        lines.append(f"  harmless: {many(relation.unwritten, 'clause')} of the puzzle's CNF left out, but implied")
    if lost := relation.lost:
        together = "together" if lost.jointly else "each alone"
        lines += ["", "  a solution that it excludes:", "", indented(lost.drawing or lost.text, 4), ""]
        lines.append(f"  the clauses to blame, {together}:")
        lines += _aligned(
            (f"  {clause.index}:", in_sheet.text, clause.text, f"from '{in_sheet.group}'")
            for clause, in_sheet in zip(lost.blamed, findings.blamed, strict=True)
        )
    if relation.wrong:
        lines += ["", f"  a model that is not a solution: {relation.wrong.text}"]
        lines.append(f"  it violates {relation.wrong.violated}")
    if relation.causes and relation.verdict not in HARMLESS:
        lines += ["", *(f"  {cause}" for cause in relation.causes)]
    return lines


def _statistics_cells(row: CardsRow) -> list[str]:
    count = "–" if row.count is None else f"{'' if row.count_is == 'exact' else '≥ '}{row.count:,}"
    over = "limit" if row.limit else "–"
    first = seconds(row.first) if row.first is not None else over if row.asked >= FIRST else "–"
    all_of_them = seconds(row.all) if row.all is not None else over if row.asked == ALL else "–"
    sizes = ("–" if size is None else f"{size:,}" for size in (row.variables, row.clauses))
    return [str(row.n), str(row.k), *sizes, count, first, all_of_them]


def _lap(lap: Lap, limits: Limits) -> str:
    times = {"solved": seconds(lap.seconds), "no solution": f"none {seconds(lap.seconds)}"}
    return times.get(lap.status, f"> {limits.seconds:g} s" if lap.status == "time limit" else lap.status)

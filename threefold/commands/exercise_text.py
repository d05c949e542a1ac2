"""The text of the exercises: the sheets, the findings about their formulas, and the tables of measurements."""

from collections.abc import Iterable, Mapping, Sequence

from threefold import exercises
from threefold.commands.terminal import BOLD, Style, width, wrapped
from threefold.exercises import Exercise, Version
from threefold.exercises.findings import Findings
from threefold.exercises.sheet_002 import ALL, FIRST, CardsRow
from threefold.exercises.sheet_003 import Lap, contestants
from threefold.format import Column, Table, indented, many, seconds, shortened
from threefold.guard import Limits

HARMLESS = ("equal", "equivalent", "unknown")
GROUPS = (
    Column("group", left=True),
    Column("clauses"),
    Column("the first of them", left=True, rank=2),
    Column("in DIMACS", left=True, rank=1),
)
STATISTICS = {"n": 3, "k": 2, "variables": 10, "clauses": 11, "solutions": 13, "first": 9, "all": 9}  # and the widths


def listing() -> str:
    lines = ["The five exercise sheets\n"]
    for number in exercises.names():
        sheet = exercises.find(number)
        call = " ".join(["threefold exercise", number, *map(str, sheet.example)])
        more = [each for each in sheet.commands if each.startswith(("threefold exercise", "threefold play"))]
        lines.append(f"  {number}  {sheet.title} · {sheet.language} · {sheet.puzzle}")
        lines += [f"       {line}" for line in (sheet.summary, call, *more)]
    return "\n".join(lines)


def headline(sheet: Exercise, parameters: Mapping[str, int], style: Style) -> str:
    """The title of the sheet, and its formula, group by group."""
    instance = " ".join(f"{name}={value}" for name, value in parameters.items())
    title = f"Sheet {sheet.number}: {sheet.title}, in {sheet.language} · {sheet.puzzle} {instance}"
    return "\n".join([style.paint(title, BOLD), "", *_aligned(sheet.groups)])


def version(chosen: Version, findings: Findings, style: Style) -> str:
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


def remarks(sheet: Exercise, style: Style) -> str:
    lines = [style.paint("Notes on the sheet", BOLD)]
    lines += [wrapped(remark, 110, "  - ", "    ") for remark in sheet.remarks]
    lines += ["", style.paint("More to try", BOLD), *_aligned(sheet.commands.items())]
    return "\n".join(lines)


def statistics_table() -> Table:
    return Table([Column(title, least=least) for title, least in STATISTICS.items()], gap=1)


def statistics_cells(row: CardsRow) -> list[str]:
    count = "–" if row.count is None else f"{'' if row.count_is == 'exact' else '≥ '}{row.count:,}"
    over = "limit" if row.limit else "–"
    first = seconds(row.first) if row.first is not None else over if row.asked >= FIRST else "–"
    all_of_them = seconds(row.all) if row.all is not None else over if row.asked == ALL else "–"
    sizes = ("–" if size is None else f"{size:,}" for size in (row.variables, row.clauses))
    return [str(row.n), str(row.k), *sizes, count, first, all_of_them]


def race_table() -> Table:
    return Table([Column("n", least=4), *(Column(name, least=12) for name in ["reduce", *contestants()])])


def race_cells(laps: Sequence[Lap], limits: Limits) -> list[str]:
    return [str(laps[0].n), *(_lap(lap, limits) for lap in laps)]


def _lap(lap: Lap, limits: Limits) -> str:
    times = {"solved": seconds(lap.seconds), "no solution": f"none {seconds(lap.seconds)}"}
    return times.get(lap.status, f"> {limits.seconds:g} s" if lap.status == "time limit" else lap.status)


def race_foot(laps: Sequence[Lap]) -> str:
    lines = ["", "reduce: the making of the clauses; none: there is no board; skipped: a smaller board was cut off."]
    if "minisat" not in contestants():
        lines.append(
            "The program minisat is not installed here (Debian: apt-get install minisat); minisat22 is PySAT's."
        )
    lines += [f"{lap.contestant} failed on {lap.n} queens: {lap.reason}" for lap in laps if lap.status == "failed"]
    return "\n".join([*lines, ""])

"""The text of the exercises: the sheets, the findings about their formulas, and the tables of measurements."""

from collections.abc import Iterable, Mapping, Sequence

from threefold import exercises
from threefold.commands.terminal import BOLD, Style, wrapped
from threefold.exercises import Exercise, Version
from threefold.exercises.findings import Findings
from threefold.exercises.race import Lap, contestants
from threefold.exercises.statistics import ALL, FIRST, CardsRow
from threefold.format import Column, Table, indented, many, seconds, shortened
from threefold.guard import Limits

HARMLESS = ("equal", "equivalent", "unknown")
GROUPS = (
    Column("group", left=True),
    Column("clauses"),
    Column("the first of them", left=True),
    Column("in DIMACS", left=True),
)
STATISTICS = Table(
    [
        Column("n", least=3),
        Column("k", least=2),
        Column("variables", least=10),
        Column("clauses", least=11),
        Column("solutions", least=13),
        Column("first", least=9),
        Column("all", least=9),
    ],
    gap=1,
)


def listing() -> str:
    lines = ["The five exercise sheets\n"]
    for number in exercises.names():
        sheet = exercises.find(number)
        call = " ".join(["threefold exercise", number, *map(str, sheet.example)])
        lines += [
            f"  {number}  {sheet.title} · {sheet.language} · {sheet.puzzle}",
            f"       {sheet.summary}",
            f"       {call}",
        ]
        lines += [
            f"       {command}"
            for command in sheet.commands
            if command.startswith(("threefold exercise", "threefold play"))
        ]
    return "\n".join(lines)


def headline(sheet: Exercise, parameters: Mapping[str, int], style: Style) -> str:
    """The title of the sheet, and its formula, group by group."""
    instance = " ".join(f"{name}={value}" for name, value in parameters.items())
    title = f"Sheet {sheet.number}: {sheet.title}, in {sheet.language} · {sheet.puzzle} {instance}"
    return "\n".join([style.paint(title, BOLD), "", *_aligned(sheet.formulas.items())])


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
    rows = [
        (
            group.name,
            f"{group.clauses:,}",
            shortened(group.text.split(" ∨ "), " ∨ "),
            f"{shortened(group.first, ' ')} 0",
        )
        for group in findings.groups
    ]
    table = Table(GROUPS, rows)
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
    if relation.lost:
        lines += [
            "",
            "  a solution that it excludes:",
            "",
            indented(relation.lost.drawing or relation.lost.text, 4),
            "",
        ]
        lines += [
            "  the clauses to blame, together:" if relation.lost.jointly else "  the clauses to blame, each alone:"
        ]
        lines += _aligned((f"  {b.index}:", b.letters, b.words, f"from '{b.group}'") for b in findings.blamed)
    if relation.wrong:
        lines += ["", f"  a model that is not a solution: {relation.wrong.text}"]
        lines += [f"  it violates {relation.wrong.violated}"]
    if relation.causes and relation.verdict not in HARMLESS:
        lines += ["", *(f"  {cause}" for cause in relation.causes)]
    return lines


def remarks(sheet: Exercise, style: Style) -> str:
    lines = [style.paint("Notes on the sheet", BOLD)]
    lines += [wrapped(remark, 110, "  - ", "    ") for remark in sheet.remarks]
    lines += ["", style.paint("More to try", BOLD), *_aligned(sheet.commands.items())]
    return "\n".join(lines)


def statistics_head(n: int, k: int, limits: Limits) -> str:
    return f"Sheet 002: cards (n, k) up to n = {n}, k = {k}; at most {limits.seconds:g} s each\n\n{STATISTICS.head}"


def statistics_row(row: CardsRow) -> str:
    count = "–" if row.count is None else f"{'' if row.count_is == 'exact' else '≥ '}{row.count:,}"
    over = "limit" if row.limit else "–"
    first = seconds(row.first) if row.first is not None else over if row.asked >= FIRST else "–"
    all_of_them = seconds(row.all) if row.all is not None else over if row.asked == ALL else "–"
    sizes = ("–" if size is None else f"{size:,}" for size in (row.variables, row.clauses))
    return STATISTICS.line([str(row.n), str(row.k), *sizes, count, first, all_of_them])


def statistics_foot(limits: Limits) -> str:
    return (
        "\nfirst: time to the first solution, or to the proof that there is none; all: to all of them.\n"
        f"limit: cut off after {limits.seconds:g} s; –: not tried, because a smaller n was cut off.\n"
    )


def race_head() -> str:
    return f"Sheet 003: time to the first board of n queens\n\n{_race_table().head}"


def race_row(laps: Sequence[Lap], limits: Limits) -> str:
    return _race_table().line([str(laps[0].n), *(_lap(lap, limits) for lap in laps)])


def _race_table() -> Table:
    return Table([Column("n", least=4), *(Column(name, least=12) for name in ["reduce", *contestants()])])


def _lap(lap: Lap, limits: Limits) -> str:
    match lap.status:
        case "solved":
            return seconds(lap.seconds)
        case "no solution":
            return f"none {seconds(lap.seconds)}"
        case "time limit":
            return f"> {limits.seconds:g} s"
        case status:
            return status


def race_foot(laps: Sequence[Lap]) -> str:
    lines = ["", "reduce: the making of the clauses; none: there is no board; skipped: a smaller board was cut off."]
    if "minisat" not in contestants():
        lines.append(
            "The program minisat is not installed here (Debian: apt-get install minisat); minisat22 is PySAT's."
        )
    lines += [f"{lap.contestant} failed on {lap.n} queens: {lap.reason}" for lap in laps if lap.status == "failed"]
    return "\n".join([*lines, ""])

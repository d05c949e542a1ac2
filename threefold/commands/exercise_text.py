"""How the exercises are printed."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from threefold import exercises
from threefold.commands.terminal import BOLD, Style, width
from threefold.exercises import Exercise, Version
from threefold.exercises.findings import Findings
from threefold.format import indented, many

MOST_LITERALS = 5  # of a clause that is shown
MARK = {"equal": "sat", "equivalent": "sat", "unknown": "unknown"}  # verdict -> the word whose colour it has


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
    """What the sheet is, and its formula, group by group."""
    instance = " ".join(f"{name}={value}" for name, value in parameters.items())
    title = f"Sheet {sheet.number}: {sheet.title}, in {sheet.language} · {sheet.puzzle} {instance}"
    return "\n".join([style.paint(title, BOLD), "", *_table(sheet.formulas.items())])


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
            _short(group.text.split(" ∨ "), " ∨ "),
            f"{_short(list(map(str, group.first)), ' ')} 0",
        )
        for group in findings.groups
    ]
    return _table([("group", "clauses", "the first of them", "in DIMACS"), *rows], right=(1,))


def _short(parts: Sequence[str], joint: str) -> str:
    return joint.join(parts if len(parts) <= MOST_LITERALS else (*parts[: MOST_LITERALS - 2], "…", parts[-1]))


def _table(rows: Iterable[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    return [
        "  "
        + "   ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in listed
    ]


def _solutions(findings: Findings) -> str:
    if findings.satisfiable is None:
        return f"unknown whether it has a solution: {findings.reason}"
    known = findings.known
    published = f" (the known number is {known[0]:,}: {known[1]})" if known else ""
    if not findings.satisfiable:
        return f"unsatisfiable: no solution{published}"
    if not findings.exact:
        return (
            f"satisfiable: at least {many(findings.count, 'solution')} ({findings.reason or 'not counted any further'})"
        )
    return f"satisfiable: {many(findings.count, 'solution')}{published}"


def _relation(findings: Findings, style: Style) -> list[str]:
    relation = findings.relation
    if relation is None:
        return [f"  {style.word('unknown')}: {findings.reason} before it was compared with the puzzle"]
    lines = [f"  {style.word(MARK.get(relation.verdict, 'error'), relation.verdict)}: {relation.sentence}"]
    if relation.extras and relation.verdict in MARK:
        more = many(len(relation.extras), "clause")
        lines.append(f"  harmless: {more} that the puzzle's CNF does not have, but implies")
    if relation.unwritten and relation.verdict in MARK:
        lines.append(f"  harmless: {many(relation.unwritten, 'clause')} of the puzzle's CNF left out, but implied")
    if relation.lost:
        lines += ["", "  a solution that it excludes:", "", indented(findings.lost or relation.lost.text, 4), ""]
        lines += [
            "  the clauses to blame, together:" if relation.lost.jointly else "  the clauses to blame, each by itself:"
        ]
        lines += _table((f"  {b.index}:", b.letters, b.words, f"from '{b.group}'") for b in findings.blamed)
    if relation.wrong:
        lines += ["", f"  a model that is not a solution: {relation.wrong.text}"]
        lines += [f"  it violates {relation.wrong.violated}"]
    if relation.causes and relation.verdict not in MARK:
        lines += ["", *(f"  {cause}" for cause in relation.causes)]
    return lines


def remarks(sheet: Exercise, style: Style) -> str:
    from textwrap import fill

    lines = [style.paint("Notes on the sheet", BOLD)]
    lines += [fill(remark, width(110), initial_indent="  - ", subsequent_indent="    ") for remark in sheet.remarks]
    lines += ["", style.paint("More commands", BOLD)]
    longest = max(map(len, sheet.commands))
    return "\n".join([*lines, *(f"  {command:<{longest}}   {what}" for command, what in sheet.commands.items())])

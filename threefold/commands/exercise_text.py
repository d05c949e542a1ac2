"""How the exercises are printed."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from threefold import exercises, models
from threefold.commands.terminal import BOLD, Style, width
from threefold.exercises.exercise import Exercise, Version
from threefold.exercises.findings import Findings

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
    return "\n".join([style.paint(title, BOLD), "", *_table(sheet.formula.items())])


def version(
    sheet: Exercise,
    chosen: Version,
    findings: Findings | None,
    reason: str | None,
    parameters: Mapping[str, int],
    style: Style,
) -> str:
    lines = [style.paint(f"{chosen.name}: {chosen.summary}", BOLD)]
    if findings is None:
        return "\n".join([*lines, f"  unknown: {reason} before the formula was written"])
    lines += [
        f"  {_size(findings)}",
        "",
        *_groups(findings),
        "",
        f"  {_solutions(sheet, findings, reason, parameters)}",
    ]
    if findings.drawing:
        lines += ["", _indented(findings.drawing)]
    return "\n".join([*lines, "", *_relation(findings, reason, style)])


def _size(findings: Findings) -> str:
    twice = findings.clauses - findings.distinct
    distinct = f", {findings.distinct:,} of them distinct" if twice else ""
    invented = findings.relation.auxiliaries if findings.relation else 0
    strangers = f" ({invented:,} of them unknown to the puzzle)" if invented else ""
    return f"{_many(findings.variables, 'variable')}{strangers}, {_many(findings.clauses, 'clause')}{distinct}"


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


def _solutions(sheet: Exercise, findings: Findings, reason: str | None, parameters: Mapping[str, int]) -> str:
    if findings.satisfiable is None:
        return f"unknown whether it has a solution: {reason}"
    known = models.find(sheet.puzzle).known_count(parameters)
    said = f" (the known number is {known[0]:,}: {known[1]})" if known else ""
    if not findings.satisfiable:
        return f"unsatisfiable: no solution{said}"
    if not findings.exact:
        return f"satisfiable: at least {_many(findings.count, 'solution')} ({reason or 'not counted any further'})"
    return f"satisfiable: {_many(findings.count, 'solution')}{said}"


def _relation(findings: Findings, reason: str | None, style: Style) -> list[str]:
    relation = findings.relation
    if relation is None:
        return [f"  {style.word('unknown')}: {reason} before it was compared with the puzzle"]
    lines = [f"  {style.word(MARK.get(relation.verdict, 'error'), relation.verdict)}: {relation.sentence}"]
    if relation.extras and relation.verdict in MARK:
        more = _many(len(relation.extras), "clause")
        lines.append(f"  harmless: {more} that the puzzle's CNF does not have, but implies")
    if relation.unwritten and relation.verdict in MARK:
        lines.append(f"  harmless: {_many(relation.unwritten, 'clause')} of the puzzle's CNF left out, but implied")
    if relation.lost:
        lines += ["", "  a solution that it excludes:", "", _indented(findings.lost or relation.lost.text), ""]
        lines += [
            "  the clauses to blame, together:" if relation.lost.jointly else "  the clauses to blame, each by itself:"
        ]
        lines += _table((f"  {b.index}:", b.letters, b.words, f"from '{b.group}'") for b in findings.blamed)
    if relation.wrong:
        lines += ["", f"  a model of it that is no solution: {relation.wrong.text}"]
        lines += [f"  it violates {relation.wrong.violated}"]
    if relation.causes and relation.verdict not in MARK:
        lines += ["", *(f"  {cause}" for cause in relation.causes)]
    return lines


def exit_code(
    sheet: Exercise, chosen: Version, findings: Findings | None, status: str, parameters: Mapping[str, int]
) -> int:
    """A sheet's known fault must be found, and no other."""
    if findings is None or findings.relation is None or status != "done":
        return 3 if status in ("timeout", "memory") else 4
    if findings.relation.verdict == "unknown":
        return 3
    right = findings.relation.verdict in ("equal", "equivalent")
    known = models.find(sheet.puzzle).known_count(parameters)
    miscounted = right and known is not None and findings.exact and findings.count != known[0]
    return 1 if right == chosen.faulty or miscounted else 0


def remarks(sheet: Exercise, style: Style) -> str:
    from textwrap import fill

    lines = [style.paint("What to know of the sheet", BOLD)]
    lines += [fill(remark, width(110), initial_indent="  - ", subsequent_indent="    ") for remark in sheet.remarks]
    lines += ["", style.paint("What else can be done with it", BOLD)]
    longest = max(map(len, sheet.commands))
    return "\n".join([*lines, *(f"  {command:<{longest}}   {what}" for command, what in sheet.commands.items())])


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _indented(drawing: str) -> str:
    return "\n".join(f"    {line}" for line in drawing.splitlines())

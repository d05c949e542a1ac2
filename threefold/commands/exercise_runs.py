"""The work of `exercise` on formulas, and its text: the sheets, and the findings about their formulas."""

from collections.abc import Iterable, Sequence

from threefold import exercises
from threefold.commands.output import BOLD, OF_WORD, Style, fitted, style_of, width, wrapped
from threefold.errors import BadInput
from threefold.exercises import Exercise, Version, findings
from threefold.exercises.findings import Findings
from threefold.format import Column, Table, indented, shortened
from threefold.guard import Limits
from threefold.texts import Language

HARMLESS = ("equal", "equivalent", "unknown")
# The verdicts in languages other than English, where `relate` says more.
SENTENCES = {
    "equal": "the formula has the clauses of the puzzle's own CNF",
    "equivalent": "the models of the formula are the solutions of the puzzle",
    "too weak": "the formula has a model that is not a solution",
    "too strong": "the formula excludes a solution of the puzzle",
    "both": "the formula has a model that is not a solution, and it excludes a solution",
    "unknown": "whether the formula is right was not decided",
}


def examine(
    sheet: Exercise, texts: list[str], version: str | None, limits: Limits, no_color: bool, say: Language
) -> int:
    parameters = sheet.parameters(texts)
    versions = sheet.choose(parameters, version)
    style, instance = style_of(no_color), " ".join(f"{name}={value}" for name, value in parameters.items())
    sheet_title, language = say(sheet.title), say(sheet.language)
    title = say("Sheet {number}: {title}, in {language}", number=sheet.number, title=sheet_title, language=language)
    groups = _aligned((say(group.name), say(group.formula)) for group in sheet.groups)
    print(fitted("\n".join([style.paint(f"{title} · {sheet.puzzle} {instance}", BOLD), "", *groups])))
    code = 0
    for chosen in versions:
        found = findings.examine(sheet, chosen, parameters, limits=limits)
        print("\n" + fitted(_version(chosen, found, style, say)), flush=True)
        code = max(code, found.exit_code)
    remarks = [wrapped(say(remark), 110, "  - ", "    ") for remark in sheet.remarks]
    lines = ["", style.paint(say("Notes on the sheet"), BOLD), *remarks, "", style.paint(say("More to try"), BOLD)]
    commands = _aligned((command, say(what)) for command, what in sheet.commands.items())
    print(fitted("\n".join([*lines, *commands])))
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


def listing(say: Language) -> str:
    lines = [say("The five exercise sheets"), ""]
    for number in exercises.names():
        sheet = exercises.find(number)
        call = " ".join(["threefold exercise", number, *map(str, sheet.example)])
        more = [each for each in sheet.commands if each.startswith(("threefold exercise", "threefold play"))]
        lines.append(f"  {number}  {say(sheet.title)} · {say(sheet.language)} · {sheet.puzzle}")
        lines += [f"       {line}" for line in (say(sheet.summary), call, *more)]
    return "\n".join(lines)


def _version(chosen: Version, found: Findings, style: Style, say: Language) -> str:
    lines = [style.paint(f"{chosen.name}: {say(chosen.summary)}", BOLD)]
    if not found.groups:
        limit = say("unknown: {reason} before the formula was written", reason=say.reason(found.reason))
        return "\n".join([*lines, f"  {limit}"])
    lines += [f"  {_size(found, say)}", "", *_groups(found, say), "", f"  {_solutions(found, say)}"]
    if found.drawing:
        lines += ["", indented(found.drawing, 4)]
    return "\n".join([*lines, "", *_relation(found, style, say)])


def _size(found: Findings, say: Language) -> str:
    twice, invented = found.clauses - found.distinct, found.relation.auxiliaries if found.relation else 0
    distinct = ", " + say("{number} of them distinct", number=say.number(found.distinct)) if twice else ""
    strangers = say(" ({number} of them unknown to the puzzle)", number=say.number(invented)) if invented else ""
    return f"{say.many(found.variables, 'variable')}{strangers}, {say.many(found.clauses, 'clause')}{distinct}"


def _groups(found: Findings, say: Language) -> list[str]:
    """How many clauses each group has, and the first of them, in the sheet's letters and in DIMACS."""
    columns = [
        Column(say("group"), left=True),
        Column(say("clauses")),
        Column(say("the first of them"), left=True, rank=2),
        Column(say("in DIMACS"), left=True, rank=1),
    ]
    rows = []
    for group in found.groups:
        literals, numbers = shortened(group.text.split(" ∨ "), " ∨ "), shortened(group.first, " ")
        rows.append((say(group.name), say.number(group.clauses), literals, f"{numbers} 0"))
    table = Table(columns, rows, width=width())
    return [table.head, *table.lines]


def _aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Left-aligned columns without a head."""
    cells = list(rows)
    return Table([Column(left=True)] * len(cells[0]), cells).lines if cells else []


def _solutions(found: Findings, say: Language) -> str:
    if found.satisfiable is None:
        return say("unknown whether it has a solution: {reason}", reason=say.reason(found.reason))
    published = ""
    if found.known:
        number, source = found.known
        published = say(" (the known number is {number}: {source})", number=say.number(number), source=say(source))
    if not found.satisfiable:
        return say("unsatisfiable: no solution") + published
    count = say.many(found.count, "solution")
    if not found.exact:
        more = say.reason(found.reason) if found.reason else say("not counted any further")
        return say("satisfiable: at least {solutions} ({more})", solutions=count, more=more)
    return say("satisfiable: {solutions}", solutions=count) + published


def _relation(found: Findings, style: Style, say: Language) -> list[str]:
    relation = found.relation
    if relation is None:
        limit = say("{reason} before it was compared with the puzzle", reason=say.reason(found.reason))
        return [f"  {style.paint(say('unknown'), OF_WORD['unknown'])}: {limit}"]
    sentence = relation.sentence if say.code == "en" else say(SENTENCES[relation.verdict])
    lines = [f"  {style.paint(say(relation.verdict), OF_WORD[relation.verdict])}: {sentence}"]
    if relation.verdict in HARMLESS:
        for count, text in (
            (len(relation.extras), "harmless: {clauses} that the puzzle's CNF does not have, but implies"),
            (relation.unwritten, "harmless: {clauses} of the puzzle's CNF left out, but implied"),
        ):
            lines += [f"  {say(text, clauses=say.many(count, 'clause'))}"] if count else []
    lines += _lost(found, say)
    if wrong := relation.wrong:
        lines += ["", f"  {say('a model that is not a solution: {model}', model=wrong.text)}"]
        lines.append(f"  {say('it violates {constraint}', constraint=wrong.violated)}")
    if relation.causes and relation.verdict not in HARMLESS:
        lines += ["", *(f"  {cause}" for cause in relation.causes)]
    return lines


def _lost(found: Findings, say: Language) -> list[str]:
    """A solution that the formula excludes, and the clauses that do it."""
    lost = found.relation.lost if found.relation else None
    if lost is None:
        return []
    blame = "the clauses to blame, together:" if lost.jointly else "the clauses to blame, each alone:"
    rows = (
        (f"  {clause.index}:", clause.text, say("from '{group}'", group=say(here.group or "")))
        for clause, here in zip(lost.blamed, found.blamed, strict=True)
    )
    drawing = indented(lost.drawing or lost.text, 4)
    return ["", f"  {say('a solution that it excludes:')}", "", drawing, "", f"  {say(blame)}", *_aligned(rows)]

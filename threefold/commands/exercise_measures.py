"""The work of `exercise` that takes times, and its text: the statistics of sheet 002, and the race of sheet 003."""

import re
from collections.abc import Sequence
from math import inf
from os.path import isfile, join

from threefold.commands.output import fitted, width
from threefold.errors import BadInput
from threefold.exercises import Exercise, race, sheet_002, times
from threefold.exercises.race import RUNS, Entry
from threefold.exercises.results import Results
from threefold.exercises.sheet_002 import ALL, FIRST, CardsRow
from threefold.exercises.times import Lap
from threefold.format import Column, Table, seconds
from threefold.guard import Limits
from threefold.texts import Language

LARGEST = (10, 3)  # n and k of the statistics, unless they are given
LONGEST_RACE = 100  # boards
STATISTICS = {"n": 3, "k": 2, "variables": 10, "clauses": 11, "solutions": 13, "first": 9, "all": 9}  # and the widths
STATUSES = ("skipped", "wrong", "failed", "memory limit")
CODES = {"wrong": 1, "time limit": 3, "memory limit": 3, "failed": 4}
MISSING = "The program minisat is not installed here (Debian: apt-get install minisat); minisat22 is PySAT's."
RACE = "Sheet 003: CPU time to the first board of n queens"
MEDIAN = "CPU time: the median of five runs; (2): of two only, because a run takes long."
START = "start: the program on a single clause; its time is taken off the program's."
RACE_FOOT = "reduce: the making of the clauses; none: there is no board; skipped: a smaller board was cut off."
FIRST_AND_ALL = "first: time to the first solution, or to the proof that there is none; all: to all of them."
CUT_OFF = "limit: cut off after {seconds} s; –: not tried, because a smaller n was cut off."


def statistics(sheet: Exercise, texts: list[str], limits: Limits, output: str, say: Language) -> int:
    if sheet.number != "002":
        raise BadInput(f"exercise {sheet.number} has no statistics; exercise 002 has")
    n, k = sheet.parameters(texts or list(map(str, LARGEST))).values()
    if n > 100 or k > 6:
        raise BadInput(f"exercise 002: statistics go up to n = 100 and k = 6 (got {n} {k})")
    results, limit = Results(output), f"{limits.seconds:g}"
    table = Table([Column(say(title), least=least) for title, least in STATISTICS.items()], gap=1)
    rows: list[CardsRow] = []
    heading = say("Sheet 002: cards (n, k) up to n = {n}, k = {k}; at most {limit} s each", n=n, k=k, limit=limit)
    print(f"{heading}\n\n{table.head}")
    with results.kept(rows, lambda: sheet_002.files(rows, limits.seconds or 0)):
        for row in sheet_002.rows(n, k, limits):
            rows.append(row)
            print(table.line(_statistics_cells(row, say)), flush=True)
    written = results.write(sheet_002.files(rows, limits.seconds or 0), say)
    print(f"\n{say(FIRST_AND_ALL)}\n{say(CUT_OFF, seconds=limit)}\n")
    print("\n".join(written))
    return 0


def _statistics_cells(row: CardsRow, say: Language) -> list[str]:
    count = "–" if row.count is None else f"{'' if row.count_is == 'exact' else '≥ '}{say.number(row.count)}"
    over = say("limit") if row.limit else "–"
    first = seconds(row.first) if row.first is not None else over if row.asked >= FIRST else "–"
    all_of_them = seconds(row.all) if row.all is not None else over if row.asked == ALL else "–"
    sizes = ("–" if size is None else say.number(size) for size in (row.variables, row.clauses))
    return [str(row.n), str(row.k), *sizes, count, first, all_of_them]


def race_solvers(sheet: Exercise, between: str, limits: Limits, output: str, entry: Entry, say: Language) -> int:
    """Race, check the student's reduction, and extend the table of times. The code is 1 where something is wrong."""
    if sheet.number != "003":
        raise BadInput(f"exercise {sheet.number} has no race; exercise 003 has")
    sizes = _sizes_of(between)
    for path in filter(None, (entry.reduce, entry.solver)):
        if not isfile(path):
            raise BadInput(f"{path}: there is no such file")
    results, earlier = Results(output), times.read_times(output)
    table = _RaceTable(entry.columns, limits, say)
    print(f"{fitted(say(RACE))}\n\n{table.head}")
    laps: list[Lap] = []
    checks = _Checks(entry.reduce, limits, say)
    with results.kept(laps, lambda: times.files(laps, limits.seconds or 0, earlier)):
        for board in race.race(sizes, limits, entry):
            laps += board
            print(table.lines(board), flush=True)
            checks.check(board[0].n)
    written = results.write(times.files(laps, limits.seconds or 0, earlier), say, extended=(times.NAME,))
    replaced = _replaced(earlier, laps, output, say)
    print(fitted("\n".join(["", *_foot(laps, entry, say), *checks.lines, "", *written, *replaced])))
    codes = {checks.code, *(CODES.get(lap.status, 0) for lap in laps)}
    return next((code for code in (1, 4, 3) if code in codes), 0)


class _RaceTable:
    """A line for each board, or in a narrow terminal a line for each time."""

    def __init__(self, names: Sequence[str], limits: Limits, say: Language) -> None:
        self._names, self._limits, self._say = names, limits, say
        self._table = Table([Column("n", least=4), *(Column(name, least=12) for name in names)])
        self._narrow = len(self._table.head) > (width() or inf)
        if self._narrow:
            longest = max(map(len, names))
            self._table = Table([Column("n", least=4), Column(left=True, least=longest), Column(least=12)])
        self.head = self._table.head

    def lines(self, board: Sequence[Lap]) -> str:
        n, cells = str(board[0].n), [cell for lap in board for cell in self._cells(lap)]
        if not self._narrow:
            return self._table.line([n, *cells])
        margin = [n, *[""] * len(cells)]
        return "\n".join(map(self._table.line, zip(margin, self._names, cells, strict=False)))

    def _cells(self, lap: Lap) -> list[str]:
        """The time, and that of a program's start."""
        time = f"{seconds(lap.seconds)}{'' if lap.runs >= RUNS else f' ({lap.runs})'}"
        shown = {"solved": time, "no solution": f"{self._say('none')} {time}"}
        over = f"> {self._limits.seconds:g} s" if lap.status == "time limit" else self._say(lap.status)
        start = [seconds(lap.start)] if f"{lap.contestant}: start" in self._names else []
        return [shown.get(lap.status, over), *start]


class _Checks:
    """The student's clauses against the puzzle, for each board of the race until one was not decided."""

    def __init__(self, path: str | None, limits: Limits, say: Language) -> None:
        self._file, self._path, self._limits, self._say = path, path, limits, say
        self._sizes: dict[str, list[int]] = {}
        self._more: list[str] = []
        self.code = 0

    def check(self, n: int) -> None:
        if self._path is None or "unknown" in self._sizes:
            return
        try:
            relation = race.related(self._path, n, self._limits)
        except BadInput as error:  # the lap of the reduction has failed, too
            self._more.append(f"  {error}")
            self._path = None
            return
        if relation.exit_code == 1 and self.code != 1:
            self._more += [
                f"  {self._say('{n} queens', n=n)}: {relation.sentence}",
                *(f"  {c}" for c in relation.causes),
            ]
        self.code = self.code or relation.exit_code
        self._sizes.setdefault(relation.verdict, []).append(n)

    @property
    def lines(self) -> list[str]:
        """`mine.py, compared with the puzzle: equal for n = 4..12`, and the first mistake."""
        if not self._sizes and not self._more:
            return []
        found = (f"{self._say(verdict)} (n = {_ranges(sizes)})" for verdict, sizes in self._sizes.items())
        text = self._say(
            "The clauses of {file} compared with the puzzle: {found}", file=self._file, found=", ".join(found) or "–"
        )
        return [text, *self._more]


def _ranges(sizes: Sequence[int]) -> str:
    """`4..9`; a list where sizes are missing between."""
    return f"{sizes[0]}..{sizes[-1]}" if len(sizes) == sizes[-1] - sizes[0] + 1 > 1 else ", ".join(map(str, sizes))


def _foot(laps: Sequence[Lap], entry: Entry, say: Language) -> list[str]:
    lines = [say(MEDIAN), say(RACE_FOOT)]
    if any(lap.start is not None for lap in laps):
        lines.append(say(START))
    if "minisat" not in entry.columns:
        lines.append(say(MISSING))
    for lap in laps:
        if lap.status in ("failed", "wrong"):
            text = (
                "{name} failed on {n} queens: {reason}" if lap.status == "failed" else "wrong on {n} queens: {reason}"
            )
            lines.append(say(text, name=lap.contestant, n=lap.n, reason=lap.reason))
    return lines


def _replaced(earlier: Sequence[Lap], laps: Sequence[Lap], folder: str, say: Language) -> list[str]:
    _, replaced = times.extended(earlier, laps)
    path = join(folder, times.NAME)
    return [say("replaced in {file}: {rows}", file=path, rows=", ".join(replaced))] if replaced else []


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

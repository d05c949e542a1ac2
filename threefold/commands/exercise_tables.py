"""The tables of sheet 002's statistics and of sheet 003's race, row by row as they are measured."""

from collections.abc import Sequence

from threefold.commands.table import seconds
from threefold.exercises.race import Lap, contestants
from threefold.exercises.statistics import ALL, FIRST, CardsRow
from threefold.guard import Limits


def statistics_head(n: int, k: int, limits: Limits) -> str:
    columns = f"  {'n':>3} {'k':>2} {'variables':>10} {'clauses':>11}   {'solutions':>11} {'first':>9} {'all':>9}"
    return f"Sheet 002: cards (n, k) up to n = {n}, k = {k}; at most {limits.seconds:g} s each\n\n{columns}"


def statistics_row(row: CardsRow) -> str:
    size = f"{_number(row.variables):>10} {_number(row.clauses):>11}"
    count = "–" if row.count is None else f"{'' if row.count_is == 'exact' else '≥ '}{row.count:,}"
    over = "limit" if row.limit else "–"
    first = seconds(row.first) if row.first is not None else over if row.asked >= FIRST else "–"
    all_of_them = seconds(row.all) if row.all is not None else over if row.asked == ALL else "–"
    return f"  {row.n:>3} {row.k:>2} {size}   {count:>11} {first:>9} {all_of_them:>9}"


def statistics_foot(limits: Limits) -> str:
    return (
        "\nfirst: time to the first solution, or to the proof that there is none; all: to all of them.\n"
        f"limit: cut off after {limits.seconds:g} s; –: not tried, because a smaller n was cut off.\n"
    )


def race_head() -> str:
    columns = "".join(f"   {name:>12}" for name in ["reduce", *contestants()])
    return f"Sheet 003: time to the first board of n queens\n\n  {'n':>4}{columns}"


def race_row(laps: Sequence[Lap], limits: Limits) -> str:
    return f"  {laps[0].n:>4}" + "".join(f"   {_lap(lap, limits):>12}" for lap in laps)


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


def _number(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"

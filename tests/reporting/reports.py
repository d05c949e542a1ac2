"""A small sweep's records, made by hand: two puzzles' worth of curves with a limit that is hit and runs that are skipped."""

from typing import Any

from tests.sweeps import lines as lines_module
from tests.sweeps.lines import fingerprint, line, run
from threefold.backends.backend import Size
from threefold.reporting import summary
from threefold.reporting.media import Markdown
from threefold.reporting.report import Coverage, Report, Section, arranged
from threefold.sweeps.record_line import Line

COUNTS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92}
SECONDS = {"sat": 0.01, "cp": 0.002, "ilp": 0.4}
GROWTH = {"sat": 2.0, "cp": 3.5, "ilp": 6.0}
FINDERS = {"sat": "cadical195", "cp": "CP-SAT", "ilp": "CBC"}
DECIDERS = {**FINDERS, "ilp": "own B&B"}


def lines(spread: float = 0.05, repetitions: int = 3) -> list[Line]:
    """Each repetition takes longer than the first by a share of it, the spread."""
    return [
        _line(row, n, repetition, spread) for row in SECONDS for n in COUNTS for repetition in range(repetitions)
    ]  # fmt: skip


def _line(row: str, n: int, repetition: int, spread: float) -> Line:
    asked = run(parameters={"n": n}, row=row, repetition=repetition, seconds=60.0, limit="cpu")
    cpu = SECONDS[row] * GROWTH[row] ** (n - 4) * (1 + spread * repetition)
    changes: dict[str, Any] = {
        "count": COUNTS[n], "verified": COUNTS[n], "known": COUNTS[n], "fingerprint": fingerprint(COUNTS[n], n),
        "size": Size(64, 0, n**3 if row == "sat" else 3, 1520), "drawings": ("Q .\n. Q",) if n == 4 else (),
        "seconds": {"lower": 0.001, "solve": cpu, "total": cpu * 1.1, "cpu": cpu},
        "found_by": {FINDERS[row]: COUNTS[n]}, "decided_by": DECIDERS[row], "solver": f"{FINDERS[row]} 1.0",
    }  # fmt: skip
    if row == "ilp" and n == 7:
        changes |= {
            "status": "timeout",
            "count": 15,
            "count_is": "at_least",
            "fingerprint": None,
            "reason": "time limit of 60 s",
        }
    if row == "ilp" and n == 8:
        changes |= {"status": "skipped", "count": None, "count_is": "unknown", "fingerprint": None, "seconds": {},
                    "size": None, "reason": "hit the time limit at n=7"}  # fmt: skip
    return line(asked, **changes)


def sentences(report: Report) -> list[str]:
    """As Markdown shows them."""
    return [*map(Markdown({}).paragraph, summary.sentences(report))]


def about(section: Section) -> list[str]:
    return [*map(Markdown({}).paragraph, summary.about(section))]


def of(records: list[Line], *references: str) -> Report:
    """Of a sweep that is complete; its file names these rows as references."""
    of_all = {(line.puzzle, line.task): references for line in records}
    return arranged("Queens", "All boards.", records, coverage=Coverage(len(records), len(records), 0, (), of_all))


def changed(records: list[Line], row: str, n: int, **changes: object) -> list[Line]:
    return [
        lines_module.changed(line, **changes) if line.row == row and line.parameters["n"] == n else line
        for line in records
    ]

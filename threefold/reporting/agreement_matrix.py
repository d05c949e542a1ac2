"""Who agreed with whom: of each two rows, on how many instances both have an exact count, and whether it is the same."""

from threefold.reporting.tables import Report
from threefold.sweeps.agreement import conflicts
from threefold.sweeps.record_line import Line


def matrix(report: Report) -> tuple[list[str], list[list[str]]]:
    """The header and the rows, both empty where no row has an exact count."""
    rows = list(dict.fromkeys(line.row for line in report.lines if line.record.exact))
    against = {frozenset((c.accused.row, c.accuser.row)) for c in conflicts(report.lines) if c.accuser}
    exact = {
        row: {(line.puzzle, line.instance) for line in report.lines if line.record.exact and line.row == row}
        for row in rows
    }
    body = [
        [
            row,
            *(
                _both(len(exact[row] & exact[other]), frozenset((row, other)) in against, row == other)
                for other in rows
            ),
        ]
        for row in rows
    ]
    return ["", *rows], body


def witnesses(report: Report) -> list[Line]:
    """The lines that are accused and have a witness; one whose accuser is no longer asked for is accused no more."""
    accused = {conflict.accused.key: conflict.accused for conflict in conflicts(report.lines)}
    return [line for line in accused.values() if line.witness]


def _both(common: int, differ: bool, itself: bool) -> str:
    return f"✗ {common}" if differ else str(common) if itself else f"= {common}" if common else "–"

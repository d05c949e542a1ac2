"""What a solver competition computes of a question: solved, PAR-2, the virtual best, and who is first where.

PAR-2 is the mean time over all instances of a question, where one that was not solved counts twice its time limit (SAT
Competition). The virtual best takes on every instance the fastest row; what it gains over the best single row is what choosing
by instance would bring. An instance that some row has no record of is left out for all: means over others do not compare.
"""

from dataclasses import dataclass

from threefold.reporting.tables import Cell, Instance, Question

OUTLIER = 1.5  # a repetition this many times slower than the median is worth a look
BUSY = 0.5  # load per core above which times are not to be relied on


@dataclass(frozen=True)
class Standing:
    row: str
    solved: int
    tried: int  # instances that the row has records of
    missing: int  # and those that it has none of
    par2: float | None  # seconds, over the instances that all rows have records of; None: there are none
    wins: int  # instances on which it was the fastest

    @property
    def share(self) -> str:
        return f"{self.solved} of {self.tried}" + (f", {self.missing} missing" if self.missing else "")


def time(cell: Cell | None) -> float | None:
    """CPU seconds of a complete answer."""
    spread = cell.spread() if cell and cell.solved else None
    return spread.middle if spread else None


def penalised(cell: Cell) -> float:
    seconds = time(cell)
    return 2 * cell.line.limit_seconds if seconds is None else seconds


def fastest(question: Question, instance: Instance) -> tuple[str, float] | None:
    times = [(seconds, row) for row in question.rows if (seconds := time(question.cell(row, instance))) is not None]
    return (min(times)[1], min(times)[0]) if times else None


def standings(question: Question) -> list[Standing]:
    """The best first."""
    winners = [found[0] for instance in question.whole if (found := fastest(question, instance))]
    table = []
    for row in question.rows:
        cells = question.along(row)
        solved = sum(cell.solved for cell in cells)
        missing = len(question.missing(row))
        times = [penalised(cell) for cell in cells if cell.instance in question.whole]
        par2 = sum(times) / len(times) if times else None
        table.append(Standing(row, solved, len(cells), missing, par2, winners.count(row)))
    return sorted(table, key=lambda standing: (-standing.solved, standing.par2 or 0.0, standing.row))


def virtual_best(question: Question) -> Standing:
    found = [fastest(question, instance) for instance in question.whole]
    penalties = [
        2 * max(cell.line.limit_seconds for row in question.rows if (cell := question.cell(row, instance)))
        for instance in question.whole
    ]
    times = [best[1] if best else penalty for best, penalty in zip(found, penalties, strict=True)]
    solved = sum(best is not None for best in found)
    missing = len(question.instances) - len(found)
    return Standing("virtual best", solved, len(found), missing, sum(times) / len(times) if times else None, solved)


def outliers(question: Question) -> list[str]:
    """Repetitions that took much longer than their median."""
    told = []
    for cell in question.cells.values():
        spread = cell.spread()
        if spread and spread.size > 2 and spread.most > OUTLIER * spread.middle and spread.most > 0.05:
            told.append(
                f"{question.puzzle} {cell.instance.text}, {cell.row}: slowest of {spread.size} is"
                f" {spread.most / spread.middle:.1f} times the median"
            )
    return told


def busy(question: Question) -> int:
    """Runs that began while the machine had much else to do."""
    lines = [line for cell in question.cells.values() for line in cell.lines if line.record.status != "skipped"]
    return sum(float(line.machine["load"]) > BUSY * float(line.machine["cores"]) + 1 for line in lines)

"""The statistics of a solver competition: solved instances, PAR-2, the virtual best solver, and the fastest row of an instance.

PAR-2 is the mean CPU time over all instances of a section; an instance that was not solved counts twice its time limit (SAT
Competition). The virtual best takes the fastest row on every instance: what it gains over the best single row is the gain of
choosing by instance. An instance without a record of some row is left out for all rows: means over different instances do not
compare.
"""

from dataclasses import dataclass
from statistics import median

from threefold.reporting.report import Cell, PlacedInstance, Section

OUTLIER = 1.5  # a repetition this many times slower than the median is reported
BUSY = 0.5  # load per core above which times are unreliable


@dataclass(frozen=True)
class Standing:
    row: str
    solved: int
    tried: int  # instances with a record of the row
    missing: int  # instances without one
    par2: float | None  # seconds, over the instances with records of all rows; None: there are none
    wins: int  # instances on which it was the fastest

    @property
    def share(self) -> str:
        return f"{self.solved} of {self.tried}" + (f", {self.missing} missing" if self.missing else "")


def _penalised(cell: Cell) -> float:
    return 2 * cell.line.limit_seconds if cell.cpu is None else cell.cpu


def times(section: Section, instance: PlacedInstance) -> list[tuple[float, str]]:
    """CPU seconds of the rows that solve the instance, the fastest first."""
    cells = (section.cell(row, instance) for row in section.rows)
    return sorted((cell.cpu, cell.row) for cell in cells if cell and cell.cpu is not None)


def fastest(section: Section, instance: PlacedInstance) -> str | None:
    return next((row for _, row in times(section, instance)), None)


def standings(section: Section) -> list[Standing]:
    """The best first."""
    winners = [fastest(section, instance) for instance in section.whole]
    table = []
    for row in section.rows:
        cells = section.along(row)
        solved, missing = sum(cell.record.complete for cell in cells), len(section.missing(row))
        par2 = _mean([_penalised(cell) for cell in cells if cell.instance in section.whole])
        table.append(Standing(row, solved, len(cells), missing, par2, winners.count(row)))
    return sorted(table, key=lambda standing: (-standing.solved, standing.par2 or 0.0, standing.row))


def virtual_best(section: Section) -> Standing:
    cells = [[cell for row in section.rows if (cell := section.cell(row, each))] for each in section.whole]
    solved = sum(any(cell.cpu is not None for cell in each) for each in cells)
    least = [
        min((cell.cpu for cell in each if cell.cpu is not None), default=max(map(_penalised, each))) for each in cells
    ]
    return Standing("virtual best", solved, len(cells), len(section.instances) - len(cells), _mean(least), solved)


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def outliers(section: Section) -> list[str]:
    found = []
    for cell in section.cells.values():
        times = cell.times()
        if len(times) > 2 and times[-1] > max(0.05, OUTLIER * median(times)):
            factor = f"slowest of {len(times)} is {times[-1] / median(times):.1f} times the median"
            found.append(f"{section.puzzle} {cell.instance.text}, {cell.row}: {factor}")
    return found


def busy(section: Section) -> int:
    """Runs that started while the machine had much else to do."""
    lines = [line for cell in section.cells.values() for line in cell.lines if line.record.status != "skipped"]
    return sum(float(line.machine["load"]) > BUSY * float(line.machine["cores"]) + 1 for line in lines)

"""Records of a family with seeds: three points of ten draws, in which cp takes a factor of what sat takes."""

from tests.sweeps.lines import line, run
from threefold.sweeps.record_line import Line

DRAWS = 10


def family(*, draws: int = DRAWS, factor: float = 2.0, satisfiable: int = 5, stopped: int = 0) -> list[Line]:
    """At holes=40 no draw has a solution, at 42 `satisfiable` of them, at 44 all; at 44 cp does not solve `stopped` of them."""
    return [
        _line(row, holes, seed, factor, satisfiable, stopped)
        for row in ("sat", "cp")
        for holes in (40, 42, 44)
        for seed in range(draws)
    ]


def _line(row: str, holes: int, seed: int, factor: float, satisfiable: int, stopped: int) -> Line:
    asked = run(
        puzzle="qcp",
        parameters={"n": 30, "holes": holes, "seed": seed},
        row=row,
        task="first",
        seconds=10.0,
        limit="cpu",
    )
    cpu = (0.05 + 0.01 * seed) * (factor + 0.1 * seed if row == "cp" else 1.0)
    solved = not (row == "cp" and holes == 44 and seed < stopped)
    yes = holes == 44 or (holes == 42 and seed < satisfiable)
    return line(
        asked, known=None, status=("sat" if yes else "unsat") if solved else "timeout", count=None, count_is="unknown",
        verified=0, fingerprint=None, seconds={"total": cpu, "cpu": cpu}, decided_by={"sat": "cadical195", "cp": "CP-SAT"}[row],
    )  # fmt: skip

"""Record lines for tests, made by hand."""

from typing import Any

from threefold.sweeps.record_line import Line, about
from threefold.sweeps.run import Run


def run(**changes: Any) -> Run:
    asked: dict[str, Any] = {
        "puzzle": "nqueens", "parameters": {"n": 8}, "givens": (), "row": "sat", "task": "count", "seed": None,
        "repetition": 0, "seconds": 60.0, "memory": 2 << 30,
    }  # fmt: skip
    asked |= changes
    from threefold.backends.configuration import parse

    return Run(configuration=str(parse(asked["row"], {})), **asked)


def line(asked: Run | None = None, **changes: Any) -> Line:
    values: dict[str, Any] = {
        **about(asked or run()),
        "sweep": "queens", "status": "sat", "reason": None, "method": "blocking", "count": 92, "count_is": "exact",
        "verified": 92, "fingerprint": "00ff", "verdict": "agree", "witness": None, "known": 92, "variables": 64, "auxiliary": 0,
        "constraints": 736, "literals": 1520, "seconds": {"lower": 0.001, "solve": 0.5, "total": 0.6, "cpu": 0.55},
        "memory_mb": 40.0, "statistics": {}, "drawing": None,
        "versions": {"threefold": "0.1.0", "python": "3.11.7", "solver": "cadical195"},
        "machine": {"cpu": "Some CPU", "cores": 2, "memory_gb": 24.0, "system": "Linux", "load": 0.1},
        "started": "2026-11-16T04:05:06Z",
    }  # fmt: skip
    return Line(**(values | changes))

"""Where a run happened: the machine and the versions. Nothing that names the machine or its folders."""

import os
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from threefold.sweeps.record_line import Value


@cache
def _constant() -> dict[str, Value]:
    return {
        "cpu": _line("/proc/cpuinfo", "model name") or platform.processor() or platform.machine(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "memory_gb": round(int((_line("/proc/meminfo", "MemTotal") or "0").split()[0]) / 1e6, 1),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
    }


def machine() -> dict[str, Value]:
    """With the load of the last minute: a run on a busy machine is slower."""
    return {**_constant(), "load": round(os.getloadavg()[0], 2)}


@cache
def software() -> dict[str, Value]:
    try:
        threefold = version("threefold")
    except PackageNotFoundError:  # run from a folder that was never installed
        threefold = "not installed"
    return {"threefold": threefold, "python": platform.python_version()}


def _line(path: str, name: str) -> str | None:
    try:
        with open(path) as lines:
            return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), None)
    except OSError:
        return None

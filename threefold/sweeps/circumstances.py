"""Where and when a run is made, and by which versions: the columns of its line that are not about the run."""

import os
import platform
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import threefold
from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.format import many
from threefold.sweeps.record_line import Value

ROOT = Path(__file__).resolve().parents[2]  # of a checkout
CODE = ("threefold", "backends", "models")  # records and pages are no part of what is measured
GIT_SECONDS = 10


def circumstances(configuration: Configuration) -> dict[str, Any]:
    """On a cluster, the worker's machine and versions."""
    versions = {"threefold": threefold.__version__, "python": platform.python_version()}
    checkout = {"commit": found} if (found := commit()) else {}
    details = find(configuration.backend).details(configuration.solver)
    started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"versions": {**versions, **checkout, **details}, "machine": machine(), "started": started}


def machine() -> dict[str, Value]:
    """With the load of the last minute: a run on a busy machine is slower."""
    return {**_constant(), "load": round(os.getloadavg()[0], 2)}


def machine_text(at: Mapping[str, Value]) -> str:
    return f"{at['cpu']}, {many(int(at['cores']), 'core')}, {at['memory_gb']} GB, {at['system']}"


def version_text(version: str | None, found: str | None) -> str:
    """`0.1.0`, or with its commit in a checkout: `0.1.0 (9c3e5e4a1b2c, changed)`."""
    return f"{version} ({found})" if found else f"{version}"


@cache  # one for a sweep: what is edited later has been imported before
def commit(root: Path = ROOT) -> str | None:
    """Of the checkout that the code is from, and whether the code was changed since; None if it is from no checkout."""
    if not (root / ".git").exists():
        return None
    try:
        name = _git(root, "rev-parse", "--short=12", "HEAD")
        return f"{name}, changed" if _git(root, "status", "--porcelain", "--", *CODE) else name
    except (OSError, subprocess.SubprocessError):
        return None


def _git(root: Path, *words: str) -> str:
    command = ["git", "--no-optional-locks", "-C", str(root), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=GIT_SECONDS).stdout.strip()


@cache
def _constant() -> dict[str, Value]:
    return {
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "memory_gb": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1.024e9, 1),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
    }


def _cpu() -> str:
    with suppress(OSError, StopIteration), open("/proc/cpuinfo") as lines:
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return platform.processor() or platform.machine()

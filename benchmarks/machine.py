"""The machine and the versions, without names of people, hosts or folders."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version

from benchmarks import cpmpy_environment, outside
from threefold.backends.ilp import cbc_executable as binary

PACKAGES = ("python-sat", "ortools", "pulp", "pindakaas", "clingo", "highspy", "pyscipopt", "pyganak")


def description() -> list[str]:
    load = ", ".join(f"{figure:.2f}" for figure in os.getloadavg())
    return [
        f"{_proc('cpuinfo', 'model name')}, {os.cpu_count()} cores, {_gigabytes():.0f} GiB of memory; "
        f"load average at the start {load}",
        f"{platform.system()}, {platform.python_implementation()} {platform.python_version()}",
    ]


def versions() -> list[str]:
    cbc = binary.record()
    installed = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    return [installed, f"{cbc['version']}, sha256 {cbc['sha256']}", cpmpy_environment.versions(), outside.versions()]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def _proc(file: str, key: str) -> str:
    try:
        with open(f"/proc/{file}") as lines:
            return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), "unknown")
    except OSError:
        return platform.machine()


def _gigabytes() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30

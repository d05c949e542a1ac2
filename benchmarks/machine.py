"""The machine and the versions, without names of people, hosts or folders."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version

import threefold
from benchmarks import cpmpy_environment, outside
from threefold.backends.ilp import cbc_executable as binary
from threefold.sweeps.circumstances import commit, machine, machine_text, version_text

PACKAGES = ("python-sat", "ortools", "pulp", "pindakaas", "clingo", "highspy", "pyscipopt", "pyganak")


def description() -> list[str]:
    load = ", ".join(f"{figure:.2f}" for figure in os.getloadavg())
    return [
        f"{machine_text(machine())}; load average at the start {load}",
        f"threefold {version_text(threefold.__version__, commit())}, "
        f"{platform.python_implementation()} {platform.python_version()}",
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

"""The CBC executable that PuLP bundles: its path, version and checksum."""

import hashlib
import platform
import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def path() -> str:
    found = _bundled().resolve()
    if not found.is_file():
        raise OSError(f"PuLP bundles no CBC for this machine (looked for {found})")
    return str(found)


def _bundled() -> Path:
    """On Linux x86_64 without importing PuLP, which is slow."""
    package = find_spec("pulp")
    if package and package.origin and (sys.platform, platform.machine()) == ("linux", "x86_64"):
        return Path(package.origin).parent / "solverdir" / "cbc" / "linux" / "i64" / "cbc"
    from threefold.backends.ilp.export import pulp

    return Path(pulp.apis.coin_api.pulp_cbc_path)


@cache
def version() -> str:
    shown = subprocess.run(
        [path(), "-quit"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"Version: (\S+)", shown)
    if found is None:
        raise OSError(f"{path()} does not print a version of CBC")
    return f"CBC {found[1]}"


@cache
def record() -> dict[str, str | bool]:
    """For the records of runs."""
    return {
        "version": version(),
        "sha256": hashlib.sha256(Path(path()).read_bytes()).hexdigest(),
        "bundled": "pulp" in Path(path()).parts,
    }

"""The CBC that PuLP bundles: where it is, and its version. `threefold list` imports no more of this backend."""

import platform
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PATIENCE = 60.0  # seconds for CBC to print its version
ATTEMPTS = 3  # to learn the version: somebody may kill the program meanwhile


@cache
def path() -> str:
    """On Linux x86_64 without importing PuLP, which is slow."""
    package = find_spec("pulp")
    if package and package.origin and (sys.platform, platform.machine()) == ("linux", "x86_64"):
        found = Path(package.origin).parent / "solverdir" / "cbc" / "linux" / "i64" / "cbc"
    else:
        from threefold.backends.ilp.export import pulp

        found = Path(pulp.apis.coin_api.pulp_cbc_path)
    if not found.is_file():
        raise OSError(f"PuLP bundles no CBC for this machine (looked for {found})")
    return str(found.resolve())


@cache
def version() -> str:
    for _ in range(ATTEMPTS):
        with suppress(subprocess.TimeoutExpired):
            done = subprocess.run([path(), "-quit"], input="", capture_output=True, text=True, timeout=PATIENCE)
            if found := re.search(r"Version: (\S+)", done.stdout):
                return f"CBC {found[1]}"
    raise OSError(f"{path()} does not print a version of CBC")


@cache
def record() -> dict[str, str | bool]:
    """For the records of runs."""
    import hashlib

    return {
        "version": version(),
        "sha256": hashlib.sha256(Path(path()).read_bytes()).hexdigest(),
        "bundled": "pulp" in Path(path()).parts,
    }

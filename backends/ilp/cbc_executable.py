"""Which CBC: the binary that PuLP bundles, by path, version and checksum."""

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
        raise OSError(f"PuLP brings no CBC for this machine (looked for {found})")
    return str(found)


def _bundled() -> Path:
    """On the most common machine without asking PuLP, whose import takes 45 ms."""
    package = find_spec("pulp")
    if package and package.origin and (sys.platform, platform.machine()) == ("linux", "x86_64"):
        return Path(package.origin).parent / "solverdir" / "cbc" / "linux" / "i64" / "cbc"
    from threefold.backends.ilp.import_pulp import pulp

    return Path(pulp.apis.coin_api.pulp_cbc_path)


@cache
def version() -> str:
    """Asked of the binary itself."""
    shown = subprocess.run(
        [path(), "-quit"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    ).stdout
    said = re.search(r"Version: (\S+)", shown)
    if said is None:
        raise OSError(f"{path()} does not say which version of CBC it is")
    return f"CBC {said[1]}"


@cache
def record() -> dict[str, str | bool]:
    """What a record says about the binary."""
    return {
        "version": version(),
        "sha256": hashlib.sha256(Path(path()).read_bytes()).hexdigest(),
        "bundled": "pulp" in Path(path()).parts,
    }

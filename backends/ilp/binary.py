"""Which CBC: the binary that PuLP bundles, by path, version and checksum."""

import hashlib
import re
import subprocess
from functools import cache
from pathlib import Path


@cache
def path() -> str:
    from pulp.apis.coin_api import pulp_cbc_path

    found = Path(pulp_cbc_path).resolve()
    if not found.is_file():
        raise OSError(f"PuLP brings no CBC for this machine (looked for {found})")
    return str(found)


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

"""CPMpy's own environment, made when it is first asked for, in the user's cache: it cannot live beside ours, because it fails to
import where highspy stands beside ortools, and brings numpy and pandas. Solvers have the versions that ours have.

THREEFOLD_CPMPY names the Python of an environment that is already there.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

CPMPY = "1.1.1"
PYPBLIB = "0.0.4"  # CPMpy's pysat solver needs it for sums, and python-sat needs pindakaas for its module `pb`


@cache
def python() -> str | None:
    """The interpreter, or None where the environment cannot be made."""
    given = os.environ.get("THREEFOLD_CPMPY")
    if given:
        return given
    folder = _cache() / "threefold-benchmarks" / f"cpmpy-{CPMPY}-python{sys.version_info[0]}.{sys.version_info[1]}"
    interpreter = folder / "bin" / "python"
    if not _works(interpreter):
        _make(folder, interpreter)
    return str(interpreter) if _works(interpreter) else None


@cache
def versions() -> str:
    if not python.cache_info().currsize:
        return "CPMpy: not asked"
    interpreter = python()
    if interpreter is None:
        return "CPMpy: could not be installed"
    code = "from importlib.metadata import version as v; print(v('cpmpy'), v('ortools'), v('python-sat'))"
    shown = subprocess.run([interpreter, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    return "CPMpy {} (ortools {}, python-sat {})".format(*shown)


def _make(folder: Path, interpreter: Path) -> None:
    print("installing CPMpy into an environment of its own", file=sys.stderr)
    ours = [f"{name}=={version(name)}" for name in ("ortools", "python-sat", "pindakaas")]
    wanted = [f"cpmpy=={CPMPY}", f"pypblib=={PYPBLIB}", *ours]
    if shutil.which("uv"):
        steps = [["uv", "venv", "--quiet", "--python", sys.executable, str(folder)]]
        steps.append(["uv", "pip", "install", "--quiet", "--python", str(interpreter), *wanted])
    else:
        steps = [[sys.executable, "-m", "venv", "--clear", str(folder)]]
        steps.append([str(interpreter), "-m", "pip", "install", "--quiet", *wanted])
    for step in steps:
        if subprocess.run(step, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode:
            return


def _works(interpreter: Path) -> bool:
    return (
        interpreter.is_file()
        and not subprocess.run([str(interpreter), "-c", "import cpmpy, pysat.pb"], capture_output=True).returncode
    )


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")

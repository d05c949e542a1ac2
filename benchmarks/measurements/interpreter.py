"""CPU seconds of imports, each in an interpreter of its own."""

import os
import resource
import subprocess
import sys
from statistics import median


def imported(code: str, rounds: int = 5) -> float:
    """Of code that imports something, the interpreter's own start apart."""
    return _median(code, rounds) - _median("pass", rounds)


def _median(code: str, rounds: int) -> float:
    return median(_seconds(code) for _ in range(rounds + 1))


def _seconds(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

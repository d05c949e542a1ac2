"""Contestants that are programs of others, on our exported text or a model of their own: their time is that of the whole program.

clasp counts on our CNF and Gecode on our FlatZinc, both over the decision variables. In `benchmarks/programs` are the models for
MiniZinc, a C program without learning for our CNF, and one that knows the puzzle: no solver can be faster than that.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Never

from benchmarks.contestants import ROOT, Said, Workload, failure
from benchmarks.raw.phases import children_seconds
from threefold.guard import Report

PROGRAMS = ROOT / "benchmarks" / "programs"
# As `sat:clasp` uses it, which projects only where there are other variables: frumpy are its conservative defaults, bt is
# enumeration by backtracking.
CLASP = ("--configuration=frumpy", "--enum-mode=bt", "--parse-ext", "--project", "--quiet=2,2,2")
COUNT = re.compile(r"^(?:c Models\s*:|count) (\d+)$", re.M)
SEPARATOR = "----------"  # FlatZinc: after each solution


@dataclass(frozen=True)
class Program:
    name: str
    program: str  # that must be installed
    command: Callable[[Workload], Sequence[str]]  # it prepares the files, too
    method: str = ""
    patience: float = 1.0

    def missing(self) -> str | None:
        return None if _found(self.program) else f"not installed: {self.program}"

    def call(self, workload: Workload) -> tuple[Callable[..., Said], Sequence[object]]:
        return run_of_program, (self.command(workload), self.method)


def run_of_program(report: Report[Never], command: Sequence[str], method: str) -> Said:
    before = children_seconds()
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    whole = children_seconds() - before
    said = COUNT.search(done.stdout)
    if done.returncode and not said:  # clasp's exit status is not 0
        raise RuntimeError(failure(done.returncode, done.stderr))
    count = int(said[1]) if said else done.stdout.count(SEPARATOR)
    return {"count": count, "solve": whole, "whole": whole, "method": method}


def _found(program: str) -> bool:
    return bool(shutil.which(program) or (program == "clasp" and _clingo()))


@cache
def _clingo() -> bool:
    """clasp is in clingo's package, too."""
    done = subprocess.run([sys.executable, "-m", "clingo", "--version"], capture_output=True)
    return done.returncode == 0


def clasp(workload: Workload) -> Sequence[str]:
    program = ["clasp"] if shutil.which("clasp") else [sys.executable, "-m", "clingo", "--mode=clasp"]
    return [*program, str(projected(tuple(workload.words[1:]))), "1" if workload.first else "0", *CLASP]


def gecode(workload: Workload) -> Sequence[str]:
    file = exported("export", *workload.words[1:], "--format", "fzn")
    return ["fzn-gecode", *([] if workload.first else ["-a"]), str(file)]


def minizinc(workload: Workload) -> Sequence[str]:
    data = "; ".join(f"{name} = {value}" for name, value in workload.instance.parameters.items())
    model = PROGRAMS / f"{workload.instance.puzzle}.mzn"
    return ["minizinc", "--solver", "gecode", *([] if workload.first else ["-a"]), str(model), "-D", data]


def without_learning(workload: Workload) -> Sequence[str]:
    return [str(compiled("dpll")), str(projected(tuple(workload.words[1:])))]


def limit(workload: Workload) -> Sequence[str]:
    return [str(compiled("limit")), *workload.words[1:]]


@cache
def exported(command: str, *words: str) -> Path:
    """The file that a command of ours writes; made once."""
    file = folder() / f"{len(list(folder().iterdir()))}.txt"
    subprocess.run(
        [sys.executable, "cli.py", command, *words, "-o", str(file)], cwd=ROOT, check=True, capture_output=True
    )
    return file


@cache
def projected(words: tuple[str, ...]) -> Path:
    """Our CNF, with the variables to count over as clasp reads them: in a comment after the header."""
    comments, header, clauses = re.split(r"^(p cnf .*\n)", exported("cnf", *words).read_text(), maxsplit=1, flags=re.M)
    shown = [f"c project {variables}\n" for variables in re.findall(r"^c p show (.*)$", comments + clauses, re.M)]
    file = folder() / f"{len(list(folder().iterdir()))}.cnf"
    file.write_text("".join([header, *shown, re.sub(r"^c.*\n", "", clauses, flags=re.M)]))
    return file


@cache
def compiled(name: str) -> Path:
    file = folder() / name
    subprocess.run(["gcc", "-O2", "-o", str(file), str(PROGRAMS / f"{name}.c")], check=True)
    return file


@cache
def _temporary() -> TemporaryDirectory[str]:
    return TemporaryDirectory()  # removed at the end of the process


def folder() -> Path:
    return Path(_temporary().name)


FIRST_FAIL = "smallest domain, smallest value"
CLASP_ALONE = Program("clasp alone", "clasp", clasp, "backtracking enumeration")
GECODE = Program("Gecode", "fzn-gecode", gecode, FIRST_FAIL)
MINIZINC = Program("minizinc --solver gecode", "minizinc", minizinc, f"{FIRST_FAIL}; a model of its own")
WITHOUT_LEARNING = Program("C: same CNF, no learning", "gcc", without_learning, "two watched literals")
LIMIT = Program("C: this puzzle alone", "gcc", limit, "bit masks")

ASKED = {
    "clasp": (["clasp", "--version"], r"clasp version (\S+)"),
    "Gecode": (["fzn-gecode", "--help"], r"Version: (\S+)"),
    "MiniZinc": (["minizinc", "--version"], r"version ([\d.]+)"),
    "gcc": (["gcc", "-dumpfullversion"], r"(\S+)"),
}


def versions() -> str:
    return ", ".join(f"{name} {_version(*question)}" for name, question in ASKED.items())


def _version(command: Sequence[str], pattern: str) -> str:
    if not shutil.which(command[0]):
        return "(in clingo's package)" if _found(command[0]) else "(not installed)"
    done = subprocess.run(command, capture_output=True, text=True)
    said = re.search(pattern, done.stdout + done.stderr)
    return said[1] if said else "(unknown)"

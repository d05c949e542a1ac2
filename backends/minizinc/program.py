"""A spec as FlatZinc, and the answers of a program that reads it.

All variables are printed, so that every solution is checked like any other. The program enumerates over all of them: where some
are hidden, the same solution comes several times, and is passed on once.
"""

import os
import re
import subprocess
from collections.abc import Collection, Generator, Iterator, Sequence
from tempfile import TemporaryDirectory

from threefold.backends.backend import EVERYTHING, BrokenAnswer, Configuration, Cube, Program, Refused, Search, Size
from threefold.backends.minizinc import NAMES, PROGRAMS
from threefold.flatzinc.writer import Text
from threefold.guard.outcome import Killed
from threefold.guard.processes import ends_with_this_process
from threefold.language import Assignment, Spec
from threefold.language.flattening import flatten

COMPLETE, UNSATISFIABLE, END = "==========", "=====UNSATISFIABLE=====", "----------"
LARGEST = 2**31 - 3  # of Gecode's integers
SHOWN = {"nodes": "branches", "failures": "conflicts", "propagations": "propagations"}
WORDS = {"true": 1, "false": 0}


class FlatZincProgram(Program):
    def __init__(self, written: Spec, configuration: Configuration) -> None:
        spec = flatten(written)
        self.spec, self.configuration = spec, configuration
        text = Text(spec)
        self.size = Size(
            len(spec.declared),
            len(spec.variables) - len(spec.declared) + text.introduced,
            len(text.constraints),
            sum(map(_mentions, text.constraints)),
        )
        domains = [x.domain_group for x in spec.variables]
        self.groups = tuple(dict.fromkeys([*domains, *(posted.group for posted in spec.posted)]))

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        return FlatZincSearch(self.spec, self.configuration.solver, Text(self.spec, cube=cube), first)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        if any(assignment[x.position] not in x.domain for x in self.spec.decisions):
            return False
        fixed = {x.position: (assignment[x.position],) for x in self.spec.decisions}
        search = FlatZincSearch(self.spec, self.configuration.solver, Text(self.spec, cube=fixed, groups=groups), True)
        return next(iter(search), None) is not None

    def export(self, form: str) -> str:
        return "".join(f"{line}\n" for line in Text(self.spec).lines())


def _mentions(constraint: str) -> int:
    return len(re.findall(r"[A-Za-z_]\w*", constraint)) - 2  # without `constraint` and the predicate


class FlatZincSearch(Search):
    def __init__(self, spec: Spec, solver: str, text: Text, first: bool) -> None:
        self.method = f"{'first' if first else 'enumeration'}, smallest domain first"
        self._spec, self._program, self._text, self._first = spec, PROGRAMS[solver], text, first
        self._statistics: dict[str, int] = {}
        self._engine, self._found, self._ended = NAMES[solver], 0, False

    def statistics(self) -> dict[str, int]:
        return self._statistics

    def found_by(self) -> dict[str, int]:
        return {self._engine: self._found} if self._found else {}

    def decided_by(self) -> str:
        return self._engine if self._ended else ""

    def __iter__(self) -> Generator[Assignment, None, None]:
        if any(max(abs(x.domain[0]), abs(x.domain[-1])) > LARGEST for x in self._spec.variables):
            raise Refused(f"{self._program} has integers from -{LARGEST} to {LARGEST} only")
        decisions = [x.position for x in self._spec.decisions]
        hidden = any(x.hidden for x in self._spec.variables)
        seen = set[tuple[int, ...]]()
        with TemporaryDirectory(prefix="threefold-fzn-") as folder:
            file = os.path.join(folder, "model.fzn")
            with open(file, "w", encoding="ascii") as stream:
                stream.writelines(f"{line}\n" for line in self._text.lines(every=True))
            for assignment in self._run([self._program, "-n", "1" if self._first else "0", "-s", file]):
                key = tuple(assignment[position] for position in decisions) if hidden else ()
                if hidden and key in seen:
                    continue
                seen.add(key)
                self._found += 1
                yield assignment
                if self._first:
                    return
        self._ended = True

    def _run(self, command: Sequence[str]) -> Iterator[Assignment]:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                preexec_fn=ends_with_this_process(),
            )
        except OSError as error:
            raise Refused(f"{self._program} cannot be started: {error.strerror}") from None
        with process:
            try:
                assert process.stdout is not None
                yield from self._read(process.stdout)
                process.wait()
                Killed.check(self._program, process.returncode)
            finally:
                process.kill()

    def _read(self, lines: Iterator[str]) -> Iterator[Assignment]:
        """Solutions, then the line that says that there are no others."""
        complete, printed, other = False, dict[str, list[int]](), ""
        for line in map(str.strip, lines):
            if line in (COMPLETE, UNSATISFIABLE):
                complete = True
            elif line == END:
                yield self._assignment(printed)
            elif line.startswith("%%%mzn-stat:"):
                name, _, value = line.partition(":")[2].strip().partition("=")
                if name in SHOWN:
                    self._statistics[SHOWN[name]] = int(value)
            elif " = array1d(" in line:
                name, _, values = line.partition(" = array1d(")
                inside = values[values.index("[") + 1 : values.index("]")]
                printed[name] = [
                    WORDS.get(word, 0) if word in WORDS else int(word) for word in inside.split(", ") if word
                ]
            else:
                other = other or line
        if not complete:
            raise Refused(f"{self._program} ended without an answer: {other[:200] or 'it says nothing'}")

    def _assignment(self, printed: dict[str, list[int]]) -> Assignment:
        integers, booleans = (iter(printed.get(name, ())) for name in self._text.arrays)
        try:
            return tuple(next(booleans if x.boolean else integers) for x in self._spec.declared)
        except (StopIteration, RuntimeError):
            raise BrokenAnswer(f"{self._program} printed too few values") from None

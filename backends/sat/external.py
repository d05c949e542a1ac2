"""A SAT solver that is a program of its own: it gets a DIMACS file, and its answer is checked.

In the command `{cnf}` stands for the formula's file and `{out}` for the file of the answer (`minisat {cnf} {out}`). Without
`{cnf}` the formula is its standard input, without `{out}` the answer is its standard output. Every call starts the program
anew.

Checked are the form of the answer, the exit code against the status (10 satisfiable, 20 unsatisfiable; 0 is accepted with a
note), and the values against every clause. Variables that the answer leaves out are taken as false: if the given values
satisfy every clause, so does any completion. A wrong answer raises BrokenAnswer, UNKNOWN raises Refused. UNSATISFIABLE cannot
be checked without a proof.
"""

import os
import subprocess
from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from signal import Signals
from tempfile import TemporaryDirectory
from threading import Thread
from typing import BinaryIO

from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.sat.clause_store import ClauseStore
from threefold.backends.sat.dimacs_writer import to_dimacs
from threefold.backends.sat.solver_output import IN_WORDS, Answer, parse_answer
from threefold.backends.sat.solvers import Incremental
from threefold.guard.outcome import Killed
from threefold.guard.processes import ends_with_this_process
from threefold.language import BadInput

EXIT_CODES = {"sat": 10, "unsat": 20}


class External(Incremental):
    def __init__(self, command: Sequence[str], variables: int) -> None:
        self.command, self.variables, self._name = command, variables, f"'{os.path.basename(command[0])}'"
        self.notes: list[str] = []  # on the last answer
        self._clauses = ClauseStore()
        self._answer: Answer | None = None

    def add(self, clauses: Iterable[list[int]]) -> None:
        for clause in clauses:
            self._clauses.extend((*clause, 0))

    def solve(self) -> bool:
        self.notes = []
        with TemporaryDirectory(prefix="threefold-sat-") as folder:
            cnf, out = (os.path.join(folder, name) for name in ("formula.cnf", "answer"))
            with open(cnf, "wb") as file:
                file.writelines(to_dimacs(self.variables, {("", False): self._clauses}, None))
            self._answer = self._ask(cnf, out)
        if self._answer.status == "unknown":
            raise Refused(f"{self._name} says UNKNOWN")
        if self._answer.status == "sat":
            self._check(self._answer)
        return self._answer.status == "sat"

    def model(self) -> list[int]:
        assert self._answer is not None, "solve() comes first"
        return self._answer.model()

    def _ask(self, cnf: str, out: str) -> Answer:
        command = [word.replace("{cnf}", cnf).replace("{out}", out) for word in self.command]
        in_file = any("{out}" in word for word in self.command)
        given = os.devnull if any("{cnf}" in word for word in self.command) else cnf
        errors = _ErrorOutput()
        with open(given, "rb") as stdin, self._start(command, stdin, in_file, errors) as process:
            try:
                answer = self._read(process, out if in_file else None)
            except BadInput as error:
                raise BrokenAnswer(self._failure(str(error), process, errors)) from None
            finally:
                process.kill()
        self._compare(answer, process.returncode)
        return answer

    def _start(
        self, command: Sequence[str], stdin: BinaryIO, in_file: bool, errors: "_ErrorOutput"
    ) -> "subprocess.Popen[bytes]":
        stdout = subprocess.DEVNULL if in_file else subprocess.PIPE
        try:
            return subprocess.Popen(
                command, stdin=stdin, stdout=stdout, stderr=errors.stderr, preexec_fn=ends_with_this_process()
            )
        except OSError as error:
            raise BrokenAnswer(f"{self._name} cannot be started: {error.strerror}") from None
        finally:
            errors.start()

    def _read(self, process: "subprocess.Popen[bytes]", out: str | None) -> Answer:
        """The answer, after which the program must end; a wrong answer is not read to its end."""
        if out is None:
            assert process.stdout is not None
            answer = parse_answer(process.stdout, "its output", variables=self.variables)
            process.wait()
            return answer
        process.wait()
        if not os.path.exists(out):
            raise BadInput("it wrote no result file")
        with open(out, "rb") as file:
            return parse_answer(file, "its result file", variables=self.variables)

    def _failure(self, reason: str, process: "subprocess.Popen[bytes]", errors: "_ErrorOutput") -> str:
        """A crash explains more than a wrong answer; but a program with a wrong answer may never end."""
        if process.stdout is not None:
            reason += " (a program that writes its answer into a file needs {out}: 'minisat {cnf} {out}')"
        try:
            code = process.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            return f"{self._name} gave no valid answer: {reason}"
        Killed.check(self._name, code)
        if code < 0:
            return f"{self._name} crashed: killed by {_signal(-code)}"
        if code not in (0, 10, 20):
            last = errors.last_line()
            return f"{self._name} failed with exit code {code}" + (f": {last}" if last else f" ({reason})")
        return f"{self._name} gave no valid answer (exit code {code}): {reason}"

    def _compare(self, answer: Answer, code: int) -> None:
        said, expected = IN_WORDS[answer.status], EXIT_CODES.get(answer.status)
        Killed.check(self._name, code)
        if code < 0:
            raise BrokenAnswer(f"{self._name} said {said} and then crashed: killed by {_signal(-code)}")
        if code == 0 and expected:
            self.notes.append(f"{self._name} ended with exit code 0 where {expected} was expected")
        elif code in EXIT_CODES.values() and code != expected:
            meant = next(IN_WORDS[status] for status, usual in EXIT_CODES.items() if usual == code)
            raise BrokenAnswer(f"{self._name} says {said}, but its exit code {code} means {meant}")
        elif expected and code != expected:
            raise BrokenAnswer(f"{self._name} says {said}, but its exit code is {code} instead of {expected}")

    def _check(self, answer: Answer) -> None:
        false = next(filter(set(answer.model()).isdisjoint, self._clauses), None)
        if false is not None:
            clause = " ".join(map(str, false)) or "(empty)"
            raise BrokenAnswer(f"{self._name} says SATISFIABLE, but its values do not satisfy the clause {clause}")
        if answer.unmentioned:
            self.notes.append(f"{self._name} gave {answer.unmentioned} variables no value; they are taken as false")


class _ErrorOutput:
    """The end of the program's stderr, read by a thread, so that the program never waits for a reader."""

    def __init__(self) -> None:
        self._parts: deque[bytes] = deque(maxlen=2)
        self._end, self.stderr = os.pipe()
        self._thread = Thread(target=self._read, daemon=True)

    def _read(self) -> None:
        with open(self._end, "rb", buffering=0) as stream:
            self._parts.extend(iter(partial(stream.read, 4096), b""))

    def start(self) -> None:
        """After the program has got its end of the pipe."""
        os.close(self.stderr)
        self._thread.start()

    def last_line(self) -> str:
        self._thread.join(timeout=0.2)
        lines = b"".join(self._parts).decode(errors="replace").strip().splitlines()
        return "".join(c for c in lines[-1][:120] if c.isprintable()) if lines else ""


def _signal(number: int) -> str:
    try:
        return Signals(number).name
    except ValueError:
        return f"signal {number}"

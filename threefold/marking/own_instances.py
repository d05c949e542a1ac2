"""An instance of one's own for each student: givens that leave one solution, a different one for each where there are enough.

The table of instances is the teacher's: it has the solutions. A student keeps the instance that the table has; who is not in it
gets a new one. So the table that was made for the class list is used again when the submissions are marked.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Never

from threefold.backends.backend import Refused
from threefold.backends.sat.solvers import Assuming
from threefold.cnf.relation.formulas import Reference
from threefold.format import many
from threefold.guard import Limits, Report
from threefold.language import BadInput, LimitReached, Literal, Solution, Spec, ThreefoldError
from threefold.runs.instance import Instance
from threefold.runs.pool import LocalPool
from threefold.runs.witness import witness

TRIES = 40  # to find a solution that no other student has
COLUMNS = ("student", "givens", "solution", "puzzle", "seed")
SEPARATOR = "; "


@dataclass(frozen=True)
class OwnInstance:
    student: str
    givens: tuple[str, ...]
    solution: str
    drawing: str = ""


def read_students(file: Path) -> list[str]:
    """A line per student; empty lines and those that start with `#` do not count."""
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8-sig").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file}: cannot be read as a list of students: {error}") from None
    students = [line for line in lines if line and not line.startswith("#")]
    if not students:
        raise BadInput(f"{file}: has no student; a line per student is expected")
    return list(dict.fromkeys(students))


def own_instances(
    instance: Instance, students: Sequence[str], seed: int, table: Path | None, limits: Limits
) -> tuple[list[OwnInstance], list[str]]:
    """The instances in the order of the students, and notes. New ones are added to the table."""
    known = _read(table, instance, seed) if table and table.exists() else {}
    missing = [student for student in students if student not in known]
    if missing:
        with LocalPool() as pool:
            taken = [each.solution for each in known.values()]
            outcome = pool.call(draw, instance, missing, taken, seed, limits=limits)
        if outcome.status != "done" or not isinstance(outcome.value, list):
            kind = LimitReached if outcome.status in ("timeout", "memory") else ThreefoldError
            raise kind(f"{instance}: the instances could not be drawn: {outcome.reason}")
        known |= {each.student: each for each in outcome.value}
        if table:
            _write(table, known.values(), instance, seed)
    listed = [known[student] for student in students]
    different = len({each.solution for each in listed})
    note = f"{many(len(listed), 'student')}, but only {many(different, 'different answer')}: the puzzle has too few solutions"
    return listed, [note] * (different < len(listed))


def _read(table: Path, instance: Instance, seed: int) -> dict[str, OwnInstance]:
    try:
        with table.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{table}: cannot be read as a table of instances: {error}") from None
    found = {}
    for row in rows:
        if any(row.get(column) is None for column in COLUMNS):
            raise BadInput(f"{table}: a table of instances has the columns {', '.join(COLUMNS)}")
        if (row["puzzle"], row["seed"]) != (str(instance), str(seed)):
            theirs = f"{row['puzzle']} and the seed {row['seed']}"
            raise BadInput(f"{table}: is for {theirs}, not for {instance} and the seed {seed}; choose another file")
        givens = tuple(filter(None, row["givens"].split(SEPARATOR)))
        found[row["student"]] = OwnInstance(row["student"], givens, row["solution"])
    return found


def _write(table: Path, instances: Iterable[OwnInstance], instance: Instance, seed: int) -> None:
    try:
        with table.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            for each in instances:
                writer.writerow([each.student, SEPARATOR.join(each.givens), each.solution, str(instance), seed])
    except OSError as error:
        raise ThreefoldError(f"{table}: cannot be written: {error.strerror}") from None


# In the guarded child


def draw(
    report: Report[Never], instance: Instance, students: Sequence[str], taken: Sequence[str], seed: int
) -> list[OwnInstance]:
    """The same instances for the same seed, students and solutions that are taken."""
    puzzle, spec = instance.load()
    try:
        drawer = _Drawer(spec)
    except Refused as refusal:
        raise BadInput(f"{instance}: the spec cannot be written as CNF: {refusal}") from None
    used, drawn = set(taken), []
    for student in students:
        random = Random(f"{seed} {student}")
        for _ in range(TRIES):
            givens, assignment = drawer.drawn(random)
            solution = str(Solution(spec, assignment))
            if solution not in used:
                break
        used.add(solution)
        drawing = witness(puzzle, spec, assignment, "").drawing
        drawn.append(OwnInstance(student, tuple(map(_given, givens)), solution, drawing))
    return drawn


def _given(literal: Literal) -> str:
    return f"{literal.variable}={literal.value}"


class _Drawer:
    def __init__(self, spec: Spec) -> None:
        self._reference = Reference(spec)
        self._spec, self._top = spec, self._reference.program.top
        self._solver = Assuming(self._top, self._reference.groups)
        self._number = {
            (literal.variable.position, literal.value): number for number, literal in self._reference.literals.items()
        }
        if not self._solver.solve_under(()):
            raise BadInput(f"{spec.name}: has no solution, so that no instance can be drawn")

    def drawn(self, random: Random) -> tuple[list[Literal], tuple[int, ...]]:
        """Givens with one solution, none of which can be left out, and that solution."""
        givens: dict[int, Literal] = {}  # by the number that is assumed
        for x in random.sample(self._spec.decisions, len(self._spec.decisions)):
            if self._is_only(list(givens)):
                break
            for value in random.sample(list(x.domain), len(x.domain)):
                number = self._literal(x.position, value)
                if self._solver.solve_under([*givens, number]):
                    givens[number] = Literal(x, "==", value)
                    break
        self._solver.solve_under(list(givens))
        projection = self._reference.program.projection
        solution = tuple(projection.assignment(self._solver.model()[: projection.own]))
        for number in random.sample(list(givens), len(givens)):
            rest = [other for other in givens if other != number]
            if self._is_only(rest):
                del givens[number]
        return sorted(givens.values(), key=lambda literal: literal.variable.position), solution

    def _literal(self, position: int, value: int) -> int:
        number = self._number.get((position, value))
        return -self._number[position, 1] if number is None else number  # a Boolean that is false

    def _is_only(self, assumed: list[int]) -> bool:
        """Is there one solution under these literals? Another one differs in a decision literal."""
        self._solver.solve_under(assumed)
        model = self._solver.model()
        self._top += 1
        others = [-literal for literal in model[: self._reference.own] if abs(literal) in self._reference.shared]
        self._solver.add([[-self._top, *others]])
        return not self._solver.solve_under([*assumed, self._top])


def by_student(instances: Iterable[OwnInstance]) -> Mapping[str, tuple[str, ...]]:
    return {each.student: each.givens for each in instances}


def handouts(instance: Instance, instances: Iterable[OwnInstance]) -> Iterator[tuple[str, str]]:
    """A text for each student, without the solution."""
    for each in instances:
        lines = [
            f"{each.student}: {instance}",
            "",
            "Your givens:",
            *(f"  {given}" for given in each.givens or ("none",)),
        ]
        options = "".join(f" --given '{given}'" for given in each.givens)
        parameters = "".join(f" {value}" for value in instance.parameters.values())
        check = f"threefold relate {instance.puzzle}{parameters} FILE{options}"
        yield each.student, "\n".join([*lines, "", "Check your own file with:", f"  {check}", ""])

"""Decisions that concern several backends."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from benchmarks.measurements.comparing import Rows, Trial, Variant, compared, count, cpu, ratios
from threefold import models
from threefold.backends import find
from threefold.backends.backend import EVERYTHING, Cube, Program
from threefold.backends.blocks import Block
from threefold.backends.configuration import parse
from threefold.checker.hashing import Hashing
from threefold.checker.tally import Tally
from threefold.language import Assignment, Spec, Variable
from threefold.runs.cubes import cubes_of

CUT = 1 << 12  # solutions that are hashed at once
USERS = ("sat.projection", "cp.program", "ilp.program")


def _in_order_of_declaration(spec: Spec) -> list[Variable]:
    return list(spec.decisions)


def most_connected_first() -> Rows:
    """All solutions. Where several variables have the fewest values left, the search takes the most connected one, or the first
    one in the order of declaration."""
    asked = [("nqueens", 12, "sat"), ("nqueens", 12, "cp"), ("nqueens", 9, "ilp"), ("futoshiki", "signs7", "ilp")]
    cases = [_with_backend(count(puzzle, argument, by=by)) for puzzle, argument, by in asked]
    cases += [_with_backend(count("vanderwaerden", 3, 3, 27, by="cp"))]
    changes = {f"threefold.backends.{user}.most_connected_first": _in_order_of_declaration for user in USERS}
    return compared(cases, [Variant("most connected"), Variant("order of declaration", changes=changes)])


def _with_backend(case: Trial) -> Trial:
    return Trial(f"{case.name}, {case.configuration}", case.configuration, case.build, case.arguments)


def checking_cost() -> Rows:
    """Enumerating with and without checking. Checking evaluates every constraint of the spec for every solution, and adds the
    solution to the fingerprint."""
    rows: Rows = []
    for row, arguments in (("sat", ("nqueens", 12)), ("cp", ("nqueens", 11)), ("sat", ("cards", 8, 2))):
        puzzle, *values = arguments
        spec, configuration = models.find(str(puzzle)).build(*values), parse(row, {})
        program = find(configuration.backend).lower(spec, configuration)
        alone, checked = cpu(_enumerate, program), cpu(_check, program)
        name = f"{' '.join(map(str, arguments))}, {row}"
        rows += ratios(name, {"enumerating": alone, "and checking": checked})[bool(rows) :]
    return rows


def _enumerate(program: Program, cube: Cube = EVERYTHING) -> None:
    for _ in program.load(seed=None, first=False, cube=cube).blocks():
        pass


def _check(program: Program) -> None:
    tally = Tally(program.spec)
    for block in program.load(seed=None, first=False).blocks():
        tally.extend(block)


def hashing() -> Rows:
    """What the hashes of all solutions cost: many at once with numpy (chosen from 1,000 solutions on), one by one with Python's
    integers (chosen before), and one by one with BLAKE2b, as a loop over texts that are ready. Beside enumerating by
    `sat:arrays` and checking them."""
    rows: Rows = []
    for arguments in (("latin", 5), ("zebra", 5), ("ramsey", 3, 4, 8)):
        puzzle, *values = arguments
        program = find("sat").lower(models.find(str(puzzle)).build(*values), parse("sat:arrays", {}))
        blocks = list(program.load(seed=None, first=False).blocks())
        size, each = sum(map(len, blocks)), Hashing(x.domain for x in program.spec.decisions)
        columns = np.zeros((len(program.spec.decisions), CUT), np.int64)
        figures = {
            "enumerating": cpu(_enumerate, program),
            "checking": cpu(_tally, program, blocks),
            "hashing": cpu(_repeat, each.many, columns, size // CUT),
            "one by one": cpu(_repeat, each.one, [0] * len(columns), size),
            "with BLAKE2b": cpu(_hash, [bytes(8 * len(columns))] * size),
        }
        rows += ratios(" ".join(map(str, arguments)), figures)[bool(rows) :]
    return rows


def _repeat(hashed: Callable[[Any], object], values: object, times: int) -> None:
    for _ in range(times):
        hashed(values)


def _tally(program: Program, blocks: Sequence[Block]) -> None:
    tally = Tally(program.spec)
    for block in blocks:
        tally.extend(block)


def _hash(texts: Sequence[bytes]) -> None:
    new = blake2b(digest_size=16).copy
    for text in texts:
        hashed = new()
        hashed.update(text)
        hashed.digest()


def cubes() -> Rows:
    """The CPU of a count in parts, one after another, and of one search. 12 queens with sat, 11 with cp, 9 with ilp."""
    asked = [("nqueens", 12, "sat"), ("nqueens", 11, "cp"), ("nqueens", 9, "ilp")]
    cases = [_with_backend(count(puzzle, n, by=by)) for puzzle, n, by in asked]
    cases += [_with_backend(count("cards", 8, 2, by=by)) for by in ("sat", "cp", "ilp")]
    return compared(
        cases, [Variant("one search"), Variant("2 parts", search=_in_2), Variant("16 parts", search=_in_16)]
    )


def _in_2(program: Program) -> int:
    return sum(map(len, _parts(program, 2)))


def _in_16(program: Program) -> int:
    return sum(map(len, _parts(program, 16)))


def _parts(program: Program, wanted: int) -> Iterator[list[Assignment]]:
    return (list(program.load(seed=None, first=False, cube=cube)) for cube in cubes_of(program.spec, wanted))


def parts() -> Rows:
    """How far two jobs are from equal shares of the CPU, if the one that is free draws the next of 16 parts: in order, from both
    ends, or from the middle on."""
    rows = [["", "in order", "both ends", "from the middle"]]
    for puzzle, arguments in (("nqueens", (12,)), ("cards", (8, 2)), ("costas", (7,))):
        spec = models.find(puzzle).build(*arguments)
        program = find("sat").lower(spec, parse("sat", {}))
        times = [cpu(_enumerate, program, cube, rounds=1) for cube in cubes_of(spec, 16)]
        places, half = range(len(times)), len(times) // 2
        ends = [place // 2 if place % 2 == 0 else len(times) - 1 - place // 2 for place in places]
        middle = [half + place // 2 if place % 2 == 0 else half - 1 - place // 2 for place in places]
        drawn = [_imbalance(_drawn([times[place] for place in order])) for order in (places, ends, middle)]
        rows.append([f"{puzzle} {' '.join(map(str, arguments))}", *(f"{100 * x:.1f} %" for x in drawn)])
    return rows


def _drawn(times: list[float]) -> list[float]:
    """Two jobs; the one that is free first draws the next part."""
    jobs = [0.0, 0.0]
    for time in times:
        jobs[jobs.index(min(jobs))] += time
    return jobs


def _imbalance(jobs: list[float]) -> float:
    return max(jobs) / (sum(jobs) / len(jobs)) - 1

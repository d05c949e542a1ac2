"""Corrupted certificates: each is rejected with a sentence, or it is harmless, because what it says is still true."""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tests.proofs.certificates import claimed, lines_of, projected
from threefold import models
from threefold.checker import brute_force
from threefold.language import Spec
from threefold.language.canonical import render
from threefold.proofs.parts import PROVERS
from threefold.verifier import Invalid

EACH = 10  # corruptions of each kind, for each of the certificates
Corrupt = Callable[[list[str], Random], None]


def small(name: str) -> Spec:
    """With sums, a table, derived variables; few enough assignments for brute force."""
    if name == "queens":
        return models.find("nqueens").build(n=5)
    if name == "golfers":
        return models.find("golfers").build(g=2, s=2, w=2)
    spec = Spec("mixed")
    x = spec.integers("x", range(3), domain=range(4))
    d = spec.integer("d", range(10), derived=True)
    spec.group("sum").add(d == x[0] + x[1] + x[2])
    spec.group("some").add(x[0] + 2 * x[1] - x[2] != 3, x[0] <= x[1])
    spec.group("large").add(d >= 4)
    return spec


@pytest.fixture(scope="module")
def honest() -> dict[str, tuple[str, ...]]:
    return {f"{route} {name}": tuple(lines_of(small(name), route)) for route in PROVERS for name in NAMES}


NAMES = ("queens", "golfers", "mixed")


def some(lines: list[str], random: Random, *starts: str) -> int:
    """The place of a line that begins so."""
    return random.choice([place for place, line in enumerate(lines) if line.startswith(starts)])


def of_solutions(lines: list[str]) -> tuple[int, int]:
    start = next(place for place, line in enumerate(lines) if line.startswith("solutions "))
    return start, int(lines[start].split()[1])


def change_number(line: str, random: Random) -> str:
    """One number of the line is another one."""
    found = random.choice([*re.finditer(r"-?\d+", line)])
    value = int(found[0])
    other = random.choice([-value, value + 1, value - 1, value + random.randint(2, 9)])
    return f"{line[: found.start()]}{other}{line[found.end() :]}"


def drop_a_solution(lines: list[str], random: Random) -> None:
    start, count = of_solutions(lines)
    del lines[start + random.randint(1, count)]
    lines[start] = f"solutions {count - 1}"


def alter_a_solution(lines: list[str], random: Random) -> None:
    start, count = of_solutions(lines)
    place = start + random.randint(1, count)
    lines[place] = change_number(lines[place], random)


def duplicate_a_solution(lines: list[str], random: Random) -> None:
    start, count = of_solutions(lines)
    lines.insert(start + 1, lines[start + random.randint(1, count)])
    lines[start] = f"solutions {count + 1}"


def change_a_line(*starts: str) -> Corrupt:
    def corrupt(lines: list[str], random: Random) -> None:
        place = some(lines, random, *starts)
        lines[place] = change_number(lines[place], random)

    return corrupt


def drop_a_line(lines: list[str], random: Random) -> None:
    del lines[some(lines, random, "s ", "c ", "row ", "branch", "farkas", "solution", "atom", "define")]


def exchange_two_lines(lines: list[str], random: Random) -> None:
    one, other = (some(lines, random, "s ", "c ", "row ", "branch", "farkas", "atom") for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]


def repeat_a_line(lines: list[str], random: Random) -> None:
    place = some(lines, random, "s ", "c ", "row ", "branch", "farkas", "atom")
    lines.insert(place, lines[place])


def shorten_a_line(lines: list[str], random: Random) -> None:
    place = some(lines, random, "s ", "c ", "row ", "farkas", "atom", "define")
    lines[place] = lines[place].rpartition(" ")[0]


def cut_the_end(lines: list[str], random: Random) -> None:
    del lines[random.randrange(10, len(lines)) :]


def change_a_constraint(lines: list[str], random: Random) -> None:
    """Under a digest that fits again."""
    place = some(lines, random, "alldifferent", "linear", "exactly", "clause", "variable")
    lines[place] = change_number(lines[place], random)
    start = lines.index("threefold spec 2")
    text = "".join(f"{line}\n" for line in lines[start : lines.index("end") + 1])
    lines[start - 1] = f"spec {sha256(text.encode()).hexdigest()}"


def take_another_spec(lines: list[str], random: Random) -> None:
    spec = models.find("nqueens").build(n=random.randint(3, 6))
    start = lines.index("threefold spec 2")
    lines[start : lines.index("end") + 1] = render(spec).splitlines()
    lines[start - 1] = f"spec {sha256(render(spec).encode()).hexdigest()}"


CORRUPTIONS: list[Corrupt] = [
    drop_a_solution, alter_a_solution, duplicate_a_solution, drop_a_line, exchange_two_lines, repeat_a_line, shorten_a_line,
    cut_the_end, change_a_constraint, take_another_spec,
]  # fmt: skip
OF_ROUTE = {
    "sat": [change_a_line("s "), change_a_line("c "), change_a_line("atom", "define"), change_a_line("d ")],
    "ilp": [change_a_line("row "), change_a_line("farkas"), change_a_line("atom", "define"), change_a_line("branch")],
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("route", PROVERS)
def test_a_corrupted_certificate_is_rejected_or_says_what_is_true(
    route: str, name: str, honest: dict[str, tuple[str, ...]], tmp_path: Path
) -> None:
    rejections, harmless = list[str](), 0
    for number, corrupt in enumerate(CORRUPTIONS + OF_ROUTE[route]):
        for seed in range(EACH):
            lines = list(honest[f"{route} {name}"])
            corrupt(lines, Random(f"{number} {seed}"))
            if tuple(lines) == honest[f"{route} {name}"]:
                continue
            try:
                claim = claimed(lines, tmp_path)
            except Invalid as error:
                rejections.append(str(error))
            else:
                assert projected(claim) == brute_force.projected(claim.spec), (corrupt, seed)
                harmless += 1
    assert all(re.match(r"line \d+: \w", rejection) for rejection in rejections)
    assert len(rejections) + harmless > 120  # for each of six certificates
    assert len(rejections) > 3 * harmless

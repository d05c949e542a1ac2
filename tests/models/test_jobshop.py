"""Job shop: counts and optima by trying all schedules, a published optimum, the drawing, and mistakes in a file."""

from pathlib import Path

import pytest

import threefold as tf
from threefold import models
from threefold.language import BadInput, Solution
from threefold.models.jobshop import SHIPPED

JOBSHOP = models.find("jobshop")
Task = tuple[int, int, int]  # job, machine, duration


def tasks_of(name: str) -> list[Task]:
    """Read without the model."""
    lines = [list(map(int, line.split())) for line in SHIPPED[name].split("\n") if line and line[0] != "#"]
    return [(j, m, d) for j, line in enumerate(lines[1:]) for m, d in zip(line[::2], line[1::2], strict=True)]


def schedules(name: str, latest: int) -> int:
    """All starts of one task after the other; a time of a machine is taken once."""
    tasks = tasks_of(name)

    def extend(i: int, taken: frozenset[tuple[int, int]], ready: int) -> int:
        if i == len(tasks):
            return 1
        (job, machine, duration), found = tasks[i], 0
        begin = ready if i and tasks[i - 1][0] == job else 0
        for start in range(begin, latest - duration + 1):
            new = frozenset((machine, time) for time in range(start, start + duration))
            if not new & taken:
                found += extend(i + 1, taken | new, start + duration)
        return found

    return extend(0, frozenset(), 0)


@pytest.mark.parametrize("key", JOBSHOP.known[0].counts, ids=str)
def test_what_is_known_is_what_all_schedules_give(key: tuple[str, int]) -> None:
    assert schedules(*key) == JOBSHOP.known[0].counts[key]


@pytest.mark.parametrize(("name", "optimum"), [("two", 3), ("three", 11)])
def test_the_optimum_is_the_first_end_with_a_schedule(name: str, optimum: int) -> None:
    assert schedules(name, optimum - 1) == 0
    found = tf.compare("jobshop", name, backends="sat,cp,ilp", optima=True)
    assert found.optimum == optimum
    assert found.optimal is not None
    assert (found.verdict, found.optimal.verdict, found.optimal.count) == ("agree", "agree", schedules(name, optimum))


def test_sat_and_cp_find_the_published_optimum_of_fisher_and_thompson() -> None:
    result = tf.compare("jobshop", "ft06", backends="sat,cp", optimum=True)
    assert (result.verdict, result.optimum) == ("agree", 55)
    assert "55 is the known optimum (Carlier and Pinson, 1989)" in result.sentence


def test_a_schedule_is_drawn_with_a_line_for_each_machine() -> None:
    solution = solution_of("two", 3, {(1, 1): 0, (1, 2): 1, (2, 1): 0, (2, 2): 2})
    assert JOBSHOP.draw(solution) == "machine  0: 1.2\nmachine  1: 211"


def test_a_long_schedule_is_drawn_as_starts_and_ends() -> None:
    solution = solution_of("two", 90, {(1, 1): 0, (1, 2): 81, (2, 1): 3, (2, 2): 4})
    assert JOBSHOP.draw(solution) == "machine 0: job 1 0-1, 2 4-5\nmachine 1: job 2 3-4, 1 81-83"


def solution_of(name: str, latest: int, starts: dict[tuple[int, int], int]) -> Solution:
    spec = JOBSHOP.build(name, latest)
    given = {spec.families["start"][task].position: start for task, start in starts.items()}
    return Solution(spec, [given.get(x.position, 0) for x in spec.variables])


def test_a_latest_end_before_the_end_of_the_longest_job_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^jobshop: a job takes 7: latest must be at least 7 \(got 6\)$"):
        JOBSHOP.build("three", 6)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2\n0 1\n0 1", ":1:1: 'JOBS MACHINES' expected (got '2')"),
        ("0 1\n0 1", ":1:1: '0' is not a number from 1 to 20"),
        ("2 1\n0 1", ":1:1: 2 jobs announced, 1 line found"),
        ("1 1\n0 1 0", ":2:1: a machine and a duration expected for each of at most 20 tasks"),
        ("1 2\n0 1 2 1", ":2:5: '2' is not a machine from 0 to 1"),
        ("1 2\n0 1 1 0", ":2:7: '0' is not a duration from 1 to 100"),
    ],
)
def test_a_bad_file_is_refused_with_line_and_column(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "jobs.txt"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        JOBSHOP.build(str(path))
    assert str(caught.value) == f"{path}{problem}"


def test_a_schedule_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "jobs.txt"
    path.write_text("2 1\n" + " ".join(["0 100"] * 20) + "\n0 100\n")
    with pytest.raises(BadInput, match=r"^jobshop: too large: all must be done by 2000"):
        JOBSHOP.build(str(path))

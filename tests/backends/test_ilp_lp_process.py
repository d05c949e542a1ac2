"""One process of CBC for many linear programs: what counts as an answer to each, and that no process is left."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from threefold import models
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.configuration import parse
from threefold.backends.ilp import cbc
from threefold.backends.ilp.cbc import LinearPrograms, relaxed
from threefold.guard.outcome import Killed


@pytest.fixture
def programs() -> Iterator[LinearPrograms]:
    with closing(LinearPrograms(None)) as programs:
        yield programs


def below(bound: int, programs: LinearPrograms) -> dict[str, float]:
    """The largest x that is not above the bound."""
    return programs.solve(" L r\n", f" x cost -1\n x r 1\n a r {-bound}\n", " UP BND x 9\n FX BND a 1\n")


def children() -> list[str]:
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()


def test_every_program_gets_an_answer_of_its_own(programs: LinearPrograms) -> None:
    assert [below(bound, programs).get("x", 0) for bound in (3, 0, 7, 7, 1, 0)] == [3, 0, 7, 7, 1, 0]


def test_all_programs_go_to_one_process_that_is_gone_when_they_are_closed() -> None:
    before = children()
    programs = LinearPrograms(7)
    assert children() == before
    below(1, programs)
    begun = children()
    below(2, programs)
    assert children() == begun
    assert len(begun) == len(before) + 1
    programs.close()
    programs.close()
    assert children() == before


def test_a_search_that_is_left_halfway_leaves_no_process() -> None:
    before = children()
    search = find("ilp").lower(models.find("nqueens").build(8), parse("ilp", {})).load(seed=None, first=False)
    with closing(iter(search)) as solutions:
        for _ in range(5):
            next(solutions)
        assert len(children()) == len(before) + 1
    assert children() == before


def test_a_program_that_cbc_does_not_understand_is_refused(programs: LinearPrograms) -> None:
    with pytest.raises(Refused, match="CBC did not understand a program"):
        programs.solve(" L r\n", " x cost -1\n x r 1\n", " UP BND y 1\n")


@pytest.mark.parametrize(
    ("number", "error", "message"),
    [(signal.SIGKILL, Killed, "CBC was killed by SIGKILL"), (signal.SIGSEGV, Refused, "CBC ended without an answer")],
)
def test_a_process_that_dies_has_not_answered(
    programs: LinearPrograms, number: int, error: type[Exception], message: str
) -> None:
    below(1, programs)
    assert programs._process
    programs._process.send_signal(number)
    with pytest.raises(error, match=message):
        below(2, programs)


@pytest.mark.parametrize("again", [r"      0 asked1  1  0\n", ""])
def test_the_answer_to_an_earlier_program_is_rejected(
    again: str, programs: LinearPrograms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repeater = tmp_path / "repeater"
    repeater.write_text(f"""#!/bin/sh
        printf 'Switching to line mode\\nCoin:'
        while read command
        do
            case "$command" in
                import*) echo 'Coin0008I threefold read with 0 errors' ;;
                solution*) printf 'Optimal - objective value 0\\n{again}' ;;
            esac
            printf Coin:
        done
        """)
    repeater.chmod(0o755)
    monkeypatch.setattr(cbc, "path", lambda: str(repeater))
    if again:
        assert programs.solve("", "", "") == {}
    with pytest.raises(BrokenAnswer, match="CBC returned the answer to an earlier program"):
        programs.solve("", "", "")


@pytest.mark.parametrize(
    "status", ["Infeasible", "Unbounded", "Stopped on iterations", "Optimal (within gap tolerance)"]
)
def test_only_an_optimal_solution_counts(status: str) -> None:
    with pytest.raises(Refused, match="CBC gave up"):
        relaxed(f"{status} - objective value 0\n      0 x0  1  0\n")


@pytest.mark.parametrize("line", ["**    0 x0.0  1  0", "      0 x0.0  nan  0", "      0 x0.0  inf  0"])
def test_values_that_cannot_be_a_solution_are_rejected(line: str) -> None:
    with pytest.raises(BrokenAnswer, match=r"not a number|its own answer as infeasible"):
        list(relaxed(f"Optimal - objective value 0\n{line}\n"))

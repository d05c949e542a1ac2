"""Whatever a run writes in place of its answer, its parent and its server survive it, and nothing of it is carried out."""

import json
import os
import pickle
from pathlib import Path

import pytest

from tests.guard.forging import (
    Creates,
    OfAPuzzleFile,
    answer_and_go_on,
    fail_with,
    forge,
    forge_and_leave,
    forge_without_end,
    frame,
    header,
)
from tests.guard.looking import MIB, server_pid
from tests.guard.runs import echo
from threefold.errors import BadInput, LimitReached, SpecError, ThreefoldError
from threefold.guard import Limits, Outcome, Server, guarded, processes
from threefold.guard.framing import (
    ENDING,
    LONGEST,
    LOST,
    MEMORY,
    PROGRESS,
    RAISED,
    READY,
    REQUEST,
    RESULT,
)  # fmt: skip

ENDLESS = 1 << 63


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"abc", "it is not a message"),
        (header(RESULT, ENDLESS), "it has 9,223,372,036,854,775,808 bytes, at most 268,435,456 are read"),
        (header(PROGRESS, LONGEST + 1), "it has 268,435,457 bytes"),
        (header(MEMORY, 1 << 20), "it has 1,048,576 bytes, at most 4,096 are read"),
        (frame(ENDING, b'{"@":"Ending","status":"done"}'), "it is not a message"),
        (frame(READY, b""), "it is not a message"),
        (frame(REQUEST, pickle.dumps(())), "it is not a message"),
        (frame(RESULT, b"\x80\x04K\x01."), "UnicodeDecodeError"),
        (frame(RESULT, b'{"count": 92}'), "str was expected (got {'count': 92})"),
        (frame(RESULT, b"[" * 100_000), "too deep"),
        (frame(RAISED, b'{"@":"Raised","reason":3}'), "Raised was expected"),
        (frame(RAISED, b"\xff"), "UnicodeDecodeError"),
        (frame(PROGRESS, b"17"), "Never was expected (got 17)"),
    ],
)
def test_an_answer_that_is_none_is_the_outcome_of_that_run_only(server: Server, data: bytes, problem: str) -> None:
    outcome = guarded(server, forge, data, limits=Limits(60))
    assert (outcome.status, outcome.value, outcome.error) == ("crashed", None, None)
    assert outcome.reason is not None
    assert outcome.reason.startswith("its answer cannot be read: ")
    assert problem in outcome.reason
    assert guarded(server, echo, "next", limits=Limits()).value == "next"


def test_a_pickle_in_place_of_an_answer_is_not_loaded(server: Server, tmp_path: Path) -> None:
    target = tmp_path / "created"
    for kind in (RESULT, PROGRESS, RAISED):
        outcome = guarded(server, forge, frame(kind, pickle.dumps(Creates(str(target)))), limits=Limits(60))
        assert outcome.status == "crashed"
    assert not target.exists()
    assert pickle.loads(pickle.dumps(Creates(str(target)))) is None  # it would have been made
    assert target.exists()


@pytest.mark.parametrize("data", [b"r", header(RESULT, 100) + b"half", header(PROGRESS, LONGEST)])
def test_an_incomplete_answer_is_none(server: Server, data: bytes) -> None:
    outcome = guarded(server, forge_and_leave, data, limits=Limits(60))
    assert (outcome.status, outcome.reason) == ("crashed", "its answer cannot be read: it is incomplete")


def test_a_flood_of_reports_that_are_none_ends_the_run_without_any_limit(server: Server) -> None:
    outcome = guarded(server, forge_without_end, frame(PROGRESS, b'"unasked"') * 1000, limits=Limits())
    assert (outcome.status, outcome.value) == ("crashed", None)
    assert guarded(server, echo, 1, limits=Limits()).value == 1


def test_what_comes_after_the_answer_is_dropped(server: Server) -> None:
    seen: list[object] = []
    first, second = frame(RESULT, b'"first"'), frame(RESULT, b'"second"')
    outcome = guarded(
        server, answer_and_go_on, first + frame(PROGRESS, b"3") + second, limits=Limits(), on_progress=seen.append
    )
    assert (outcome.status, outcome.value, seen) == ("done", "first", [1])


def test_the_memory_of_server_and_parent_does_not_grow_with_a_length_that_is_only_said(server: Server) -> None:
    guarded(server, echo, 1, limits=Limits())
    pids = [os.getpid(), server_pid(server)]
    before = processes.resident(pids)
    for length in (ENDLESS, LONGEST):
        guarded(server, forge, header(RESULT, length), limits=Limits(0.5))
    assert processes.resident(pids) < before + 20 * MIB


def test_the_words_of_a_run_are_shortened_and_have_no_signs_that_a_terminal_obeys(server: Server) -> None:
    words = b"\xff\x1b[2J" + b"x" * 4000
    for kind, payload in (
        (MEMORY, words),
        (LOST, words),
        (
            RAISED,
            b'{"@":"Raised","reason":'
            + json.dumps(words.decode(errors="replace")).encode()
            + b',"classes":[],"texts":[]}',
        ),
    ):
        reason = guarded(server, forge, frame(kind, payload), limits=Limits(60)).reason
        assert reason is not None
        assert reason.startswith("\N{REPLACEMENT CHARACTER}\\x1b[2Jxxx")
        assert len(reason) == 200


def test_an_error_of_ours_comes_back_with_its_class_and_any_other_only_in_words(server: Server) -> None:
    def ended(error: Exception) -> Outcome:
        return guarded(server, fail_with, error, limits=Limits(60))

    for error in (ThreefoldError("a"), LimitReached("«seconds» b"), BadInput("\N{CROWN}" * 5000), SpecError()):
        found = ended(error).error
        assert type(found) is type(error)
        assert (str(found), found and found.exit_code) == (str(error), error.exit_code)
    assert type(ended(OfAPuzzleFile("d")).error) is SpecError
    assert ended(ValueError("no queen")).error is None
    assert ended(ValueError("no queen")).reason == "ValueError: no queen"


@pytest.mark.parametrize("name", ["os.system", "Interrupted.", "Exception", "Path", "ValueError"])
def test_no_other_class_is_made_of_an_error(server: Server, name: str) -> None:
    raised = {"@": "Raised", "reason": "words", "classes": [name], "texts": ["a", "b", "c"]}
    outcome = guarded(server, forge, frame(RAISED, json.dumps(raised).encode()), limits=Limits(60))
    assert (outcome.status, outcome.reason, outcome.error) == ("raised", "words", None)

"""A run returns its value and its reports, whatever their size."""

import os
import select

import pytest

from tests.guard.looking import MIB
from tests.guard.runs import echo, loop_after_reporting, report_some
from threefold.guard import Limits, Outcome, Progress, Server, guarded


def test_a_run_returns_the_value_of_its_function(server: Server) -> None:
    outcome = guarded(server, echo, {"n": 8, "boards": [[1, 5]]}, limits=Limits(seconds=5))
    assert (outcome.status, outcome.value, outcome.reason) == ("done", {"n": 8, "boards": [[1, 5]]}, None)
    assert outcome.wall > 0
    assert outcome.cpu > 0
    assert outcome.memory > MIB


def test_none_is_a_value_like_any_other(server: Server) -> None:
    outcome = guarded(server, report_some, limits=Limits())
    assert outcome.value == "returned"
    assert guarded(server, echo, None, limits=Limits()).value is None


def test_reports_arrive_in_order_and_before_the_ending(server: Server) -> None:
    seen: list[object] = []
    outcome = guarded(server, report_some, *range(500), limits=Limits(), on_progress=seen.append)
    assert seen == list(range(500))
    assert outcome.value == "returned"


def test_a_value_larger_than_every_buffer_arrives(server: Server) -> None:
    big = os.urandom(10 * MIB).hex()
    seen: list[object] = []
    outcome = guarded(server, report_some, big, limits=Limits(), on_progress=seen.append)
    assert seen == [big]
    assert outcome.status == "done"


def test_fileno_is_readable_exactly_when_something_can_be_received(server: Server) -> None:
    server.submit(loop_after_reporting, "a", "b", limits=Limits(seconds=0.5))
    events: list[Progress | Outcome] = []
    while not events or isinstance(events[-1], Progress):
        assert select.select([server], [], [], 5)[0]
        events.append(server.receive())
    assert events[:2] == [Progress("a"), Progress("b")]
    assert len(events) == 3
    assert not select.select([server], [], [], 0)[0]


def test_a_busy_server_refuses_a_second_call(server: Server) -> None:
    server.submit(loop_after_reporting, limits=Limits(seconds=0.1))
    with pytest.raises(RuntimeError, match="busy"):
        server.submit(echo, 1, limits=Limits())
    assert isinstance(server.receive(), Outcome)
    with pytest.raises(RuntimeError, match="nothing to receive"):
        server.receive()


def test_a_call_that_cannot_be_pickled_fails_before_it_is_sent(server: Server) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError, ImportError)) as failure:
        server.submit(lambda report: None, limits=Limits())
    assert "pickle" in str(failure.value)
    assert guarded(server, echo, 1, limits=Limits()).value == 1

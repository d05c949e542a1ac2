"""The questions that the page can ask, in one table: path → function(report, asked) in a guarded child."""

import os
from collections.abc import Callable
from dataclasses import dataclass

from threefold.guard import Limits, Report
from threefold.lab.asked import Asked
from threefold.lab.parts import board, check, deadends, inside, run, start, watch

Answer = Callable[..., dict[str, object]]

SHORT = Limits(10.0, 1 << 30)
LONG = Limits(60.0, 1 << 30)
NESTED = Limits()  # for a function whose work is guarded itself, with limits that the page chose


@dataclass(frozen=True)
class Route:
    answer: Answer
    limits: Limits = SHORT
    stream: bool = False  # it reports events; at most STREAMS of these run at the same time
    body: int = 1 << 18  # bytes that may be sent


def answered(report: Report, route: Route, asked: Asked) -> dict[str, object]:
    """In the child: names of files are those in the lab's folder."""
    os.chdir(asked.folder.path)
    return route.answer(report, asked)


ROUTES = {
    "/start": Route(start.start),
    "/puzzle": Route(start.puzzle),
    "/board": Route(board.describe),
    "/board/picture": Route(board.picture),
    "/deadends": Route(deadends.quick),
    "/deadends/lp": Route(deadends.relaxed, Limits(60.0, 1 << 30), stream=True),
    "/run": Route(run.run, NESTED, stream=True),
    "/run/picture": Route(run.picture),
    "/inside": Route(inside.groups),
    "/inside/page": Route(inside.page),
    "/check": Route(check.check, LONG, stream=True, body=check.MOST_BYTES),
    "/watch": Route(watch.watch, LONG, stream=True),
}

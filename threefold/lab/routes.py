"""The questions that the page can ask, in one table: path → function(report, asked) of a part, called in a guarded child.

The functions are named here, and looked up in the child.
"""

import json
import os
from dataclasses import dataclass
from pkgutil import resolve_name

from threefold.errors import LimitReached
from threefold.guard import Limits, Report
from threefold.lab.asked import Asked

SHORT = Limits(10.0, 1 << 30)
LONG = Limits(60.0, 1 << 30)
MOST_ANSWERED = 32 << 20  # bytes of an answer or an event
NESTED = Limits()  # for a function whose work is guarded itself, with limits that the page chose


@dataclass(frozen=True)
class Route:
    answer: str  # module and function in `parts`
    limits: Limits = SHORT
    stream: bool = False  # it reports events; at most STREAMS of these run at the same time
    body: int = 1 << 18  # bytes that may be sent

    @property
    def module(self) -> str:
        return f"threefold.lab.parts.{self.answer.partition(':')[0]}"


def answered(report: Report[str], route: Route, asked: Asked) -> str:
    """In the child, as JSON: the process that serves the page loads no object of a puzzle file. Files are in the lab's folder."""
    os.chdir(asked.folder.path)
    if asked.puzzle.endswith(".mzn"):
        asked.folder.check_model(asked.puzzle, asked.parameters)
    return _json(resolve_name(f"threefold.lab.parts.{route.answer}")(lambda event: report(_json(event)), asked))


def _json(answer: object) -> str:
    text = json.dumps(answer, allow_nan=False)
    if len(text) > MOST_ANSWERED:
        raise LimitReached(
            f"the answer is too large for the page: it has {len(text):,} bytes, at most {MOST_ANSWERED:,}"
        )
    return text


ROUTES = {
    "/start": Route("start:start"),
    "/puzzle": Route("start:puzzle"),
    "/board": Route("board:describe"),
    "/board/picture": Route("board:picture"),
    "/deadends": Route("deadends:quick"),
    "/deadends/lp": Route("deadends:relaxed", LONG, stream=True),
    "/run": Route("run:run", NESTED, stream=True),
    "/run/picture": Route("run:picture"),
    "/inside": Route("inside:groups"),
    "/inside/page": Route("inside:page"),
    "/check": Route("check:check", LONG, stream=True, body=8 << 20),
    "/watch": Route("watch:watch", LONG, stream=True),
}
MODULES = tuple(dict.fromkeys(route.module for route in ROUTES.values()))

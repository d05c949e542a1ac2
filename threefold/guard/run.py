"""One run as the server sees it: a forked process in a session of its own, a channel, and limits.

Resident memory is sampled. The kernel's limit (RLIMIT_AS) is on address space, which solvers map and do not use, and on each
process by itself, but a run is Python plus CBC. A process counts from its second sample on: between fork and exec a new process
looks as large as its parent.
"""

import gc
import mmap
import os
import pickle
import signal
import socket
import time

from threefold.guard import processes
from threefold.guard.child import live
from threefold.guard.framing import MEMORY, PROGRESS, RAISED, RESULT, Frame, Inbox, ending
from threefold.guard.outcome import Limits, classify_exit, memory_reason, time_reason
from threefold.guard.scratch import Scratch, remove

TICK = 0.025  # seconds between two samples; a run that fills memory at 2 GB/s passes its limit by 50 MB
_LAST_TICK = 0.002  # once the channel is closed the process is about to end
_STATUS = {RESULT: "done", RAISED: "raised", MEMORY: "memory"}


class Run:
    """A run from its fork to its outcome."""

    def __init__(self, call: bytes, limits: Limits, scratch: Scratch, parent: socket.socket, note: mmap.mmap) -> None:
        self.limits, self._scratch, self._note = limits, scratch, note
        self._oom_kills = processes.oom_kills()
        self._peak, self._next_sample = 0, 0.0
        self._result: Frame | None = None
        scratch.open_run()
        self.channel, theirs = socket.socketpair()
        self._started, server = time.monotonic(), os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            gc.enable()
            parent.close()
            self.channel.close()
            live(call, limits, theirs, scratch, server)
        note[:8] = self.pid.to_bytes(8, "little")  # the parent kills this session if the server is killed
        self._known = {self.pid}
        theirs.close()
        self.inbox = Inbox(self.channel)

    def reports(self) -> list[Frame]:
        """The reports since the last call; the result is kept for the outcome."""
        return self._sort_out(list(self.inbox.take()))

    def _sort_out(self, frames: list[Frame]) -> list[Frame]:
        for frame in frames:
            self._result = frame if frame[0] in _STATUS else self._result
        return [frame for frame in frames if frame[0] == PROGRESS]

    def seconds_to_next_check(self) -> float:
        """Seconds until the next check."""
        now = time.monotonic()
        tick = _LAST_TICK if self.inbox.ended else self._next_sample - now
        if self.limits.seconds is not None:
            tick = min(tick, self._started + self.limits.seconds - now)
        return max(0.0, tick)

    def check(self) -> str | None:
        """Why the run has to end now: "timeout", "memory", "over" (it has answered or exited), or None."""
        if self._result or os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return "over"
        now = time.monotonic()
        if self.limits.seconds is not None and now - self._started >= self.limits.seconds:
            return "timeout"
        if now >= self._next_sample and self._sample() > (self.limits.memory or float("inf")):
            return "memory"
        return None

    def _sample(self) -> int:
        self._next_sample = time.monotonic() + TICK
        self._scratch.trim_stderr()
        pids = processes.descendants(os.getpid())
        resident = processes.resident(self._known.intersection(pids))
        self._known.update(pids)
        self._peak = max(self._peak, resident)
        return resident

    def end(self, why: str) -> list[Frame]:
        """Kill what is left of the run, clean up, and return the last frames for the parent, its outcome among them."""
        wall = time.monotonic() - self._started
        deaths = processes.end_descendants(self.pid)
        frames = self._sort_out(list(self.inbox.drain()))
        peak = max(self._peak, deaths.largest)
        status, reason = self._judge(why, deaths.status, peak)
        value = self._result[1] if self._result and status in ("done", "raised") else None
        self._note[:8] = bytes(8)
        self.channel.close()
        remove(self._scratch.run)
        return [*frames, ending(status, reason, wall, deaths.cpu, peak, value)]

    def _judge(self, why: str, status: int, peak: int) -> tuple[str, str | None]:
        if why == "timeout":  # stands, even if the result arrived while the run was being killed
            return why, time_reason(self.limits.seconds)
        if why == "memory":
            return why, memory_reason(self.limits.memory)
        if self._result:
            kind, payload = self._result
            reason = pickle.loads(payload)[0] if kind == RAISED else payload.decode() if kind == MEMORY else None
            return _STATUS[kind], reason
        oom_killed = status == signal.SIGKILL and processes.oom_kills() > self._oom_kills
        return classify_exit(status, peak, self.limits.memory, self._scratch.last_line(), oom_killed)

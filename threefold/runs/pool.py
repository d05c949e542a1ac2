"""Where guarded calls are made: `submit` a task, `receive` what it reports and how it ended.

Two pools have this interface: LocalPool makes the calls in guarded children on this machine, ClusterPool
(cluster/connection.py) on the workers of a Dask cluster. A comparison, a count in parts and a sweep are the same loop over a
pool, `run_tasks`.
"""

import os
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from itertools import chain, repeat
from selectors import EVENT_READ, DefaultSelector
from typing import Protocol, Self

from threefold.checker.record import Record
from threefold.guard import Limits, Outcome, Progress, Server

TICK = 0.2  # seconds between two calls of `ticked` while no event arrives
NUMBER = 4  # bytes of a number in the pipe, which holds 16,384 of them

Event = Progress | Outcome


@dataclass(frozen=True)
class Task:
    """A call `function(report, *arguments)` in a guarded child."""

    key: str  # the caller's name for it
    function: Callable[..., object]
    arguments: tuple[object, ...]
    limits: Limits
    preload: tuple[str, ...] = ()  # modules that are imported before the child is forked
    place: Callable[[], object] | None = None  # called where the child is made, before it starts: the outcome's `place`


class Pool(ABC):
    """A place for several tasks at the same time."""

    worker: str  # "job" or "worker": the noun for one of `width`
    width: int  # tasks that can run at the same time, at present

    @abstractmethod
    def submit(self, task: Task) -> None: ...

    @abstractmethod
    def receive(self, seconds: float) -> Iterator[tuple[Task, Event]]:
        """The events that are there, or arrive within this time."""

    @abstractmethod
    def running(self) -> Sequence[Task]:
        """The tasks that are being carried out."""

    @property
    @abstractmethod
    def room(self) -> int:
        """How many more tasks the pool takes now."""

    @property
    @abstractmethod
    def busy(self) -> bool:
        """A submitted task has not ended yet."""

    @abstractmethod
    def shares(self, numbers: Sequence[int], *, single: bool) -> AbstractContextManager[Iterator[Iterable[int]]]:
        """The numbers divided among tasks; `single`: a task that is lost loses one number at most."""

    @abstractmethod
    def cancel(self) -> None:
        """End the tasks that were submitted."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.cancel()


class Callbacks(Protocol):
    """Progress callbacks; a subclass overrides those that it needs. `run` is a run's key, `label` its name for people."""

    def planned(self, runs: int, *, done: int = 0, known: int | None = None) -> None:
        return  # comes first: the number of runs, those that are done already, the known number of solutions

    def noted(self, note: str) -> None:
        return  # a remark, in one line; «optimum» is the argument of this name

    def started(self, run: str, label: str) -> None:
        return

    def progressed(self, run: str, so_far: Record) -> None:
        return

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        return

    def ticked(self) -> None:
        return  # at least every TICK seconds


class Silent(Callbacks):
    """Callbacks that do nothing."""


def run_tasks(
    pool: Pool,
    tasks: Iterable[Task],
    on_event: Callable[[Task, Event], None],
    callbacks: Callbacks,
    *,
    on_start: Callable[[Task], None] = lambda task: None,
    stop: Callable[[], bool] = lambda: False,
) -> None:
    """Keep the pool full and pass every event on, until all tasks have ended or `stop` is true.

    The next task is taken when there is room for it: which one that is may depend on the events before.
    """
    waiting, started = iter(tasks), set[str]()

    def fill() -> None:
        while pool.room > 0 and (task := next(waiting, None)):
            pool.submit(task)
        for task in pool.running():
            if task.key not in started:
                started.add(task.key)
                on_start(task)

    fill()
    while pool.busy and not stop():
        callbacks.ticked()
        for task, event in pool.receive(TICK):
            on_event(task, event)
        fill()


class LocalPool(Pool):
    """Guarded children on this machine, `width` at the same time. A server that has ended its task waits for the next."""

    worker = "job"

    def __init__(self, width: int = 1) -> None:
        self.width = width
        self._idle: defaultdict[tuple[str, ...], list[Server]] = defaultdict(list)  # by preload
        self._running: dict[Server, tuple[Task, object]] = {}
        self._retried: list[Task] = []
        self._selector = DefaultSelector()

    def prepare(self, preload: tuple[str, ...], *, wait: bool = False) -> None:
        """Start as many servers as can work at the same time; they import these modules at the same time."""
        servers = self._idle[preload]
        servers += [Server(preload) for _ in range(self.width - len(servers))]
        if wait:
            for server in servers:
                server.wait()

    def call(self, function: Callable[..., object], *arguments: object, limits: Limits) -> Outcome:
        """Make one call, while no task is running, and wait for its outcome."""
        self.submit(Task("", function, arguments, limits))
        while True:
            for _, event in self.receive(TICK):
                if isinstance(event, Outcome):
                    return checked(event)

    def _server(self, preload: tuple[str, ...]) -> Server:
        servers = self._idle[preload]
        while servers and not servers[-1].alive:
            servers.pop().close()
        if not servers:
            servers.append(Server(preload))
        return servers[-1]

    def submit(self, task: Task) -> None:
        server, place = self._server(task.preload), task.place() if task.place else None
        server.submit(task.function, *task.arguments, limits=task.limits)
        self._idle[task.preload].remove(server)
        self._running[server] = task, place
        self._selector.register(server, EVENT_READ, server)

    def receive(self, seconds: float) -> Iterator[tuple[Task, Event]]:
        ready = {key.data for key, _ in self._selector.select(timeout=seconds)}
        for server in [each for each in self._running if each in ready or each.overdue]:
            task, place = self._running[server]
            event = server.receive()
            if isinstance(event, Outcome):
                self._forget(server)
                if event.status == "lost":
                    server.close()
                    if not any(
                        task is each for each in self._retried
                    ):  # only once: it may have killed its guard itself
                        self._retried.append(task)
                        self._idle[task.preload].append(Server(task.preload))  # the idle ones may be dying too
                        self.submit(task)
                        continue
                else:
                    self._idle[task.preload].append(server)
                event = replace(event, place=place)
            yield task, event

    def _forget(self, server: Server) -> None:
        self._selector.unregister(server)
        del self._running[server]

    def running(self) -> list[Task]:
        return [task for task, _ in self._running.values()]

    @property
    def room(self) -> int:
        return self.width - len(self._running)

    @property
    def busy(self) -> bool:
        return bool(self._running)

    @contextmanager
    def shares(self, numbers: Sequence[int], *, single: bool) -> Iterator[Iterator[Iterable[int]]]:
        reading, writing = os.pipe()
        try:
            os.write(writing, b"".join(number.to_bytes(NUMBER, "little") for number in numbers))
            os.close(writing)
            drawn = Drawn(f"/proc/{os.getpid()}/fd/{reading}")
            yield repeat(drawn, min(self.width, len(numbers)))
        finally:
            os.close(reading)

    def cancel(self) -> None:
        for server in list(self._running):
            self._forget(server)
            server.close()

    def __exit__(self, *error: object) -> None:
        self.cancel()
        for server in chain(*self._idle.values()):
            server.close()
        self._selector.close()


@dataclass(frozen=True)
class Drawn:
    """Numbers that several processes take from one pipe, which they open under /proc, each number once."""

    pipe: str

    def __iter__(self) -> Iterator[int]:
        with open(self.pipe, "rb", buffering=0) as numbers:
            while drawn := numbers.read(NUMBER):
                yield int.from_bytes(drawn, "little")


def checked(outcome: Outcome) -> Outcome:
    """The outcome, unless an error of ours was raised in the child: it is raised here."""
    if outcome.error:
        raise outcome.error
    return outcome

"""The pool whose tasks run on the workers of a Dask cluster, and the connection to it.

Log lines of Dask are kept off the terminal; an error is one line, as everywhere.

A cluster on this machine (`--cluster local`) is this module as a process in a session of its own, without Ctrl-C of the terminal.
It prints the address of its scheduler, and closes everything when its standard input ends, also when the command is killed.
"""

import logging
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from queue import Empty, SimpleQueue
from select import select
from subprocess import DEVNULL, PIPE, Popen
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

from threefold.codec import Unreadable
from threefold.guard import Outcome
from threefold.guard.outcome import describe_error, unreadable
from threefold.language import BadInput, ThreefoldError
from threefold.runs.cluster.helper import ATTEMPTS, Marks, wait_or_kill
from threefold.runs.cluster.reply import OtherVersion, Reply
from threefold.runs.pool import TICK, Event, Pool, Task

LOCAL = "local"
ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^\s/]+:\d{1,5}")
TO_CONNECT = 10.0  # seconds
TO_START = 60.0  # for a cluster on this machine
TO_GATHER = 5.0  # seconds for an announced answer; if its worker was lost meanwhile, it is calculated again
COUNT_EVERY = 1.0  # seconds between two looks at the number of workers, which come and go
TO_CLOSE = 5.0
AHEAD = 2  # submitted tasks for each thread of the workers: one runs, one waits
LOST = f"its worker was lost {ATTEMPTS} times while it was running"


@dataclass
class _Call:
    task: Task
    mark: str  # the name of its marks with the scheduler
    future: Any = None
    sent: int = 0


class ClusterPool(Pool):
    """Each task is carried out by a helper process of some worker; `width` is the number of the workers' threads."""

    worker = "worker"

    def __init__(self, name: str, client: Any) -> None:
        self.name, self.client = name, client
        self._calls: dict[str, _Call] = {}  # not yet answered, by the key of the future, in order of submission
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._lost: list[Task] = []
        self._threads, self._counted = 0, float("-inf")
        self._session, self._folder = f"threefold-{uuid4().hex[:12]}", os.getcwd()

    @property
    def width(self) -> int:  # type: ignore[override]
        self._look()
        return self._threads

    def wait_for_a_worker(self) -> None:
        deadline = monotonic() + TO_CONNECT
        while not self.width:
            if monotonic() > deadline:
                raise ThreefoldError(f"{self.name} has no workers")
            sleep(TICK)

    def _look(self) -> None:
        if monotonic() - self._counted > COUNT_EVERY:
            with self._present():
                self._threads = sum(self.client.nthreads().values())
                if not self._threads:
                    self._give_up()
            self._counted = monotonic()

    def _give_up(self) -> None:
        """Without any worker, no worker can refuse a call that has lost enough of them."""
        for key, call in list(self._calls.items()):
            marks = Marks(call.mark, self.client)
            if marks.full():
                del self._calls[key]
                self.client.cancel([call.future], force=True)
                marks.clear()
                self._lost.append(call.task)

    def submit(self, task: Task) -> None:
        self._send(_Call(task, f"{self._session}-{task.key}"))

    def _send(self, call: _Call) -> None:
        call.sent += 1
        key = f"{call.mark}-{call.sent}"
        self._calls[key] = call
        payload = pickle.dumps(call.task, pickle.HIGHEST_PROTOCOL)
        with self._present():
            call.future = self.client.submit(_on_worker(), payload, key, call.mark, self._folder, key=key, pure=False)
            call.future.add_done_callback(self._done.put)

    def receive(self, seconds: float) -> Iterator[tuple[Task, Event]]:
        self._look()
        while self._lost:
            yield self._lost.pop(), Outcome("crashed", None, LOST)
        with suppress(Empty):
            while True:
                future = self._done.get(timeout=seconds)
                seconds = 0.0
                call = self._calls.pop(future.key, None)
                if call is not None:
                    yield from ((call.task, event) for event in self._answer(future, call))

    def _answer(self, future: Any, call: _Call) -> Iterable[Event]:
        """The events of a call; none if its answer will come later."""
        if future.status == "finished":
            with self._present():
                try:
                    payload = future.result(timeout=TO_GATHER)
                except TimeoutError:
                    self._calls[future.key] = call
                    future.add_done_callback(self._done.put)
                    return ()
            return self._unpacked(call.task, payload) if payload is not None else [Outcome("crashed", None, LOST)]
        if future.status == "error":
            error = future.exception()
            # The scheduler's own rule may be stricter, or count a worker on which this call was only waiting.
            if isinstance(error, ModuleNotFoundError) and error.name == "threefold":
                raise ThreefoldError(f"{self.name}: a worker has no threefold; install it there")
            if type(error).__name__ != "KilledWorker":
                raise ThreefoldError(f"{self.name}: a worker cannot carry this out: {describe_error(error)}")
            self._send(call)
            return ()
        raise self._gone()

    def _unpacked(self, task: Task, payload: bytes) -> list[Event]:
        try:
            reply = Reply.decoded(payload)
        except OtherVersion:
            other = "a worker has another version of threefold; install the same one there"
            raise ThreefoldError(f"{self.name}: {other}") from None
        except Unreadable as problem:
            return [Outcome("crashed", None, unreadable(problem))]
        if reply.failure:
            raise ThreefoldError(f"{self.name}: a worker cannot carry this out: {reply.failure}")
        return reply.events(task)

    def running(self) -> list[Task]:
        """The scheduler takes the oldest first."""
        return [call.task for call in list(self._calls.values())[: self.width]]

    @property
    def room(self) -> int:
        return max(1, AHEAD * self.width) - len(self._calls)

    @property
    def busy(self) -> bool:
        return bool(self._calls or self._lost)

    @contextmanager
    def shares(self, numbers: Sequence[int], *, single: bool) -> Iterator[Iterator[Iterable[int]]]:
        yield self._batches(list(numbers), single)

    def _batches(self, numbers: list[int], single: bool) -> Iterator[list[int]]:
        """A batch costs a child, so the first ones are large; the last ones are single, so the workers end together."""
        while numbers:
            size = 1 if single else max(1, len(numbers) // (2 * max(1, self.width)))
            yield numbers[:size]
            numbers = numbers[size:]

    @contextmanager
    def _present(self) -> Iterator[None]:
        """Any exception of Dask while it talks to the scheduler means that the scheduler is not there."""
        try:
            yield
        except Exception:
            raise self._gone() from None

    def _gone(self) -> ThreefoldError:
        return ThreefoldError(f"{self.name}: the scheduler is gone or was restarted; what is finished is kept")

    def cancel(self) -> None:
        futures = [call.future for call in self._calls.values() if call.future is not None]
        self._calls.clear()
        if futures:
            with suppress(Exception):
                self.client.cancel(futures, force=True)


def _on_worker() -> Callable[..., bytes | None]:
    """A local function is sent with its code. Of others only the name is sent, at which a worker without this package dies."""

    def carry_out(call: bytes, key: str, mark: str, folder: str) -> bytes | None:
        from threefold.runs.cluster import helper

        return helper.carry_out(call, key, mark, folder)

    return carry_out


@contextmanager
def connected(address: str, workers: int | None = None) -> Iterator[ClusterPool]:
    """The cluster at the address. `local` is a cluster of so many workers (one per core) that lives as long as this context."""
    if address != LOCAL and not ADDRESS.fullmatch(address):
        raise BadInput(f"«cluster» {address}: not an address like tcp://host:8786, and not local")
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadInput("«cluster» needs: pip install 'threefold[cluster]'") from None
    logging.disable()  # Dask's; we do not log
    with ExitStack() as stack:
        cores = len(os.sched_getaffinity(0))
        where = stack.enter_context(_local_cluster(workers or cores)) if address == LOCAL else address
        try:
            client = distributed.Client(where, timeout=TO_CONNECT, set_as_default=False, name="threefold")
        except Exception:
            raise ThreefoldError(f"«cluster» {where}: no scheduler answers there") from None
        stack.callback(_close, client)
        yield stack.enter_context(ClusterPool(f"«cluster» {address}", client))


def _close(client: Any) -> None:
    with suppress(Exception):
        client.close(timeout=TO_CLOSE)


@contextmanager
def _local_cluster(workers: int) -> Iterator[str]:
    """Its address."""
    command = [sys.executable, "-P", "-m", "threefold.runs.cluster.connection", str(workers)]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True, start_new_session=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            started, _, _ = select([process.stdout], [], [], TO_START)
            address = process.stdout.readline().strip() if started else ""
            if not address:
                raise ThreefoldError("«cluster» local: the cluster cannot be started here")
            yield address
        finally:
            process.stdin.close()
            wait_or_kill(process)


def main() -> None:
    settings = {"threads_per_worker": 1, "processes": True, "dashboard_address": None, "silence_logs": logging.CRITICAL}
    with import_module("distributed").LocalCluster(n_workers=int(sys.argv[1]), **settings) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()

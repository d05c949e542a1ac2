"""The submitting side: calls go to the cluster, answers come back as they are finished.

What Dask logs is kept off the terminal; what matters is said in one line, as everywhere.
"""

import logging
import os
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any, Self
from uuid import uuid4

from threefold.guard.outcome import describe_error
from threefold.language import BadInput, ThreefoldError
from threefold.runs.cluster.local import local_cluster
from threefold.runs.cluster.task import ATTEMPTS, Marks, carry_out

LOCAL = "local"
ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^\s/]+:\d{1,5}")
TO_CONNECT = 10.0  # seconds
TO_GATHER = 5.0  # seconds for an answer that is there; where its worker was lost meanwhile, it is calculated again
COUNT_EVERY = 1.0  # seconds: workers come and go
TO_CLOSE = 5.0
TICK = 0.2


@dataclass(frozen=True)
class Lost:
    """Instead of an answer."""

    reason: str = f"its worker was lost {ATTEMPTS} times while it was running"


@dataclass
class _Call:
    token: str
    mark: str  # the name of its marks with the scheduler
    payload: bytes
    future: Any = None
    sent: int = 0


@dataclass
class Cluster:
    """Where calls are carried out: each by a helper of some worker."""

    name: str  # for people
    client: Any
    _calls: dict[str, _Call] = field(default_factory=dict)  # that were not answered yet, by the key of the future
    _done: SimpleQueue[Any] = field(default_factory=SimpleQueue)
    _lost: list[str] = field(default_factory=list)  # tokens
    _threads: int = 0
    _counted: float = float("-inf")

    def __post_init__(self) -> None:
        self._session = f"threefold-{uuid4().hex[:12]}"
        self._folder = os.getcwd()

    @property
    def threads(self) -> int:
        """How many calls can be carried out at the same time, at present."""
        self._look()
        return self._threads

    def wait_for_a_worker(self) -> None:
        deadline = monotonic() + TO_CONNECT
        while not self.threads:
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
        """Where no worker is left, there is none that could refuse a call which has lost enough of them."""
        for key, call in list(self._calls.items()):
            marks = Marks(call.mark, self.client)
            if marks.full():
                del self._calls[key]
                self.client.cancel([call.future], force=True)
                marks.clear()
                self._lost.append(call.token)

    def submit(self, token: str, function: Callable[..., object], *args: object) -> None:
        """Have function(helper, *args) called somewhere; receive() gives the answer with the token."""
        payload = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        self._send(_Call(token, f"{self._session}-{token}", payload))

    def _send(self, call: _Call) -> None:
        call.sent += 1
        key = f"{call.mark}-{call.sent}"
        self._calls[key] = call
        with self._present():
            call.future = self.client.submit(carry_out, call.payload, key, call.mark, self._folder, key=key, pure=False)
            call.future.add_done_callback(self._done.put)

    def receive(self, seconds: float) -> Iterator[tuple[str, object]]:
        """The answers that are there, or come within this time."""
        self._look()
        while self._lost:
            yield self._lost.pop(), Lost()
        with suppress(Empty):
            while True:
                future = self._done.get(timeout=seconds)
                seconds = 0.0
                call = self._calls.pop(future.key, None)
                if call is not None and (answered := self._answer(future, call)):
                    yield call.token, answered[0]

    def _answer(self, future: Any, call: _Call) -> tuple[object] | None:
        """The answer, in a tuple; None if it will come later."""
        if future.status == "finished":
            with self._present():
                try:
                    payload = future.result(timeout=TO_GATHER)
                except TimeoutError:
                    self._calls[future.key] = call
                    future.add_done_callback(self._done.put)
                    return None
            return (self._unpacked(payload) if payload is not None else Lost(),)
        if future.status == "error":
            error = future.exception()
            # By the scheduler's own rule, which may be stricter, or count a worker on which this call was only waiting.
            if type(error).__name__ != "KilledWorker":
                raise ThreefoldError(f"{self.name}: a worker cannot carry this out: {describe_error(error)}")
            self._send(call)
            return None
        raise self._gone()

    def _unpacked(self, payload: bytes) -> object:
        worked, value = pickle.loads(payload)
        if not worked:
            raise ThreefoldError(f"{self.name}: a worker cannot carry this out: {value}")
        return value

    @contextmanager
    def _present(self) -> Iterator[None]:
        """Whatever Dask raises while it talks to the scheduler: the scheduler is not there."""
        try:
            yield
        except Exception:
            raise self._gone() from None

    def _gone(self) -> ThreefoldError:
        return ThreefoldError(f"{self.name}: the scheduler is gone or was restarted; what is finished is kept")

    def cancel(self) -> None:
        """Nothing that was submitted is wanted any more; the workers end it."""
        futures = [call.future for call in self._calls.values() if call.future is not None]
        self._calls.clear()
        if futures:
            with suppress(Exception):
                self.client.cancel(futures, force=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.cancel()


@contextmanager
def connected(address: str, workers: int | None = None) -> Iterator[Cluster]:
    """The cluster at the address; `local` is one of so many workers (one per core) that lives as long as this context."""
    if address != LOCAL and not ADDRESS.fullmatch(address):
        raise BadInput(f"--cluster {address}: not an address like tcp://host:8786, and not local")
    distributed = _distributed()
    logging.disable()  # Dask's; there is none of ours
    with ExitStack() as stack:
        where = stack.enter_context(local_cluster(workers or _cores())) if address == LOCAL else address
        client = _client(distributed, where)
        stack.callback(_close, client)
        yield stack.enter_context(Cluster(f"--cluster {address}", client))


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise BadInput("--cluster needs: pip install 'threefold[cluster]'") from None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _client(distributed: Any, where: str) -> Any:
    try:
        return distributed.Client(where, timeout=TO_CONNECT, set_as_default=False, name="threefold")
    except Exception:
        raise ThreefoldError(f"--cluster {where}: no scheduler answers there") from None


def _close(client: Any) -> None:
    with suppress(Exception):
        client.close(timeout=TO_CLOSE)

"""A count on a cluster: its cubes go to the workers in batches, each counted in one guarded child.

A batch costs a child, which builds and lowers; so the first batches are large and the last ones single cubes, and the workers end
at about the same time. With a ledger every batch is one cube: what is lost with a worker or the command is as little as can be.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from time import monotonic
from typing import ClassVar

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.guard import Limits, Outcome, Progress, Server
from threefold.runs.cluster.connection import Cluster, Lost, connected
from threefold.runs.cluster.helper import Helper
from threefold.runs.count import TICK, ParallelCount
from threefold.runs.cube_worker import Part, count_cubes
from threefold.runs.instance import Instance, Question

LATE = 5.0  # seconds after the time limit, until answers of workers are not waited for any more


@dataclass(frozen=True)
class Batch:
    parts: tuple[Part, ...]
    outcome: Outcome


def count_batch(
    helper: Helper,
    instance: Instance,
    configuration: Configuration,
    question: Question,
    wanted: int,
    numbers: list[int],
    limits: Limits,
) -> Batch:
    """On the worker."""
    parts: dict[int, Part] = {}

    def keep(part: object) -> None:
        assert isinstance(part, Part)
        parts[part.number] = part

    what = (instance, configuration, question, wanted, numbers)
    preload = find(configuration.backend).preload
    outcome = helper.guarded(preload, count_cubes, *what, limits=limits, on_progress=keep)
    return Batch(tuple(parts.values()), replace(outcome, value=None))


@contextmanager
def on_cluster(row: ParallelCount, address: str) -> Iterator[ParallelCount]:
    """The same count, by the workers at the address; those made here are as many as the row's jobs, if that says anything."""
    with connected(address, row.jobs if row.jobs > 1 else None) as cluster:
        cluster.wait_for_a_worker()
        same = {each.name: getattr(row, each.name) for each in fields(row)}
        yield ClusterCount(**(same | {"jobs": cluster.threads}), cluster=cluster)


@dataclass
class ClusterCount(ParallelCount):
    cluster: Cluster = field(kw_only=True)
    doer: ClassVar[str] = "worker"

    def _prepare(self, server: Server) -> None:
        """The workers load for themselves."""

    def _count(self, wanted: int) -> None:
        waiting = [number for number in range(self.total or wanted) if number not in self.parts]
        under_way: set[str] = set()
        while not self._failed() and not self._over(LATE):
            while waiting and not self._over() and len(under_way) < max(1, self.cluster.threads):
                size = 1 if self.ledger else max(1, len(waiting) // (2 * self.jobs))
                batch, waiting = waiting[:size], waiting[size:]
                under_way.add(self._submit(wanted, batch))
            if not under_way:
                break
            self.watcher.ticked()
            for token, answer in self.cluster.receive(TICK):
                under_way.remove(token)
                self._take(answer)
        if waiting or under_way:
            self._hear(Outcome("timeout", None, None, 0.0, 0.0, 0))
        self.cluster.cancel()

    def _over(self, late: float = 0.0) -> bool:
        return self.limits.seconds is not None and monotonic() - self._start > self.limits.seconds + late

    def _submit(self, wanted: int, batch: list[int]) -> str:
        token = f"cubes-{batch[0]}"
        limits = replace(self.limits, seconds=self._left())
        what = (self.instance, self.configuration, self.question, wanted, batch)
        self.cluster.submit(token, count_batch, *what, limits)
        return token

    def _take(self, answer: object) -> None:
        if isinstance(answer, Lost):
            self._hear(Outcome("crashed", None, answer.reason, 0.0, 0.0, 0))
        elif isinstance(answer, Batch):
            for part in answer.parts:
                self._hear(Progress(part))
            self._hear(answer.outcome)

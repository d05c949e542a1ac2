"""A sweep on a cluster: the same runs and the same store; each run in a guarded child on some worker.

Few runs are under way at a time, so that what is hopeless is known before its turn comes, and 10,000 runs do not lie in the
scheduler. The line is made where the run was: machine and versions are the worker's. The store is here, and has the line the
moment it arrives.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from threefold.backends import find
from threefold.guard import Limits, Outcome
from threefold.runs.cluster.connection import Cluster, Lost
from threefold.runs.cluster.helper import Helper
from threefold.sweeps.job import Started, carry_out
from threefold.sweeps.record_line import Line
from threefold.sweeps.run import Run
from threefold.sweeps.runner import TICK, Runner

AHEAD = 2  # runs for each thread of the workers: one that goes on, one that waits


def line_of(helper: Helper, run: Run, sweep: str) -> Line:
    """On the worker."""
    started = Started(run, sweep)
    preload = find(run.configuration.partition(":")[0]).preload
    return started.line(helper.guarded(preload, carry_out, run, limits=Limits(run.seconds, run.memory)))


@dataclass
class ClusterRunner(Runner):
    cluster: Cluster = field(kw_only=True)
    _under_way: dict[str, Started] = field(default_factory=dict)  # by key, in the order of submission
    _shown: set[str] = field(default_factory=set)  # those of them that the watcher knows of

    def run(self) -> None:
        self._hopeless = self._hits()
        due = self._due()
        self._submit(due)
        while self._under_way or self._submit(due):
            self.watcher.ticked()
            for key, answer in self.cluster.receive(TICK):
                started = self._under_way.pop(key)
                self._shown.discard(key)
                self._finish(started, answer if isinstance(answer, Line) else _lost(started, answer))
            self._submit(due)

    def _submit(self, due: Iterator[Started]) -> bool:
        """Is anything under way?"""
        threads = self.cluster.threads
        while len(self._under_way) < max(1, AHEAD * threads) and (started := next(due, None)):
            run = started.run
            self._under_way[run.key] = started
            self.cluster.submit(run.key, line_of, run, self.sweep.name)
        # The scheduler takes the oldest first: these are the ones that go on.
        for key in list(self._under_way)[:threads]:
            if key not in self._shown:
                self._shown.add(key)
                self.watcher.started(self._under_way[key].run)
        return bool(self._under_way)


def _lost(started: Started, answer: object) -> Line:
    assert isinstance(answer, Lost)
    return started.line(Outcome("crashed", None, answer.reason, 0.0, 0.0, 0))

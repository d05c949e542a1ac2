"""What a worker's helper sends back to the command: JSON, behind the digest of the code that wrote it.

A worker is trusted to run our code; its guarded children ran code of other people. So their values cross as JSON, too, and are
built here by the types that the task's function declares.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from threefold import codec
from threefold.guard import Answers, Outcome, Progress
from threefold.guard.outcome import Ending, Raised, unreadable
from threefold.runs.cluster import package_digest
from threefold.runs.pool import Event, Task


class OtherVersion(Exception):
    """Another version of this package wrote the reply."""


@dataclass(frozen=True)
class Reply:
    ending: Ending
    failure: str = ""  # why the task could not be carried out
    reported: tuple[object, ...] = ()
    value: object = None
    raised: Raised | None = None
    place: object = None

    @classmethod
    def of(cls, reported: Iterable[object], outcome: Outcome) -> "Reply":
        ending = Ending(outcome.status, outcome.reason, outcome.wall, outcome.cpu, outcome.memory)
        raised = Raised.of(outcome.error) if outcome.error else None
        return cls(ending, "", tuple(reported), outcome.value, raised, outcome.place)

    def encoded(self) -> bytes:
        return package_digest().encode() + codec.encode(self)

    @classmethod
    def decoded(cls, text: bytes) -> "Reply":
        digest = package_digest().encode()
        if not text.startswith(digest):
            raise OtherVersion
        reply: Reply = codec.decode(cls, text.removeprefix(digest))
        return reply

    def events(self, task: Task) -> list[Event]:
        answers, done = Answers.of(task.function), self.ending.status == "done"
        kind = answers.returned if done else object if self.value is None else answers.reported
        try:
            reported = [Progress(codec.build(answers.reported, each)) for each in self.reported]
            value = codec.build(kind, self.value)
        except codec.Unreadable as problem:
            return [Outcome("crashed", None, unreadable(problem), place=self.place)]
        error = self.raised.error() if self.raised else None
        return [*reported, Outcome(**asdict(self.ending), value=value, error=error, place=self.place)]

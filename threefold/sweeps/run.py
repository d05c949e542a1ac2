"""One run of a sweep: what is asked, of whom, under which limits. Its key is what "already done" means."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

TASKS = ("count", "first", "lower")


@dataclass(frozen=True)
class Run:
    puzzle: str
    parameters: Mapping[str, int | str]
    givens: tuple[str, ...]
    row: str  # the configuration as the sweep file has it: a label for people
    configuration: str  # the same in full, defaults included
    task: str  # one of TASKS; `lower` solves nothing and measures sizes only
    seed: int | None
    repetition: int  # 0, 1, …; warm-ups are negative and leave no record
    seconds: float  # limits: of time
    memory: int  # and of memory, in bytes
    spec: str = ""  # digest of the instance's spec (spec_hash.py)
    known: int | None = None  # the known number of solutions

    @property
    def backend(self) -> str:
        return self.configuration.partition(":")[0]

    @property
    def instance(self) -> str:
        return instance_text(self.parameters, self.givens)

    @property
    def key(self) -> str:
        """The same for the same run, however the sweep file is written. A run whose key has a record is not run again.

        It changes with the spec: an edited puzzle or instance file makes another run.
        """
        return self._hash(self._asked)[:20]

    def key_of_schema_1(self, spec: str) -> str:
        """The key that records of schema 1 have; `spec` is the hash of that time, which included the known number."""
        asked = self._asked | {"spec": spec}
        del asked["known"]
        return self._hash(asked)[:16]

    @property
    def _asked(self) -> dict[str, Any]:
        asked = {name: value for name, value in vars(self).items() if name != "row"}
        return asked | {"parameters": dict(self.parameters), "seconds": float(self.seconds)}

    @staticmethod
    def _hash(asked: dict[str, Any]) -> str:
        return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()

    @property
    def command(self) -> str:
        """What a person types to see the same run."""
        from shlex import join

        verb = {"count": "count", "first": "solve", "lower": "compare"}[self.task]
        values = [str(value) for value in self.parameters.values()]
        words = [
            "threefold",
            verb,
            self.puzzle,
            *values,
            "--backends" if self.task == "lower" else "--backend",
            self.row,
        ]
        words += [word for given in self.givens for word in ("--given", given)]
        words += [] if self.seed is None else ["--seed", str(self.seed)]
        return join([*words, "--timeout", f"{self.seconds:g}", "--memory", f"{self.memory >> 20}M"])


def instance_text(parameters: Mapping[str, int | str], givens: Sequence[str]) -> str:
    """`n=8`, with the givens."""
    return " ".join([*(f"{name}={value}" for name, value in parameters.items()), *givens]) or "(no parameters)"


def no_larger(hit: Mapping[str, int | str], other: Mapping[str, int | str]) -> bool:
    """Comparable only where texts are equal; then every number must be at most as large."""
    pairs = [(hit[name], value) for name, value in other.items()]
    return all(
        mine <= theirs if isinstance(mine, int) and isinstance(theirs, int) else mine == theirs
        for mine, theirs in pairs
    )

"""One run of a sweep: instance, configuration, task and limits. Its key decides whether it was done already."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from shlex import join
from typing import Any

from threefold.backends.backend import Configuration

TASKS = ("count", "first", "lower")


@dataclass(frozen=True)
class SweepRun:
    puzzle: str
    parameters: Mapping[str, int | str]
    givens: tuple[str, ...]
    row: str  # the configuration as the sweep file has it: a label
    configuration: Configuration  # the same in full, defaults included
    task: str  # one of TASKS; `lower` solves nothing and measures sizes only
    seed: int | None
    repetition: int  # 0, 1, …; warm-ups are negative and leave no record
    seconds: float  # limits: of time
    memory: int  # and of memory, in bytes
    spec: str = ""  # digest of the instance's spec (spec_hash.py)
    known: int | None = None  # the known number of solutions

    @property
    def backend(self) -> str:
        return self.configuration.backend

    @property
    def instance(self) -> str:
        return instance_text(self.parameters, self.givens)

    @property
    def key(self) -> str:
        """The same for the same run, however the sweep file is written; it changes with the spec."""
        return key_of(self.asked)[:20]

    @property
    def asked(self) -> dict[str, Any]:
        """Everything but the label."""
        asked = {name: value for name, value in vars(self).items() if name != "row"}
        typed = {"parameters": dict(self.parameters), "seconds": float(self.seconds)}
        return asked | typed | {"configuration": str(self.configuration)}

    @property
    def command(self) -> str:
        verb = {"count": "count", "first": "solve", "lower": "compare"}[self.task]
        values = [str(value) for value in self.parameters.values()]
        words = ["threefold", verb, self.puzzle, *values, "--backends" if verb == "compare" else "--backend", self.row]
        words += [word for given in self.givens for word in ("--given", given)]
        words += [] if self.seed is None else ["--seed", str(self.seed)]
        return join([*words, "--timeout", f"{self.seconds:g}", "--memory", f"{self.memory >> 20}M"])


def key_of(asked: dict[str, Any]) -> str:
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def instance_text(parameters: Mapping[str, int | str], givens: Sequence[str]) -> str:
    return " ".join([*(f"{name}={value}" for name, value in parameters.items()), *givens]) or "(no parameters)"


def no_larger(hit: Mapping[str, int | str], other: Mapping[str, int | str]) -> bool:
    """Equal texts, and no number that is larger."""
    pairs = [(hit[name], value) for name, value in other.items()]
    return all(
        mine <= theirs if isinstance(mine, int) and isinstance(theirs, int) else mine == theirs
        for mine, theirs in pairs
    )

"""A run of a sweep, and its line of records.jsonl: which run it was, where it was made, its record. Files of lines.

The key of a run decides whether it was done already. docs/records.md explains every column, with its unit.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from shlex import join
from stat import S_ISCHR
from typing import Any

from threefold.backends.backend import Configuration
from threefold.checker.json_form import checked, fits, parsed, what_is_wrong
from threefold.checker.record import Record
from threefold.guard import Limits
from threefold.language import BadInput

SCHEMA, RECORDS = 2, "records.jsonl"
TASKS = ("count", "first", "lower", "prove")
CLOCKS = {"cpu": "cpu", "wall": "total"}  # what the time limit is on, and the phase of `seconds` that has it
WALL_FACTOR, WALL_MORE = 10, 60  # of a run whose CPU time is limited: one that waits for ever must end, too
MACHINE = ("cpu", "cores", "memory_gb", "system", "load")
SEED = "seed"  # the parameter of a puzzle that draws an instance
MOST_VALUE = 2**53  # of a parameter: a figure shows it as a float
Listed = Mapping[tuple[str, object], int]  # a puzzle and a text among its parameters: their place in the sweep file
Value = str | int | float | bool


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
    limit: str = "wall"  # the time that is limited: one of CLOCKS

    @property
    def backend(self) -> str:
        return self.configuration.backend

    @property
    def instance(self) -> str:
        return instance_text(self.parameters, self.givens)

    @property
    def limits(self) -> Limits:
        return limits_of(self.limit, self.seconds, self.memory)

    @property
    def key(self) -> str:
        """The same for the same run, however the sweep file is written; it changes with the spec."""
        return sha256(json.dumps(self._asked, sort_keys=True).encode()).hexdigest()[:20]

    @property
    def _asked(self) -> dict[str, Any]:
        """Everything but the label; a limit of wall time is left out, as in the keys of older records."""
        typed = {"parameters": dict(self.parameters), "seconds": float(self.seconds)}
        asked = vars(self) | typed | {"configuration": str(self.configuration)}
        for name in ("row", "limit") if self.limit == "wall" else ("row",):
            del asked[name]
        return asked

    @property
    def command(self) -> str:
        of_task = {
            "count": "count --backend",
            "first": "solve --backend",
            "lower": "compare --backends",
            "prove": "prove --by",
        }
        verb, option = of_task[self.task].split()
        words = ["threefold", verb, self.puzzle, *map(str, self.parameters.values()), option, self.row]
        words += [word for given in self.givens for word in ("--given", given)]
        words += [] if self.seed is None else ["--seed", str(self.seed)]
        return join([*words, "--timeout", f"{self.seconds:g}", "--memory", f"{self.memory >> 20}M"])


def limits_of(limit: str, seconds: float, memory: int) -> Limits:
    if limit == "wall":
        return Limits(seconds, memory)
    return Limits(WALL_FACTOR * seconds + WALL_MORE, memory, cpu=seconds)


def instance_text(parameters: Mapping[str, int | str], givens: Sequence[str]) -> str:
    return " ".join([*(f"{name}={value}" for name, value in parameters.items()), *givens]) or "(no parameters)"


def no_larger(hit: Mapping[str, int | str], other: Mapping[str, int | str]) -> bool:
    """Equal texts, and no number that is larger. Random draws are neither larger nor smaller than each other."""
    if SEED in other:
        return hit == other
    pairs = [(hit[name], value) for name, value in other.items()]
    return all(
        mine <= theirs if isinstance(mine, int) and isinstance(theirs, int) else mine == theirs
        for mine, theirs in pairs
    )


@dataclass(frozen=True)
class Line:
    schema: int
    key: str
    sweep: str  # its folder
    puzzle: str
    parameters: Mapping[str, int | str]
    givens: Sequence[str]
    task: str
    row: str  # the configuration as the sweep file has it
    seed: int | None
    repetition: int
    limit: str = field(default="wall", kw_only=True)  # the time that was limited; older records do not have it
    limit_seconds: float
    limit_memory_mb: int  # MiB
    command: str
    known: int | None
    verdict: str | None  # of this run alone, with the known count
    witness: str | None
    versions: Mapping[str, Value]
    machine: Mapping[str, Value]
    started: str
    record: Record

    @cached_property
    def instance(self) -> str:
        return instance_text(self.parameters, self.givens)

    @property
    def configuration(self) -> Configuration:
        return self.record.configuration

    @property
    def backend(self) -> str:
        return self.configuration.backend

    @property
    def commit(self) -> str | None:
        """Of the checkout that made it, if it was one; older records do not have it."""
        found = self.versions.get("commit")
        return str(found) if found else None

    def to_dict(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"record": self.record.to_dict()}

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False)


def order(run: SweepRun | Line, listed: Listed | None = None) -> tuple[Any, ...]:
    """Numbers by size, texts by alphabet; first the texts of a puzzle that are `listed`, by their place there."""
    places, last = listed or {}, len(listed or ())
    values = [(isinstance(each, str), places.get((run.puzzle, each), last), each) for each in run.parameters.values()]
    seed, key = -1 if run.seed is None else run.seed, run.key if isinstance(run, Line) else ""
    return run.puzzle, run.task, values, tuple(run.givens), run.row, seed, run.repetition, key


def about(run: SweepRun) -> dict[str, Any]:
    """The columns that are known before the run."""
    same = ("key", "puzzle", "parameters", "task", "row", "seed", "repetition", "command", "known", "limit")
    limits = {"limit_seconds": float(run.seconds), "limit_memory_mb": run.memory >> 20}
    return {name: getattr(run, name) for name in same} | {"schema": SCHEMA, "givens": list(run.givens)} | limits


def parse_line(text: str | bytes, place: str) -> Line:
    """`place` is what an error names: records.jsonl:12."""
    try:
        values = parsed(text)
        schema = values["schema"]
        if type(schema) is int and schema > SCHEMA:
            raise BadInput(f"{place}: written by a newer threefold (format {schema}; this one knows {SCHEMA})")
        if schema != SCHEMA:
            raise ValueError(f"there is no format {schema!r:.20}")
        line = checked(Line(**values | {"record": Record.from_dict(values["record"])}), besides="record")
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadInput(f"{place}: not a record: {what_is_wrong(error).removeprefix('not a record: ')}") from None
    for problem in _problems(line):
        raise BadInput(f"{place}: not a record: {problem}")
    return line


def _problems(line: Line) -> Iterator[str]:
    """What a report could not show."""
    if line.task not in TASKS:
        yield f"task must be one of {', '.join(TASKS)} (got {line.task!r:.20})"
    if line.limit not in CLOCKS:
        yield f"limit must be one of {', '.join(CLOCKS)} (got {line.limit!r:.20})"
    sizes = vars(line.record.size) if line.record.size else {}
    for name, value in {**line.parameters, **sizes}.items():
        if isinstance(value, int) and abs(value) > MOST_VALUE:
            yield f"{name} must be at most {MOST_VALUE}"
    limits = {"limit_seconds": line.limit_seconds, "limit_memory_mb": line.limit_memory_mb}
    counts = {"count": line.record.count or 0, "verified": line.record.verified, "memory_mb": line.record.memory}
    for name, number in {**limits, **counts, **sizes, **line.record.seconds}.items():
        if number < 0:
            yield f"{name} is negative"
    for name in MACHINE:
        value = line.machine.get(name)
        if not isinstance(value, str) if name in ("cpu", "system") else not fits(value, float):
            yield f"machine.{name} is missing or of a wrong type"
    if "python" not in line.versions:
        yield "versions.python is missing"


def read_lines(path: Path, problems: list[str] | None = None) -> list[Line]:
    """With `problems`, damaged lines are left out and listed there; without, the first is an error."""
    try:
        if S_ISCHR(path.stat().st_mode):  # /dev/zero has no end
            raise BadInput(f"{path}: cannot be read: not a file")
        texts = path.read_bytes().split(b"\n")  # not splitlines: a text may hold other line separators
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    lines, found = list[Line](), dict[str, int]()
    for number, text in enumerate(texts, 1):
        try:
            if text.strip():
                line = parse_line(text, f"{path}:{number}")
                if found.setdefault(line.key, number) != number:
                    again = f"the run of line {found[line.key]} a second time: remove one of them"
                    raise BadInput(f"{path}:{number}: {again}")
                lines.append(line)
        except BadInput as error:
            if problems is None:
                raise
            problems.append(str(error))
    return lines


def lines_text(lines: Iterable[Line]) -> str:
    """The content of records.jsonl: sorted, so that two states of it can be compared line by line."""
    return "".join(f"{line.to_json()}\n" for line in sorted(lines, key=order))

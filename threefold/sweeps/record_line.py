"""A record line: all that is kept of one run, as one line of JSON. Sweeps write lines, reports are made from them.

The columns are declared here once, with their units: docs/records.md is made from them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from threefold.language import BadInput
from threefold.sweeps.run import Run, instance_text

SCHEMA = 1
Listed = Mapping[tuple[str, object], int]  # a puzzle and a text among its parameters: their place in the sweep file


def _column(meaning: str, unit: str = "") -> Any:
    return field(metadata={"meaning": meaning, "unit": unit})


@dataclass(frozen=True)
class Line:
    schema: int = _column("version of this format")
    key: str = _column("which run: a hash of everything that was asked, and of what the puzzle said")
    sweep: str = _column("the folder of the sweep")
    puzzle: str = _column("name of the puzzle")
    parameters: Mapping[str, int | str] = _column("its parameters by name")
    givens: Sequence[str] = _column("variables that were fixed")
    task: str = _column("count: all solutions; first: one solution; lower: only the sizes of the program")
    row: str = _column("the configuration as the sweep file has it")
    backend: str = _column("sat, cp, ilp or backtracking")
    solver: str = _column("the solver of that backend")
    options: Mapping[str, str] = _column("all options of the configuration, defaults included")
    seed: int | None = _column("seed of the solver; null: its own default")
    repetition: int = _column("0, 1, …: the same run again")
    limit_seconds: float = _column("time limit of the run, building included", "s (wall)")
    limit_memory_mb: int = _column("memory limit of the run", "MiB")
    command: str = _column("what to type for the same run")
    status: str = _column("sat, unsat, unknown, timeout, memory, error or skipped")
    reason: str | None = _column("why it is not a complete answer")
    method: str | None = _column("how the solutions were found")
    count: int | None = _column("number of solutions over the decision variables", "solutions")
    count_is: str = _column("exact, at_least or unknown")
    verified: int = _column("solutions that were checked against the spec", "solutions")
    fingerprint: str | None = _column("hash of the set of solutions; null: not enumerated")
    verdict: str | None = _column("of this run alone, with the known count: agree, alone, disagree, incomplete, error")
    witness: str | None = _column("where rows disagree: a solution that shows it, and what is wrong with it")
    known: int | None = _column("the known count", "solutions")
    variables: int | None = _column("the spec's own variables in the lowered program", "variables")
    auxiliary: int | None = _column("variables that the lowering added", "variables")
    constraints: int | None = _column("clauses, CP constraints or rows", "constraints")
    literals: int | None = _column("literals, variables mentioned, or non-zeros", "literals")
    seconds: Mapping[str, float] = _column(
        "wall time by phase: import, build, lower, load, first, solve, check, total; cpu is CPU time of the run and its children",
        "s",
    )
    memory_mb: float = _column("peak of resident memory, children included", "MB")
    statistics: Mapping[str, float] = _column("counters of the solver or the method", "as named")
    drawing: str | None = _column("a first solution, drawn")
    versions: Mapping[str, str | int | float | bool] = _column("of threefold, Python and the solver; CBC's checksum")
    machine: Mapping[str, str | int | float | bool] = _column(
        "cpu, cores, memory_gb, system, and the load of the minute before the start", "GB; runnable processes"
    )
    started: str = _column("when, in UTC", "ISO 8601")

    @property
    def instance(self) -> str:
        return instance_text(self.parameters, self.givens)

    @property
    def complete(self) -> bool:
        return self.status in ("sat", "unsat")

    @property
    def exact(self) -> bool:
        return self.count_is == "exact"

    def order(self, listed: Listed | None = None) -> tuple[Any, ...]:
        return order(self, listed)

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)


def order(run: Run | Line, listed: Listed | None = None) -> tuple[Any, ...]:
    """Numbers by size, texts by alphabet; first the texts of a puzzle that are `listed`, by their place there."""
    places, last = listed or {}, len(listed or ())
    values = tuple(
        (isinstance(value, str), places.get((run.puzzle, value), last), value) for value in run.parameters.values()
    )
    seed = -1 if run.seed is None else run.seed
    return run.puzzle, run.task, values, tuple(run.givens), run.row, seed, run.repetition, run.key


def about(run: Run) -> dict[str, Any]:
    """The columns that are known before the run."""
    from threefold.backends.configuration import parse

    configuration = parse(run.configuration, {})
    return {
        "schema": SCHEMA,
        "key": run.key,
        **{name: getattr(run, name) for name in ("puzzle", "task", "row", "seed", "repetition")},
        "parameters": dict(run.parameters),
        "givens": list(run.givens),
        "backend": configuration.backend,
        "solver": configuration.solver,
        "options": dict(configuration.options),
        "limit_seconds": float(run.seconds),
        "limit_memory_mb": run.memory >> 20,
        "command": run.command,
    }


def parse_line(text: str, place: str) -> Line:
    """`place` is what an error names: records.jsonl:12."""
    try:
        values = json.loads(text)
        schema = values["schema"]
        if schema != SCHEMA:
            raise BadInput(f"{place}: written by a newer threefold (format {schema}; this one knows {SCHEMA})")
        return Line(**values)
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{place}: not a record ({type(error).__name__}: {str(error)[:80]})") from None


def read_lines(path: Path) -> list[Line]:
    try:
        texts = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return [parse_line(text, f"{path}:{number}") for number, text in enumerate(texts, 1) if text.strip()]


def lines_text(lines: Iterable[Line]) -> str:
    """The content of records.jsonl: sorted, so that two states of it can be compared line by line."""
    return "".join(f"{line.to_json()}\n" for line in sorted(lines, key=Line.order))


def documentation() -> str:
    """The table of columns in Markdown."""
    rows = [f"| `{f.name}` | {f.metadata['unit']} | {f.metadata['meaning']} |" for f in fields(Line)]
    return "\n".join(["| column | unit | meaning |", "|---|---|---|", *rows])

"""Runs: rows, progress while they go on, the table, the verdict, and the solutions."""

from contextlib import suppress
from typing import Any, Never, cast

from threefold import api, models
from threefold.api.arguments import instance_of, limits_of, rows_of
from threefold.api.result import cells, columns
from threefold.checker.record import Record
from threefold.errors import in_python
from threefold.format import many
from threefold.guard import Report, default_memory
from threefold.lab.asked import Asked, with_field
from threefold.lab.folder import BadField
from threefold.language import BadInput, Solution
from threefold.plugins import is_path
from threefold.runs.instance import Instance, check_loaded
from threefold.runs.pool import Callbacks, LocalPool

SHOWN = 200  # solutions to leaf through
RUNS = 4  # at the same time, in all pages: their memory limits share what is free
LONGEST = 3600  # seconds of one row
QUESTIONS = {
    "all": (),
    "first": ("first",),
    "classes": ("up_to_symmetry",),
    "optimum": ("optimum",),
    "optima": ("optima",),
}


class Reporter(Callbacks):
    """The progress of the rows as events."""

    def __init__(self, report: Report[object]) -> None:
        self._report, self._labels = report, dict[str, str]()

    def planned(self, runs: int, *, done: int = 0, known: int | None = None) -> None:
        self._report({"event": "planned", "runs": runs, "known": known})

    def noted(self, note: str) -> None:
        self._report({"event": "note", "text": in_python(note)})

    def started(self, run: str, label: str) -> None:
        self._labels[run] = label
        self._report({"event": "started", "row": label})

    def progressed(self, run: str, so_far: Record) -> None:
        self._report({"event": "progress", "row": self._labels[run], "count": so_far.count})

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        label = self._labels.get(run, run)
        found = f"{record.status}, {record.counted}"
        self._report({"event": "finished", "row": label, "found": found, "reason": record.reason, "failed": failed})


def run(report: Report[object], asked: Asked) -> dict[str, object]:
    """Compare the rows. Solutions are kept for the page where a row enumerates them."""
    arguments = options(asked)
    with_field("parameters", lambda: instance(asked))
    enumerates = arguments.keys().isdisjoint(("optimum", "optima", "up_to_symmetry"))
    show = {"show": 1 if arguments.get("first") else SHOWN} if enumerates else {}
    compared = {**arguments, **show, "memory": default_memory(RUNS), "progress": Reporter(report)}
    result = with_field("run", lambda: _compare(asked, compared))
    return {"event": "result", **described(result)}


def _compare(asked: Asked, arguments: dict[str, Any]) -> api.Result:
    """A row that only counts has no solutions to show."""
    texts = parameters(asked)
    with suppress(BadInput):
        return api.compare(asked.puzzle, *texts, givens=asked.givens, **arguments)
    return api.compare(asked.puzzle, *texts, givens=asked.givens, **{**arguments, "show": 0})


def options(asked: Asked) -> dict[str, Any]:
    """The arguments of `compare` that the page chose and that differ from the defaults."""
    rows, question = asked.text("rows", "sat,cp,ilp"), asked.text("question", "all")
    seconds = asked.number("seconds", 1, LONGEST, 60)
    with_field("rows", lambda: rows_of(rows, {}))
    if question not in QUESTIONS:
        raise BadField(f"there is no question '{question:.60}'", "question")
    chosen: dict[str, Any] = dict.fromkeys(QUESTIONS[question], True)
    given = {"backends": rows} if rows != "sat,cp,ilp" else {}
    return {**given, **chosen, **({"timeout": seconds} if seconds != 60 else {})}


def best(asked: Asked) -> bool:
    return asked.text("question", "all") in ("optimum", "optima")


def parameters(asked: Asked) -> tuple[str, ...]:
    """Where the optimum is asked for, those that are optional are left out: they bound the objective."""
    if not best(asked):
        return asked.parameters
    return asked.parameters[: _needed(asked.puzzle)]


def _needed(puzzle: str) -> int:
    """A puzzle file may do anything when it is loaded, and a run has no limits but those of its rows: this has its own."""
    if not is_path(puzzle):
        return _count_needed(lambda event: None, puzzle)
    with LocalPool() as pool:
        outcome = pool.call(_count_needed, puzzle, limits=limits_of(10, None))
    check_loaded(puzzle, outcome)
    return cast("int", outcome.value)


def _count_needed(report: Report[Never], puzzle: str) -> int:
    return sum(not getattr(each, "optional", False) for each in models.find(puzzle).parameters)


def instance(asked: Asked) -> Instance:
    return instance_of(asked.puzzle, parameters(asked), asked.givens, False, limits_of(10, None), optimum=best(asked))


def described(result: api.Result) -> dict[str, object]:
    return {
        "title": str(result.experiment.instance),
        "columns": [[column.title, column.left] for column in columns(result.records)],
        "rows": [cells(record, result.records) for record in result.records],
        "reasons": [f"{row}: {record.reason}" for row, record in result.rows.items() if record.reason],
        "methods": result.methods,
        "classes": result.classes_sentence,
        "verdict": result.verdict,
        "word": result.word,
        "sentence": result.sentence,
        "witness": result.witness and {"sentence": result.witness.sentence, "assignment": result.witness.assignment},
        "solutions": [record.solutions for record in result.records if record.solutions][:1],
        "shown": _shown(result),
        "optimal": described(result.optimal) if result.optimal else None,
    }


def _shown(result: api.Result) -> str:
    """How many of the solutions can be leafed through."""
    kept = next((record for record in result.records if record.solutions), None)
    if kept is None or kept.optimum is not None:
        return "the best solution" if kept else ""
    if kept.exact and kept.count == len(kept.solutions):
        return many(len(kept.solutions), "solution")
    return f"the first {many(len(kept.solutions), 'solution')} of {kept.counted}"


def picture(report: Report[object], asked: Asked) -> dict[str, object]:
    """One solution, as picture or as text."""
    values = asked.detail.get("assignment")
    puzzle, spec = instance(asked).load()
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise BadField("a solution is a list of integers", "assignment")
    if len(values) != len(spec.variables):
        raise BadField(f"a solution has {many(len(spec.variables), 'value')} (got {len(values)})", "assignment")
    solution = Solution(spec, values)
    with suppress(Exception):  # a picture may rely on what a witness violates
        if puzzle.picture:
            return {"picture": puzzle.picture(solution), "text": str(solution)}
    with suppress(Exception):
        return {"drawing": puzzle.draw(solution), "text": str(solution)}
    return {"text": str(solution)}

"""`mark`: a folder of submissions against a puzzle, and an instance of one's own for each student."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import Options, Text, argument, flag, numeric, option
from threefold.commands.output import check_place, fitted, style_of, width, write
from threefold.commands.progress import Bar
from threefold.files import refuse_link
from threefold.format import Column, Table, many

if TYPE_CHECKING:
    from threefold.marking.marks import Mark, Marks
    from threefold.runs.instance import Instance

FOLDER = "The puzzle's parameters, then the folder of submissions, or with --per-student a list of students."
COLUMNS = (Column("student", left=True), Column("mark", left=True), Column("likely cause", left=True, rank=1))
LEAST, LONGEST = 24, 90  # characters of a cause in the table
MARGINS = 2 + 2 * 3  # of a table with three columns


class MarkOptions(Options):
    parameters: Annotated[list[str] | None, argument(FOLDER, "PARAMETERS… FOLDER")] = None
    output: Annotated[Text, option("--output -o", "FILE.csv", "Write the table of marks.", default=False)] = None
    html: Annotated[Text, option("--html", "FILE", "Write a page for the teacher, with boards.", default=False)] = None
    texts: Annotated[Text, option("--texts", "FOLDER", "Write one text per student.", default=False)] = None
    names: Annotated[Text, option("--names", "MAP", "What the numbers mean, as for relate.", default=False)] = None
    workers: Annotated[int | None, numeric("--jobs", "N", "Submissions at the same time.", "the number of cores")] = (
        None
    )
    results: Annotated[
        Text, option("--results", "FILE", "Keep results here, to use them again.", "beside -o or FOLDER")
    ] = None
    fresh: Annotated[bool, flag("--fresh", "Do not use results of earlier commands.")] = False
    per_student: Annotated[
        int | None, numeric("--per-student", "SEED", "Give each student an instance of their own.", default=False)
    ] = None
    instances: Annotated[str, option("--instances", "FILE.csv", "The table of these instances.")] = "instances.csv"


class MarkingBar(Bar):
    def marked(self, mark: Mark) -> None:
        self._running.pop(mark.file, None)
        self.done += 1
        self._measured += 1


@MarkOptions.command(
    "puzzle parameters output html texts names lenient per_student instances workers results fresh given timeout memory quiet"
    " no_color"
)
def mark(asked: MarkOptions) -> int:
    """Mark a folder of submissions: relate each to the puzzle, group equal mistakes, notice copies.

    A submission is a file that relate takes: .cnf, .cnf.gz, .lp, .mps, .opb, or .py. Its name is the student's; a folder in the
    folder is a student's too. Students' code runs with limits of time and memory, but not in a sandbox.

    The results are kept: a second command marks only what is new or changed. A submission that has ended the command is not run
    again.

    --per-student draws givens for each student, so that each has one solution and the solutions differ. The table of instances
    has them for the teacher. With a list of names instead of a folder only the table (and --texts) is written.

    Example: threefold mark nqueens 8 submissions/ -o marks.csv --html marks.html

    Exit code: 0 marked, 2 bad input, 3 incomplete (a limit was hit), 4 error.
    """
    from threefold.api.arguments import RANGES, check_integer, limits_of
    from threefold.cnf.files import File
    from threefold.marking.run import Marking

    place = Path(asked.take_file("the folder of submissions", "FOLDER"))
    jobs = len(os.sched_getaffinity(0)) if asked.workers is None else asked.workers
    check_integer("jobs", jobs, *RANGES["jobs"])
    instance, _ = asked.instance()
    limits = limits_of(asked.timeout, asked.memory, jobs)
    for output in filter(None, (asked.output, asked.html)):
        check_place(output)
    givens = _own(asked, instance, place)
    if givens is None:
        return 0
    names = File(os.path.abspath(asked.names), asked.names) if asked.names else None
    with MarkingBar(silent=asked.quiet) as bar:
        kept = _results(asked, place)
        marking = Marking(instance, place, limits, names, asked.lenient, jobs, kept, asked.fresh, givens, bar.marked)
        marks = marking.marks(bar)
    return _written(asked, marks, kept)


def _results(asked: MarkOptions, place: Path) -> Path | None:
    """Beside the table of marks or the folder, so that a submission that ends the command loses no mark."""
    if asked.results:
        return Path(asked.results)
    if asked.output not in (None, "-"):
        return Path(asked.output).with_suffix(".jsonl")
    named = place if place.name not in ("", "..") else place.resolve()
    beside = named.with_name(f"{named.name}.marks.jsonl")
    refuse_link(beside)
    return beside if os.access(beside.parent, os.W_OK) else None


def _own(asked: MarkOptions, instance: Instance, place: Path) -> dict[str, tuple[str, ...]] | None:
    """The givens of each student; None where there is only a list of students."""
    from threefold.api.arguments import limits_of
    from threefold.marking import own_instances as own
    from threefold.marking.report import write_texts
    from threefold.marking.submissions import submissions

    if asked.per_student is None:
        return {}
    found = submissions(place)[0] if place.is_dir() else []
    students = [each.student.partition(" (")[0] for each in found] or own.read_students(place)
    table, limits = Path(asked.instances), limits_of(asked.timeout, asked.memory)
    drawn, notes = own.own_instances(instance, list(dict.fromkeys(students)), asked.per_student, table, limits)
    for note in notes:
        print(f"note: {note}")
    if place.is_dir():
        return dict(own.by_student(drawn))
    if not asked.quiet:
        print(f"{asked.instances}: the instances and solutions of {many(len(drawn), 'student')}")
    if asked.texts:
        write_texts(own.handouts(instance, drawn), Path(asked.texts))
    return None


def _written(asked: MarkOptions, marks: Marks, kept: Path | None) -> int:
    from threefold.marking.report import text_of, to_csv, to_html, write_texts

    if asked.output != "-":
        print(fitted(f"{_table(asked, marks, kept)}\n" * (not asked.quiet) + f"{marks.sentence}."))
    if asked.output:
        write([to_csv(marks).encode()], asked.output, quiet=asked.quiet)
    if asked.html:
        write([to_html(marks).encode()], asked.html, quiet=asked.quiet)
    if asked.texts:
        files = write_texts(((mark.student, text_of(mark, marks.puzzle)) for mark in marks), Path(asked.texts))
        if not asked.quiet:
            print(f"wrote {many(len(files), 'text')} to {asked.texts}")
    return marks.exit_code


def _room(marks: Marks) -> int:
    """Characters for a cause beside the other columns. Where there is nearly no room, Table leaves the causes out."""
    from threefold.marking.marks import VERDICTS

    students, verdicts = [mark.student for mark in marks], [VERDICTS[mark.verdict] for mark in marks]
    beside = sum(max(map(len, ["student", *texts])) for texts in (students, verdicts))
    room = (width() or 10_000) - beside - MARGINS
    return LONGEST if room < LEAST else min(LONGEST, room)


def _table(asked: MarkOptions, marks: Marks, kept: Path | None) -> str:
    from threefold.marking.marks import VERDICTS

    style = style_of(asked.no_color)
    rows, most = [], _room(marks)
    for each in marks:
        shown = each.cause if len(each.cause) <= most else f"{each.cause[: most - 1]}…"
        rows.append([each.student, style.paint(VERDICTS[each.verdict], "32" if each.right else "31"), shown])
    copies = [f"same formula: {', '.join(group.students)} ({group.how})" for group in marks.copies()]
    notes = [*copies, *marks.notes, *([f"not submissions: {', '.join(marks.ignored)}"] if marks.ignored else [])]
    notes.append(
        f"these marks are kept in {kept}" if kept else "these marks are not kept: no file can be written there"
    )
    return "\n".join([str(Table(COLUMNS, rows, width=width())), "", *notes, *([""] if notes else [])])

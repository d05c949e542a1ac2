"""The files of a report, as bytes: written by `report`, compared by `report --check`."""

from pathlib import Path

from threefold.language import ThreefoldError
from threefold.reporting.figures import figures
from threefold.reporting.html import page
from threefold.reporting.markdown import markdown
from threefold.reporting.tables import Report
from threefold.sweeps.agreement import conflicts


def files(report: Report) -> dict[str, str]:
    """By their path in the report's folder."""
    pictures = {
        f"{question.slug}-{kind}": svg for question in report.questions for kind, svg in figures(question).items()
    }
    names = {name: f"{name}.svg" for name in pictures}
    return {
        "report.md": markdown(report, names),
        "report.html": page(report, pictures),
        **{f"figures/{names[name]}": svg for name, svg in pictures.items()},
    }


def write(report: Report, folder: Path) -> list[str]:
    """Write the files; figures of questions that are no longer asked go."""
    wanted = files(report)
    try:
        (folder / "figures").mkdir(exist_ok=True)
        for old in _figures(folder) - wanted.keys():
            (folder / old).unlink()
        for name, text in reversed(wanted.items()):  # the pages last: no link leads nowhere
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ThreefoldError(f"{error.filename}: cannot be written: {error.strerror}") from None
    return list(wanted)


def problems(report: Report, folder: Path) -> list[str]:
    """What `--check` finds: files that the records do not give, and records that contradict each other."""
    wanted = files(report)
    found = [f"{name}: {_difference(folder / name, text)}" for name, text in wanted.items()]
    surplus = [f"{name}: no record gives this figure" for name in sorted(_figures(folder) - wanted.keys())]
    told = [f"records.jsonl: {c.accused.puzzle} {c.accused.instance}: {c.sentence}" for c in conflicts(report.lines)]
    return [problem for problem in found if not problem.endswith(": ")] + surplus + told


def _difference(path: Path, text: str) -> str:
    try:
        written = path.read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return "is missing"
    if written == text:
        return ""
    theirs, ours = written.split("\n"), text.split("\n")
    line = next((i for i, pair in enumerate(zip(theirs, ours, strict=False)) if pair[0] != pair[1]), len(ours))
    return f"is not what the records give (first at line {line + 1})"


def _figures(folder: Path) -> set[str]:
    return {f"figures/{path.name}" for path in (folder / "figures").glob("*.svg")}

"""The files of a report, as bytes: written by `report`, compared by `report --check`."""

from pathlib import Path

from threefold.language import ThreefoldError
from threefold.reporting.figures import figures
from threefold.reporting.pages import markdown, page
from threefold.reporting.report import Report
from threefold.sweeps.agreement import conflicts


def files(report: Report) -> dict[str, str]:
    """By their path in the report's folder."""
    pictures = {f"{each.slug}-{kind}": svg for each in report.sections for kind, svg in figures(each).items()}
    return {
        "report.md": markdown(report, pictures),
        "report.html": page(report, pictures),
        **{f"figures/{name}.svg": svg for name, svg in pictures.items()},
    }


def write(report: Report, folder: Path) -> list[str]:
    """Write the files; figures that no record gives are deleted."""
    wanted = files(report)
    try:
        (folder / "figures").mkdir(exist_ok=True)
        for old in _figures(folder) - wanted.keys():
            (folder / old).unlink()
        for name, text in reversed(wanted.items()):  # the pages last: no link is broken
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ThreefoldError(f"{error.filename}: cannot be written: {error.strerror}") from None
    return list(wanted)


def problems(report: Report, folder: Path) -> list[str]:
    """For `--check`: files that differ from what the records give, and records that contradict each other."""
    wanted = files(report)
    found = [f"{name}: {_difference(folder / name, text)}" for name, text in wanted.items()]
    surplus = [f"{name}: no record gives this figure" for name in sorted(_figures(folder) - wanted.keys())]
    wrong = [f"records.jsonl: {c.accused.puzzle} {c.accused.instance}: {c.sentence}" for c in conflicts(report.lines)]
    return [problem for problem in found if not problem.endswith(": ")] + surplus + wrong


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

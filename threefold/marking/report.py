"""What the teacher reads, a table and a page with the boards; and what each student reads, a text."""

import csv
import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from importlib import resources
from io import StringIO
from pathlib import Path

from threefold.format import indented, listed, many
from threefold.language import ThreefoldError
from threefold.marking.marks import VERDICTS, Mark, Marks, Witness
from threefold.reporting.media import Html
from threefold.reporting.table import Entry

COLUMNS = ("student", "file", "mark", "verdict", "cause", "witness", "same formula as", "warnings", "givens", "seconds")
STYLE = """#marks th{text-align:left}td.left{white-space:normal}
@media(max-width:40rem){#marks thead{display:none}#marks tr{display:block;border-bottom:1px solid var(--faint)}
#marks tr[hidden]{display:none}#marks td{display:inline-block;border:0;overflow-wrap:anywhere}}
td.best{font-weight:400}.boards figure{max-width:100%}
.boards img{max-width:100%;height:auto}figcaption{max-width:22rem;font-size:.9rem;overflow-wrap:anywhere}
article{border-top:1px solid var(--faint);margin-top:1.5rem}li,p{overflow-wrap:anywhere}"""


def to_csv(marks: Marks) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    copied = marks.copied_from()
    for mark in marks:
        cause = "" if mark.verdict == "unreadable" else mark.mistake
        same, warnings, givens = "; ".join(copied.get(mark.file, ())), "; ".join(mark.warnings), "; ".join(mark.givens)
        shown = mark.witness if mark.witness else "" if mark.right else mark.sentence
        row = [mark.student, mark.file, VERDICTS[mark.verdict], mark.verdict, cause, shown, same, warnings, givens]
        writer.writerow([*map(_harmless, row), mark.seconds])
    return text.getvalue()


def _harmless(cell: str) -> str:
    """A cell of a student's words must not be a formula of a spreadsheet."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@")) else cell


def to_html(marks: Marks) -> str:
    to = Html({})
    css = resources.files("threefold.reporting").joinpath("report.css").read_text(encoding="utf-8").strip()
    script = resources.files("threefold.reporting").joinpath("report.js").read_text(encoding="utf-8").strip()
    title = f"Marks: {marks.puzzle}"
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{css}\n{STYLE}</style></head><body>"
    )
    return "\n".join([head, to.heading(title, 1), *_body(marks, to), f"<script>{script}</script></body></html>", ""])


def _body(marks: Marks, to: Html) -> Iterator[str]:
    yield to.paragraph(f"{marks.sentence}.")
    yield to.sentences([*marks.notes, *([f"not submissions: {', '.join(marks.ignored)}"] if marks.ignored else [])])
    yield to.contents({"all": "All submissions", "mistakes": "Mistakes", "copies": "Copies", "students": "By student"})
    yield to.heading("All submissions", anchor="all")
    table = to.table(
        ["student", "mark", "likely cause", "file"], [_row(mark) for mark in marks], "marks", filtered=True
    )
    yield table.replace("filter, like: cp timeout", "filter, like: too weak")
    yield to.heading("Mistakes", anchor="mistakes")
    for mistake, group in marks.mistakes().items():
        yield f"<article>{to.paragraph(mistake)}"
        yield to.paragraph(f"{many(len(group), 'submission')}: {', '.join(mark.student for mark in group)}")
        yield f"{_boards(group[0])}</article>"
    yield to.heading("Copies", anchor="copies")
    copies = [f"{listed(group.students)}: {group.how}" for group in marks.copies()]
    yield to.sentences(copies) or to.paragraph("None.")
    prescribed = "A formula that the puzzle itself prescribes is not called a copy."
    yield to.paragraph(f"{prescribed} Two students can make the same mistake.")
    yield to.heading("By student", anchor="students")
    for mark in marks:
        if not mark.right:
            yield f"<article>{to.heading(mark.student, 3)}{to.paragraph(f'{mark.file}: {mark.sentence}')}"
            yield f"{to.sentences([*mark.causes, *mark.warnings])}{_boards(mark)}</article>"


def _row(mark: Mark) -> list[Entry]:
    kind = "best" if mark.right else "bad"
    words = (VERDICTS[mark.verdict], mark.cause, mark.file)
    texts = [Entry(words[0], kind=kind, left=True), *(Entry(word, left=True) for word in words[1:])]
    return [Entry(mark.student, left=True), *texts]


def _boards(mark: Mark) -> str:
    titles = (("not a solution, but accepted", mark.wrong), ("a solution, but excluded", mark.lost))
    shown = "".join(_board(title, witness) for title, witness in titles if witness)
    return f'<div class="boards">{shown}</div>' if shown else ""


def _board(title: str, witness: Witness) -> str:
    """The picture as an image, because the style of an inline SVG would hold for the whole page."""
    board = f"<pre>{escape(witness.drawing or witness.text)}</pre>"
    if witness.picture:
        encoded = b64encode(witness.picture.encode()).decode()
        board = f'<img alt="{escape(witness.text)}" src="data:image/svg+xml;base64,{encoded}">'
    return f"<figure>{board}<figcaption>{escape(title)}: {escape(witness.reason)}</figcaption></figure>"


def text_of(mark: Mark, puzzle: str) -> str:
    """For the student: nothing about other students."""
    parts = [f"{mark.student}: {mark.file}, {puzzle}", f"{VERDICTS[mark.verdict]}: {mark.sentence}."]
    if mark.size:
        parts.append(f"size: {mark.size}")
    if mark.givens:
        parts.append(f"your givens: {', '.join(mark.givens)}")
    for title, witness in (("accepted, but not a solution", mark.wrong), ("a solution, but excluded", mark.lost)):
        if witness:
            parts.append(f"{title}: {witness.text}\n{witness.reason}\n\n{indented(witness.drawing)}".rstrip())
    for title, texts in (("likely cause", mark.causes), ("warning", mark.warnings)):
        parts += ["\n".join([f"{title}:", *(f"  {text}" for text in texts)])] * bool(texts)
    return "\n\n".join(parts) + "\n"


def write_texts(texts: Iterator[tuple[str, str]], folder: Path) -> list[str]:
    """A file `rossi.txt` for each student; the names of the files. Characters that no file name has become `_`."""
    written: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for student, text in texts:
            name = re.sub(r"[^\w .()-]", "_", student) + ".txt"
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
            written.append(name)
    except OSError as error:
        raise ThreefoldError(f"{error.filename or folder}: cannot be written: {error.strerror}") from None
    return written

"""What `report --against` shows, in Markdown or as a page: which rows were matched, what changed, where the two were made."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import methodcaller as part

from threefold.format import listed, many, seconds
from threefold.reporting.appendix import Part, circumstances_of
from threefold.reporting.cell import Cell
from threefold.reporting.changes import DIFFERENT, FASTER, OPEN, SLOWER, TIED, VERDICTS, CellChange, Changes, RowChange
from threefold.reporting.media import Html, Markdown, bold
from threefold.reporting.ranking import factor, p_text
from threefold.reporting.report import CLOCK_WORDS, TASK_WORDS
from threefold.reporting.table import Entry
from threefold.reporting.write import page

TITLE = "What changed"
MOST_NAMED = 20
HEADER = ["puzzle", "instance", "task", "row", "what", "old", "new", "times as long"]

WORDS: Mapping[str, str] = {
    FASTER: "are faster now",
    SLOWER: "are slower now",
    TIED: "cannot be told apart",
    DIFFERENT: "have another answer",
    OPEN: "are not compared",
}


def to_markdown(found: Changes) -> str:
    return "\n\n".join(filter(None, (each(Markdown({})) for each in _document(found)))) + "\n"


def to_html(found: Changes) -> str:
    return page(TITLE, [each(Html({})) for each in _document(found)])


def _document(found: Changes) -> Iterator[Part]:
    yield part("heading", TITLE, 1)
    yield part("sentences", [*_sentences(found)])
    yield part("heading", "Rows")
    yield part("table", ["new", "old", "what differs in solver and options"], [_row(each) for each in found.rows])
    if found.cells:
        yield part("table", ["row", *VERDICTS], [*_counts(found.cells)], "counts")
    for verdict in (DIFFERENT, SLOWER, FASTER):
        lines = [_line(each) for each in found.cells if each.verdict == verdict]
        if lines:
            yield part("heading", verdict[0].upper() + verdict[1:])
            yield part("table", HEADER, lines, verdict)
    if found.pairs:
        yield part("heading", "Over instances that differ in their seed only")
        yield part("table", ["row", "point", "pairs", "times as long", "p"], [*_pairs(found)], "pairs")
    yield part("heading", "Where the two were made")
    yield part("table", ["", "old", "new"], [*_circumstances(found)])


def _sentences(found: Changes) -> Iterator[str]:
    number = Counter(each.verdict for each in found.cells)
    if not found.cells:
        yield bold("No run is in both.")
        return
    clock = CLOCK_WORDS[found.cells[0].new.clock]
    said = [f"{number[verdict]:,} {words}" for verdict, words in WORDS.items() if number[verdict]]
    yield f"Of {many(len(found.cells), 'row and instance', 'rows and instances')} in both, by {clock}: {listed(said)}."
    if number[DIFFERENT]:
        yield bold("Answers contradict each other: see below.")
    if reasons := Counter(each.reason for each in found.cells if each.verdict == OPEN):
        yield f"Not compared: {'; '.join(f'{reason} ({times:,})' for reason, times in reasons.items())}."
    for name, missing in found.only.items():
        if missing:
            more = f"; and {len(missing) - MOST_NAMED:,} more" if len(missing) > MOST_NAMED else ""
            yield f"Only in {name}: {'; '.join(missing[:MOST_NAMED])}{more}."


def _row(each: RowChange) -> list[Entry]:
    what = "; ".join(each.options) or ("only in one of them" if None in (each.new, each.old) else "nothing")
    if each.renamed:
        what = f"renamed; {what}"
    return [Entry(each.new or "–", left=True), Entry(each.old or "–", left=True), Entry(what, left=True)]


def _counts(cells: Sequence[CellChange]) -> Iterator[list[Entry]]:
    for row in dict.fromkeys(each.new.row for each in cells):
        number = Counter(each.verdict for each in cells if each.new.row == row)
        yield [Entry(row), *(Entry(f"{number[verdict]:,}", value=number[verdict]) for verdict in VERDICTS)]


def _line(each: CellChange) -> list[Entry]:
    line, ratio = each.new.line, each.new.times_as_long(each.old)
    low, high = map(factor, ratio.ends) if ratio else ("", "")
    apart = Entry(factor(ratio.value), f"{low} to {high}", ratio.value) if ratio else Entry("")
    texts = (line.puzzle, each.new.instance.text, TASK_WORDS[line.task], each.new.row, each.reason)
    return [*(Entry(text, left=True) for text in texts), _time(each.old), _time(each.new), apart]


def _time(cell: Cell) -> Entry:
    if cell.estimate is None:
        return Entry(cell.record.status, kind="bad")
    low, high = map(seconds, cell.estimate.ends)
    return Entry(seconds(cell.estimate.value), f"{low} to {high}" if cell.estimate.runs > 1 else "", cell.time)


def _pairs(found: Changes) -> Iterator[list[Entry]]:
    for point, each in found.pairs:
        low, high = map(factor, each.ratio.ends)
        ratio = Entry(factor(each.ratio.value), f"{low} to {high}", each.ratio.value)
        yield [Entry(each.row), Entry(point, left=True), Entry(f"{each.ratio.runs:,}"), ratio, Entry(p_text(each.p))]


def _circumstances(found: Changes) -> Iterator[list[Entry]]:
    one, other = (dict(circumstances_of(lines)) for lines in (found.old, found.new))
    for name in dict.fromkeys([*one, *other]):
        yield [Entry(text, left=True) for text in (name, one.get(name, ""), other.get(name, ""))]

"""Boards of several views side by side, as text; variables without a board in a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from threefold.format import Column, Table, listed, many, seconds, shortened
from threefold.language import Family
from threefold.propagation.board import DeadEnds, ViewAnswer
from threefold.propagation.conclusions import TITLES, Conclusions
from threefold.propagation.random_boards import RandomBoards

WIDEST = 36  # values or columns of one board
GAP = 3  # spaces between two boards
APART = "   "  # signs of a legend
MOST_LISTED = 40  # variables without a board

Rows = list[list[str]]
OF_VALUES = "G given   F forced   . ruled out   o open"
OF_CELLS = "5 given   =5 forced   :3 three values left   ? all values left   ! none left"


@dataclass(frozen=True)
class Board:
    legend: str
    draw: Callable[[Conclusions], Rows]
    labels: Sequence[str] = ()  # of the rows
    head: Sequence[str] = ()  # of the columns


def drawn(result: DeadEnds, width: int) -> str:
    boards = {name: board for name, board in _boards(result) if _fits(result.views, board, width)}
    legends = [*dict.fromkeys(board.legend for board in boards.values()), _of_views(result.views)]
    shown = [(name if len(boards) > 1 else "", board) for name, board in boards.items()]
    parts = [str(result.instance)]
    parts += [_side_by_side(result.views, title, board, width) for title, board in shown]
    parts += ["\n".join(_legend(legend, width) for legend in legends)]
    parts += [text for text in (_listed(result, boards, width), _counts(result, width)) if text]
    return "\n\n".join([*parts, "\n".join(_sentences(result))])


def _fits(views: Mapping[str, ViewAnswer], board: Board, width: int) -> bool:
    return all(_widest(_joined([_titled(name, answer, board)])) <= width for name, answer in views.items())


def _widest(lines: Iterable[str]) -> int:
    return max(map(len, lines))


def _legend(signs: str, width: int) -> str:
    """In a line, or each sign in a line of its own."""
    return f"  {signs}" if len(signs) + 2 <= width else "\n".join(f"  {sign}" for sign in signs.split(APART))


def _of_views(names: Iterable[str]) -> str:
    kinds = {name.partition("+")[0] for name in names}
    return APART.join(f"{kind} {title}" for kind, title in TITLES.items() if kind in kinds)


def _boards(result: DeadEnds) -> Iterator[tuple[str, Board]]:
    """The families of decision variables that have a board."""
    for name, family in result.spec.families.items():
        variables = family.variables
        if family.derived or not variables:
            continue
        in_grid = all(len(x.index) == 2 and all(isinstance(part, int) for part in x.index) for x in variables)
        if in_grid and len(_columns(family)) <= WIDEST:
            yield name, Board(OF_VALUES if family.boolean else OF_CELLS, _grid(result, family))
        elif not family.boolean and len(_all_values(family)) <= WIDEST and len(variables) <= WIDEST:
            yield name, _rows_of_values(result, family)


def _columns(family: Family) -> list[object]:
    return sorted({x.index[1] for x in family.variables}, key=lambda part: (isinstance(part, str), part))


def _all_values(family: Family) -> list[int]:
    return sorted({value for x in family.variables for value in x.domain})


def _sign(result: DeadEnds, position: int, left: Sequence[int], value: int) -> str:
    if value not in left:
        return "."
    if result.given.get(position) == value:
        return "G"
    return "F" if len(left) == 1 else "o"


def _rows_of_values(result: DeadEnds, family: Family) -> Board:
    """A row per variable, a column per value."""
    values = _all_values(family)

    def draw(found: Conclusions) -> Rows:
        return [
            [_sign(result, x.position, found.left[x.position], v) if v in x.domain else " " for v in values]
            for x in family.variables
        ]

    head = [str(value) for value in values]
    return Board(OF_VALUES, draw, [str(x) for x in family.variables], head if max(map(len, head)) == 1 else ())


def _grid(result: DeadEnds, family: Family) -> Callable[[Conclusions], Rows]:
    """A cell per variable, where its index says."""
    rows = sorted({x.index[0] for x in family.variables}, key=int)
    by_index = {x.index: x for x in family.variables}

    def cell(found: Conclusions, row: object, column: object) -> str:
        x = by_index.get((row, column))  # type: ignore[arg-type]
        if x is None:
            return " "
        left = found.left[x.position]
        if family.boolean:
            return _sign(result, x.position, left, 1)
        if not left:
            return "!"
        if len(left) == 1:
            return f"{'' if x.position in result.given else '='}{left[0]}"
        return "?" if len(left) == len(x.domain) else f":{len(left)}"

    return lambda found: [[cell(found, row, column) for column in _columns(family)] for row in rows]


def _side_by_side(views: Mapping[str, ViewAnswer], title: str, board: Board, width: int) -> str:
    """Below each other where they do not fit into the width; without the names of the rows where that helps."""
    blocks = [_titled(name, answer, board) for name, answer in views.items()]
    labels = ["", *([""] if board.head else []), *board.labels]
    for columns in ([labels, *blocks] if board.labels else blocks, blocks):
        text = _joined(columns)
        if _widest(text) <= width:
            return "\n".join([*([f"  {title}"] if title else []), *text])
    named = [_joined([labels, block]) for block in blocks if board.labels]
    fitting = named if named and max(map(_widest, named)) <= width else [_joined([block]) for block in blocks]
    return "\n\n".join(map("\n".join, fitting))


def _joined(blocks: Sequence[Sequence[str]]) -> list[str]:
    height, widths = max(map(len, blocks)), [max(map(len, block)) for block in blocks]
    filled = [
        [line.ljust(width) for line in block] + [" " * width] * (height - len(block))
        for block, width in zip(blocks, widths, strict=True)
    ]
    return [f"  {(' ' * GAP).join(lines)}".rstrip() for lines in zip(*filled, strict=True)]


def _titled(name: str, answer: ViewAnswer, board: Board) -> list[str]:
    if answer.conclusions is None:
        return [name, "unknown"]
    rows = [[*board.head]] if board.head else []
    rows += board.draw(answer.conclusions)
    wide = max((len(text) for row in rows for text in row), default=1)
    lines = [" ".join(text.rjust(wide) for text in row) for row in rows]
    return [f"{name}: contradiction" if answer.contradiction else name, *lines]


def _listed(result: DeadEnds, boards: Iterable[str], width: int) -> str:
    """The other variables about which a view concludes something; in a narrow terminal one view after the other."""
    found = {name: answer.conclusions for name, answer in result.views.items() if answer.conclusions}
    others = [x for x in result.spec.variables if x.family not in boards]
    told = [x for x in others if any(len(each.left[x.position]) < len(x.domain) for each in found.values())]
    if not told:
        return f"  {many(len(others), 'variable')} without a board: no value is ruled out" if others else ""

    def table(*names: str) -> str:
        rows = [[str(x), *(_values(found[name].left[x.position]) for name in names)] for x in told[:MOST_LISTED]]
        return str(Table([Column("values left", left=True), *(Column(name, left=True) for name in names)], rows))

    text = table(*found)
    if _widest(text.split("\n")) > width:
        text = "\n\n".join(map(table, found))
    return text + (f"\n  and {len(told) - MOST_LISTED:,} more" if len(told) > MOST_LISTED else "")


def _values(left: Sequence[int]) -> str:
    if isinstance(left, range) and len(left) > 2:
        return f"{left[0]}..{left[-1]}"
    return shortened(left) or "none"


def _counts(result: DeadEnds, width: int) -> str:
    titles = ("ruled out", "forced", "contradiction")
    columns = [Column("", left=True), *map(Column, titles), Column("time", rank=1)]
    rows = []
    for name, answer in result.views.items():
        found = answer.conclusions
        if found is None:
            rows.append([name, "–", "–", "unknown", seconds(answer.seconds)])
            continue
        counts = [f"{found.ruled_out(result.spec, result.given):,}", f"{found.forced(result.given):,}"]
        rows.append([name, *counts, "yes" if found.contradiction else "no", seconds(answer.seconds)])
    return str(Table(columns, rows, width=width))


def _sentences(result: DeadEnds) -> Iterator[str]:
    for name, answer in result.views.items():
        if answer.conclusions is None:
            yield f"{name}: unknown: {answer.unknown}."
            continue
        if answer.contradiction:
            yield f"{name}: {answer.contradiction}."
        yield from (f"{name}: note: {note}." for note in answer.conclusions.notes)
    if result.completes is None:
        yield f"It is not known whether the board can be completed: {result.completion.reason or result.completion.status}."
    elif result.completes:
        yield "The board can be completed." + (" A view is wrong: this is a bug." if result.seen_by else "")
    else:
        seen = result.seen_by
        who = f"{listed(seen)} {'sees' if len(seen) == 1 else 'see'} it" if seen else "no view sees it"
        yield f"The board cannot be completed: {who}."


def drawn_boards(result: RandomBoards, width: int) -> str:
    boards, dead = len(result.boards), len(result.dead)
    table = Table(
        [
            Column("", left=True),
            Column("dead ends seen"),
            Column("share", rank=2),
            Column("ruled out on the others, mean", rank=1),
        ],
        [_seen(result, view) for view in result.views],
        width=width,
    )
    parts = [
        f"{result.instance}: {many(boards, 'random board')} with {many(result.givens, 'given')} each (seed {result.seed})",
        f"{dead:,} of them cannot be completed (dead ends), {boards - dead:,} can.",
        str(table),
        _legend(_of_views(result.views), width),
        *(f"note: {note}" for note in result.notes),
    ]
    return "\n\n".join([*parts, *([f"incomplete: {result.incomplete}."] if result.incomplete else [])])


def _seen(result: RandomBoards, view: str) -> list[str]:
    tried = [board for board in result.boards if view in board.seen]
    if not tried:
        return [view, "unknown", "–", "–"]
    seen, dead = result.seen(view), len(result.dead)
    on_others = [board.ruled_out[view] for board in tried if board.completes]
    mean = f"{sum(on_others) / len(on_others):.1f}" if on_others else "–"
    return [view, f"{seen:,}", f"{100 * seen / dead:.0f} %" if dead else "–", mean]

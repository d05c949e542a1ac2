"""A look inside: what a program consists of, page by page, and the steps of a search. Both are made in a guarded child."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any

from threefold.backends.backend import Configuration, Refused, Size
from threefold.backends.listing import Item, Part, PartSize
from threefold.backends.trace import Step
from threefold.format import many
from threefold.guard import Limits, Report
from threefold.language import BadInput, LimitReached
from threefold.runs import stream
from threefold.runs.instance import Instance

MOST_STEPS = 20_000  # of a trace
MOST_ITEMS = 1_000  # of a page
AT_ONCE = 250  # steps that are reported together


@dataclass(frozen=True)
class SpecGroup:
    """A group of the spec, or the domains of a family, in mathematical notation."""

    name: str
    count: int  # of all constraints
    formulas: tuple[str, ...]  # the first ones


@dataclass(frozen=True)
class Page:
    """The parts of a program, and some items of one group."""

    size: Size
    nouns: tuple[str, str]  # clause and literal, constraint and variable, row and column
    parts: tuple[PartSize, ...]
    group: str | None
    start: int  # the place of the first item in its group, from 0
    count: int  # of all items of the group
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Trace:
    instance: Instance
    steps: tuple[Step, ...]
    solutions: int
    ending: str  # why there are no more steps

    @property
    def complete(self) -> bool:
        return self.ending == FINISHED


FINISHED = "the search is over"


def groups_of(instance: Instance, most: int) -> Iterator[SpecGroup]:
    """In the child: all groups of the spec, with at most so many formulas each."""
    from threefold.language.mathematics import statements_of

    _, spec = instance.load()
    for name, count, lines in statements_of(spec):
        yield SpecGroup(name, count, tuple(islice(lines, most)))


def page(
    instance: Instance, configuration: Configuration, group: str | None, start: int, most: int, limits: Limits
) -> Page:
    """`most` items of a group from `start` on."""
    [found] = stream.pieces(_pages, instance, configuration, group, start, most, limits=limits)
    return found  # type: ignore[no-any-return]


def _pages(*asked: Any) -> Iterator[Page]:
    yield page_of(*asked)


def page_of(instance: Instance, configuration: Configuration, group: str | None, start: int, most: int) -> Page:
    """In the child."""
    program = stream.lowered(instance, configuration)
    stream.check_group(program.spec, group)
    parts = list(program.parts())
    chosen = [part for part in parts if part.group == group]
    items, count = tuple(_items(chosen, start, most)), sum(part.count for part in chosen)
    return Page(program.size, program.nouns, tuple(part.size for part in parts), group, start, count, items)


def _items(parts: Sequence[Part], start: int, most: int) -> Iterator[Item]:
    for part in parts:
        if start < part.count and most:
            for item in islice(part.items(), start, start + most):
                most -= 1
                yield item
        start = max(0, start - part.count)


class Enough(Exception):
    """As many steps or solutions as were asked for."""


def trace(
    instance: Instance, configuration: Configuration, *, steps: int, solutions: int | None, limits: Limits
) -> Trace:
    """The first steps, until so many solutions were found. A time limit ends it as the number of steps does."""
    taken: list[Step] = []
    ending = ""
    try:
        with closing(stream.reports(watch, instance, configuration, steps, solutions, limits=limits)) as reports:
            for report in reports:
                piece, ending = report
                taken += piece
    except LimitReached as reached:
        if not taken:
            raise
        ending = str(reached)
    return Trace(instance, tuple(taken), sum(step.kind == "solution" for step in taken), ending)


def watch(
    report: Report[tuple[list[Step], str]],
    instance: Instance,
    configuration: Configuration,
    most: int,
    solutions: int | None,
) -> None:
    """In the child: it reports lists of steps, the last one with the reason why there are no more."""
    waiting: list[Step] = []
    number = found = 0

    def watcher(step: Step) -> None:
        nonlocal number, found
        waiting.append(step)
        number, found = number + 1, found + (step.kind == "solution")
        if found == solutions:
            raise Enough(f"{many(found, 'solution')} found, as asked")
        if number == most:
            raise Enough(f"the first {many(number, 'step')}, as asked")
        if len(waiting) == AT_ONCE:
            report((waiting, ""))
            waiting.clear()

    try:
        for _ in stream.lowered(instance, configuration).watch(watcher):
            pass
        ending = FINISHED
    except Enough as enough:
        ending = str(enough)
    except Refused as refusal:
        raise BadInput(str(refusal)) from None
    report((waiting, ending))

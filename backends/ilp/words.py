"""The rows of a program in words: `[queen[1]=1] + [queen[1]=2] ≤ 1`. A column is 1 where the equation in its brackets holds."""

from collections.abc import Iterator
from functools import partial

from threefold.backends.ilp.model import Model, Row
from threefold.backends.listing import Item, Mention, Part, by_group, joined, own_mentions
from threefold.format import summands
from threefold.language import Spec
from threefold.language.mathematics import SIGNS, number


def parts(spec: Spec, model: Model, long: int | None) -> Iterator[Part]:
    own = dict(own_mentions(spec, model.views))
    for group, rows in by_group(enumerate(model.rows), lambda numbered: numbered[1].group).items():
        columns = {column for _, row in rows for column in row.terms}
        auxiliaries = sum(column >= model.declared for column in columns)
        yield Part(group, "row", len(rows), auxiliaries, partial(_items, model, rows, own, long))


def _items(model: Model, rows: list[tuple[int, Row]], own: dict[int, Mention], long: int | None) -> Iterator[Item]:
    for place, row in rows:
        mentions = [own.get(column) or Mention(f"aux{column}") for column in row.terms]
        named = zip(row.terms.values(), map(_bracketed, mentions), strict=True)
        left = joined(summands(named, 0, "−"), " ", long)
        signed = [each if a > 0 else ~each for each, a in zip(mentions, row.terms.values(), strict=True)]
        yield Item(f"{left} {SIGNS[row.sense]} {number(row.bound)}", signed, model.sources.text(row.group, place))


def _bracketed(mention: Mention) -> str:
    return f"[{mention}]" if "=" in mention.name else str(mention)

"""Index ranges as conditions: `1 ≤ i ≤ n`, `1 ≤ j < j′ ≤ n`, `i + j ≤ n + 1`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from threefold.handouts.expressions import ZERO, Expression
from threefold.handouts.notation import Fraction, Math, Power, Sign, joined
from threefold.handouts.regions import Condition, Region

SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠"}
ALL_NAMES = 6  # texts of an index that are listed


@dataclass(frozen=True)
class Coordinate:
    """A sum of letters and an expression of the parameters: `i + v + 1`."""

    letters: Mapping[str, int]
    constant: Expression

    @classmethod
    def number(cls, value: int) -> Coordinate:
        return cls({}, ZERO.plus(value))

    @classmethod
    def total(cls, terms: Sequence[tuple[int, Coordinate]]) -> Coordinate:
        letters: dict[str, int] = {}
        constant: dict[tuple[str, ...], int] = {}
        divisor = max((each.constant.divisor for _, each in terms), default=1)
        for factor, each in terms:
            for letter, a in each.letters.items():
                letters[letter] = letters.get(letter, 0) + factor * a
            for a, names in each.constant.terms:
                constant[names] = constant.get(names, 0) + factor * a * (divisor // each.constant.divisor)
        kept = sorted(((a, names) for names, a in constant.items() if a), key=lambda term: -len(term[1]))
        return cls({letter: a for letter, a in letters.items() if a}, Expression(tuple(kept), divisor if kept else 1))


def written(coordinate: Coordinate, parameters: Mapping[str, int]) -> Math:
    """With the numbers of the parameters, if there are any."""
    constant = coordinate.constant
    if parameters:
        constant = ZERO.plus(constant.value(parameters))
    terms: list[tuple[int, Math]] = [(a, (letter,)) for letter, a in coordinate.letters.items()]
    if constant.divisor == 1:
        terms += [(a, _monomial(names)) for a, names in constant.terms]
    elif constant.terms:
        above = _terms([(a, _monomial(names)) for a, names in constant.terms])
        terms.append((1, (Fraction(above, (str(constant.divisor),)),)))
    terms.sort(key=lambda term: term[0] < 0)  # a positive term first, where there is one
    return _terms(terms)


def _monomial(names: Sequence[str]) -> Math:
    powers = {name: names.count(name) for name in names}
    return joined((((name if count == 1 else Power(name, count)),) for name, count in powers.items()), "·")


def _terms(terms: Sequence[tuple[int, Math]]) -> Math:
    whole: list[Sign] = []
    for a, name in terms:
        if whole or a < 0:
            whole.append("−" if a < 0 else "+")
        factor = str(abs(a)) if abs(a) != 1 or not name else ""
        whole += [*([factor] if factor else []), *(["·"] if factor and name else []), *name]
    return tuple(whole) or ("0",)


@dataclass(frozen=True)
class Bounds:
    """The conditions of a region, and how its coordinates are written."""

    region: Region
    coordinates: Sequence[Coordinate]
    texts: Mapping[str, Sequence[str]]  # the names that a letter stands for
    parameters: Mapping[str, int]
    places: set[int] | None = None  # the free coordinates that are introduced; None: all
    primed: set[str] = field(default_factory=set)  # letters that have a second one with the same bounds
    before: str = ""  # the letter that is smaller than its second one

    def of(self, condition: Condition) -> Coordinate:
        return Coordinate.total([(a, self.coordinates[place]) for a, place in condition.functional.terms])

    def text(self, expression: Expression) -> Math:
        return written(Coordinate({}, expression), self.parameters)


def conditions(bounds: Bounds) -> list[Math]:
    """The ranges of the letters, those with equal bounds together; other relations stand with the last of them."""
    free = [place for place in bounds.region.free if bounds.places is None or place in bounds.places]
    chains, used = _chains(bounds, free)
    grouped: dict[tuple[Expression | None, Expression | None, int], list[list[int]]] = {}
    for chain in chains:
        low, high = _bound(bounds, chain[0], ">="), _bound(bounds, chain[-1], "<=")
        used += [each for each in (low, high) if each]
        alone = len(chain) == 1 and bounds.before not in bounds.coordinates[chain[0]].letters
        key = (low.bound if low else None), (high.bound if high else None), (0 if alone else chain[0] + 1)
        grouped.setdefault(key, []).append(chain)
    ranges = [each for (start, end, _), members in grouped.items() for each in _range(bounds, members, start, end)]
    rest = [each for each in bounds.region.conditions if each not in used and _concerns(bounds, each, free)]
    others = list(_relations(bounds, rest))
    if not ranges:
        return others
    return [*ranges[:-1], joined([ranges[-1], *others], ",")]


def _concerns(bounds: Bounds, condition: Condition, free: Sequence[int]) -> bool:
    """A condition on coordinates that are not introduced here was written where they are."""
    letters = {letter for place in free for letter in bounds.coordinates[place].letters}
    return bool(letters & bounds.of(condition).letters.keys())


def _bound(bounds: Bounds, place: int, relation: str) -> Condition | None:
    wanted = ((1, place),)
    found = (each for each in bounds.region.conditions if each.functional.terms == wanted and each.relation == relation)
    return next(found, None)


def _chains(bounds: Bounds, free: Sequence[int]) -> tuple[list[list[int]], list[Condition]]:
    """Free coordinates in increasing order, `i < j < l`, and the conditions that say so."""
    after: dict[int, tuple[int, Condition]] = {}
    for each in bounds.region.conditions:
        if each.relation == "<=" and each.bound == ZERO.plus(-1) and len(each.functional.terms) == 2:
            (a, one), (b, other) = each.functional.terms
            if (a, b) == (1, -1) and one in free and other in free and one not in after:
                after[one] = (other, each)
    seconds = {other for other, _ in after.values()}
    chains, used = [], []
    for place in (place for place in free if place not in seconds):
        chain = [place]
        while chain[-1] in after:
            following, condition = after[chain[-1]]
            chain.append(following)
            used.append(condition)
        chains.append(chain)
    return chains, used


def _range(
    bounds: Bounds, chains: Sequence[Sequence[int]], low: Expression | None, high: Expression | None
) -> Iterator[Math]:
    """`1 ≤ i, j < l ≤ n` for the chains with these ends; letters that stand for texts one by one."""
    numbers = list[Math]()
    for chain in chains:
        letters = [next(iter(bounds.coordinates[place].letters)) for place in chain]
        ordered = [
            each for letter in letters for each in (letter, *([f"{letter}′"] if letter == bounds.before else []))
        ]
        shown = joined(((letter,) for letter in ordered), "<")
        others = [f"{a}′" for a in letters if a in bounds.primed and a != bounds.before]
        second: list[Math] = [joined(((a,) for a in others), "<")] if others else []
        texts = bounds.texts.get(letters[0])
        if texts is None:
            numbers += [shown, *second]
        else:
            first, last = (each.value({}) if each else default for each, default in ((low, 0), (high, len(texts) - 1)))
            yield (*joined([shown, *second], ","), "∈", "{", *_names(texts[first : last + 1]), "}")
    below = (*bounds.text(low), "≤") if low else ()
    above = ("≤", *bounds.text(high)) if high else ()
    if any("<" in each for each in numbers):
        yield from ((*below, *each, *above) for each in numbers)
    elif numbers:
        yield (*below, *joined(numbers, ","), *above)


def _names(texts: Sequence[str]) -> Math:
    shown = [*texts[: ALL_NAMES - 2], "…", texts[-1]] if len(texts) > ALL_NAMES else texts
    return joined(((text,) for text in shown), ",")


def _relations(bounds: Bounds, left: Sequence[Condition]) -> Iterator[Math]:
    """`1 ≤ i + j ≤ n`: both bounds of the same sum together. `i ≠ j` for a difference that is not 0."""
    by_sum: dict[object, dict[str, Expression]] = {}
    for each in left:
        by_sum.setdefault(each.functional, {})[each.relation] = each.bound
    for functional, ends in by_sum.items():
        shown = bounds.of(Condition(functional, "<=", ZERO))  # type: ignore[arg-type]
        if "!=" in ends:
            one, other = (
                Coordinate({letter: 1 for letter, a in shown.letters.items() if a == sign}, ZERO) for sign in (1, -1)
            )
            yield (*written(one, {}), "≠", *written(other, {}))
        if "<=" in ends or ">=" in ends:
            low = (*bounds.text(ends[">="]), "≤") if ">=" in ends else ()
            high = ("≤", *bounds.text(ends["<="])) if "<=" in ends else ()
            yield (*low, *written(shown, bounds.parameters), *high)

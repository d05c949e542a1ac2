"""The meaning of the numbers of a foreign formula: which of them is `queen[1] == 3`, and which are auxiliaries.

A literal's name has the form of SATCodec's dictionaries: the family, its indices, and the value last, `queen[1, 3]`; a Boolean
has no value in its name. Integers may have bounds `queen[1, <=3]` or bits `queen[1, bit 0]` instead. The names come from a map
file, else from the dictionary in the file; without both, the spec's literals are numbered 1, 2, … in order of declaration, value
by value, as sheet 003 prescribes.

A name that the spec does not have is an auxiliary. If a family of the spec is missing and exactly one unknown family has all its
indices, it is read as that: `Q[1, 3]` as `queen[1, 3]`. A decision literal without a number is an error: read as a free variable
it would hide a typing mistake.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from threefold.backends.listing import Mention, mention_of
from threefold.backends.sat import dimacs_writer
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.projection import literals_of
from threefold.backends.variable_maps import View, direct_views, views_of
from threefold.cnf.files import File, reading
from threefold.errors import did_you_mean
from threefold.format import visible
from threefold.language import BadInput, Literal, Spec, Variable

_NAME = re.compile(r"[^\W\d]\w*(\[[^\[\]]+\])?")
_BLANKS = re.compile(r"""('[^']*'|"[^"]*")|\s*([][,]|<=)\s*""")
_LINES = (
    re.compile(r"(?P<number>[0-9]{1,10})\s+(?P<name>\S.*)"),
    re.compile(r"(?P<name>\S.*?)\s*=\s*(?P<number>[0-9]{1,10})"),
)

DEFAULT = "the default numbering"


def own_literals(spec: Spec) -> dict[int, Literal]:
    """The literals `queen[1] == 3` by their numbers in direct encoding."""
    cases = [(x, value) for x in spec.variables for value in ((1,) if x.boolean else x.domain)]
    return {number: Literal(x, "==", value) for number, (x, value) in enumerate(cases, start=1)}


def _names(spec: Spec, views: Sequence[View]) -> dict[int, str]:
    """The names of these views' numbers, as dictionaries have them, without blanks."""
    return {number: _key(name) for number, name, _ in dimacs_writer.own_literals(spec, views)}


def values_of(
    spec: Spec, literals: Mapping[int, Literal], is_true: Callable[[int], bool]
) -> tuple[tuple[int, ...], ...]:
    """The values of every variable whose literals are true: one each, if the literals are an assignment."""
    values: list[list[int]] = [[] for _ in spec.variables]
    for number, literal in literals.items():
        x = literal.variable
        if x.boolean:
            values[x.position] = [int(is_true(number))]
        elif is_true(number):
            values[x.position].append(literal.value)
    return tuple(map(tuple, values))


def miscounted(values: Mapping[Variable, Sequence[int]]) -> tuple[Variable, str] | None:
    """The first variable that has no value or several, and how many."""
    for x, taken in values.items():
        if not taken:
            return x, f"{x} has no value"
        if len(taken) > 1:
            return x, f"{x} has {len(taken)} values: {', '.join(map(str, taken[:-1]))} and {taken[-1]}"
    return None


@dataclass(frozen=True)
class Naming:
    source: str
    own: Mapping[int, Literal]
    meaning: Mapping[int, int]  # from the formula's numbers to the spec's own
    texts: Mapping[int, str] = field(default_factory=dict)  # all names that were given
    indirect: Mapping[int, Mapping[int, bool]] = field(default_factory=dict)  # bounds and bits: own number -> its value
    encoded: Collection[int] = ()  # own numbers that are given by bounds or bits, or have the only value
    auxiliary: str = "auxiliary"
    renamed: frozenset[int] = frozenset()  # numbers whose family has another name than the spec's

    def text(self, clause: Iterable[int]) -> str:
        """A clause of the formula in words; first in its own names, if its families have other names than the spec's."""
        literals = list(clause)
        words = " or ".join(map(self.literal, literals)) or "the empty clause, which is false"
        if self.renamed.isdisjoint(map(abs, literals)):
            return words
        names = (f"{'¬' * (n < 0)}{self.texts.get(abs(n), abs(n))}" for n in literals)
        return f"{' ∨ '.join(names)}: {words}"

    def literal(self, literal: int) -> str:
        number = abs(literal)
        if number in self.meaning:
            own = self.own[self.meaning[number]]
            return str(own if literal > 0 else ~own)
        text = self.texts.get(number, f"{self.auxiliary} {number}")
        return text if literal > 0 else f"not {text}"

    def mentions(self, clause: Iterable[int]) -> tuple[Mention, ...]:
        """The spec's own literals in a clause of the formula."""
        known = ((literal, self.own[self.meaning[abs(literal)]]) for literal in clause if abs(literal) in self.meaning)
        return tuple(mention_of(own if literal > 0 else ~own) for literal, own in known)

    def true_literals(self, is_true: Callable[[int], bool]) -> set[int]:
        """The spec's own literals that are true where these numbers of the formula are."""
        values = {number: is_true(number) for number in (*self.meaning, *self.indirect)}
        excluded = {own for n, case in self.indirect.items() for own, value in case.items() if value != values[n]}
        return {own for number, own in self.meaning.items() if values[number]} | set(self.encoded) - excluded


def default_naming(spec: Spec) -> Naming:
    own = own_literals(spec)
    return Naming(DEFAULT, own, {number: number for number in own})


def naming_of(spec: Spec, formula: Formula, names: Mapping[int, str] | None, *, derived: bool = False) -> Naming:
    """`derived`: bounds and bits of derived variables are read too."""
    if names is None and not formula.names:
        return _checked_default(spec, formula)
    texts = dict(formula.names if names is None else names)
    source = "the formula's dictionary" if names is None else "the given names"
    own, numbers = own_literals(spec), _numbers(texts, source, formula)
    number_of = {name: number for number, name in _names(spec, direct_views(spec, 1)[0]).items()}
    aliases = _aliases(spec, number_of, numbers)
    meaning = {number: number_of[name] for name, number in _renamed(numbers, aliases).items() if name in number_of}
    unnamed = own.keys() - meaning.values()
    missing = {n: literal for n, literal in own.items() if n in unnamed and (derived or not literal.variable.derived)}
    wanted, indirect = frozenset(missing), _take_indirect(spec, missing, numbers)
    unread = [name for name, n in number_of.items() if n in missing and not own[n].variable.derived]
    if unread:
        more = f" and {len(unread) - 1} more" if len(unread) > 1 else ""
        near, first = did_you_mean(unread[0], numbers), unread[0].replace(",", ", ")
        raise BadInput(f"{source}: no number for {first}{more} of {spec.name}'s decision literals{near}")
    read = "".join(f", {theirs}[…] read as {ours}[…]" for theirs, ours in aliases.items())
    renamed = frozenset(number for number, name in texts.items() if _family(_key(name)) in aliases)
    return Naming(source + read, own, meaning, texts, indirect, wanted.difference(missing), renamed=renamed)


def _take_indirect(spec: Spec, missing: dict[int, Literal], numbers: Mapping[str, int]) -> dict[int, dict[int, bool]]:
    """Bounds or bits of integers; their literals are then no longer missing."""
    indirect: dict[int, dict[int, bool]] = {}
    for views in (views_of(spec, 1, encoding)[0] for encoding in ("order", "binary")):
        names = _names(spec, views)
        own: dict[int, dict[int, int]] = {}  # position of a variable -> value -> number
        for number, literal in missing.items():
            own.setdefault(literal.variable.position, {})[literal.value] = number
        for position, cases in own.items():
            x, view = spec.variables[position], views[position]
            if x.boolean or len(cases) != len(x.domain) or any(names[n] not in numbers for n in view.numbers):
                continue
            for value, number in cases.items():
                for n in literals_of(view, value) or ():
                    indirect.setdefault(numbers[names[abs(n)]], {})[number] = n > 0
                del missing[number]
    return indirect


def _checked_default(spec: Spec, formula: Formula) -> Naming:
    naming = default_naming(spec)
    needed = max((number for number, literal in naming.own.items() if not literal.variable.derived), default=0)
    if formula.variables < needed:
        raise BadInput(
            f"the formula has {formula.variables} variables, but {spec.name} needs {needed}, {naming.own[1]} to "
            f"{naming.own[needed]}: it is a formula of another size, or its numbers need names («names»)"
        )
    return naming


def read_names(file: File) -> dict[int, str]:
    """A map file: lines `NUMBER NAME` or `NAME=NUMBER`; empty lines and those that start with `#` or `c ` do not count."""
    names: dict[int, str] = {}
    seen: dict[int | str, int] = {}  # a number or a name -> its line
    with reading(file), open(file.path, encoding="utf-8-sig") as stream:
        lines = list(stream)
    for at, line in enumerate(lines, start=1):
        text, place = visible(line.strip()), f"{file.name}:{at}"
        if not text or text.startswith(("#", "c ")):
            continue
        match = next((found for form in _LINES if (found := form.fullmatch(text))), None)
        if match is None or not _NAME.fullmatch(match["name"]):
            raise BadInput(f"{place}: expected NUMBER NAME or NAME=NUMBER, like 3 queen[1, 3] (got {text[:60]!r})")
        number, name = int(match["number"]), match["name"]
        if number in seen:
            raise BadInput(f"{place}: number {number} has a name already: {names[number]} (line {seen[number]})")
        if _key(name) in seen:
            raise BadInput(f"{place}: {name} has a number already (line {seen[_key(name)]})")
        seen[number] = seen[_key(name)] = at
        names[number] = name
    return names


def _key(name: str) -> str:
    """Without blanks between the parts of the index; those inside a text stay."""
    return _BLANKS.sub(lambda found: found[1] or found[2], name)


def _numbers(texts: Mapping[int, str], source: str, formula: Formula) -> dict[str, int]:
    numbers, highest = dict[str, int](), formula.variables
    for number, name in texts.items():
        if not 1 <= number <= highest:
            raise BadInput(f"{source}: {name} has the number {number}, but the formula's go from 1 to {highest}")
        if _key(name) in numbers:
            raise BadInput(f"{source}: {name} has two numbers, {numbers[_key(name)]} and {number}")
        numbers[_key(name)] = number
    return numbers


def _family(name: str) -> str:
    return name.partition("[")[0]


def _aliases(spec: Spec, number_of: Mapping[str, int], numbers: Mapping[str, int]) -> dict[str, str]:
    """Unknown families of the dictionary that are read as missing families of the spec; only where there is no doubt."""
    given = {_family(name) for name in numbers}
    found: dict[str, str] = {}
    for ours in (family for family in spec.families if family not in given):
        needed = [name.removeprefix(ours) for name in number_of if _family(name) == ours]
        unknown = given.difference(spec.families)
        fitting = [theirs for theirs in unknown if all(theirs + rest in numbers for rest in needed)]
        if len(fitting) == 1 and fitting[0] not in found:
            found[fitting[0]] = ours
    return found


def _renamed(numbers: Mapping[str, int], aliases: Mapping[str, str]) -> dict[str, int]:
    return {
        aliases.get(_family(name), _family(name)) + name.removeprefix(_family(name)): number
        for name, number in numbers.items()
    }

"""What the numbers of a foreign formula mean: which of them is `queen[1] == 3`, and which are auxiliaries.

A literal's name has the form of SATCodec's dictionaries: the family, its indices, and the value last, `queen[1, 3]`; a
Boolean has no value in its name. Three sources, the first that is there: a map given by the person, the dictionary in the
file, and the default numbering (the spec's literals 1, 2, … in order of declaration, value by value), which is what sheet
003 prescribes.

A name that the spec does not have belongs to an auxiliary: encoders name those too (sheet 002's names the copy that does not
exist). A family that nobody else has taken and that has all the indices of a missing one is taken for it: `Q[1, 3]` for
`queen[1, 3]`. A decision literal without a number is refused: read as a free one it would only hide a slip of the pen.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from threefold.backends.sat.formula import Formula
from threefold.cnf.files import File, reading
from threefold.language import BadInput, Spec, Variable
from threefold.language.errors import did_you_mean

_NAME = re.compile(r"[^\W\d]\w*(\[[^\[\]]+\])?")
_LINES = (re.compile(r"(?P<number>\d+)\s+(?P<name>\S.*)"), re.compile(r"(?P<name>\S.*?)\s*=\s*(?P<number>\d+)"))

DEFAULT = "the default numbering"


@dataclass(frozen=True)
class OwnLiteral:
    """A literal of the spec in direct encoding, `queen[1] == 3`."""

    variable: Variable
    value: int

    @property
    def name(self) -> str:
        """As dictionaries have it, without blanks."""
        x = self.variable
        case = x.index if x.boolean else (*x.index, self.value)
        return f"{x.family}[{','.join(map(str, case))}]" if case else x.family

    def __str__(self) -> str:
        return str(self.variable) if self.variable.boolean else f"{self.variable} == {self.value}"

    @property
    def negation(self) -> str:
        return f"not {self.variable}" if self.variable.boolean else f"{self.variable} != {self.value}"


def own_literals(spec: Spec) -> dict[int, OwnLiteral]:
    """By their numbers in direct encoding (see `threefold.backends.variable_maps.direct_views`)."""
    cases = (OwnLiteral(x, value) for x in spec.variables for value in ((1,) if x.boolean else x.domain))
    return dict(enumerate(cases, start=1))


@dataclass(frozen=True)
class Indirect:
    """A number of the formula that is true for these own literals of an integer and false for those."""

    true: tuple[int, ...]
    false: tuple[int, ...]


@dataclass(frozen=True)
class Naming:
    meaning: Mapping[int, int]  # from the formula's numbers to the spec's own
    source: str
    texts: Mapping[int, str]  # all the names that were given
    own: Mapping[int, OwnLiteral]
    indirect: Mapping[int, Indirect] = field(default_factory=dict)  # numbers that mean bounds or bits of an integer

    def text(self, clause: Iterable[int]) -> str:
        """A clause of the formula in words."""
        return " or ".join(map(self.literal, clause)) or "the empty clause, which is false"

    def literal(self, literal: int) -> str:
        number = abs(literal)
        if number in self.meaning:
            own = self.own[self.meaning[number]]
            return str(own) if literal > 0 else own.negation
        text = self.texts.get(number, f"auxiliary {number}")
        return text if literal > 0 else f"not {text}"


def naming_of(
    spec: Spec, formula: Formula, names: Mapping[int, str] | None, *, bounds_and_bits: bool = False
) -> Naming:
    """`bounds_and_bits` accepts files that have integers in order or binary encoding: `queen[1, <=3]`, `queen[1, bit 0]`."""
    own = own_literals(spec)
    if names is None and not formula.names:
        return _default(spec, formula, own)
    texts = dict(formula.names if names is None else names)
    source = "the formula's dictionary" if names is None else "the given names"
    numbers = _numbers(texts, source, formula)
    number_of = {literal.name: number for number, literal in own.items()}
    aliases = _aliases(spec, number_of, numbers)
    meaning = {number: number_of[name] for name, number in _renamed(numbers, aliases).items() if name in number_of}
    named = set(meaning.values())
    missing = {n: literal for n, literal in own.items() if n not in named and not literal.variable.derived}
    indirect = _indirect(missing, numbers) if bounds_and_bits else {}
    _nothing_missing(spec, [literal.name for literal in missing.values()], numbers, source)
    read = "".join(f", {theirs}[…] read as {ours}[…]" for theirs, ours in aliases.items())
    return Naming(meaning, source + read, texts, own, indirect)


def _indirect(missing: dict[int, OwnLiteral], numbers: Mapping[str, int]) -> dict[int, Indirect]:
    """Bounds or bits in place of the literals of an integer, which then are no longer missing."""
    indirect: dict[int, Indirect] = {}
    for x in dict.fromkeys(literal.variable for literal in missing.values()):
        own = {literal.value: number for number, literal in missing.items() if literal.variable is x}
        for cases in (_bounds(x), _bits(x)):
            names = {f"{x.family}[{','.join(map(str, (*x.index, case)))}]": values for case, values in cases.items()}
            if len(own) == len(x.domain) and not x.boolean and all(name in numbers for name in names):
                for name, values in names.items():
                    true = [own[value] for value in x.domain if value in values]
                    indirect[numbers[name]] = Indirect(tuple(true), tuple(set(own.values()).difference(true)))
                for number in own.values():
                    del missing[number]
                break
    return indirect


def _bounds(x: Variable) -> dict[str, Collection[int]]:
    return {f"<={bound}": range(x.domain[0], bound + 1) for bound in x.domain[:-1]}


def _bits(x: Variable) -> dict[str, Collection[int]]:
    low, high = x.domain[0], x.domain[-1]
    return {
        f"bit{bit}": {value for value in x.domain if (value - low) >> bit & 1}
        for bit in range((high - low).bit_length())
    }


def _default(spec: Spec, formula: Formula, own: Mapping[int, OwnLiteral]) -> Naming:
    needed = max((number for number, literal in own.items() if not literal.variable.derived), default=0)
    if formula.variables < needed:
        raise BadInput(
            f"the formula has {formula.variables} variables, but {spec.name} needs {needed}, {own[1]} to "
            f"{own[needed]}: it is a formula of another size, or its numbers need names (--names)"
        )
    return Naming({number: number for number in own}, DEFAULT, {}, own)


def read_names(file: File) -> dict[int, str]:
    """A map file: lines `NUMBER NAME` or `NAME=NUMBER`; empty lines and those that start with `#` or `c ` do not count."""
    with reading(file), open(file.path, encoding="utf-8-sig") as lines:
        return _parse(file.name, lines)


def _parse(path: str, lines: Iterable[str]) -> dict[int, str]:
    names: dict[int, str] = {}
    seen: dict[int | str, int] = {}  # a number or a name -> the line that has it
    for at, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith(("#", "c ")):
            continue
        match = next((found for form in _LINES if (found := form.fullmatch(text))), None)
        if match is None or not _NAME.fullmatch(match["name"]):
            raise BadInput(f"{path}:{at}: expected NUMBER NAME or NAME=NUMBER, like 3 queen[1, 3] (got {text[:60]!r})")
        number, name = int(match["number"]), match["name"]
        if number in seen:
            raise BadInput(f"{path}:{at}: number {number} has a name already: {names[number]} (line {seen[number]})")
        if _key(name) in seen:
            raise BadInput(f"{path}:{at}: {name} has a number already (line {seen[_key(name)]})")
        seen[number] = seen[_key(name)] = at
        names[number] = name
    return names


def _key(name: str) -> str:
    return re.sub(r"\s+", "", name)


def _numbers(texts: Mapping[int, str], source: str, formula: Formula) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for number, name in texts.items():
        if not 1 <= number <= formula.variables:
            raise BadInput(
                f"{source}: {name} has the number {number}, but the formula's go from 1 to {formula.variables}"
            )
        if _key(name) in numbers:
            raise BadInput(f"{source}: {name} has two numbers, {numbers[_key(name)]} and {number}")
        numbers[_key(name)] = number
    return numbers


def _family(name: str) -> str:
    return name.partition("[")[0]


def _aliases(spec: Spec, number_of: Mapping[str, int], numbers: Mapping[str, int]) -> dict[str, str]:
    """Families of the dictionary to be read as families of the spec that it lacks altogether; only where there is no doubt."""
    strangers = {_family(name) for name in numbers} - set(spec.families)
    lacking = [family for family in spec.families if all(_family(name) != family for name in numbers)]
    found: dict[str, str] = {}
    for ours in lacking:
        needed = [name.removeprefix(ours) for name in number_of if _family(name) == ours]
        fitting = [theirs for theirs in strangers if all(theirs + rest in numbers for rest in needed)]
        if len(fitting) == 1 and fitting[0] not in found:
            found[fitting[0]] = ours
    return found


def _renamed(numbers: Mapping[str, int], aliases: Mapping[str, str]) -> dict[str, int]:
    return {
        aliases.get(_family(name), _family(name)) + name.removeprefix(_family(name)): number
        for name, number in numbers.items()
    }


def _nothing_missing(spec: Spec, missing: Sequence[str], numbers: Mapping[str, int], source: str) -> None:
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        near = did_you_mean(missing[0], numbers)
        raise BadInput(
            f"{source}: no number for {missing[0].replace(',', ', ')}{more} of {spec.name}'s decision literals{near}"
        )

"""Formulas for general parameters: inferred from some sizes of a puzzle, verified on another, and on the instance itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from threefold.handouts.expressions import Sizes
from threefold.handouts.formulas import LETTERS, Writer
from threefold.handouts.inference import Pattern, Shape, infer, shapes
from threefold.handouts.notation import Math, joined
from threefold.handouts.numbering import Numbering, numbering
from threefold.handouts.statements import Reader, Statement, is_readable
from threefold.language import Parameter, Puzzle, Spec, ThreefoldError, Value

LARGEST_BASE = 5  # a larger parameter is replaced by this one: the formulas are the same
SECOND_BASE = 3  # tried where the parameters of the instance are too small to show a pattern
FEW = 3  # statements that are listed, without a formula for this instance only
SHOWN, SIGNS = 24, 340  # statements of a shape that are listed, and their signs

Read = Callable[[Reader], Mapping[str, list[Statement]]]


@dataclass(frozen=True)
class Formula:
    """Statements of one shape: for all parameters, for the instance, and one by one."""

    general: Math | None
    instance: Math | None
    listed: tuple[Math, ...]
    count: int
    auxiliary: bool = False  # with variables that are not those of the spec


@dataclass
class Family:
    """Some sizes of a puzzle: from all but the last formulas are inferred, on the last they are verified."""

    readers: list[Reader]
    sizes: Sizes

    @property
    def inferred(self) -> Sizes:
        return self.sizes[:-1]


def families(puzzle: Puzzle, parameters: Mapping[str, Value]) -> Iterator[Family]:
    """Those that can be built, the one nearest to the instance first."""
    for base in dict.fromkeys(_bases(puzzle, parameters)):
        names = [parameter.name for parameter in puzzle.parameters if isinstance(parameter, Parameter)]
        steps = [*product((0, 1), repeat=len(names)), (2,) * len(names)]
        sizes = [{name: start + step for name, start, step in zip(names, base, each, strict=True)} for each in steps]
        try:
            specs = [puzzle.build(**{**parameters, **size}) for size in sizes]
        except ThreefoldError:  # not every number is a size of this puzzle
            continue
        if all(map(is_readable, specs)):
            yield Family(list(map(Reader, specs)), sizes)


def _bases(puzzle: Puzzle, parameters: Mapping[str, Value]) -> Iterator[tuple[int, ...]]:
    chosen = [(each, int(parameters[each.name])) for each in puzzle.parameters if isinstance(each, Parameter)]
    if not 0 < len(chosen) <= 3:
        return
    for least in (0, SECOND_BASE):
        yield tuple(max(each.minimum, min(max(value, least), LARGEST_BASE, each.maximum - 2)) for each, value in chosen)


@dataclass
class Describer:
    puzzle: Puzzle
    spec: Spec
    parameters: Mapping[str, int]  # the integers among them
    known: list[Family]
    reader: Reader = field(init=False)
    cache: dict[tuple[Read, int], Mapping[str, list[Statement]]] = field(default_factory=dict)

    @classmethod
    def of(cls, puzzle: Puzzle, spec: Spec, parameters: Mapping[str, Value], *, plain: bool) -> Describer:
        """`plain`: the spec is the puzzle's, without givens."""
        integers = {each.name: int(parameters[each.name]) for each in puzzle.parameters if isinstance(each, Parameter)}
        return cls(puzzle, spec, integers, list(families(puzzle, parameters)) if plain else [])

    def __post_init__(self) -> None:
        self.reader = Reader(self.spec)

    def small(self, read: Read) -> bool:
        """The statements of the instance can be read one by one."""
        return self.reader.is_small(in_clauses=read is Reader.clauses)

    def formulas(self, group: str, read: Read) -> list[Formula]:
        """Of one group."""
        own = self._statements(group, read, self.reader) if self.small(read) else []
        if any(each.auxiliary for each in own):
            return [self._formula(None, own, general=False)]
        best, failed = None, len(own) + 1
        for family in self.known:
            found = list(self._patterns(family, group, read, own))
            missing = sum(pattern is None for pattern, _ in found)
            if found and missing < failed:
                best, failed = found, missing
            if not missing:
                break
        return list(self._formulas(own, best or []))

    def _patterns(
        self, family: Family, group: str, read: Read, own: list[Statement]
    ) -> Iterator[tuple[Pattern | None, Shape]]:
        if not all(reader.is_small(in_clauses=read is Reader.clauses) for reader in family.readers):
            return
        statements = [self._statements(group, read, reader) for reader in family.readers]
        if not any(each.auxiliary for size in statements for each in size):
            yield from ((self._general(family, shape, self.small(read)), shape) for shape in shapes([*statements, own]))

    def _statements(self, group: str, read: Read, reader: Reader) -> list[Statement]:
        key = read, id(reader)
        if key not in self.cache:
            self.cache[key] = read(reader)
        return self.cache[key].get(group, [])

    def _formulas(self, own: list[Statement], found: list[tuple[Pattern | None, Shape]]) -> Iterator[Formula]:
        done = set()
        for pattern, shape in found:
            if pattern is not None and (shape[-1] or not own):
                yield self._formula(pattern, shape[-1], general=True)
                done |= set(map(id, shape[-1]))
        left = [each for each in own if id(each) not in done]
        alone: list[Statement] = []
        for [statements] in shapes([left]) if left else ():
            pattern = infer([statements], [{}]) if len(statements) > FEW else None
            if pattern:
                yield self._formula(pattern, statements, general=False)
            else:
                alone += statements
        if alone:
            yield self._formula(None, alone, general=False)

    def _general(self, family: Family, shape: Shape, small: bool) -> Pattern | None:
        *fitted, check, own = shape
        pattern = infer(fitted, family.inferred) if any(fitted) else None
        if pattern is None or not pattern.generates(check, family.sizes[-1], max(fitted, key=len)):
            return None
        accepted = not small or pattern.generates(own, self.parameters, max(fitted, key=len))
        return pattern if accepted else None

    def _formula(self, pattern: Pattern | None, statements: Sequence[Statement], *, general: bool) -> Formula:
        names = self.reader.names
        instance = Writer(names, self.parameters if general else {}, list(self.parameters))
        wide = Writer(names, {}, list(self.parameters))
        return Formula(
            general=wide.pattern(pattern) if general and pattern else None,
            instance=instance.pattern(pattern) if pattern and len(statements) != 1 else None,
            listed=tuple(_first(map(instance.statement, statements))),
            count=len(statements),
            auxiliary=any(each.auxiliary for each in statements),
        )

    def literal(self, family: str) -> tuple[Math, Math]:
        """A literal of an integer with letters, and what it means: `queen[i, j]` and `queen[i] = j`."""
        length = len(next(iter(self.spec.families[family].values())).index)
        letters = [letter for letter in LETTERS if letter not in self.parameters][: length + 1]
        index = joined(((letter,) for letter in letters[:-1]), ",")
        name: Math = (family, "[", *index, "]") if length else (family,)
        return (family, "[", *index, *([","] if length else []), letters[-1], "]"), (*name, "=", letters[-1])

    def numbering(self) -> list[Numbering]:
        return numbering(self.reader, self.parameters, self.known)


def _first(statements: Iterable[Math]) -> Iterator[Math]:
    """Many short ones, or some long ones."""
    signs = 0
    for each in islice(statements, SHOWN):
        if signs and signs + len(each) > SIGNS:
            return
        signs += len(each)
        yield each

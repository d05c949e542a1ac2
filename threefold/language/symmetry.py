"""Symmetries of a spec as permutations of its literals `x == v`; the group they generate; lex-leader constraints from it.

A puzzle declares generators, each by what it makes of `family[index] == value`. A symmetry may mix variables and values: a
quarter turn of a chessboard makes `queen[r] == c` into `queen[c] == n + 1 - r`.

The *lex-leader* of a class of symmetric solutions is its smallest member, values compared in order of declaration (J. Crawford,
M. Ginsberg, E. Luks, A. Roy, Symmetry-breaking predicates for search problems, KR 1996). `break_symmetries` adds constraints that
leave the lex-leaders only: the solution is no larger than its image, for every element of the group. They are made of clauses and
derived Booleans, so that no backend has to know of symmetry.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from threefold.language.constraints import Clause
from threefold.language.errors import BadInput, SpecError
from threefold.language.literals import Assignment, Literal
from threefold.language.puzzle import Puzzle, Symmetry, Value
from threefold.language.spec import Spec
from threefold.language.terms import Variable

MOST_ELEMENTS = 10_000
MOST_AUXILIARIES = 300_000
GROUP = "lex-leader"

Meaning = tuple[int, int]  # position of a variable, value
Permutation = tuple[int, ...]  # literal number -> literal number of its image


@dataclass(frozen=True)
class Symmetries:
    """A group of permutations of the spec's literals, the identity first."""

    literals: tuple[Meaning, ...]  # number -> meaning, in order of declaration and value
    elements: tuple[Permutation, ...]
    last: tuple[str, ...]  # of each element, the generator that was applied last, to an element before it
    names: tuple[str, ...]  # of the generators

    @property
    def order(self) -> int:
        return len(self.elements)

    def images(self, assignment: Assignment) -> Iterator[tuple[int, ...] | None]:
        """Under every element; None where the image gives a variable two values or none."""
        numbers = {meaning: number for number, meaning in enumerate(self.literals)}
        held = [numbers[position, value] for position, value in enumerate(assignment)]
        for element in self.elements:
            image = dict(self.literals[element[number]] for number in held)
            yield tuple(image[p] for p in range(len(image))) if len(image) == len(held) else None


def symmetries_of(puzzle: Puzzle, spec: Spec, parameters: Mapping[str, Value]) -> Symmetries:
    if puzzle.symmetries is None:
        raise BadInput(f"{puzzle.name} declares no symmetries")
    literals = tuple((x.position, value) for x in spec.variables for value in x.domain)
    numbers = {meaning: number for number, meaning in enumerate(literals)}
    generators = puzzle.symmetries(**parameters)
    permutations = {each.name: _permutation(spec, each, literals, numbers) for each in generators}
    elements = _closure(len(literals), permutations, puzzle.name)
    return Symmetries(literals, tuple(elements), tuple(elements.values()), tuple(permutations))


def _permutation(
    spec: Spec, symmetry: Symmetry, literals: Sequence[Meaning], numbers: Mapping[Meaning, int]
) -> Permutation:
    images = []
    for position, value in literals:
        x = spec.variables[position]
        family, index, image = symmetry.image(x.family, x.index, value)
        try:
            images.append(numbers[spec.families[family][index].position, image])
        except (KeyError, SpecError):
            shown = f"{family}[{', '.join(map(str, index))}] == {image}"
            raise SpecError(
                f"{spec.name}: symmetry '{symmetry.name}' makes {x} == {value} into {shown}, which is nothing"
            ) from None
    if len(set(images)) < len(images):
        twice = next(literals[n] for n in images if images.count(n) > 1)
        x = spec.variables[twice[0]]
        raise SpecError(f"{spec.name}: symmetry '{symmetry.name}' makes two things into {x} == {twice[1]}")
    return tuple(images)


def _closure(size: int, generators: Mapping[str, Permutation], name: str) -> dict[Permutation, str]:
    """Every element, with the generator that made it out of one before it."""
    identity = tuple(range(size))
    found, frontier = {identity: ""}, [identity]
    while frontier:
        following = []
        for element in frontier:
            for applied, generator in generators.items():
                product = tuple(map(generator.__getitem__, element))
                if product not in found:
                    found[product] = applied
                    following.append(product)
            if len(found) > MOST_ELEMENTS:
                raise BadInput(
                    f"{name}: its group of symmetries has more than {MOST_ELEMENTS:,} elements: too many to go through"
                )
        frontier = following
    return found


def break_symmetries(spec: Spec, symmetries: Symmetries) -> None:
    """Leave the smallest solution of each class only."""
    size = (symmetries.order - 1) * len(symmetries.literals)
    if size > MOST_AUXILIARIES:
        raise BadInput(f"{spec.name}: its lex-leader constraints would need up to {size:,} variables: too many")
    decided = [number for number, (p, value) in enumerate(symmetries.literals) if _decides(spec.variables[p], value)]
    pairs_of = [_pairs(element, decided) for element in symmetries.elements[1:]]
    for number, pairs in enumerate(pairs_of, 1):
        _no_larger(spec, number, [(_literal(spec, symmetries, a), _literal(spec, symmetries, b)) for a, b in pairs])


def _decides(x: Variable, value: int) -> bool:
    """The last value follows from the others."""
    return not x.derived and value != x.domain[-1]


def _pairs(element: Permutation, decided: Sequence[int]) -> list[tuple[int, int]]:
    """Of each literal, the one whose truth is that of the literal in the image; the same literal compares nothing."""
    inverse = {image: number for number, image in enumerate(element)}
    return [(number, inverse[number]) for number in decided if inverse[number] != number]


def _literal(spec: Spec, symmetries: Symmetries, number: int) -> Literal:
    position, value = symmetries.literals[number]
    return Literal(spec.variables[position], "==", value)


def _no_larger(spec: Spec, number: int, pairs: Sequence[tuple[Literal, Literal]]) -> None:
    """The first literal in which the solution and its image differ is true in the solution: its value is the smaller one.

    `equal[i]` says that they are the same up to the i-th pair; it is defined in both directions, being derived.
    """
    group = spec.group(GROUP)
    if not pairs:
        return
    equal = spec.booleans(f"equal_{number}", range(len(pairs) - 1), derived=True)
    for i, (mine, image) in enumerate(pairs):
        before = [~equal[i - 1]] if i else []
        group.add(Clause([*before, mine, ~image]))
        if i < len(pairs) - 1:
            here = Literal(equal[i], "==", 1)
            group.add(Clause([*before, ~mine, ~image, here]), Clause([*before, mine, image, here]))
            group.add(Clause([~here, ~mine, image]), Clause([~here, mine, ~image]))
            if i:
                group.add(Clause([~here, Literal(equal[i - 1], "==", 1)]))

"""Symmetries of a spec as permutations of its literals `x == v`, the group that they generate, and lex-leader constraints.

A puzzle declares generators, each by the image of `family[index] == value`. A symmetry may mix variables and values: a quarter
turn of a chessboard maps `queen[r] == c` to `queen[c] == n + 1 - r`.

The *lex-leader* of a class of symmetric solutions is its smallest member, values compared in order of declaration (J. Crawford,
M. Ginsberg, E. Luks, A. Roy, Symmetry-breaking predicates for search problems, KR 1996). `break_symmetries` adds constraints that
leave only the lex-leaders: for every element of the group, the solution is not larger than its image. They consist of clauses
over derived Booleans, so a backend needs no code for symmetry.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from threefold.errors import BadInput, SpecError
from threefold.language.constraints import Clause
from threefold.language.puzzle import Puzzle, Symmetry
from threefold.language.spec import Spec, Value
from threefold.language.terms import Assignment, Literal, index_part

MOST_ELEMENTS = 10_000
MOST_AUXILIARIES = 300_000
GROUP = "lex-leader"

Meaning = tuple[int, int]  # position of a variable, value
Permutation = tuple[int, ...]  # number of a literal -> number of its image


@dataclass(frozen=True)
class Symmetries:
    """A group of permutations of the spec's literals, the identity first."""

    literals: tuple[Meaning, ...]  # by number, in order of declaration and value
    elements: tuple[Permutation, ...]
    last: tuple[str, ...]  # for each element, the generator applied last, to an earlier element
    names: tuple[str, ...]  # of the generators

    @property
    def order(self) -> int:
        return len(self.elements)

    def images(self, assignment: Assignment) -> Iterator[tuple[int, ...] | None]:
        """Under every element; None if the image gives a variable two values or none."""
        numbers = {meaning: number for number, meaning in enumerate(self.literals)}
        true = [numbers[position, value] for position, value in enumerate(assignment)]
        for element in self.elements:
            image = dict(self.literals[element[number]] for number in true)
            yield tuple(image[p] for p in range(len(image))) if len(image) == len(true) else None


def symmetries_of(puzzle: Puzzle, spec: Spec, parameters: Mapping[str, Value]) -> Symmetries:
    if puzzle.symmetries is None:
        raise BadInput(f"{puzzle.name} declares no symmetries")
    literals = tuple((x.position, value) for x in spec.variables for value in x.domain)
    permutations = {each.name: _permutation(spec, each, literals) for each in puzzle.symmetries(**parameters)}
    elements = _closure(len(literals), permutations, puzzle.name)
    return Symmetries(literals, tuple(elements), tuple(elements.values()), tuple(permutations))


def _permutation(spec: Spec, symmetry: Symmetry, literals: Sequence[Meaning]) -> Permutation:
    numbers = {meaning: number for number, meaning in enumerate(literals)}
    images: dict[int, None] = {}
    for position, value in literals:
        x, problem, number = spec.variables[position], "", -1
        family, index, image = symmetry.image(x.family, x.index, value)
        try:
            number = numbers[spec.families[family][index].position, image]
        except (KeyError, SpecError):
            problem = "there is no such literal"
        if number in images:
            problem = "this is the image of two literals"
        if problem:
            shown = f"{family}[{', '.join(map(index_part, index))}] == {image}"
            raise SpecError(f"{spec.name}: symmetry '{symmetry.name}' maps {x} == {value} to {shown}: {problem}")
        images[number] = None
    return tuple(images)


def _closure(size: int, generators: Mapping[str, Permutation], name: str) -> dict[Permutation, str]:
    """Every element, with the generator that was applied last."""
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
                raise BadInput(f"{name}: its symmetry group has more than {MOST_ELEMENTS:,} elements: too many to list")
        frontier = following
    return found


def break_symmetries(spec: Spec, symmetries: Symmetries) -> None:
    """Leave only the smallest solution of each class."""
    size = (symmetries.order - 1) * len(symmetries.literals)
    if size > MOST_AUXILIARIES:
        raise BadInput(f"{spec.name}: its lex-leader constraints would need up to {size:,} variables: too many")
    literals = [Literal(spec.variables[position], "==", value) for position, value in symmetries.literals]
    # The last value of a variable follows from the others.
    decided = [n for n, x in enumerate(literals) if not x.variable.derived and x.value != x.variable.domain[-1]]
    for number, element in enumerate(symmetries.elements[1:], 1):
        source = {image: literal for literal, image in enumerate(element)}
        _not_larger(spec, number, [(literals[n], literals[source[n]]) for n in decided if source[n] != n])


def _not_larger(spec: Spec, number: int, pairs: Sequence[tuple[Literal, Literal]]) -> None:
    """Of each pair, the first literal belongs to the solution and the second has its truth value in the image.

    The first literal in which they differ is true in the solution: its value is the smaller one. `equal[i]` is true if they are
    the same up to pair i; it is a derived variable, so both directions are defined.
    """
    group = spec.group(GROUP)
    if not pairs:
        return
    equal = spec.booleans(f"equal_{number}", range(len(pairs) - 1), derived=True)
    for i, (mine, image) in enumerate(pairs):
        before = [~equal[i - 1]] if i else []
        group.add(Clause([*before, mine, ~image]))
        if i < len(pairs) - 1:
            here = equal[i]
            group.add(Clause([*before, ~mine, ~image, here]), Clause([*before, mine, image, here]))
            group.add(Clause([~here, ~mine, image]))  # [~here, mine, ~image] follows from the others
            if i:
                group.add(Clause([~here, equal[i - 1]]))

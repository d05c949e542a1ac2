"""Classes of solutions under the declared symmetries, and the proof that they are classes: the orbit equation.

Of every solution the orbit is computed, image by image. Its smallest member stands for the class; at that member every image is
tested with `holds`, so that a wrong symmetry is found and named, and the size of the orbit must be the order of the group over
that of the stabiliser. The orbits' sizes must sum to the number of solutions: 11·8 + 1·4 = 92 for eight queens.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from threefold.checker.witness import Witness
from threefold.language import Assignment, Spec
from threefold.language.symmetry import Symmetries

Key = tuple[int, ...]  # the values of the decision variables
Image = tuple[Key, tuple[int, ...]]  # and of all


@dataclass(frozen=True)
class WrongSymmetry:
    """A declared symmetry that makes a solution into something else."""

    symmetry: str
    solution: tuple[int, ...]
    image: tuple[int, ...] | None  # None: no assignment at all
    reason: str


@dataclass(frozen=True)
class Classes:
    """What came of it."""

    solutions: int
    number: int  # of classes
    equation: str  # 11·8 + 1·4 = 92
    symmetries: int  # elements of the group
    accounted: bool  # do the orbits account for all solutions?
    wrong: Witness | None = None  # a declared symmetry that is none

    @property
    def right(self) -> bool:
        return self.accounted and self.wrong is None


@dataclass
class Orbits:
    spec: Spec
    symmetries: Symmetries
    sizes: Counter[int] = field(default_factory=Counter)  # of the orbits of the classes
    wrong: WrongSymmetry | None = None

    def __post_init__(self) -> None:
        self._decisions = [x.position for x in self.spec.decisions]

    @property
    def classes(self) -> int:
        return self.sizes.total()

    @property
    def solutions(self) -> int:
        """That the classes account for."""
        return sum(size * number for size, number in self.sizes.items())

    @property
    def equation(self) -> str:
        """`11·8 + 1·4 = 92`."""
        terms = [f"{number:,}·{size:,}" for size, number in sorted(self.sizes.items(), reverse=True)]
        return f"{' + '.join(terms) or '0'} = {self.solutions:,}"

    def add(self, assignment: Assignment) -> None:
        if self.wrong:
            return
        mine = self._key(assignment)
        images = [None if image is None else (self._key(image), image) for image in self.symmetries.images(assignment)]
        whole = [image for image in images if image]
        smallest = min(whole)
        # A class is counted where its smallest member comes by; the others see only whether that is a solution.
        if len(whole) < len(images) or mine == smallest[0] or self.spec.violated(smallest[1]):
            self._examine(tuple(assignment), images)
        if not self.wrong and mine == smallest[0]:
            self._count(mine, [key for key, _ in whole])

    def _key(self, assignment: Assignment) -> Key:
        return tuple(assignment[position] for position in self._decisions)

    def _examine(self, solution: tuple[int, ...], images: Sequence[Image | None]) -> None:
        """The first image that is no solution: the one before it was, so the symmetry applied last is to blame."""
        for image, symmetry in zip(images, self.symmetries.last, strict=True):
            if image is None:
                self.wrong = WrongSymmetry(symmetry, solution, None, "gives a variable two values or none")
                return
            if violated := self.spec.violated(image[1]):
                self.wrong = WrongSymmetry(symmetry, solution, image[1], f"violates {violated}")
                return

    def _count(self, mine: Key, keys: Sequence[Key]) -> None:
        """The size of the orbit is the group's order over the stabiliser's, or the images are no group's."""
        size = len(set(keys))
        assert keys.count(mine) * size == self.symmetries.order, "the elements do not form a group"
        self.sizes[size] += 1

"""Classes of solutions under the declared symmetries, and the proof that they are classes: the orbit equation.

Of every solution the orbit is computed, image by image. Its smallest member stands for the class; at that member every image is
tested with `holds`, so that a wrong symmetry is found and named, and the size of the orbit must be the order of the group over
that of the stabiliser. The orbits' sizes must sum to the number of solutions: 11·8 + 1·4 = 92 for eight queens.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from language import Assignment, Spec
from language.symmetry import Symmetries

Key = tuple[int, ...]  # the values of the decision variables
Image = tuple[Key, tuple[int, ...]]  # and of all


@dataclass(frozen=True)
class WrongSymmetry:
    """A solution that a declared symmetry makes into something else."""

    solution: tuple[int, ...]
    image: tuple[int, ...] | None  # None: no assignment at all
    reason: str


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
        if len(whole) < len(images) or mine == smallest[0]:
            self._examine(tuple(assignment), images)
            self._count(mine, [key for key, _ in whole])
        else:  # its class is counted where the smallest comes by: which must be a solution
            self._examine(tuple(assignment), [smallest])

    def _key(self, assignment: Assignment) -> Key:
        return tuple(assignment[position] for position in self._decisions)

    def _examine(self, solution: tuple[int, ...], images: Sequence[Image | None]) -> None:
        for image in images:
            if image is None:
                self.wrong = WrongSymmetry(solution, None, "gives a variable two values or none")
            elif violated := self.spec.violated(image[1]):
                self.wrong = WrongSymmetry(solution, image[1], f"violates {violated}")

    def _count(self, mine: Key, keys: Sequence[Key]) -> None:
        """The size of the orbit is the group's order over the stabiliser's, or the images are no group's."""
        size = len(set(keys))
        self.sizes[size] += 1
        if not self.wrong:
            assert keys.count(mine) * size == self.symmetries.order, "the elements do not form a group"

"""Classes of solutions under the declared symmetries, and the orbit equation that checks them.

The orbit of every solution is computed, image by image, and the class is counted at its smallest member. There every image is
tested with `holds`, so that a wrong symmetry is found and named, and the size of the orbit must be the order of the group divided
by that of the stabiliser. The sizes of the orbits must add up to the number of solutions: 11·8 + 1·4 = 92 for eight queens.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from threefold.checker.judge import Witness
from threefold.language import Assignment, Spec
from threefold.language.symmetry import Symmetries

Key = tuple[int, ...]  # the values of the decision variables
Image = tuple[Key, tuple[int, ...]]  # those, and the values of all variables


@dataclass(frozen=True)
class WrongSymmetry:
    """A declared symmetry that maps a solution to something that is not a solution."""

    symmetry: str
    shown: tuple[int, ...]  # the image, or the solution if its image is not an assignment
    reason: str


@dataclass(frozen=True)
class Classes:
    solutions: int
    number: int  # of classes
    equation: str  # 11·8 + 1·4 = 92
    symmetries: int  # elements of the group
    accounted: bool  # the sizes of the orbits add up to the number of solutions
    wrong: Witness | None = None  # against a declared symmetry

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
        """The sum of the orbits' sizes."""
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
        # A class is counted at its smallest member; the others only check that this member is a solution.
        if len(whole) < len(images) or mine == smallest[0] or self.spec.violated(smallest[1]):
            self._examine(tuple(assignment), images)
        if not self.wrong and mine == smallest[0]:
            self._count(mine, [key for key, _ in whole])

    def _key(self, assignment: Assignment) -> Key:
        return tuple(assignment[position] for position in self._decisions)

    def _examine(self, solution: tuple[int, ...], images: Sequence[Image | None]) -> None:
        """Find the first image that is not a solution: the one before it was, so the symmetry applied last is wrong."""
        for image, symmetry in zip(images, self.symmetries.last, strict=True):
            violated = self.spec.violated(image[1]) if image else None
            if violated or image is None:
                reason = f"violates {violated}" if violated else "gives a variable two values or none"
                self.wrong = WrongSymmetry(symmetry, image[1] if image else solution, reason)
                return

    def _count(self, mine: Key, keys: Sequence[Key]) -> None:
        size = len(set(keys))
        assert keys.count(mine) * size == self.symmetries.order, "the elements do not form a group"
        self.sizes[size] += 1

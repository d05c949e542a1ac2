"""Random partial boards: how often does each view see the contradiction, among boards that cannot be completed?

Some decision variables, drawn at random, get random values. A board that one constraint alone excludes is drawn again: everybody
sees that. A solver says which of the boards can be completed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random

from threefold.backends import find
from threefold.backends.backend import EVERYTHING, Cube, Program, Refused
from threefold.backends.configuration import parse
from threefold.guard import Limits, Outcome, Report
from threefold.language import BadInput, LimitReached, Spec, ThreefoldError
from threefold.propagation.arc_consistency import ArcConsistency
from threefold.propagation.board import SOLVER
from threefold.propagation.views import Propagation, View
from threefold.runs.instance import Instance
from threefold.runs.pool import LocalPool, Task

DRAWN_AGAIN = 1_000  # times, for one board


@dataclass(frozen=True)
class RandomBoard:
    givens: tuple[str, ...]
    completes: bool
    seen: Mapping[str, bool]  # by view: it sees a contradiction
    ruled_out: Mapping[str, int]  # values of variables that are not given


@dataclass(frozen=True)
class RandomBoards:
    """The boards so far; `incomplete` says why there are fewer than were asked for."""

    instance: Instance
    asked: int
    givens: int
    seed: int
    views: tuple[str, ...]
    boards: tuple[RandomBoard, ...]
    notes: tuple[str, ...] = ()
    incomplete: str | None = None

    @property
    def dead(self) -> list[RandomBoard]:
        """Those that cannot be completed."""
        return [board for board in self.boards if not board.completes]

    def seen(self, view: str) -> int:
        return sum(board.seen[view] for board in self.dead if view in board.seen)

    @property
    def exit_code(self) -> int:
        if any(board.completes and any(board.seen.values()) for board in self.boards):
            return 1  # a bug: a view must not reject what can be completed
        return 3 if self.incomplete else 0

    def to_dict(self) -> dict[str, object]:
        return {
            "boards": len(self.boards),
            "asked": self.asked,
            "givens_of_each": self.givens,
            "seed": self.seed,
            "dead": len(self.dead),
            "seen": {view: self.seen(view) for view in self.views},
            "notes": list(self.notes),
            "incomplete": self.incomplete,
            "each": [
                {
                    "givens": list(b.givens),
                    "completes": b.completes,
                    "seen": dict(b.seen),
                    "ruled_out": dict(b.ruled_out),
                }
                for b in self.boards
            ],
        }

    def drawn(self, width: int = 80) -> str:
        from threefold.propagation.drawing import drawn_boards

        return drawn_boards(self, width)

    def __str__(self) -> str:
        return self.drawn()


@dataclass
class BoardSweep:
    """`result` is what is known so far, also after an interrupt."""

    instance: Instance
    views: Sequence[View]
    boards: int
    givens: int
    seed: int

    def __post_init__(self) -> None:
        self._found: list[RandomBoard] = []
        self._notes: tuple[str, ...] = ()

    def result(self, incomplete: str | None = None) -> RandomBoards:
        names, boards = tuple(view.name for view in self.views), tuple(self._found)
        asked = self.boards, self.givens, self.seed
        return RandomBoards(self.instance, *asked, names, boards, self._notes, incomplete)

    def run(self, limits: Limits, ticked: Callable[[int], None] = lambda _: None) -> RandomBoards:
        with LocalPool() as pool:
            arguments = (self.instance, tuple(self.views), self.boards, self.givens, self.seed)
            pool.submit(Task("boards", tried, arguments, limits))
            while True:
                ticked(len(self._found))
                for _, event in pool.receive(0.2):
                    if isinstance(event, Outcome):
                        return self._ended(event)
                    self._take(event.value)

    def _take(self, reported: object) -> None:
        if isinstance(reported, RandomBoard):
            self._found.append(reported)
        elif isinstance(reported, str):
            self._notes += (reported,)

    def _ended(self, outcome: Outcome) -> RandomBoards:
        if outcome.error:
            raise outcome.error
        if outcome.status in ("timeout", "memory"):
            if not self._found:
                raise LimitReached(f"{self.instance.puzzle}: no board was tried: {outcome.reason}")
            return self.result(outcome.reason)
        if outcome.status != "done":
            raise ThreefoldError(f"the run failed: {outcome.reason}")
        return self.result(outcome.value if isinstance(outcome.value, str) else None)


# In the guarded child


def tried(
    report: Report[RandomBoard | str], instance: Instance, views: Sequence[View], boards: int, givens: int, seed: int
) -> str | None:
    """Reports a note or a board after another; returns why it ended early, or None."""
    _, spec = instance.load()
    ready = dict(_prepared(report, spec, views))
    drawing = Drawing(spec, givens, Random(seed))
    program = _program(spec)
    for number in range(boards):
        cube = drawing.board()
        if cube is None:
            return f"{DRAWN_AGAIN:,} boards in a row were excluded by one constraint alone, after {number}"
        report(_tried(spec, ready, program, cube))
    return None


def _prepared(report: Report[str], spec: Spec, views: Sequence[View]) -> Iterator[tuple[str, Propagation]]:
    for view in views:
        try:
            yield view.name, view.prepare(spec)
        except Refused as refusal:
            report(f"{view.name}: {refusal}")


def _tried(spec: Spec, views: Mapping[str, Propagation], program: Program, cube: Cube) -> RandomBoard:
    found = {name: view.conclude(cube) for name, view in views.items()}
    return RandomBoard(
        givens=tuple(f"{spec.variables[position]}={value}" for position, [value] in cube.items()),
        completes=_completes(spec, program, cube),
        seen={name: each.contradiction is not None for name, each in found.items()},
        ruled_out={name: each.ruled_out(spec, cube) for name, each in found.items()},
    )


def completes(spec: Spec) -> bool:
    """Whether a solver finds a solution."""
    return _completes(spec, _program(spec), EVERYTHING)


def _program(spec: Spec) -> Program:
    return find(SOLVER).lower(spec, parse(SOLVER, {}))


def _completes(spec: Spec, program: Program, cube: Cube) -> bool:
    with closing(iter(program.load(seed=None, first=True, cube=cube))) as search:
        solution = next(search, None)
    if solution is not None and (violated := spec.violated(solution)):
        raise ThreefoldError(f"the solver's answer violates {violated}")
    return solution is not None


class Drawing:
    def __init__(self, spec: Spec, givens: int, random: Random) -> None:
        self._alone, self._random, self._givens = ArcConsistency(spec), random, givens
        self._variables = [x for x in spec.decisions if len(x.domain) > 1]
        if givens > len(self._variables):
            raise BadInput(f"«fixed» must be at most {len(self._variables)}, the number of variables (got {givens})")

    def board(self) -> Cube | None:
        """None where all that were drawn are excluded by one constraint alone."""
        for _ in range(DRAWN_AGAIN):
            chosen = self._random.sample(self._variables, self._givens)
            cube = {x.position: [self._random.choice(x.domain)] for x in sorted(chosen, key=lambda x: x.position)}
            if self._alone.refused(cube) is None:
                return cube
        return None

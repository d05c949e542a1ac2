"""The steps of a search: what a watcher of one of our own solvers is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from threefold.backends.listing import Mention
from threefold.language import Assignment

Kind = OneOf["decision", "propagation", "conflict", "back", "solution"]


@dataclass(frozen=True)
class Step:
    """What becomes true, and what is undone before that."""

    kind: Kind
    sentence: str
    depth: int  # decisions that hold after it
    made: Sequence[Mention] = ()  # literals that become true; of a conflict, the values that were ruled out last
    undone: Sequence[Mention] = ()  # literals that are neither true nor false any more, the first one first
    group: str = ""  # of the clause or constraint that forces it or is violated
    reason: str = ""  # that clause or constraint
    about: Sequence[Mention] = ()  # what that mentions
    solution: Assignment | None = None

    def to_dict(self) -> dict[str, object]:
        """Ready for JSON; docs/json.md explains the fields."""
        mentioned = {name: [each.to_dict() for each in getattr(self, name)] for name in ("made", "undone", "about")}
        return {**vars(self), **mentioned}


Watcher = Callable[[Step], None]

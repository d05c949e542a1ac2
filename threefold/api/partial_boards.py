"""Partial boards: what each view concludes from one, or from many random ones. The arguments are checked before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from threefold.api.arguments import RANGES, Givens, Source, check_integer, instance_of, limits_of
from threefold.guard import Limits
from threefold.language import BadInput, Value
from threefold.runs.instance import Instance

if TYPE_CHECKING:
    from threefold.propagation.board import DeadEnds
    from threefold.propagation.random_boards import BoardSweep, RandomBoards
    from threefold.propagation.views import View

MOST = 1_000_000  # boards, and givens of a board


def deadends(
    puzzle: Source,
    *parameters: Value,
    givens: Givens = (),
    views: str = "up,cp,lp",
    random: int | None = None,
    fixed: int = 3,
    seed: int = 0,
    timeout: float | None = 60,
    memory: str | int | None = None,
    **options: str | None,
) -> DeadEnds | RandomBoards:
    """What unit propagation, CP propagation and the linear relaxation conclude from a partial board (docs/deadends.md).

    `random` asks about so many random boards, with `fixed` random givens each. `amo`, `card`, `pb` and `ints` are encodings of
    the CNF, as in the view `up+amo=ladder`.
    """
    from threefold.propagation.board import one_board

    instance, chosen, limits = asked(puzzle, parameters, views, givens, timeout, memory, options)
    if random is None:
        _check(fixed, seed)
        return one_board(instance, chosen, limits)
    return random_boards(instance, chosen, random, fixed, seed).run(limits)


def asked(
    puzzle: Source,
    parameters: Iterable[Value],
    views: str,
    givens: Givens,
    timeout: float | None,
    memory: str | int | None,
    options: Mapping[str, str | None],
) -> tuple[Instance, list[View], Limits]:
    from threefold.backends.sat.catalogue import KINDS
    from threefold.propagation.views import parse_views

    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in KINDS:
            raise BadInput(f"there is no argument '{name}' here (encodings: {', '.join(KINDS)})")
    chosen, limits = parse_views(views, given), limits_of(timeout, memory)
    return instance_of(puzzle, parameters, givens, False, limits), chosen, limits


def random_boards(instance: Instance, views: list[View], random: int, fixed: int, seed: int) -> BoardSweep:
    from threefold.propagation.random_boards import BoardSweep

    check_integer("random", random, 1, MOST)
    _check(fixed, seed)
    return BoardSweep(instance, views, random, fixed, seed)


def _check(fixed: int, seed: int) -> None:
    check_integer("fixed", fixed, 0, MOST)
    check_integer("seed", seed, *RANGES["seed"])

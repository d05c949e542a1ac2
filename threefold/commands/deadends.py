"""`deadends`: what unit propagation, CP propagation and the linear relaxation conclude from a partial board."""

from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import Options, as_json, numeric, option
from threefold.commands.output import fitted, width
from threefold.commands.progress import Boards

if TYPE_CHECKING:  # loaded when the command runs, and not for its help
    from threefold.guard import Limits
    from threefold.propagation.board import DeadEnds
    from threefold.propagation.random_boards import BoardSweep, RandomBoards

VIEWS = "Of up, up+amo=ladder (any encoding), cp and lp some, separated by commas."
RANDOM = "Try N random boards, and count how often each view sees that there is no completion."


class DeadEndsOptions(Options):
    views: Annotated[str, option("--views", "LIST", VIEWS)] = "up,cp,lp"
    random: Annotated[int | None, numeric("--random", "N", RANDOM, default=False)] = None
    givens: Annotated[int, numeric("--givens", "K", "With --random: random givens of each board.")] = 3
    seed: Annotated[int | None, numeric("--seed", "N", "With --random: seed of the boards.", default="0")] = None


@DeadEndsOptions.command(
    "puzzle parameters given views random givens seed amo card pb ints timeout memory json no_color"
)
def deadends(asked: DeadEndsOptions) -> int:
    """Show what each paradigm concludes from a partial board: values ruled out or forced, or a contradiction.

    up is unit propagation on the CNF, cp propagation of each constraint, lp the linear relaxation: a value is ruled out if the
    maximum of [x == v] is below 1. A solver says whether the board can be completed. With --random the time limit is for all
    boards together.

    Example: threefold deadends nqueens 8 --given 'queen[1]=1' --given 'queen[2]=4'

    Exit code: 0 answered, 1 a view is wrong, 2 bad input, 3 incomplete (a limit was hit), 4 error, 130 interrupted.
    """
    from threefold.api import partial_boards
    from threefold.propagation.board import one_board

    if asked.random is None:
        asked.refuse("is for random boards: give --random N", "givens", "seed")
    puzzle, words = asked.words()
    question = (puzzle, words, asked.views, asked.given or (), asked.timeout, asked.memory, asked.encoding)
    instance, views, limits = partial_boards.asked(*question)
    if asked.random is not None:
        sweep = partial_boards.random_boards(instance, views, asked.random, asked.givens, asked.seed or 0)
        return _sweep(asked, sweep, limits)
    board = one_board(instance, views, limits)
    _print(asked, board)
    return board.exit_code


def _sweep(asked: DeadEndsOptions, sweep: "BoardSweep", limits: "Limits") -> int:
    """After an interrupt the boards that were tried are shown."""
    with Boards(silent=asked.json) as progress:
        progress.planned(sweep.boards)
        try:
            result = sweep.run(limits, progress.tried)
        except (KeyboardInterrupt, SystemExit) as stop:
            progress.erase()
            stop.add_note(f"{len(sweep.result().boards)} of {sweep.boards} boards are tried")
            if sweep.result().boards:
                _print(asked, sweep.result("interrupted"))
            raise
    _print(asked, result)
    return result.exit_code


def _print(asked: DeadEndsOptions, result: "DeadEnds | RandomBoards") -> None:
    columns = width()
    text = str(result) if columns is None else fitted(result.drawn(columns))
    print(as_json(result.instance, result.to_dict()) if asked.json else text, flush=True)

"""The start of every command: signals are handled before anything else is loaded, and this module loads almost nothing.

While a command works, the first signal that ends it is an exception, so that finished results are kept and files are removed.
Before that, afterwards, and at a second signal, the process ends at once with one line. Then the guards clean up, as after
kill -9. A signal that the caller ignores (`nohup`) stays ignored.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys

TYPE_CHECKING = False  # the import of typing takes longer than all the others
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    Handler = Callable[[int, FrameType | None], object] | signal.Handlers

ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGTERM", "SIGXCPU")
_WORDS = {128 + signal.SIGINT: "interrupted", 128 + signal.SIGTERM: "terminated"}
_received: list[int] = []


def what_ended(code: int) -> str:
    """In a word or two: the signal of this exit code."""
    return _WORDS.get(code) or f"terminated by {signal.Signals(code - 128).name}"


def interruptible(work: Callable[[], int]) -> int:
    """Do the work of a command: the first signal is an exception."""
    _exchange((_end_at_once,), _raise)
    try:
        return work()
    finally:
        _exchange((_raise,), _end_at_once)


def ignore_signals() -> None:
    """For the last lines of a command."""
    _exchange((_end_at_once,), signal.SIG_IGN)


def _exchange(old: tuple[Handler, ...], new: Handler) -> None:
    for number in (getattr(signal, name) for name in ENDING):
        if signal.getsignal(number) in old:
            signal.signal(number, new)


def _raise(number: int, frame: FrameType | None) -> None:
    _exchange((_raise,), _end_at_once)
    _received.append(number)
    raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)


def _end_at_once(number: int, frame: FrameType | None = None) -> None:
    erase = "\r\x1b[K" if os.isatty(2) else ""  # a progress line may stand there
    try:
        os.write(2, f"{erase}threefold: {what_ended(128 + number)}\n".encode())
    finally:
        os._exit(128 + number)


def _on_unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Python drops the exception of a signal that arrives in a destructor or a callback: it must end the command too."""
    if _received and issubclass(lost.exc_type, KeyboardInterrupt | SystemExit):
        _end_at_once(_received[0])
    sys.__unraisablehook__(lost)


def _enter(arguments: list[str]) -> None:
    _exchange((signal.SIG_DFL, signal.default_int_handler), _end_at_once)
    atexit.register(ignore_signals)  # runs last: then the interpreter removes the handlers
    sys.unraisablehook = _on_unraisable
    gc.set_threshold(50_000)  # imports make many objects and no garbage: the default looks for it 70 times as often
    from threefold.commands.main import carry_out

    sys.exit(carry_out(arguments, interruptible))


def main() -> None:
    _enter(sys.argv[1:] or ["--help"])


def compare_main() -> None:
    _enter(["compare", *sys.argv[1:]])

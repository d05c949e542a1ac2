"""For all tests."""

import signal


def pytest_configure() -> None:
    """In the background or under nohup a shell ignores some signals for all that it starts; the tests send these signals."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

"""For all tests."""

import faulthandler
import gc
import os
import signal
import sys

import pytest

LARGE_IMPORTS = (
    "tests/api/test_results.py",
    "tests/commands/test_records.py",
)
SLOW = 1200  # seconds for a slow test; pyproject.toml has the limit of the others
TERMINAL = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TERMINAL] = os.dup(2)  # before the output of a test is captured
    _restore_signals()
    _keep_byte_code()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("slow"):
        faulthandler.dump_traceback_later(SLOW, file=item.config.stash[TERMINAL], exit=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Guarded runs are forked from the test process: tests that import another 30 MB (pandas, Arrow) come last."""
    items.sort(key=lambda item: item.nodeid.startswith(LARGE_IMPORTS))


def pytest_collection_finish() -> None:
    os.environ.pop("COLUMNS", None)  # of xdist's processes: a command would believe it rather than its terminal
    _leave_tests_out_of_garbage_collection()


def _leave_tests_out_of_garbage_collection() -> None:
    """Thousands of tests stay in memory. The garbage collector need not look at them again, nor in every forked child."""
    gc.collect()
    gc.freeze()


def _keep_byte_code() -> None:
    """Also where PYTHONDONTWRITEBYTECODE is set: the tests start hundreds of commands, and each would compile all its modules."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def _restore_signals() -> None:
    """In the background or under nohup a shell ignores some signals for all that it starts; the tests send these signals."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

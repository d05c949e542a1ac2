"""A backend that a test registers is gone after it."""

from collections.abc import Iterator

import pytest

from threefold import backends


@pytest.fixture(autouse=True)
def no_backend_stays() -> Iterator[None]:
    registered = backends._registry._registered
    before = dict(registered)
    yield
    registered.clear()
    registered.update(before)

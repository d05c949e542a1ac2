from collections.abc import Iterator

import pytest

from threefold.guard import Server


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server

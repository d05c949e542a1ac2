from collections.abc import Iterator

import pytest

from experiments.guard import Server


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server

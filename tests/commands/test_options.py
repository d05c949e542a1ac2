"""The options of the commands are declared once; a command names those that it takes."""

import re
from importlib import import_module
from inspect import getsource, signature

import pytest

from threefold.commands.main import COMMANDS, WITHOUT_PUZZLE
from threefold.commands.options import Options


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in WITHOUT_PUZZLE])
def test_a_command_reads_only_options_that_it_takes(name: str) -> None:
    module, _, function = COMMANDS[name].partition(":")
    command = getattr(import_module(module), function)
    used = set(re.findall(r"\basked\.(\w+)", getsource(command.__wrapped__)))
    used |= {"amo", "card", "pb", "ints"} if "encoding" in used else set()
    used |= {"given", "timeout", "memory"} if "instance" in used else set()
    assert used & Options.__annotations__.keys() <= signature(command).parameters.keys()

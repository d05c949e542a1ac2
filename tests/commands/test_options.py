"""The options of the commands are declared once; a command names those that it takes."""

import re
from importlib import import_module
from inspect import getsource, signature

import pytest

from tests.commands.terminal import here
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


def test_backend_and_backends_are_understood_by_every_command_that_has_one() -> None:
    for words in (
        "compare nqueens 4 --backend cp --quiet",
        "solve nqueens 4 --backends cp --quiet",
        "count nqueens 4 --backends cp --quiet",
        "trace nqueens 4 --backends sat:dpll",
        "show nqueens 4 --backends cp",
        "export nqueens 4 --backends cp --format cp",
    ):
        other = words.replace("--backends", "--backend") if "--backends" in words else words.replace("end", "ends")
        one, two = here(*words.split()), here(*other.split())
        assert (one.returncode, one.stdout) == (0, two.stdout)


def test_a_command_that_has_neither_names_the_one_that_was_typed() -> None:
    for typed in ("--backend", "--backends"):
        assert here("records", typed, "sat").stderr == f"threefold: No such option: {typed}\n"


def test_rows_that_are_named_one_by_one_are_compared() -> None:
    words = ("compare", "nqueens", "4", "--quiet", "--backend")
    both = here(*words, "sat", "--backend", "cp")
    assert both.stdout.startswith("agree: two backends found the same 2 solutions")
    assert both.stdout == here(*words, "sat,cp").stdout

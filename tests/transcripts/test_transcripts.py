"""Every command prints today what the transcripts show, to the letter; only what is measured is masked."""

import re
from difflib import unified_diff
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.pages import ROOT
from tests.transcripts.transcript import today, transcripts
from threefold.commands.main import COMMANDS

ABOUT = "In a terminal of 40 columns.\n"
EXAMPLE = f"""{ABOUT}
$ # The streams of ours, in the order in which they were written

$ threefold solve nqueens 3 --svg none.svg
unsat: nqueens n=3 (sat, cadical195
(python-sat 1.9.dev17), first, false
first, no lucky assignments, #.# ms)
threefold: there is no solution to draw: none.svg was not written
[1 line on stderr]

$ compare nquens
threefold: no puzzle 'nquens'; did you
  mean 'nqueens'? (threefold list shows
  all puzzles)
[exit code 2, 3 lines on stderr]

$ NO_COLOR= TERM=xterm compare nqueens 1 -q --no-color --backends sat
agree: sat found 1 solution; 1 is the known number (OEIS A000170); every solution was checked.

$ # Pipes, and other programs

$ cat > three.cnf <<'END'
> p cnf 3 1
>
> 1 -2 0
> END

$ cat three.cnf | threefold sat - --solver minisat22
c standard input
c 3 variables, 1 clause
c solver: minisat22 (python-sat 1.9.dev17)
s SATISFIABLE
v -1 -2 -3 0
[exit code 10]

$ threefold cnf nqueens 1 --plain | head -n 1
p cnf 1 1

$ printf 'no line break'; exit 7
no line break
[no line break at the end]
[exit code 7]
"""


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_the_commands_of_a_transcript_print_what_it_shows(path: Path) -> None:
    shown, printed = (text.splitlines() for text in (path.read_text(encoding="utf-8"), today(path)))
    if shown != printed:
        name = path.relative_to(ROOT)
        pairs = enumerate(zip_longest(shown, printed), 1)
        line = next((number for number, (old, new) in pairs if old != new))
        difference = "\n".join(unified_diff(shown, printed, str(name), "today", lineterm=""))
        wanted = f"if this is what a person should see: python -m tests.transcripts --update {name}"
        pytest.fail(f"{name}:{line}: the output of today differs\n{difference}\n{wanted}", pytrace=False)


def test_every_command_has_a_transcript() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in transcripts())
    assert [name for name in COMMANDS if not re.search(rf"^\$ (threefold )?{name} ", text, re.MULTILINE)] == []


def test_a_transcript_shows_both_streams_and_how_a_command_ends(tmp_path: Path) -> None:
    path = tmp_path / "example.txt"
    path.write_text(EXAMPLE, encoding="utf-8")
    assert today(path) == EXAMPLE
    commands = re.findall(r"^[$>].*\n", EXAMPLE, re.MULTILINE)
    path.write_text("".join([ABOUT, *commands]), encoding="utf-8")
    assert today(path) == EXAMPLE, "the output is made from the commands alone"

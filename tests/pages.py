"""The pages of the documentation and their fenced blocks, and how a block is run. tests/test_pages.py runs them all.

    python -m tests.pages README.md docs/tutorial.md    # writes the output of today into these pages
    python -m tests.pages --count                       # how many blocks of each page are run

A `console` block has commands after `$ ` and their output; without any output only the exit codes are compared. A `python`
block is run in the namespace of its page, and the `text` block right after it is its output. A `pycon` block is a session.
A line `…` stands for any lines.
The line above a block may be a comment:

    <!-- run: slow; exit code 1; needs distributed -->    commands may end with 1; slow and needs are as for a test
    <!-- file: sums.py -->                                the block is a file that the other blocks of the page use
    <!-- not run: it needs SLURM -->                      and why
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATTERNS = (ROOT / "docs/site/pages.txt").read_text(encoding="utf-8").split()  # the site has the same pages
RUN = ("console", "python", "pycon")
DATA = ("text", "toml", "json", "dimacs", "minizinc", "shell")
SESSION = re.compile(r"^\$ (?P<command>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
BLOCK = re.compile(
    r"^(?:<!-- (?P<how>run|not run|file): (?P<what>[^\n]*) -->\n)?"
    r"^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$(?:\n\n```text\n(?P<output>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    line: int
    language: str
    text: str
    output: str  # of a Python block
    how: str
    what: str
    start: int  # of the text, in the text of the page
    output_start: int

    @property
    def is_run(self) -> bool:
        return self.language in RUN and self.how in ("", "run")

    @cached_property
    def options(self) -> tuple[str, ...]:
        return tuple(word.strip() for word in self.what.split(";")) if self.how == "run" else ()

    @property
    def marks(self) -> tuple[str, ...]:
        """`slow` and what it needs: the blocks of a page that have the same marks are one test."""
        return tuple(sorted(option for option in self.options if not option.startswith("exit code ")))

    @property
    def exit_codes(self) -> set[int]:
        return {0, *(int(option.removeprefix("exit code ")) for option in self.options if option not in self.marks)}

    @property
    def session(self) -> list[tuple[str, str]]:
        """The commands of a console block, each with its output."""
        return [(match["command"], match["output"]) for match in SESSION.finditer(self.text)]


def pages() -> list[Path]:
    return [path for pattern in PATTERNS for path in sorted(ROOT.glob(pattern))]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page; one that is the output of the block before is a part of that one."""
    place = 0
    while match := BLOCK.search(text, place):
        output = match["output"] if match["language"] == "python" else None
        place = match.end() if output is not None else match.end("text") + len("```")
        line = text.count("\n", 0, match.start("text"))
        parts = (match["language"], match["text"], output or "", match["how"] or "", match["what"] or "")
        yield Block(line, *parts, match.start("text"), match.start("output"))


def masked(text: str) -> list[str]:
    """The lines without what differs from run to run: times, memory, sizes of proofs, and with them the widths of columns.

    Where a time limit was hit, also the number of solutions so far.
    """
    if "time limit of" in text:
        text = re.sub(r"(≥|at least) [\d,]+", r"\1 #", text)
        text = re.sub(r"[\d,]+ by ", "# by ", text)
    text = re.sub(r"^note: the machine is busy .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"[\d.,]+ (ms|s|kB|MB)\b", "#", text)
    return [re.sub(r" +", " ", line).rstrip() for line in text.rstrip().splitlines()]


def same(shown: str, printed: str) -> bool:
    """Is this the output that is shown? A line `…` stands for any number of lines."""
    parts = [re.escape(line) for line in masked(shown)]
    pattern = "".join(r"(?:.*\n)*?" if part == "…" else part + r"\n" for part in parts)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in masked(printed))) is not None


def count() -> str:
    """A line per page: how many blocks are run, files of others, not run."""
    lines, total = [], Counter[str]()
    for page in pages():
        found = Counter(
            "run" if block.is_run else block.how or "data"
            for block in blocks(page.read_text(encoding="utf-8"))
            if block.language in RUN
        )
        total += found
        lines += [f"{page.relative_to(ROOT)}: {dict(found)}"] if found else []
    return "\n".join([*lines, f"all: {dict(total)}"])


if __name__ == "__main__":
    if sys.argv[1:] == ["--count"]:
        print(count())
    else:
        from tests.page_runs import write

        for word in sys.argv[1:]:
            write(Path(word).resolve())

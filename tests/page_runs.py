"""Runs the blocks of a page: commands of ours in this process, other commands in bash, Python in the namespace of the page."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from types import ModuleType
from unittest.mock import patch
from warnings import catch_warnings, simplefilter

from tests.pages import ROOT, Block, blocks, masked, same
from threefold.backends.sat import auto_search
from threefold.commands.main import carry_out

OURS = re.compile(r"(?:threefold|compare) [^|&;<>$*`]*")


class Checker(doctest.OutputChecker):
    """Measured times and memory are replaced, and with them the width of their columns."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output("\n".join(masked(want)) + "\n", "\n".join(masked(got)) + "\n", optionflags)


class PageRun:
    """A folder and a namespace for the blocks of one page, in their order."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.module = ModuleType(f"page_{page.stem.replace('-', '_')}")  # a child finds functions by this name
        places = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")  # nothing is written for the user
        self._environment = patch.dict(os.environ, dict.fromkeys(places, str(folder)))
        # A command starts without numpy. In this process another test may have imported it, and sat would use it sooner.
        self._numpy = patch.object(auto_search, "numpy_is_imported", lambda: False)

    def __enter__(self) -> "PageRun":
        (self.folder / "examples").symlink_to(ROOT / "examples")
        if any(block.is_run and "reports/" in block.text for block in blocks(self.page.read_text(encoding="utf-8"))):
            copytree(ROOT / "reports", self.folder / "reports")  # a command may write there
        sys.modules[self.module.__name__] = self.module
        self._environment.start()
        self._numpy.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._numpy.stop()
        self._environment.stop()
        del sys.modules[self.module.__name__]

    def run(self, block: Block) -> str:
        """An empty text, or what is wrong: the difference between the page and the output of today."""
        place = f"{self.page.relative_to(ROOT)}:{block.line}: "
        wrong = {"console": self._console, "python": self._python, "pycon": self._pycon}[block.language](block)
        return place + wrong if wrong else ""

    def write_file(self, block: Block) -> None:
        path = self.folder / block.what
        path.parent.mkdir(exist_ok=True)
        path.write_text(block.text, encoding="utf-8")

    def _console(self, block: Block) -> str:
        codes, shows = set[int](), any(output for _, output in block.session)
        for command, output in block.session:
            code, printed = self.command(command)
            codes.add(code)
            if shows and not same(output, printed):
                return f"$ {command}\nshown:\n{output}\nprinted:\n{printed}"
            if code not in block.exit_codes:
                return f"$ {command}\nended with {code}, expected {block.exit_codes}:\n{printed}"
        unused = block.exit_codes - codes - {0}
        return f"no command ended with {unused}" if unused else ""

    def command(self, line: str) -> tuple[int, str]:
        """The exit code and the output of a command line, standard output and error together."""
        if OURS.fullmatch(line.partition(" #")[0]):
            words = shlex.split(line, comments=True)
            with self._captured() as printed:
                code = carry_out(words[words[0] == "threefold" :], lambda work: work())
            return code, printed()
        environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout

    @contextmanager
    def _captured(self) -> Iterator["Printed"]:
        stream = TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True)
        with chdir(self.folder), redirect_stdout(stream), redirect_stderr(stream):
            yield Printed(stream)

    def _python(self, block: Block) -> str:
        printed = self.printed(block)
        return "" if same(block.output, printed) else f"shown:\n{block.output}\nprinted:\n{printed}"

    def printed(self, block: Block) -> str:
        """What a Python block prints."""
        code = compile("\n" * block.line + block.text, str(self.page), "exec")
        with self._captured() as printed, catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # as Python does for a reader: only the tests make it an error
            exec(code, vars(self.module))
        return printed()

    def _pycon(self, block: Block) -> str:
        name = self.page.name
        session = doctest.DocTestParser().get_doctest(block.text, vars(self.module), name, name, block.line)
        session.globs = vars(self.module)
        printed: list[str] = []
        runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.ELLIPSIS)
        with chdir(self.folder):
            failed, _ = runner.run(session, out=printed.append, clear_globs=False)
        return "".join(printed) if failed else ""

    def today(self, block: Block) -> tuple[int, str, str]:
        """A place in the page, the text there, and the text of today. A block that leaves lines out is only run."""
        whole = "\n…\n" not in block.text + block.output
        if block.language == "console" and any(output for _, output in block.session) and whole:
            return block.start, block.text, "".join(f"$ {line}\n{self.command(line)[1]}" for line, _ in block.session)
        if block.language == "python" and block.output and whole:
            return block.output_start, block.output, self.printed(block)
        if error := self.run(block):
            print(error)
        return block.start, block.text, block.text


class Printed:
    """What was printed into a stream so far."""

    def __init__(self, stream: TextIOWrapper) -> None:
        self._stream = stream

    def __call__(self) -> str:
        self._stream.flush()
        buffer = self._stream.buffer
        assert isinstance(buffer, BytesIO)
        return buffer.getvalue().decode()


def write(page: Path) -> None:
    """Write the output of today into the console and Python blocks of a page."""
    text, made, last = page.read_text(encoding="utf-8"), "", 0
    with TemporaryDirectory() as folder, PageRun(page, Path(folder)) as session:
        for block in blocks(text):
            if block.how == "file":
                session.write_file(block)
            elif block.is_run:
                place, old, new = session.today(block)
                made, last = made + text[last:place] + new, place + len(old)
    page.write_text(made + text[last:], encoding="utf-8")

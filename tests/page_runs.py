"""Runs the blocks of a page: commands in a shell, Python in the namespace of the page."""

import doctest
import sys
from contextlib import chdir
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from types import ModuleType
from warnings import catch_warnings, simplefilter

from tests.pages import ROOT, Block, blocks, masked, same
from tests.shell import Shell


class Checker(doctest.OutputChecker):
    """Measured times and memory are replaced, and with them the width of their columns."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output("\n".join(masked(want)) + "\n", "\n".join(masked(got)) + "\n", optionflags)


class PageRun:
    """A folder and a namespace for the blocks of one page, in their order."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.module = ModuleType(f"page_{page.stem.replace('-', '_')}")  # a child finds functions by this name
        self._shell = Shell(folder)

    def __enter__(self) -> "PageRun":
        (self.folder / "examples").symlink_to(ROOT / "examples")
        if any(block.is_run and "reports/" in block.text for block in blocks(self.page.read_text(encoding="utf-8"))):
            copytree(ROOT / "reports", self.folder / "reports")  # a command may write there
        sys.modules[self.module.__name__] = self.module
        self._shell.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._shell.__exit__()
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
            done = self._shell.run(command)
            code, printed = done.code, done.text
            codes.add(code)
            if shows and not same(output, printed):
                return f"$ {command}\nshown:\n{output}\nprinted:\n{printed}"
            if code not in block.exit_codes:
                return f"$ {command}\nended with {code}, expected {block.exit_codes}:\n{printed}"
        unused = block.exit_codes - codes - {0}
        return f"no command ended with {unused}" if unused else ""

    def _python(self, block: Block) -> str:
        printed = self.printed(block)
        return "" if same(block.output, printed) else f"shown:\n{block.output}\nprinted:\n{printed}"

    def printed(self, block: Block) -> str:
        """What a Python block prints."""
        code = compile("\n" * block.line + block.text, str(self.page), "exec")
        with self._shell.captured() as printed, catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # as Python does for a reader: only the tests make it an error
            exec(code, vars(self.module))
        return printed.text

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
            return (
                block.start,
                block.text,
                "".join(f"$ {line}\n{self._shell.run(line).text}" for line, _ in block.session),
            )
        if block.language == "python" and block.output and whole:
            return block.output_start, block.output, self.printed(block)
        if error := self.run(block):
            print(error)
        return block.start, block.text, block.text


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

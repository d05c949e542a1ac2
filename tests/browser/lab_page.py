"""The lab in a real browser: a server of its own for a module's tests, and what they all do."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import Chrome

from tests.browser.chrome import chrome, themed
from tests.browser.page import Page
from threefold.lab.folder import Folder
from threefold.lab.server import Lab


@contextmanager
def opened_lab(folder: Path) -> Iterator["LabPage"]:
    """The page of a new lab that reads this folder, in a new browser."""
    lab = Lab(Folder(folder))
    threading.Thread(target=lab.serve_forever, daemon=True).start()
    try:
        with chrome(folder / "profile") as browser:
            yield LabPage(browser, lab.link)
    finally:
        lab.shutdown()
        lab.server_close()


class LabPage(Page):
    def __init__(self, chrome: Chrome, link: str) -> None:
        super().__init__(chrome)
        self.link = link

    def open(self, width: int = 1280, scheme: str = "light") -> "LabPage":
        """With its first board, 8 queens without givens."""
        self.sized(width, scheme)
        self.chrome.get(self.link)
        self.board(64)
        self.wait("document.querySelector('#shell').textContent === 'compare nqueens 8'")
        return self

    def sized(self, width: int, scheme: str) -> None:
        size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        themed(self.chrome, scheme)
        self.wait(f"innerWidth === {width}")

    def board(self, cells: int) -> None:
        """A board with so many cells is there, and no other is on the way."""
        self.wait(
            f"document.querySelectorAll('#board .cell').length === {cells} && !document.querySelector('#board [aria-busy]')"
        )

    def part(self, name: str) -> None:
        self.click(f"#tab-{name}")

    def parameter(self, text: str, cells: int) -> None:
        """Set the puzzle's first parameter, and wait for its board."""
        self.fill("#board .fields input", text)
        self.board(cells)

    def puzzle(self, name: str, cells: int) -> None:
        """With its default parameters."""
        self.choose("#puzzle", name)
        self.board(cells)

    def cell(self, literal: str) -> None:
        """Click the board's cell of this literal."""
        self.click(f'#board [data-literals="{literal}"]')

    def givens(self, *literals: str) -> None:
        """The page's givens soon are these."""
        self.soon(lambda: self.value("#givens"), "\n".join(literals))

    def marks(self, part: str) -> dict[str, str]:
        """The marks on the board of a part: the sign of each literal."""
        script = """
            const cells = [...document.querySelectorAll(`#${arguments[0]} .board .cell`)];
            return cells.map((cell) => [cell.dataset.literals, cell.innerText.trim()]).filter(([, text]) => text)
        """
        return dict(self.script(script, part))

    def errors(self) -> list[str]:
        """Of the page's own code; a refused question is none."""
        lines = self.chrome.get_log("browser")  # type: ignore[no-untyped-call]
        return [
            line["message"]
            for line in lines
            if line["level"] == "SEVERE" and "Failed to load resource" not in line["message"]
        ]

"""The lab in a real browser: a server of its own for a module's tests, and what they all do."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.chrome import chrome, themed
from threefold.lab.folder import Folder
from threefold.lab.server import Lab

PATIENCE = 60  # seconds: a busy machine


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


class LabPage:
    def __init__(self, chrome: Chrome, link: str) -> None:
        self.chrome, self.link = chrome, link

    def open(self, width: int = 1280, scheme: str = "light") -> "LabPage":
        size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        themed(self.chrome, scheme)
        self.chrome.get(self.link)
        self.until(lambda: self.all("#board .cell"))
        return self

    def all(self, selector: str) -> list[WebElement]:
        return self.chrome.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.until(lambda: self.all(selector))[0]

    def until(self, found: Callable[[], list[WebElement]]) -> list[WebElement]:
        """What is found; the page may draw its elements anew while they are looked at."""
        wait = WebDriverWait(self.chrome, PATIENCE, ignored_exceptions=[StaleElementReferenceException])
        return wait.until(lambda _: found())

    def wait(self, condition: str) -> None:
        """Until a JavaScript expression is true."""
        WebDriverWait(self.chrome, PATIENCE).until(
            lambda _: self.chrome.execute_script(f"return {condition}"), condition
        )

    def part(self, name: str) -> None:
        self.one(f"#tab-{name}").click()

    def parameter(self, text: str, cells: int) -> None:
        """Set the puzzle's first parameter, and wait for its board."""
        script = "const [field, text] = arguments; field.value = text; field.dispatchEvent(new Event('change', {bubbles: true}))"
        self.chrome.execute_script(script, self.one("#board .fields input"), text)
        self.wait(f"document.querySelectorAll('#board .cell').length === {cells}")

    def fits(self) -> bool:
        """Nothing is wider than the window."""
        script = "const root = document.documentElement; return root.scrollWidth <= root.clientWidth"
        return bool(self.chrome.execute_script(script))

    def errors(self) -> list[str]:
        """Of the page's own code; a refused question is none."""
        lines = self.chrome.get_log("browser")  # type: ignore[no-untyped-call]
        return [
            line["message"]
            for line in lines
            if line["level"] == "SEVERE" and "Failed to load resource" not in line["message"]
        ]

"""Pictures of the lab for the README and the docs: `python -m tests.browser.lab_pictures FOLDER`. Needs Debian's chromium."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.lab_page import LabPage, opened_lab

QUEENS = ("queen[1]=1", "queen[2]=4")  # no backend's propagation sees that this board cannot be completed
PARTS = {
    "run": "document.querySelector('#result .verdict')",
    "deadends": "document.querySelector('#deadends-completion').textContent",
    "inside": "document.querySelector('#inside button.clause')",
    "check": "true",
    "watch": "true",
}


def picture(page: LabPage, path: Path, width: int, scheme: str = "light", most: int = 3000) -> None:
    """All of the page, at this width."""
    size = {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": False}
    feature = {"name": "prefers-color-scheme", "value": scheme}
    page.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    page.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    height = page.chrome.execute_script("return document.documentElement.scrollHeight")
    page.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size | {"height": min(height, most)})
    page.chrome.execute_script("document.activeElement.blur()")
    page.chrome.save_screenshot(str(path))


def opened_part(page: LabPage, part: str) -> None:
    page.part(part)
    if part == "run":
        page.click("#start")
    page.wait(PARTS[part])


def everything(folder: Path) -> None:
    """Every part, light and dark, wide and narrow, to look at."""
    with TemporaryDirectory() as place, opened_lab(Path(place)) as page:
        for scheme in ("light", "dark"):
            page.open(1280, scheme)
            for literal in QUEENS:
                page.cell(literal)
            for part in PARTS:
                opened_part(page, part)
                for width in (1280, 400):
                    picture(page, folder / f"{part}-{scheme}-{width}.png", width, scheme)


def for_the_docs(folder: Path) -> None:
    with TemporaryDirectory() as place, opened_lab(Path(place)) as page:
        page.open()
        page.cell("queen[1]=3")
        opened_part(page, "run")
        picture(page, folder / "lab-run.png", 1300)
        page.click("#clear")
        for literal in QUEENS:
            page.cell(literal)
        opened_part(page, "deadends")
        picture(page, folder / "lab.png", 1300)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    if sys.argv[2:] == ["--all"]:
        everything(target)
    else:
        for_the_docs(target)

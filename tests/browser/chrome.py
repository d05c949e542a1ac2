"""Debian's Chromium without a screen, to which no other host exists. Tests that import this are skipped where it is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest

pytest.importorskip("selenium")
if not which("chromedriver"):
    pytest.skip("chromium-driver is not installed", allow_module_level=True)

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

QUIET = ("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
         "disable-component-update", "disable-sync", "host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")  # fmt: skip


@contextmanager
def chrome(profile: Path) -> Iterator[Chrome]:
    """A browser with this folder of its own, which logs what pages write to its console."""
    options = ChromeOptions()
    for argument in (*QUIET, f"user-data-dir={profile}"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = Chrome(options=options, service=Service(which("chromedriver")))
    try:
        yield started
    finally:
        started.quit()


def themed(browser: Chrome, scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

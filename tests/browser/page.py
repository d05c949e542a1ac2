"""A page that may draw its elements anew at any time, also between two commands of a test.

So no test holds an element. One script looks it up and reads or clicks it, between two tasks of the page; a script that finds
nothing yet is called again. `soon` and `shows` wait for what is expected.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from selenium.common.exceptions import (
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE = 60  # seconds: a busy machine
DRAWN_ANEW = (NoSuchElementException, StaleElementReferenceException, ElementNotInteractableException)
T = TypeVar("T")

FOUND = """
    const [selector, text] = arguments;
    const words = (each) => each.checkVisibility() ? each.innerText.replace(/\\s+/g, " ").trim() : "";
    const all = [...document.querySelectorAll(selector)];
    const one = all.find((each) => text == null || words(each) === text);
"""
# As with the mouse: the element is seen, nothing covers it, and it gets the focus.
CLICK = """
    if (!one?.checkVisibility() || one.disabled) return false;
    one.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
    const box = one.getBoundingClientRect();
    if (!one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))) return false;
    one.focus({preventScroll: true});
    if (!one.isConnected) return false;
    one.click();
    return true;
"""
FILL = """
    if (!one?.checkVisibility() || one.disabled) return false;
    one.focus();
    one.value = arguments[2];
    for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, {bubbles: true}));
    one.blur();
    return true;
"""


class Page:
    def __init__(self, chrome: Chrome) -> None:
        self.chrome = chrome

    def script(self, code: str, *arguments: object) -> Any:
        return self.chrome.execute_script(code, *arguments)

    def until(self, found: Callable[[], T], said: str = "") -> T:
        """What is found, as soon as it is true."""
        return WebDriverWait(self.chrome, PATIENCE, 0.05, DRAWN_ANEW).until(lambda _: found(), said)

    def wait(self, condition: str) -> None:
        """Until a JavaScript expression is true."""
        self.until(lambda: self.script(f"return {condition}"), condition)

    def soon(self, read: Callable[[], object], wanted: object) -> None:
        """What is read becomes equal to this."""
        with suppress(TimeoutException):
            self.until(lambda: read() == wanted)
            return
        assert read() == wanted

    def shows(self, selector: str, *parts: str) -> None:
        """The visible text of the element soon has these parts."""
        with suppress(TimeoutException):
            self.until(lambda: all(part in self.text(selector) for part in parts))
            return
        for part in parts:
            assert part in self.text(selector), selector

    def hides(self, selector: str) -> None:
        """The element is not visible, or soon is not."""
        self.until(lambda: not self.visible(selector), f"{selector} is hidden")

    def count(self, selector: str) -> int:
        return int(self.script("return document.querySelectorAll(arguments[0]).length", selector))

    def texts(self, selector: str) -> list[str]:
        """The visible text of every such element, with single spaces."""
        return list(self.script(FOUND + "return all.map(words)", selector))

    def text(self, selector: str) -> str:
        return self.until(lambda: self.texts(selector), selector)[0]

    def visible(self, selector: str) -> bool:
        return bool(self.script(FOUND + "return Boolean(one?.checkVisibility())", selector))

    def attribute(self, selector: str, name: str) -> str:
        """Of the first such element; an empty text if it has none."""
        self.until(lambda: self.count(selector), selector)
        return str(self.script(FOUND + "return one?.getAttribute(arguments[2]) ?? ''", selector, None, name))

    def value(self, selector: str) -> str:
        """What is in a field."""
        self.until(lambda: self.count(selector), selector)
        return str(self.script(FOUND + "return one.value", selector))

    def click(self, selector: str, text: str | None = None) -> None:
        """Click the first such element, or the one with this text."""
        self.until(lambda: self.script(FOUND + CLICK, selector, text), f"{selector} {text or ''} can be clicked")

    def fill(self, selector: str, text: str) -> None:
        """As if it was typed and the field was left."""
        self.until(lambda: self.script(FOUND + FILL, selector, None, text), f"{selector} can be filled")

    def choose(self, selector: str, value: str) -> None:
        """An option of a list."""
        has = FOUND + "return [...(one?.options ?? [])].some((each) => each.value === arguments[2] && !each.disabled)"
        self.until(lambda: self.script(has, selector, None, value), f"{selector} offers {value}")
        self.fill(selector, value)

    def press(self, selector: str, *keys: str) -> None:
        """Press keys on the element, with the real keyboard."""
        self._press(lambda: self.chrome.find_element(By.CSS_SELECTOR, selector), keys)

    def press_focused(self, *keys: str) -> None:
        self._press(lambda: self.chrome.switch_to.active_element, keys)

    def _press(self, find: Callable[[], WebElement], keys: tuple[str, ...]) -> None:
        def pressed() -> bool:
            find().send_keys(*keys)
            return True

        self.until(pressed)

    def fits(self) -> bool:
        """Nothing is wider than the window."""
        return bool(self.script("const root = document.documentElement; return root.scrollWidth <= root.clientWidth"))

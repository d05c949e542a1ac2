"""Which files a MiniZinc model includes: the items `include "NAME"` of its text, which is not compiled.

Comments, quoted names and strings are skipped as in minizinc. A string may hold an expression, `"x = \\(x)"`, in which
there may be strings and comments again.
"""

import re
from collections.abc import Iterator

_CODE = re.compile(
    r"""(?P<skipped>%[^\n\r]*|/\*.*?\*/|'[^'\n\r]*'|\s+)|(?P<word>[A-Za-z_]\w*)|(?P<quote>")|(?P<other>.)""",
    re.DOTALL | re.ASCII,
)
_STRING = re.compile(r"""(?P<text>[^"\\]+)|(?P<open>\\\()|(?P<escape>\\.)|(?P<quote>")""", re.DOTALL)


def included(text: str) -> Iterator[str]:
    """The names as they are written, with backslashes that stand for other characters."""
    place, nested = 0, list[int]()  # of every string that is open: the parentheses that are open in its expression
    in_string = expected = False
    start = 0  # of the string after `include`
    while found := (_STRING if in_string else _CODE).match(text, place):
        kind, place = found.lastgroup, found.end()
        if in_string:
            if kind in ("quote", "open"):
                if expected:
                    yield text[start : found.start() if kind == "quote" else place]
                in_string = expected = False
            if kind == "open":
                nested.append(0)
        elif kind == "quote":
            in_string, start = True, place
        elif kind != "skipped":
            expected = found[0] == "include"
            in_string = _closes(found[0], nested)


def _closes(token: str, nested: list[int]) -> bool:
    """The expression in a string ends here."""
    if not nested or token not in "()":
        return False
    if token == ")" and nested[-1] == 0:
        nested.pop()
        return True
    nested[-1] += 1 if token == "(" else -1
    return False

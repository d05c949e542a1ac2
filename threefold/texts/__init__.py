"""The texts of `exercise`, `play` and `sheet` in the languages of the five sheets.

    say = Language.of("it")
    say("Notes on the sheet"), say.many(84, "clause")

The English text is the key, as with gettext: code stays readable, and English needs no catalogue. The files here hold the
translations, one `[[text]]` or `[[noun]]` each. A text may have places like {n}. A noun has its plural forms: two, in Russian
three. A test checks that no language lacks a text or a place.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from threefold.errors import BadInput, did_you_mean
from threefold.format import many

LANGUAGES = ("en", "it", "ru", "es", "fr")
THOUSANDS = {"en": ","}  # the others have a thin space, as the SI recommends

Entry = dict[str, str]
Noun = dict[str, list[str]]


@cache
def catalogue() -> tuple[dict[str, Entry], dict[str, Noun]]:
    """The texts by their English text, and the nouns by their English singular."""
    texts: dict[str, Entry] = {}
    nouns: dict[str, Noun] = {}
    for file in sorted(Path(__file__).parent.glob("*.toml")):
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        texts |= {entry["en"]: entry for entry in content.get("text", ())}
        nouns |= {entry["en"][0]: entry for entry in content.get("noun", ())}
    return texts, nouns


@dataclass(frozen=True)
class Language:
    code: str = "en"

    @classmethod
    def of(cls, code: str | None) -> "Language":
        if code is not None and code not in LANGUAGES:
            near = did_you_mean(code, LANGUAGES)
            raise BadInput(f"«lang» must be one of {', '.join(LANGUAGES)} (got '{code}'){near}")
        return cls(code or "en")

    def __call__(self, text: str, **values: object) -> str:
        """The text in this language, with its places filled in. A text that is not in the catalogue stays English."""
        if self.code != "en":
            text = catalogue()[0].get(text, {}).get(self.code, text)
        return text.format(**values) if values else text

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", THOUSANDS.get(self.code, "\N{NARROW NO-BREAK SPACE}"))

    def many(self, count: int, noun: str) -> str:
        """`1 clause`, `84 clauses`."""
        if self.code == "en":
            return many(count, noun)
        forms = catalogue()[1][noun][self.code]
        return f"{self.number(count)} {forms[_plural(count, self.code)]}"

    def reason(self, reason: str | None) -> str:
        """Why a run has no answer; the guard's sentence about time is translated."""
        found = re.fullmatch(r"time limit of (\S+) s", reason or "")
        return self("time limit of {seconds} s", seconds=found[1]) if found else str(reason)


def _plural(count: int, code: str) -> int:
    """Which form of a noun follows this number."""
    if code == "ru":
        few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
        return 0 if count % 10 == 1 and count % 100 != 11 else 1 if few else 2
    return int(count > 1 if code == "fr" else count != 1)


ENGLISH = Language()


def translate(text: str, code: str, **values: object) -> str:
    return Language.of(code)(text, **values)

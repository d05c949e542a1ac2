"""The catalogues of languages are complete, and every text of the sheets and of `play` is in them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import threefold
from threefold import exercises
from threefold.commands import exercise_measures, exercise_runs
from threefold.errors import BadInput
from threefold.texts import LANGUAGES, Language, catalogue, translate

TEXTS, NOUNS = catalogue()
FORMS = {"ru": 3}
PACKAGE = Path(threefold.__file__).parent
WITH_TEXTS = (
    "commands/exercise_runs.py",
    "commands/exercise_measures.py",
    "exercises/results.py",
    "exercises/sheet_004.py",
)
SPEAKING = ("say", "_say", "_text")  # the names under which code calls a Language


def said(file: str) -> Iterator[str]:
    """The texts that a file gives to a Language, also one of two: say("a" if … else "b")."""
    for call in ast.walk(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in SPEAKING:
            for part in ast.walk(call.args[0]) if call.args else ():
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def texts_of_sheets() -> Iterator[str]:
    for sheet in map(exercises.find, exercises.names()):
        yield from (sheet.title, sheet.language, sheet.summary, *sheet.remarks, *sheet.commands.values())
        yield from (version.summary for version in sheet.versions)
        yield from (group.name for group in sheet.groups)
        yield from (group.formula for group in sheet.groups if re.search("[a-z]{2}", group.formula))  # has words


def places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_is_there_in_every_language_with_the_same_places(text: str) -> None:
    entry = TEXTS[text]
    assert list(entry) == list(LANGUAGES)
    assert all(entry.values())
    assert all(places(translated) == places(text) for translated in entry.values())


@pytest.mark.parametrize("file", WITH_TEXTS)
def test_every_text_of_the_code_is_in_the_catalogue(file: str) -> None:
    found = set(said(file))
    assert found
    assert found - {"", "."} <= TEXTS.keys()


def test_every_text_of_the_sheets_is_in_the_catalogue() -> None:
    assert set(texts_of_sheets()) - TEXTS.keys() == set()
    measures = exercise_measures
    constants = {measures.MISSING, measures.RACE_FOOT, measures.FIRST_AND_ALL, measures.CUT_OFF, *measures.STATUSES}
    assert constants | {*exercise_runs.SENTENCES, *exercise_runs.SENTENCES.values()} <= TEXTS.keys()
    assert set(measures.STATISTICS) - {"n", "k"} <= TEXTS.keys()


@pytest.mark.parametrize("noun", NOUNS)
def test_every_noun_has_all_its_forms_in_every_language(noun: str) -> None:
    assert {code: len(forms) for code, forms in NOUNS[noun].items()} == {c: FORMS.get(c, 2) for c in LANGUAGES}


def test_no_text_stands_twice_in_the_catalogues() -> None:
    files = (PACKAGE / "texts").glob("*.toml")
    written = sum(file.read_text(encoding="utf-8").count("\nen = ") for file in files)
    assert written == len(TEXTS) + len(NOUNS)


@pytest.mark.parametrize(
    ("code", "texts"),
    {
        "en": ["0 clauses", "1 clause", "2 clauses", "1,480 clauses"],
        "it": ["0 clausole", "1 clausola", "2 clausole", "1\u202f480 clausole"],
        "fr": ["0 clause", "1 clause", "2 clauses", "1\u202f480 clauses"],
        "ru": ["0 дизъюнктов", "1 дизъюнкт", "2 дизъюнкта", "1\u202f480 дизъюнктов"],
    }.items(),
)
def test_a_number_has_the_form_of_its_noun(code: str, texts: list[str]) -> None:
    assert [Language(code).many(count, "clause") for count in (0, 1, 2, 1480)] == texts


@pytest.mark.parametrize(("count", "form"), [(11, 2), (21, 0), (22, 1), (12, 2), (112, 2), (104, 1)])
def test_russian_has_three_forms(count: int, form: int) -> None:
    assert Language("ru").many(count, "clause").endswith(f" {NOUNS['clause']['ru'][form]}")


def test_english_is_the_key_and_an_unknown_text_stays_as_it_is() -> None:
    assert translate("Solver: {solver}.", "en", solver="x") == "Solver: x."
    assert translate("Solver: {solver}.", "fr", solver="x") == "Solveur : x."
    assert translate("no such text", "it") == "no such text"


def test_an_unknown_language_is_refused_with_the_list() -> None:
    with pytest.raises(BadInput, match="lang must be one of en, it, ru, es, fr \\(got 'de'\\)"):
        Language.of("de")
    assert Language.of(None).code == "en"

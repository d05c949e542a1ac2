"""A handout with blanks gives no answer away: no solution, no number of solutions, no size of a formula."""

import re

import pytest

import threefold as tf
from tests.models.instances import COUNTS
from threefold.models import find

FORMS = ("md", "tex", "html")
NUMBER = r"(\d[\d,]*|no|none|one|two|three|four|five|six|seven|eight|nine|ten)"
OF = r"(solution|completion|way|filling|colouring|tour|design|ruler|schedule)s?"
A_COUNT = re.compile(
    rf"\b(there (is|are) {NUMBER}(?! queen per)|has (only )?{NUMBER}|{NUMBER} (\w+ )?{OF})\b", re.IGNORECASE
)


def words(text: str) -> str:
    """The text with single spaces; what stands between the numbers of a list or table is left out."""
    text = re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
    return " " + re.sub(r"[^\w.#-]+", " ", text) + " "


@pytest.mark.parametrize("name", COUNTS)
def test_no_solution_and_no_count_of_a_puzzle_is_in_a_handout_with_blanks(name: str) -> None:
    parameters, count = min(COUNTS[name].items(), key=lambda each: (each[1] < 2, each[1]))
    sheet = tf.sheet(name, *parameters)
    assert sheet.solved.solutions == count
    counts = {f" {number} " for known in find(name).known for number in known.counts.values() if number > 20}
    values = {f" {' '.join(map(str, each.values.values()))} " for each in tf.solutions(name, *parameters, limit=20)}
    student = sheet.text("md", blanks=True).partition("## Variables")[0]
    assert not (found := A_COUNT.search(student)), found
    for form in FORMS:
        text = sheet.text(form, blanks=True)
        assert not sheet.solved.picture or sheet.solved.picture not in text
        assert words(sheet.solved.drawing) not in words(text)
        assert not {each for each in counts | values if each in words(text)}


@pytest.mark.parametrize("name", [name for name in COUNTS if name != "langford"])
def test_the_description_of_a_puzzle_has_its_answers_where_blanks_leave_them_out(name: str) -> None:
    description = find(name).description
    assert "\n\nExample: " in description
    assert A_COUNT.search(description[description.index("Example: ") :].replace("\n", " ")) or name in OTHER_WORDS


OTHER_WORDS = {"domination", "magic", "vanderwaerden"}  # "one board", "one of the eight", "can be coloured"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("puzzle", "parameters"), [("nqueens", (6,)), ("cards", (4, 2))])
def test_the_table_of_sizes_is_to_be_filled_in(puzzle: str, parameters: tuple[int, ...], form: str) -> None:
    sheet = tf.sheet(puzzle, *parameters)
    numbers = {str(number) for row in sheet.content.sizes for number in row.numbers if number > 20}

    def shown(blanks: bool) -> set[str]:
        return numbers & set(re.findall(r"\d+", words(sheet.text(form, blanks=blanks).replace(",", ""))))

    assert (shown(blanks=False), shown(blanks=True)) == (numbers, set())


def test_the_solutions_have_the_whole_description_and_the_sizes() -> None:
    student, teacher = (text.decode() for text in tf.sheet("cards", 4, 2).files("sheet.md", blanks=True).values())
    assert "4 1 3 1 2 4 3 2" in teacher
    assert "| 4 | 2 | 64 | 488 | 8 | 5 | 64 | 62 | 2 |" in teacher
    assert "| 4 | 2 |  |  |  |  |  |  |  |" in student

"""What the page asks: a puzzle with parameters and givens, checked against the folder in which the lab was started."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from threefold.guard import Limits
from threefold.lab.folder import BadField, Folder
from threefold.language import BadInput
from threefold.plugins import is_path

if TYPE_CHECKING:
    from threefold.runs.instance import Instance

LONGEST_TEXT = 4096  # characters of one parameter or given
MOST_TEXTS = 4096

Checked = TypeVar("Checked")


@dataclass(frozen=True)
class Asked:
    """A question of the page; `detail` has the fields that only one part knows."""

    puzzle: str
    parameters: tuple[str, ...]
    givens: tuple[str, ...]
    detail: Mapping[str, Any]
    folder: Folder

    @staticmethod
    def of(body: object, folder: Folder) -> "Asked":
        if not isinstance(body, dict):
            raise BadField("a JSON object was expected")
        puzzle = body.pop("puzzle", "")
        if not isinstance(puzzle, str) or len(puzzle) > LONGEST_TEXT:
            raise BadField("a puzzle is a name or a file", "puzzle")
        if is_path(puzzle):
            folder.check(puzzle, "puzzle")
        parameters = _texts(body.pop("parameters", ()), "parameters")
        while len(parameters) > 1 and not parameters[-1]:  # a field that is left empty
            parameters = parameters[:-1]
        for text in parameters:
            folder.check(text, "parameters")
        return Asked(puzzle, parameters, _texts(body.pop("givens", ()), "givens"), body, folder)

    def instance(self, limits: Limits | None = None, *, givens: bool = True) -> "Instance":
        """In a guarded child: a puzzle file is loaded in one of its own."""
        from threefold.api.arguments import instance_of, limits_of  # not in the process that serves the page

        asked = (self.puzzle, self.parameters, self.givens if givens else ())
        some = bool(self.parameters)  # the optional ones may be left out; without any the page shows the example
        return with_field("parameters", lambda: instance_of(*asked, False, limits or limits_of(10, None), optimum=some))

    def text(self, name: str, default: str = "") -> str:
        value = self.detail.get(name, default)
        if not isinstance(value, str):
            raise BadField(f"{name} must be a text", name)
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise BadField(f"character {error.start + 1} cannot be written in UTF-8", name) from None
        return value

    def flag(self, name: str) -> bool:
        return self.detail.get(name) is True

    def number(self, name: str, least: int, most: int, default: int) -> int:
        value = self.detail.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise BadField(f"{name} must be an integer from {least} to {most}", name)
        return value


def with_field(field: str, check: Callable[[], Checked]) -> Checked:
    """A mistake that is found by `check` is shown beside this field."""
    try:
        return check()
    except BadField:
        raise
    except BadInput as error:
        raise BadField(str(error), field) from None


def _texts(value: object, field: str) -> tuple[str, ...]:
    if not isinstance(value, Iterable) or isinstance(value, str | dict):
        raise BadField(f"{field}: a list of texts was expected", field)
    texts = tuple(value)
    if len(texts) > MOST_TEXTS or not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts):
        raise BadField(f"{field}: at most {MOST_TEXTS:,} texts of at most {LONGEST_TEXT:,} characters", field)
    return texts

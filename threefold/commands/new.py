"""`new`: a file to begin a puzzle of one's own with."""

import keyword
from pathlib import Path
from typing import Annotated

import typer

from threefold import models
from threefold.language import BadInput, ThreefoldError

Name = Annotated[str, typer.Argument(metavar="NAME", help="Of the puzzle; the file is NAME.py.")]


def new(name: Name) -> int:
    """Write a starting file for a puzzle of your own: it runs as it is, and its comments say what to change.

    Example: threefold new towers && compare ./towers.py 4
    """
    name = name.removesuffix(".py")
    if keyword.iskeyword(name):
        raise BadInput(f"'{name}' is a keyword of Python: a puzzle needs another name")
    if not name.isidentifier():
        raise BadInput(f"a puzzle's name has letters, digits and underscores only (got '{name}')")
    path = Path(f"{name}.py")
    template = Path(models.__file__).with_name("_template.py").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template.replace("NAME", name))
    except FileExistsError:
        raise BadInput(f"{path} exists already: nothing was written") from None
    except OSError as error:
        raise ThreefoldError(f"{path}: cannot be written: {error.strerror or error}") from None
    print(f"wrote {path}; try: compare ./{path} 4")
    return 0

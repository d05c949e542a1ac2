"""`sheet`: a handout of a puzzle, with formulas, sizes, a solution and exercises."""

from typing import Annotated

from threefold.commands.options import Options, Text, flag, option
from threefold.commands.output import check_place, write
from threefold.errors import BadInput


class SheetOptions(Options):
    output: Annotated[Text, option("--output -o", "FILE", "The sheet: .md, .tex, .html or .pdf.", False)] = None
    lang: Annotated[Text, option("--lang", "it|ru|es|fr|en", "Language of headings and exercises.", "en")] = None
    blanks: Annotated[bool, flag("--blanks", "Leave formulas, sizes and answers out; FILE-solutions has them.")] = False


@SheetOptions.command("puzzle parameters output lang blanks given timeout memory quiet")
def sheet(asked: SheetOptions) -> int:
    """Write a handout: formulas as clauses, CP constraints and 0/1 rows, sizes, a solution, exercises.

    Example: threefold sheet nqueens 4 -o queens.html; threefold sheet cards 4 2 -o cards.pdf --blanks

    Exit code: 0 written, 2 bad input, 3 a limit was hit, 4 error.
    """
    from threefold.handouts import format_of, pdf_program, sheet_of
    from threefold.texts import Language

    instance, limits = asked.instance()
    if asked.output is None:
        raise BadInput("-o FILE is missing: a sheet ends in .md, .tex, .html or .pdf")
    language = Language.of(asked.lang)
    if format_of(asked.output) == "pdf":
        pdf_program(language.code)
    check_place(asked.output)
    made = sheet_of(instance, asked.lang, limits)
    for name, content in made.files(asked.output, blanks=asked.blanks).items():
        write([content], name, quiet=asked.quiet)
    return 0

"""`lab`: a local web page to set up boards, run the backends and look inside."""

import os
import sys
from typing import Annotated

from threefold.commands.options import Options, flag, numeric, option
from threefold.errors import BadInput

BROWSER = "Open the page in the browser; without a desktop only the link is printed."


class LabOptions(Options):
    port: Annotated[int, numeric("--port", "N", "The port; 0 is any free one.")] = 0
    folder: Annotated[str, option("--folder", "FOLDER", "The page reads puzzle files in this folder only.")] = "."
    browser: Annotated[bool, flag("--browser/--no-browser", BROWSER)] = True


@LabOptions.command("puzzle parameters given port folder browser")
def lab(asked: LabOptions) -> int:
    """Start a local web page: set up boards, run the backends, look inside. It begins with the puzzle that is named.

    Example: threefold lab; threefold lab nqueens 8 --given 'queen[1]=3'; threefold lab --port 8000 --no-browser

    Only this machine can reach the page, and only with the token in the link. Ctrl-C ends it and all its runs.
    """
    from threefold.api.arguments import instance_of, limits_of
    from threefold.lab.folder import folder_of
    from threefold.lab.server import Lab, serve

    if not 0 <= asked.port <= 65535:
        raise BadInput(f"--port must be between 0 and 65535 (got {asked.port})")
    words, givens = list[str](), tuple(asked.given or ())
    if asked.puzzle is None:
        asked.refuse("is for a puzzle: lab PUZZLE PARAMETERS…", "given")
    else:
        puzzle, parameters = asked.words()
        # A mistake in what was typed is found before the page opens.
        instance_of(puzzle, parameters, givens, False, limits_of(10, None), optimum=bool(parameters))
        words = [puzzle, *parameters]
    try:
        server = Lab(folder_of(asked.folder, words, givens), asked.port)
    except OSError as error:
        raise BadInput(f"port {asked.port} cannot be used: {error.strerror or error}") from None
    serve(server, lambda: _greet(server.link, asked.browser))
    return 0


def _greet(link: str, browser: bool) -> None:
    print(f"The lab is at {link}\nCtrl-C ends it.", flush=True)
    if browser and sys.stdout.isatty() and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        import webbrowser

        webbrowser.open(link)

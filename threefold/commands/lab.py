"""`lab`: a local web page to set up boards, run the backends and look inside."""

import os
import sys
from typing import Annotated

from threefold.commands.options import argument, flag, numeric, option
from threefold.errors import BadInput

BROWSER = "Open the page in the browser; without a desktop only the link is printed."


def lab(
    puzzles: Annotated[
        list[str] | None, argument("Puzzles or puzzle files that the page offers first.", "[PUZZLE]…")
    ] = None,
    port: Annotated[int, numeric("--port", "N", "The port; 0 is any free one.")] = 0,
    folder: Annotated[str, option("--folder", "FOLDER", "The page reads puzzle files in this folder only.")] = ".",
    browser: Annotated[bool, flag("--browser/--no-browser", BROWSER)] = True,
) -> int:
    """Start a local web page: set up boards, run the backends, look inside.

    Example: threefold lab; threefold lab nqueens --port 8000 --no-browser

    Only this machine can reach the page, and only with the token in the link. Ctrl-C ends it and all its runs.
    """
    from threefold.lab.folder import folder_of
    from threefold.lab.server import Lab, serve

    if not 0 <= port <= 65535:
        raise BadInput(f"--port must be between 0 and 65535 (got {port})")
    try:
        server = Lab(folder_of(folder, puzzles or []), port)
    except OSError as error:
        raise BadInput(f"port {port} cannot be used: {error.strerror or error}") from None
    serve(server, lambda: _greet(server.link, browser))
    return 0


def _greet(link: str, browser: bool) -> None:
    print(f"The lab is at {link}\nCtrl-C ends it.", flush=True)
    if browser and sys.stdout.isatty() and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        import webbrowser

        webbrowser.open(link)

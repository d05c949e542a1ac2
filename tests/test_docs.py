"""The pages of the documentation: their links lead somewhere, every page can be found, and the commands are those of today.

`python -m tests.test_docs` writes docs/commands.md again.
"""

import pkgutil
import re
import tomllib
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.pages import ROOT, pages
from threefold.commands.main import COMMANDS, run

README = ROOT / "README.md"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, by GitHub's rule."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> list[tuple[Path, str]]:
    """The relative links of a page: the file, and the anchor or an empty text."""
    without_code = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    targets = [target for target in re.findall(r"\]\(([^)\s]+)\)", without_code) if "://" not in target]
    parts = [target.partition("#") for target in targets]
    return [((page.parent / name).resolve() if name else page, anchor) for name, _, anchor in parts]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for file, anchor in links(page):
        assert file.exists(), f"{file}: there is no such file"
        assert not anchor or file.suffix != ".md" or anchor in anchors(file), (
            f"{file}#{anchor}: there is no such heading"
        )


def test_every_page_of_the_documentation_can_be_reached_from_the_readme() -> None:
    reached, pages = set[Path](), [README]
    while pages:
        page = pages.pop()
        reached.add(page)
        pages += {file for file, _ in links(page) if file.suffix == ".md" and file.exists()} - reached
    assert set((ROOT / "docs").glob("*.md")) <= reached


COMMANDS_PAGE = ROOT / "docs/commands.md"


def commands_page() -> str:
    """The page's own introduction, and the help of every command."""
    introduction = COMMANDS_PAGE.read_text().partition("\n## ")[0].rstrip()
    return introduction + "\n" + "".join(f"\n## {name}\n\n```text\n{help_of(name)}```\n" for name in COMMANDS)


def help_of(name: str) -> str:
    with redirect_stdout(StringIO()) as printed:
        assert run([name, "--help"], "threefold") == 0
    return printed.getvalue()


def test_the_page_of_the_commands_has_the_help_of_every_command() -> None:
    assert COMMANDS_PAGE.read_text() == commands_page(), "run: python -m tests.test_docs"


ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w.]+:[\w.]+)`", ARCHITECTURE))))
def test_a_function_on_the_page_of_the_architecture_exists(name: str) -> None:
    assert callable(pkgutil.resolve_name(f"threefold.{name}"))


def test_the_page_of_the_architecture_has_the_layers_in_the_order_that_is_checked() -> None:
    [layers] = [
        contract["layers"]
        for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    ]
    assert " → ".join(layers) in ARCHITECTURE


def test_every_package_is_on_the_page_of_the_architecture() -> None:
    packages = {path.parent.name for path in (ROOT / "threefold").glob("*/__init__.py")}
    assert [name for name in packages if f"  {name}/ " not in ARCHITECTURE and f"\n{name}/ " not in ARCHITECTURE] == []


if __name__ == "__main__":
    COMMANDS_PAGE.write_text(commands_page())

"""The hook of mkdocs.yml: the site has the files of the repository at their own paths. Links work as on a code host.

mkdocs itself only takes the pages of one folder below mkdocs.yml. Nothing is copied in git.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PATTERNS = (
    Path(__file__).with_name("pages.txt").read_text(encoding="utf-8").split()
)  # tests/test_pages.py runs the same pages
ASSETS = Path(__file__).parent / "assets"
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?P<target>[^)#\s:]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Pages, all that they link to, our assets, and the files of the theme."""
    pages = [path for pattern in PATTERNS for path in sorted(ROOT.glob(pattern))]
    linked = {target for page in pages for target in targets(page)} - set(pages)
    folders = {path for path in linked if path.is_dir()}
    inside = {path for folder in folders for path in folder.glob("*.*") if path.is_file()}
    taken = [*pages, *sorted({path for path in linked if path.is_file()} | inside), *sorted(ASSETS.iterdir())]
    made = [File.generated(config, f"{name(folder)}/index.md", content=listing(folder)) for folder in sorted(folders)]
    theme = [file for file in files if file.src_dir != config.docs_dir]
    return Files([*(file_of(path, config) for path in taken), *made, *theme])


def file_of(path: Path, config: MkDocsConfig) -> File:
    return File(name(path), str(ROOT), config.site_dir, config.use_directory_urls)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def targets(page: Path) -> list[Path]:
    """The files and folders of the repository that a page links to."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    found = [(page.parent / match["target"]).resolve() for match in LINK.finditer(text)]
    return [path for path in found if path.exists() and path.is_relative_to(ROOT)]


def listing(folder: Path) -> str:
    """A page for a folder: its files, each with the first line of its docstring."""
    lines = [f"- [{path.name}]({path.name}){first_line(path)}" for path in sorted(folder.glob("*.*")) if path.is_file()]
    return "\n".join([f"# {name(folder)}", "", *lines, ""])


def first_line(path: Path) -> str:
    match = re.match(r'"""(.+?)(?:"""|\n)', path.read_text(encoding="utf-8")) if path.suffix == ".py" else None
    return f": {match[1]}" if match else ""


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A link to a folder leads to the page of the folder. A page that is alone in its tab needs no list of pages beside it."""
    if page.parent is None:
        page.meta["hide"] = ["navigation"]
    here = (ROOT / page.file.src_uri).parent

    def to_page(match: re.Match[str]) -> str:
        if not (here / match["target"]).is_dir():
            return match[0]
        return f"]({match['target'].rstrip('/')}/index.md)"

    return LINK.sub(to_page, markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    r"""In the code of a table cell `\|` is a bar, as on a code host."""
    return re.sub(r"<code>[^<]*</code>", lambda match: match[0].replace(r"\|", "|"), html)

"""A file of the user: a puzzle in Python (`compare ./mypuzzle.py 8`), an encoder, or a model in MiniZinc or FlatZinc.

An error in it names the file and the line.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import wraps
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from inspect import unwrap
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn, ParamSpec, TypeVar

from threefold.flatzinc import MODELS
from threefold.language import BadInput, KnownCounts, Parameter, Puzzle, Spec, Text
from threefold.language.files import are_noted, content_of, given_files

Given = ParamSpec("Given")
Made = TypeVar("Made")

# Fields of PUZZLE that are tuples: the types of their elements, and an example.
TUPLES: dict[str, tuple[tuple[type, ...], str]] = {
    "parameters": ((Parameter, Text), "(Parameter(…),)"),
    "known": ((KnownCounts,), "(KnownCounts(…),)"),
    "example": ((int, str), "(4,)"),
}
FUNCTIONS: dict[str, type] = {"build": Spec, "draw": str, "picture": str, "symmetries": tuple}  # and what they return
OURS = ("language", "models", "backends")  # top-level packages until they moved into `threefold`

_loaded: dict[tuple[str, str], tuple["UserFile", Puzzle]] = {}


def from_file(path: str) -> Puzzle:
    """Read once per process; again where the file, or a file that it imports, has changed."""
    if os.path.exists(path) and not path.endswith((".py", *MODELS)):
        kinds = ", ".join((".py", *MODELS))
        raise BadInput(f"{path}: a puzzle file ends in {kinds}; relate, sat and decode read other files")
    key = path, str(Path(path).absolute())
    if not os.path.isfile(path) and key[1] not in given_files():
        raise BadInput(f"{path}: there is no such file; `threefold new NAME` writes one to begin with")
    if path.endswith(MODELS):
        from threefold.flatzinc.puzzle import from_model

        return from_model(path)
    if are_noted():
        return _read(path, UserFile(path))
    if key not in _loaded or _loaded[key][0].changed():
        imports = UserFile(path)
        _loaded[key] = imports, _read(path, imports)
    return _loaded[key][1]


def _read(path: str, imports: "UserFile") -> Puzzle:
    puzzle = getattr(imports.run(), "PUZZLE", None)
    if not isinstance(puzzle, Puzzle):
        raise BadInput(f"{path}: the file must end in PUZZLE = Puzzle(…), as `threefold new NAME` shows")

    def where(field: str) -> str:
        source = content_of(imports.main).decode("utf-8-sig")
        written = re.search(rf"^\s*{field}\s*=", source, re.MULTILINE)
        return f"{path}:{source.count(chr(10), 0, written.end()) + 1 if written else 1}: "

    check_fields(puzzle, where)
    functions = {name: getattr(puzzle, name) for name in FUNCTIONS if getattr(puzzle, name) is not None}
    located: dict[str, Any] = {name: imports.located(each, FUNCTIONS[name]) for name, each in functions.items()}
    return replace(puzzle, **located)


def check_fields(puzzle: Puzzle, where: Callable[[str], str] = lambda field: "") -> None:
    """Python does not check types. A comma is forgotten easily, and (4) is not a tuple. `where` begins an error."""

    def check(field: str, right: bool, problem: str) -> None:
        if not right:
            raise BadInput(f"{where(field)}{field} {problem}")

    for field, (kinds, like) in TUPLES.items():
        found = getattr(puzzle, field)
        right = isinstance(found, tuple) and all(isinstance(each, kinds) for each in found)
        check(field, right, f"must be a tuple like {like}, with its comma (got {found!r:.60})")
    for field in FUNCTIONS:
        found = getattr(puzzle, field)
        missing = found is None and field not in ("build", "draw")
        check(field, callable(found) or missing, f"must be a function (got {found!r:.60})")
    for key in (key for known in puzzle.known for key in known.counts):
        right = isinstance(key, tuple) and len(key) == len(puzzle.parameters)
        check("known", right, f"has counts by tuples of all parameters, like (4,) (got {key!r})")
    try:
        puzzle.parse([])
    except BadInput as error:
        check("example", False, f"is not an instance: {error}")


class _Source(SourceFileLoader):
    def path_stats(self, path: str) -> NoReturn:
        """Byte code is neither read nor written: it would hide an edit within the same second."""
        raise OSError

    def get_data(self, path: str) -> bytes:
        return content_of(path)


class UserFile:
    """A file with what it imports from its own folder: `import helper` finds helper.py, as in a script.

    The folder stands on no path, and its modules are in `sys.modules` only while code of this file is executed: two
    puzzles in different folders may have helpers of the same name. The standard library comes first.
    """

    def __init__(self, path: str) -> None:
        self._path, self.main = path, str(Path(path).absolute())
        self._folder = os.path.dirname(self.main)
        self._name = f"puzzle_file_{Path(path).stem}"
        self._modules: dict[str, ModuleType] = {}
        self._versions = {self.main: _version(path)}  # of all files that were executed

    def changed(self) -> bool:
        return any(_version(file) != version for file, version in self._versions.items())

    def run(self) -> ModuleType:
        """The module, after its code was executed."""
        return self.located(self._run)()

    def _run(self) -> ModuleType:
        plan = spec_from_loader(self._name, _Source(self._name, self.main))
        assert plan is not None, "a loader was given"
        assert plan.loader is not None
        module = sys.modules[self._name] = module_from_spec(plan)
        plan.loader.exec_module(module)
        return module

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        """Called by Python for every import while the file is executed."""
        if name.partition(".")[0] not in self._names:
            return None
        folder = path[0] if path else self._folder
        if self.main in given_files():
            found = _given(name, os.path.join(folder, name.rpartition(".")[2]))
        else:
            found = FileFinder(folder, (_Source, [".py"])).find_spec(name)
        if found and found.origin:
            self._versions[found.origin] = _version(found.origin)
        return found

    @contextmanager
    def _active(self) -> Iterator[None]:
        self._names = self._importable() - sys.stdlib_module_names - {"threefold"} | {self._name}
        hidden = self._take()
        sys.modules |= self._modules
        sys.meta_path.insert(0, self)
        try:
            yield
        finally:
            sys.meta_path.remove(self)
            self._modules = self._take()
            sys.modules |= hidden

    def _importable(self) -> set[str]:
        """The modules of the folder; where the content of this file is given, only given ones."""
        if self.main in given_files():
            inside = (file.removeprefix(f"{self._folder}{os.sep}") for file in given_files())
            return {name.partition(os.sep)[0].removesuffix(".py") for name in inside}
        files = os.listdir(self._folder)
        packages = {name for name in files if os.path.isfile(os.path.join(self._folder, name, "__init__.py"))}
        return packages | {name.removesuffix(".py") for name in files if name.endswith(".py")}

    def _take(self) -> dict[str, ModuleType]:
        mine = [name for name in sys.modules if name.partition(".")[0] in self._names]
        return {name: sys.modules.pop(name) for name in mine}

    def located(self, function: Callable[Given, Made], returns: type = object) -> Callable[Given, Made]:
        """The same function, whose errors name file and line. What it prints goes to standard error."""

        @wraps(function)
        def checked(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            try:
                with redirect_stdout(sys.stderr), self._active():
                    made = function(*args, **kwargs)
            except MemoryError as error:  # a limit, and no mistake in the file
                raise MemoryError(f"not enough memory at {self._place(error) or self._start(function)}") from None
            except (Exception, SystemExit) as error:
                raise BadInput(f"{self._place(error) or self._start(function)}: {_message(error)}") from None
            if not isinstance(made, returns):
                problem = f"{function.__name__} must return a {returns.__name__} (got {made!r:.60})"
                raise BadInput(f"{self._start(function)}: {problem}")
            return made

        return checked

    def _place(self, error: BaseException) -> str:
        """The last line of these files that was executed; of a syntax error the one that Python names."""
        if isinstance(error, SyntaxError) and error.filename in self._versions:
            return self._shown(error.filename, error.lineno or 1)
        place, frame = "", error.__traceback__
        while frame:
            if (file := frame.tb_frame.f_code.co_filename) in self._versions:
                place = self._shown(file, frame.tb_lineno)
            frame = frame.tb_next
        return place

    def _start(self, function: Callable[..., object]) -> str:
        """Where the function begins; line 1 if it is from elsewhere."""
        code = getattr(unwrap(function), "__code__", None)
        if code is None or code.co_filename not in self._versions:
            return f"{self._path}:1"
        return self._shown(code.co_filename, code.co_firstlineno)

    def _shown(self, file: str, line: int) -> str:
        """As the puzzle was typed: ./helper.py beside ./mypuzzle.py."""
        return f"{os.path.join(os.path.dirname(self._path), os.path.relpath(file, self._folder))}:{line}"


def _given(name: str, place: str) -> ModuleSpec | None:
    """A module whose content is given: a package, or a file."""
    files = (os.path.join(place, "__init__.py"), f"{place}.py")
    return next((spec_from_loader(name, _Source(name, file)) for file in files if file in given_files()), None)


def _version(file: str) -> tuple[int, int] | None:
    try:
        found = Path(file).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return error.msg
    words = (str(error).strip().splitlines() or [""])[0]
    if isinstance(error, BadInput) and words:
        return words
    moved = error.name if isinstance(error, ModuleNotFoundError) and error.name else ""
    now = f"; write: from threefold.{moved} import …" if moved.partition(".")[0] in OURS else ""
    return f"{type(error).__name__}: {words}{now}".removesuffix(": ")

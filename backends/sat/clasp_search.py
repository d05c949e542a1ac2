"""All solutions by clasp, which enumerates by itself.

After a solution clasp backtracks and continues (`--enum-mode=bt`), projected on the decision variables. There are no blocking
clauses, and memory does not grow with the solutions (Gebser, Kaufmann, Neumann, Schaub 2007 and 2009).

A model of clingo's Python module costs several times what clasp needs to find it. So clingo's C interface is called, without an
object per model: for each variable of the spec clasp *shows* a number that tells its value, and the numbers of many models are
written into one array (docs/measurements.md#clasp). The cffi module below clingo is not documented, so clingo's minor version
is pinned.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import Any

from threefold.backends.backend import BrokenAnswer, Refused, Search
from threefold.backends.blocks import BLOCK_SECONDS, Block, ByteRows, next_size, rows_of
from threefold.backends.sat.aspif_writer import to_aspif
from threefold.backends.sat.clasp import new_control
from threefold.backends.sat.clause_store import ClauseStore
from threefold.backends.sat.projection import Projection
from threefold.backends.variable_maps import Direct, Native, View
from threefold.language import Assignment

SYMBOL = 8  # bytes of what is shown; the lowest four are the number
BYTE = 256
MOST_SHOWN = 1 << 31
UNREADABLE = "a model of clasp does not show one value for each variable"


class Shown:
    """The numbers that clasp shows. A model shows one for each place, in this order: a variable of the spec, or a literal of it.

    The numbers of a place begin at a multiple of 256. Where all values are 0 to 255, the lowest byte is the value.
    """

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._by_literal = not all(isinstance(view, Native | Direct) for view in projection.views)
        places = list(_literals_of(projection) if self._by_literal else map(_by_value, projection.views))
        self._plain = bool(places) and all(
            min(place, default=0) >= 0 and max(place, default=0) < BYTE for place in places
        )
        self.literals: dict[int, int] = {}  # by number: the literal that is true where it is shown
        self._meanings: list[
            Mapping[int, int]
        ] = []  # by place: what each number means, where it is not the lowest byte
        start = BYTE  # 0 is never shown
        for place in places:
            numbers = [start + meant for meant in place] if self._plain else range(start, start + len(place))
            self.literals.update(zip(numbers, place.values(), strict=True))
            if not self._plain:
                self._meanings.append(dict(zip(numbers, place, strict=True)))
            start += -(-len(place) // BYTE) * BYTE
        if start >= MOST_SHOWN:
            raise Refused("clasp cannot show so many values")
        self.width = len(places)
        shifts = [
            shift for shift in (0, 8, 16) if not shift or self.width >> shift
        ]  # the other bytes are 0 in all numbers
        self._higher = [bytes(place >> shift & 255 for place in range(1, self.width + 1)) for shift in shifts]

    def rows(self, memory: bytes, models: int) -> Block:
        """The assignments of so many models, whose numbers follow each other."""
        if not self._plain:
            return self._tuples(memory, models)
        if any(memory[at::SYMBOL] != bytes_ * models for at, bytes_ in enumerate(self._higher, 1)):
            raise BrokenAnswer(UNREADABLE)
        return ByteRows(memory[::SYMBOL], self.width)

    def _tuples(self, memory: bytes, models: int) -> Sequence[Assignment]:
        numbers = memoryview(memory).cast("I")[::2].tolist()
        columns = [map(each.__getitem__, numbers[place :: self.width]) for place, each in enumerate(self._meanings)]
        try:
            rows = list(zip(*columns, strict=True)) if columns else [()] * models
        except KeyError:
            raise BrokenAnswer(UNREADABLE) from None
        return list(map(self._projection.assignment, rows)) if self._by_literal else rows


def _by_value(view: View) -> dict[int, int]:
    """The literal of each value."""
    return (
        {0: -view.first, 1: view.first}
        if isinstance(view, Native)
        else dict(zip(view.values, view.numbers, strict=True))
    )


def _literals_of(projection: Projection) -> Iterator[dict[int, int]]:
    return ({-number: -number, number: number} for number in range(1, projection.own + 1))


class ClaspSearch(Search):
    def __init__(
        self, top: int, stores: Iterable[ClauseStore], projection: Projection, seed: int | None, method: str
    ) -> None:
        self.method = method
        decisions = projection.decisions()
        self._control, self._shown = new_control(seed, projected=len(decisions) < top), Shown(projection)
        with NamedTemporaryFile(prefix="threefold-sat-", suffix=".aspif") as file:
            file.writelines(to_aspif(top, stores, decisions, self._shown.literals))
            file.flush()
            self._control.load_aspif([file.name])

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._parts(growing=False)) as parts:
            for part in parts:
                yield from map(tuple, rows_of(part))

    def blocks(self) -> Generator[Block, None, None]:
        return self._parts(growing=True)

    def _parts(self, *, growing: bool) -> Generator[Block, None, None]:
        with closing(_Models(self._control, self._shown.width)) as models:
            size = 1
            while not models.ended:
                number, memory = models.read(size)
                if number:
                    yield self._shown.rows(memory, number)
                size = next_size(size, self._shown.width) if growing else 1


class _Models:
    """The models of a program, through clingo's C interface."""

    def __init__(self, control: Any, width: int) -> None:
        clingo: Any = import_module("clingo._internal")
        ffi, lib = self._ffi, self._lib = clingo._ffi, clingo._lib
        self._check, self._width = clingo._handle_error, width
        handle = ffi.new("clingo_solve_handle_t**")
        mode, null = lib.clingo_solve_mode_yield, ffi.NULL
        self._check(lib.clingo_control_solve(control._rep, mode, null, 0, null, null, handle))  # without a callback
        self._handle, self.ended = handle[0], False

    def read(self, most: int) -> tuple[int, bytes]:
        """What up to so many models show; fewer at the end, or after some time."""
        lib, handle, width, show = self._lib, self._handle, self._width, self._lib.clingo_show_type_terms
        resume, get, symbols = lib.clingo_solve_handle_resume, lib.clingo_solve_handle_model, lib.clingo_model_symbols
        model, null = self._ffi.new("clingo_model_t**"), self._ffi.NULL
        memory = self._ffi.new(f"clingo_symbol_t[{most}][{max(1, width)}]")  # zeros
        until, number = perf_counter() + BLOCK_SECONDS, 0
        for row in memory:  # few steps in Python: they cost about as much as clasp's (docs/measurements.md#clasp)
            found = resume(handle) and get(handle, model) and model[0]
            if not (found and symbols(found, show, row, width)):
                self._check(found == null)
                self._end()
                break
            number += 1
            if perf_counter() > until:
                break
        return number, self._ffi.buffer(memory, SYMBOL * width * number)[:]

    def _end(self) -> None:
        result = self._ffi.new("clingo_solve_result_bitset_t*")
        self._check(self._lib.clingo_solve_handle_get(self._handle, result))
        if not result[0] & self._lib.clingo_solve_result_exhausted:
            raise Refused("clasp gave up")
        self.ended = True

    def close(self) -> None:
        self._check(self._lib.clingo_solve_handle_close(self._handle))

"""All solutions by clasp, which enumerates by itself.

After a solution clasp backtracks and continues (`--enum-mode=bt`), projected on the decision variables. There are no blocking
clauses, and memory does not grow with the solutions (Gebser, Kaufmann, Neumann, Schaub 2007 and 2009).

A model of clingo's Python module costs several times what clasp needs to find it. So clingo's C interface is called, without an
object per model, and what many models say is written into one array (docs/measurements.md#clasp). The cffi module below clingo
is not documented, so clingo's minor version is pinned.

What a model says are its *costs*, which clasp keeps up to date while it searches: sums of weights of true literals. The weights
are chosen so that the sums tell the solution. Nothing is minimised. To ask clasp for the true literals takes longer: it then
looks at each of them in every model.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from itertools import count, islice
from operator import lshift
from struct import iter_unpack
from sys import byteorder
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import Any

from threefold.backends.backend import BrokenAnswer, Refused, Search
from threefold.backends.blocks import BLOCK_SECONDS, Block, next_size, rows_of
from threefold.backends.sat.aspif_writer import Cost, to_aspif
from threefold.backends.sat.clasp import new_control
from threefold.backends.sat.clause_store import ClauseStore
from threefold.backends.sat.projection import Projection
from threefold.backends.variable_maps import Binary, Direct, Native, Order, View
from threefold.language import Assignment

COST = 8  # bytes of a cost
BYTE = 256
BYTES = 3  # values in a cost, where all values are 0 to 255
DIGIT = 8 * BYTES  # bits of a position in a cost: clasp's weights have 31
MARK = 1 << DIGIT  # in every cost: without it the cost is not there, or its last value is too large
UNREADABLE = "a model of clasp does not have one value for each variable"


class Costs:
    """The costs of a model: the values of three variables each, or the position of one variable's value in its domain.

    That a variable has one value is taken from the clauses: of two true literals the sum is read. `holds` tests what was read.
    """

    def __init__(self, projection: Projection) -> None:
        self._views, self._variables = projection.shown, len(projection.shown)
        self._plain = bool(self._views) and all(map(_fits, self._views)) and byteorder == "little"
        if self._plain:
            weights, least = list(map(_by_value, self._views)), list(map(_least, self._views))
            parts = [slice(start, start + BYTES) for start in range(0, self._variables, BYTES)]
            self.sums = [_together(weights[part], least[part]) for part in parts]
        else:
            digits = list(map(_digits, map(_by_position, self._views)))
            self._digits = list(map(len, digits))
            self.sums = [_together([digit], [0]) for several in digits for digit in several]

    def rows(self, memory: bytes, models: int) -> Block:
        """The assignments of so many models, whose costs follow each other."""
        if not self._plain:
            return self._tuples(memory, models)
        width = BYTES * len(self.sums)
        if memory[BYTES::COST] != b"\1" * (models * len(self.sums)):
            raise BrokenAnswer(UNREADABLE)
        rows = bytearray(models * width)
        for place in range(BYTES):
            rows[place::BYTES] = memory[place::COST]
        for place in range(width, self._variables, -1):  # the last cost may have fewer variables
            del rows[self._variables :: place]
        return [row for (row,) in iter_unpack(f"{self._variables}s", rows)]

    def _tuples(self, memory: bytes, models: int) -> Sequence[Assignment]:
        digits = [cost - MARK for cost in memoryview(memory).cast("q").tolist()]
        if min(digits, default=0) < 0:
            raise BrokenAnswer(UNREADABLE)
        places = iter(range(len(self.sums)))
        columns = []
        for view, number in zip(self._views, self._digits, strict=True):
            parts = [digits[place :: len(self.sums)] for place in islice(places, number)]
            positions = (sum(map(lshift, each, count(0, DIGIT))) for each in zip(*parts, strict=True))
            columns.append(map(_values(view).__getitem__, positions))
        try:
            return list(zip(*columns, strict=True)) if columns else [()] * models
        except IndexError:
            raise BrokenAnswer(UNREADABLE) from None


def _fits(view: View) -> bool:
    """Are its values bytes, each with a literal?"""
    return isinstance(view, Native) or (isinstance(view, Direct) and 0 <= view.domain[0] <= view.domain[-1] < BYTE)


def _values(view: View) -> Sequence[int]:
    match view:
        case Native():
            return (0, 1)
        case Direct(_, domain) | Order(_, domain):
            return domain
        case Binary(_, bits, offset):
            return range(offset, offset + (1 << bits))


def _by_value(view: View) -> Mapping[int, int]:
    """Weights whose sum is the value less the least one."""
    least = _least(view)
    return {number: value - least for number, value in zip(view.numbers, view.values, strict=True)}


def _least(view: View) -> int:
    return view.domain[0] if isinstance(view, Direct) else 0


def _by_position(view: View) -> Mapping[int, int]:
    """Weights whose sum is the position of the value."""
    match view:
        case Direct():
            return {number: position for position, number in enumerate(view.numbers)}
        case Order():
            return {-number: 1 for number in view.numbers}
        case _:
            return {number: 1 << bit for bit, number in enumerate(view.numbers)}


def _digits(weights: Mapping[int, int]) -> list[Mapping[int, int]]:
    """The weights cut into digits, the lowest first."""
    number = max(1, -(-max(weights.values(), default=0).bit_length() // DIGIT))
    return [
        {literal: weight >> DIGIT * place & MARK - 1 for literal, weight in weights.items()} for place in range(number)
    ]


def _together(weights: Sequence[Mapping[int, int]], least: Sequence[int]) -> Cost:
    """A byte for each. The fewer literals have a weight, the less clasp has to do."""
    always = MARK + sum(each << 8 * place for place, each in enumerate(least))
    places = enumerate(weights)
    return Cost(
        always,
        [(literal, weight << 8 * place) for place, each in places for literal, weight in each.items() if weight],
    )


class ClaspSearch(Search):
    def __init__(
        self,
        top: int,
        stores: Iterable[ClauseStore],
        projection: Projection,
        seed: int | None,
        method: str,
        tuned: bool,
    ) -> None:
        self.method = f"{method}, frumpy" if tuned else method
        self._found, self._ended = 0, False
        decisions = projection.decisions()
        self._costs, self._variables = Costs(projection), len(projection.shown)
        self._control = new_control(seed, projected=len(decisions) < top, costs=bool(self._costs.sums), tuned=tuned)
        with NamedTemporaryFile(prefix="threefold-sat-", suffix=".aspif") as file:
            file.writelines(to_aspif(top, stores, decisions, self._costs.sums))
            file.flush()
            self._control.load_aspif([file.name])

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._parts(growing=False)) as parts:
            for part in parts:
                yield from map(tuple, rows_of(part))

    def blocks(self) -> Generator[Block, None, None]:
        return self._parts(growing=True)

    def _parts(self, *, growing: bool) -> Generator[Block, None, None]:
        width = len(self._costs.sums)
        with closing(_Models(self._control, width)) as models:
            size = 1
            while not models.ended:
                number, memory = models.read(size)
                self._found += number
                if number:
                    yield self._costs.rows(memory, number)
                size = next_size(size, self._variables) if growing else 1
        self._ended = True

    def found_by(self) -> dict[str, int]:
        return {"clasp": self._found}

    def decided_by(self) -> str:
        return "clasp" if self._ended else ""


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
        """The costs of up to so many models; fewer at the end, or after some time."""
        lib, handle, width = self._lib, self._handle, self._width
        resume, get, costs = lib.clingo_solve_handle_resume, lib.clingo_solve_handle_model, lib.clingo_model_cost
        model, null = self._ffi.new("clingo_model_t**"), self._ffi.NULL
        memory = self._ffi.new(f"int64_t[{most}][{max(1, width)}]")  # zeros
        until, number = perf_counter() + BLOCK_SECONDS, 0
        for row in memory:  # few steps in Python for each model
            found = resume(handle) and get(handle, model) and model[0]
            if not (found and costs(found, row, width)):
                self._check(found == null)
                self._end()
                break
            number += 1
            if perf_counter() > until:
                break
        return number, self._ffi.buffer(memory, COST * width * number)[:]

    def _end(self) -> None:
        result = self._ffi.new("clingo_solve_result_bitset_t*")
        self._check(self._lib.clingo_solve_handle_get(self._handle, result))
        if not result[0] & self._lib.clingo_solve_result_exhausted:
            raise Refused("clasp gave up")
        self.ended = True

    def close(self) -> None:
        self._check(self._lib.clingo_solve_handle_close(self._handle))

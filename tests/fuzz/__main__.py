"""Fuzz every reader: `python -m tests.fuzz --inputs 100000`. Exits with 1 if one was slow or raised an error that is not ours."""

import argparse
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from types import FrameType

from tests.fuzz.mutation import made
from tests.fuzz.readers import Reader, readers
from threefold.backends.backend import BrokenAnswer, Refused
from threefold.language import ThreefoldError

SECONDS = 5.0  # of CPU time: on a busy machine wall time says nothing
MEMORY = 4 << 30  # of address space: what takes more ends in a MemoryError, which is not ours
LONGEST = 1000  # characters of a message
OURS = (ThreefoldError, BrokenAnswer, Refused)


class TooSlow(Exception):
    pass


@dataclass
class Tally:
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    failures: list[tuple[Reader, int, bytes, str]] = field(default_factory=list)  # with the number of the input

    @property
    def inputs(self) -> int:
        return self.accepted.total() + self.refused.total() + len(self.failures)


def fuzz(inputs: int, seed: int = 0, only: str = "") -> Tally:
    """Each reader in turn gets an input that its number and the seed determine."""
    tally = Tally()
    with TemporaryDirectory() as folder:
        chosen = [reader for reader in readers(Path(folder)) if only in reader.name]
        for number in range(inputs):
            _try(chosen[number % len(chosen)], number, seed, Path(folder), tally)
    return tally


def _try(reader: Reader, number: int, seed: int, folder: Path, tally: Tally) -> None:
    data = made(Random(f"{seed} {number}"), reader.samples)
    start = process_time()
    try:
        with _limited():
            accepted = _accepts(reader, data, folder)
        (tally.accepted if accepted else tally.refused)[reader.name] += 1
    except Exception:
        tally.failures.append((reader, number, data, traceback.format_exc()))
    tally.slowest = max(tally.slowest, (process_time() - start, reader.name))


def _accepts(reader: Reader, data: bytes, folder: Path) -> bool:
    try:
        reader.read(data, folder)
    except OURS as error:
        message = str(error)
    else:
        return True
    assert message.isprintable(), f"a message has one line: {message!r:.500}"
    assert len(message) < LONGEST, f"a message can be read: {message:.500}"
    return False


@contextmanager
def _limited() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {SECONDS:g} s of CPU time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=2_000, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other inputs")
    parser.add_argument("--only", default="", help="a part of the name of a reader")
    parser.add_argument("--keep", type=Path, help="a folder for the inputs that failed")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    tally = fuzz(asked.inputs, asked.seed, asked.only)
    for reader, number, data, trace in tally.failures:
        print(f"--- {reader.name}, input {number}: {data[:200]!r}\n{trace}")
        if asked.keep:
            asked.keep.mkdir(exist_ok=True)
            (asked.keep / f"{reader.name.replace(' ', '_')}.{number}").write_bytes(data)
    names = sorted(tally.accepted | tally.refused)
    print("\n".join(f"{name:24} {tally.accepted[name]:7} accepted {tally.refused[name]:7} refused" for name in names))
    seconds, slowest = tally.slowest
    print(f"{tally.inputs:,} inputs, {len(tally.failures)} failures; slowest {seconds:.2f} s of CPU time ({slowest})")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""The cost of a guarded run beyond its work: median wall time of 50 trivial runs with a warm server per backend.

python -m benchmarks.guard_overhead
"""

from statistics import median
from time import perf_counter
from typing import Never

from threefold import backends
from threefold.guard import Limits, Report, Server, guarded

RUNS = 50


def nothing(report: Report[Never]) -> None:
    pass


def main() -> None:
    for name in backends.names():
        with Server(preload=backends.find(name).preload) as server:
            guarded(server, nothing, limits=Limits(seconds=10))
            times = []
            for _ in range(RUNS):
                start = perf_counter()
                guarded(server, nothing, limits=Limits(seconds=10, memory=1 << 30))
                times.append(perf_counter() - start)
        print(f"{name:<14} median {1000 * median(times):5.1f} ms   max {1000 * max(times):5.1f} ms   over {RUNS} runs")


if __name__ == "__main__":
    main()

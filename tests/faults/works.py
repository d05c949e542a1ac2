"""What a command does and continues after a kill: a comparison, a count with a checkpoint, a sweep, here or on a cluster."""

import json
import sqlite3
from abc import ABC, abstractmethod
from contextlib import closing, suppress
from pathlib import Path

COUNTS = {5: 10, 6: 4, 7: 40, 8: 92, 10: 724}  # of n queens
SWEEP = """\
[limits]
seconds = 60
[[runs]]
puzzle = "nqueens"
parameters = { n = "5..7" }
configurations = ["backtracking", "sat", "ilp"]
seeds = [1, 2, 3]
"""


class Work(ABC):
    """`seconds` is how long its command takes about; a kill comes at a random moment of it."""

    seconds = 2.0

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "temporary").mkdir(parents=True)

    @property
    @abstractmethod
    def words(self) -> list[str]: ...

    @abstractmethod
    def kept(self) -> dict[str, str]:
        """The results that are on the disk, by their key."""

    def wrong(self, output: str) -> str:
        """What is wrong with the results of a work that is done, or nothing."""
        return ""


class Compare(Work):
    @property
    def words(self) -> list[str]:
        return ["compare", "nqueens", "8", "--backends", "sat,cp,ilp,backtracking", "--json"]

    def kept(self) -> dict[str, str]:
        return {}

    def wrong(self, output: str) -> str:
        result = json.loads(output)
        counts = [row["count"] for row in result["results"]]
        return "" if counts == [COUNTS[8]] * 4 else f"{result['verdict']}: {counts}"


class Count(Work):
    size, options = 10, ["--backend", "sat", "--jobs", "2"]

    @property
    def words(self) -> list[str]:
        return ["count", "nqueens", str(self.size), *self.options, "--resume", str(self.folder / "ledger"), "--json"]

    def kept(self) -> dict[str, str]:
        lines = self._lines()
        return {str(json.loads(line)["cube"]): line for line in lines[1:]}

    def _lines(self) -> list[str]:
        path = self.folder / "ledger"
        return path.read_text().split("\n")[:-1] if path.exists() else []

    def wrong(self, output: str) -> str:
        [row] = json.loads(output)["results"]
        if (row["count"], row["count_is"], row["verified"]) != (COUNTS[self.size], "exact", COUNTS[self.size]):
            return f"{row['status']} {row['count']} {row['reason']}"
        return "" if len(self._lines()) == 1 + len(self.kept()) else "a cube was counted twice"


class CountWithCbc(Count):
    size, options = 7, ["--backend", "ilp", "--jobs", "2"]


class Sweep(Work):
    options: tuple[str, ...] = ("--jobs", "2")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        (folder / "sweep.toml").write_text(SWEEP)

    @property
    def words(self) -> list[str]:
        return ["sweep", str(self.folder), "--quiet", *self.options]

    def kept(self) -> dict[str, str]:
        path = self.folder / "store.sqlite"
        if not path.exists():
            return {}
        with closing(sqlite3.connect(path, timeout=30)) as store, suppress(sqlite3.OperationalError):
            return dict(store.execute("SELECT key, line FROM records").fetchall())
        return {}  # its tables are not made yet

    def wrong(self, output: str) -> str:
        lines = [json.loads(line) for line in (self.folder / "records.jsonl").read_text().splitlines()]
        if len(lines) != 27 or len({line["key"] for line in lines}) != 27:
            return f"{len(lines)} records"
        found = [line for line in lines if line["record"]["count"] != COUNTS[line["parameters"]["n"]]]
        return f"{found[0]['row']}: {found[0]['record']['reason']}" if found else ""


class CountOnCluster(Count):
    seconds, options = 8.0, ["--backend", "sat", "--cluster", "local", "--jobs", "2"]


class SweepOnCluster(Sweep):
    seconds, options = 8.0, ("--cluster", "local", "--jobs", "2")


WORKS: dict[str, type[Work]] = {
    "compare": Compare, "count": Count, "count-cbc": CountWithCbc, "sweep": Sweep,
    "count-cluster": CountOnCluster, "sweep-cluster": SweepOnCluster,
}  # fmt: skip
